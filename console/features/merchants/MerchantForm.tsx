import { change, create, type KeptMerchant } from '@stampus/contract/console/merchants'
import { useCall } from '../../shared/api/queries.ts'
import { SavedForm } from '../../shared/forms/SavedForm.tsx'
import { useSaving } from '../../shared/forms/saving.ts'
import { MerchantFields } from './MerchantFields.tsx'
import { changeOf, inputOf, merchantFields, valuesOf } from './merchantValues.ts'
import { doubtOfSwitchingOff as doubtOf } from './switchingOff.tsx'

type Props = {
  /** The merchant as it was opened; absent for a new one. */
  merchant?: KeptMerchant
  onSaved: (merchant: KeptMerchant) => void
  onReload?: () => void
}

const touches = ['/console/merchants', '/console/categories']

/** Adds a merchant or changes one. */
export function MerchantForm({ merchant: opened, onSaved, onReload }: Props) {
  const adding = useCall(create, touches)
  const changing = useCall(change, touches)
  const fields = merchantFields
  const saving = useSaving({ opened, valuesOf, fields, adding, changing, inputOf, changeOf, doubtOf, onSaved })
  const { form, thing: merchant } = saving
  return (
    <SavedForm
      {...saving}
      unsaved={form.formState.isDirty}
      shownFields={merchantFields}
      onReload={onReload}
      action={merchant ? 'Save' : 'Add merchant'}
    >
      <MerchantFields form={form} merchant={merchant} />
    </SavedForm>
  )
}
