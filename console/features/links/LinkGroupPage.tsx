import { type AdminLinkGroup, change, create, remove, show } from '@stampus/contract/console/contact/linkGroups'
import { LINK_GROUPS_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { Field, FieldError } from '@stampus/ui/Field'
import { useCall } from '../../shared/api/queries.ts'
import { RecordPage, type RecordPageFormProps } from '../../shared/components/RecordPage.tsx'
import { RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import { LinkFields } from './LinkFields.tsx'
import { groupFields, toChangeInput, toCreateInput, toFormValues } from './linkValues.ts'

const invalidates = ['/console/link-groups']

/** Adds a group of links, or shows one to change or remove it. */
export default function LinkGroupPage() {
  return (
    <RecordPage
      what="Group of links"
      list={{ to: '/links', name: 'Links' }}
      show={show}
      removal={{
        call: remove,
        invalidates,
        consequence: 'Members will no longer see this group and its links.',
      }}
      Form={GroupForm}
    />
  )
}

function GroupForm({ opened, onSaved, onReload }: RecordPageFormProps<AdminLinkGroup>) {
  const adding = useCall(create, invalidates)
  const changing = useCall(change, invalidates)
  const saving = useRecordForm({
    opened,
    toFormValues,
    fields: groupFields,
    adding,
    changing,
    toCreateInput,
    toChangeInput,
    onSaved,
  })
  const { register, formState } = saving.form
  const { errors } = formState
  const ofLinks = errors.links?.message ?? errors.links?.root?.message
  return (
    <RecordForm {...saving} onReload={onReload} action={saving.record ? 'Save' : 'Add group'}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Title" maxLength={TITLE_MAX} error={errors.title?.message} {...register('title')} />
        <Field
          label="Title in Malay (optional)"
          lang="ms"
          maxLength={TITLE_MAX}
          error={errors.title_ms?.message}
          {...register('title_ms')}
        />
      </div>
      <Field
        label="Position"
        inputMode="numeric"
        maxLength={String(LINK_GROUPS_MAX).length}
        hint="Position 1 is shown first."
        error={errors.position?.message}
        className="max-w-60"
        {...register('position')}
      />
      <LinkFields form={saving.form} />
      {ofLinks ? <FieldError id="links-error" text={ofLinks} /> : null}
    </RecordForm>
  )
}
