import type { EndpointWith } from '@stampus/contract/endpoint'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { q } from '../api/queries.ts'
import { type Removal, RemoveButton } from '../dialogs/ActionButton.tsx'
import { showToast } from '../toasts.ts'
import { BackLink, Page } from './Page.tsx'
import { type ParentList, RecordLoader } from './RecordLoader.tsx'

type Titled = { id: number; version: number } & ({ title: string } | { name: string })

export type RecordPageFormProps<Thing> = {
  /** The record as it was loaded; absent for a new one. */
  opened?: Thing | undefined
  /** Called after saving, with what to say in place of "Kopi Kita saved." and what the page of a new record gets as state. */
  onSaved: (saved: Thing, more?: { text: string; state: unknown }) => void
  onReload?: (() => void) | undefined
}

type RecordPageProps<Thing extends Titled> = {
  what: string
  list: ParentList
  show: EndpointWith<{ id: number | string }, { data: Thing }>
  /** Absent for records that stay. */
  removal?: Removal
  actions?: (shown: Thing) => ReactNode
  Form: ComponentType<RecordPageFormProps<Thing>>
}

/** Adds a record, or shows the one of the address to change or remove it. */
export function RecordPage<Thing extends Titled>(props: RecordPageProps<Thing>) {
  const { id } = useParams()
  const { what, list, show } = props
  if (id === undefined) return <NewRecord {...props} />
  return (
    <RecordLoader key={id} query={q(show, { id })} what={what} list={list}>
      {(opened, reload) => <OpenRecord {...props} opened={opened} onReload={reload} />}
    </RecordLoader>
  )
}

type OpenProps<Thing extends Titled> = RecordPageProps<Thing> & { opened: Thing; onReload: () => void }

function OpenRecord<Thing extends Titled>(props: OpenProps<Thing>) {
  const { opened, onReload, list, removal, actions, Form } = props
  const [shown, setShown] = useState(opened)
  const title = titleOf(shown)
  return (
    <Page
      title={title}
      back={<BackLink to={list.to}>{list.name}</BackLink>}
      actions={
        <>
          {actions?.(shown)}
          {removal ? <RemoveButton record={{ ...shown, title }} list={list.to} removal={removal} /> : null}
        </>
      }
    >
      <Form
        opened={opened}
        onReload={onReload}
        onSaved={(saved, more) => {
          setShown(saved)
          showToast(more?.text ?? `${titleOf(saved)} saved.`)
        }}
      />
    </Page>
  )
}

function NewRecord<Thing extends Titled>({ what, list, Form }: RecordPageProps<Thing>) {
  const navigate = useNavigate()
  return (
    <Page title={`New ${what.toLowerCase()}`} back={<BackLink to={list.to}>{list.name}</BackLink>}>
      <Form
        onSaved={(saved, more) => {
          showToast(more?.text ?? `${titleOf(saved)} added.`)
          void navigate(`${list.to}/${saved.id}`, { replace: true, state: more?.state })
        }}
      />
    </Page>
  )
}

const titleOf = (thing: Titled) => ('title' in thing ? thing.title : thing.name)
