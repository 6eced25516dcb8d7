import { change, create, type KeptDeal } from '@stampus/contract/console/deals'
import { useCall } from '../../shared/api/queries.ts'
import { SavedForm } from '../../shared/forms/SavedForm.tsx'
import { useSaving } from '../../shared/forms/saving.ts'
import { DealFields } from './DealFields.tsx'
import { changeOf, dealFields as fields, inputOf, pastDay, valuesOf } from './dealValues.ts'

type Props = {
  /** The deal as it was opened; absent for a new one. */
  deal?: KeptDeal
  onSaved: (deal: KeptDeal) => void
  onReload?: () => void
}

const touches = ['/console/deals', '/console/merchants']

/** Adds a deal or changes one. */
export function DealForm({ deal: opened, onSaved, onReload }: Props) {
  const adding = useCall(create, touches)
  const changing = useCall(change, touches)
  const doubtOf = (...given: Parameters<typeof pastDay>) => pastDay(...given)?.words
  const saving = useSaving({ opened, valuesOf, fields, adding, changing, inputOf, changeOf, doubtOf, onSaved })
  return (
    <SavedForm
      {...saving}
      unsaved={saving.form.formState.isDirty}
      shownFields={fields}
      onReload={onReload}
      action={saving.thing ? 'Save' : 'Add deal'}
    >
      <DealFields form={saving.form} deal={saving.thing} />
    </SavedForm>
  )
}
