import { type AdminLinkGroup, change, create, remove, show } from '@stampus/contract/console/contact/linkGroups'
import { LINK_GROUPS_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { Field, FieldError } from '@stampus/ui/Field'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { q, useCall } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { RemoveButton } from '../../shared/dialogs/RemoveButton.tsx'
import { RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import { showToast } from '../../shared/toasts.ts'
import { LinkFields } from './LinkFields.tsx'
import { groupFields, toChangeInput, toCreateInput, toFormValues } from './linkValues.ts'

const LIST = { to: '/links', name: 'Links' }

/** Adds a group of links, or shows one to change or remove it. */
export default function LinkGroupPage() {
  const { id } = useParams()
  if (id === undefined) return <NewGroup />
  return (
    <RecordLoader key={id} query={q(show, { id })} what="Group of links" list={LIST}>
      {(group, reload) => <OpenGroup opened={group} onReload={reload} />}
    </RecordLoader>
  )
}

function OpenGroup({ opened, onReload }: { opened: AdminLinkGroup; onReload: () => void }) {
  const [group, setGroup] = useState(opened)
  return (
    <Page
      title={group.title}
      back={<BackLink to={LIST.to}>{LIST.name}</BackLink>}
      actions={<RemoveAction group={group} />}
    >
      <GroupForm
        group={opened}
        onReload={onReload}
        onSaved={(saved) => {
          setGroup(saved)
          showToast(`${saved.title} saved.`)
        }}
      />
    </Page>
  )
}

function RemoveAction({ group }: { group: AdminLinkGroup }) {
  const removing = useCall(remove, ['/console/link-groups'])
  return (
    <RemoveButton
      record={group}
      list={LIST.to}
      consequence="Members will no longer see this group and its links."
      removing={removing}
    />
  )
}

function NewGroup() {
  const navigate = useNavigate()
  return (
    <Page title="New group of links" back={<BackLink to={LIST.to}>{LIST.name}</BackLink>}>
      <GroupForm
        onSaved={({ id, title }) => {
          showToast(`${title} added.`)
          navigate(`${LIST.to}/${id}`, { replace: true })
        }}
      />
    </Page>
  )
}

type GroupFormProps = {
  /** The group as it was loaded; absent for a new one. */
  group?: AdminLinkGroup
  onSaved: (group: AdminLinkGroup) => void
  onReload?: () => void
}

const invalidates = ['/console/link-groups']

function GroupForm({ group: opened, onSaved, onReload }: GroupFormProps) {
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
