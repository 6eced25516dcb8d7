import type { EndpointWith } from '@stampus/contract/endpoint'
import { type ComponentType, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { q } from '../api/queries.ts'
import { type Removal, RemoveButton } from '../dialogs/RemoveButton.tsx'
import { showToast } from '../toasts.ts'
import { BackLink, Page } from './Page.tsx'
import { type ParentList, RecordLoader } from './RecordLoader.tsx'

type Titled = { id: number; version: number; title: string }

/** What the form of a record page gets. */
export type RecordPageFormProps<Thing> = {
  /** The record as it was loaded; absent for a new one. */
  opened?: Thing
  onSaved: (saved: Thing) => void
  onReload?: () => void
}

type RecordPageProps<Thing extends Titled> = {
  /** The kind of record, such as "Deal". */
  what: string
  list: ParentList
  show: EndpointWith<{ id: number | string }, { data: Thing }>
  removal: Removal
  Form: ComponentType<RecordPageFormProps<Thing>>
}

/** Adds a record with a title, or shows the one of the address to change or remove it. */
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

type OpenRecordProps<Thing extends Titled> = RecordPageProps<Thing> & {
  opened: Thing
  onReload: () => void
}

function OpenRecord<Thing extends Titled>(props: OpenRecordProps<Thing>) {
  const { opened, onReload, list, removal, Form } = props
  const [shown, setShown] = useState(opened)
  const onSaved = (saved: Thing) => {
    setShown(saved)
    showToast(`${saved.title} saved.`)
  }
  return (
    <Page
      title={shown.title}
      back={<BackLink to={list.to}>{list.name}</BackLink>}
      actions={<RemoveButton record={shown} list={list.to} removal={removal} />}
    >
      <Form opened={opened} onReload={onReload} onSaved={onSaved} />
    </Page>
  )
}

function NewRecord<Thing extends Titled>({ what, list, Form }: RecordPageProps<Thing>) {
  const navigate = useNavigate()
  const onSaved = ({ id, title }: Thing) => {
    showToast(`${title} added.`)
    void navigate(`${list.to}/${id}`, { replace: true })
  }
  return (
    <Page title={`New ${what.toLowerCase()}`} back={<BackLink to={list.to}>{list.name}</BackLink>}>
      <Form onSaved={onSaved} />
    </Page>
  )
}
