import type { AdminAnnouncement, AnnouncementState, ListedAnnouncement } from '@stampus/contract/console/announcements'
import * as announcements from '@stampus/contract/console/announcements'
import type { InputOf } from '@stampus/contract/endpoint'
import { TITLE_MAX } from '@stampus/contract/limits'
import { createContext, type Dispatch, type SetStateAction, useContext, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { RecordPage, type RecordPageFormProps } from '../../shared/components/RecordPage.tsx'
import { When } from '../../shared/components/When.tsx'
import { readableTime } from '../../shared/dates.ts'
import type { ControlProps, FieldsOf, ValuesOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'
import { RecordForm, useIsSaving } from '../../shared/forms/RecordForm.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { stateFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { Editor } from './Editor.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import { type OmittedPicture, OmittedPicturesNotice, omittedText } from './pasting/OmittedPictures.tsx'
import { confirmPastTimes, type Publishing, Schedule, schedule, timesToSend } from './Schedule.tsx'

const states: States<AnnouncementState> = {
  draft: { name: 'Draft', look: 'quiet' },
  planned: { name: 'Scheduled', look: 'soon' },
  published: { name: 'Published', look: 'good' },
  ended: { name: 'Ended', look: 'quiet' },
}

const columns: Column<ListedAnnouncement>[] = [
  { name: 'Announcement', cell: ({ id, title }) => <RowLink to={`/announcements/${id}`}>{title}</RowLink> },
  { name: 'Status', cell: ({ state }) => <StateBadge {...states[state]} /> },
  { name: 'Published', cell: ({ published_at }) => (published_at ? <When at={published_at} /> : '–') },
  { name: 'Ends', cell: ({ ends_at }) => (ends_at ? <When at={ends_at} /> : '–') },
  { name: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
]

const filters = { state: stateFilter(states) }

export function AnnouncementsPage() {
  return (
    <ListPage
      title="Announcements"
      call={announcements.list}
      columns={columns}
      filters={filters}
      clear="none"
      add={{ to: '/announcements/new', text: 'New announcement' }}
    />
  )
}

const parent = { to: '/announcements', name: 'Announcements' }
const removal = {
  call: announcements.remove,
  consequence: 'Members will no longer see it. Its picture is deleted too.',
}

export function AnnouncementPage() {
  return (
    <RecordPage what="Announcement" list={parent} show={announcements.show} removal={removal} Form={AnnouncementForm} />
  )
}

type Omitted = [pictures: OmittedPicture[], set: Dispatch<SetStateAction<OmittedPicture[]>>]

const OmittedContext = createContext<Omitted>([[], () => undefined])

const editor = (label: string) => ({
  ...field.paragraphs(label, 0, 0),
  Control: ({ ref, ...control }: ControlProps<string>) => {
    const [pictures, setOmitted] = useContext(OmittedContext)
    const editing = { setOmitted, disabled: useIsSaving() }
    return (
      <>
        <Editor label={label} {...control} {...editing} fieldRef={ref} />
        {control.lang ? null : <OmittedPicturesNotice pictures={pictures} onClose={() => setOmitted([])} />}
      </>
    )
  },
})

const fields = {
  title: field.line('Title', TITLE_MAX),
  content: editor('Text'),
  title_ms: field.line('Title in Malay', TITLE_MAX),
  content_ms: editor('Text in Malay'),
  image_key: field.picture('Picture', 'cover', (announcement: AdminAnnouncement) => [
    announcement.image_key,
    announcement.image_url,
  ]),
  ...schedule,
} satisfies FieldsOf<AdminAnnouncement, AnnouncementInput & { publishing: Publishing }>

type AnnouncementInput = InputOf<typeof announcements.create>

function AnnouncementForm(props: RecordPageFormProps<AdminAnnouncement>) {
  const omitted = useState(usePassedPictures())
  const toInput = (values: ValuesOf<typeof fields>, before: AdminAnnouncement | undefined) => {
    const { publishing: _, ...input } = field.inputOf<AnnouncementInput & { publishing: Publishing }>(fields, values)
    return { ...input, ...timesToSend(values, before) }
  }
  const onSaved = (saved: AdminAnnouncement) =>
    props.onSaved(saved, { text: savedText(saved, omitted[0]), state: { omitted: omitted[0] } })
  return (
    <OmittedContext value={omitted}>
      <RecordForm
        {...props}
        fields={fields}
        create={announcements.create}
        change={announcements.change}
        toInput={toInput}
        onSaved={onSaved}
        invalidates={['/console/announcements']}
        confirmationFor={confirmPastTimes}
        more={(before) => <PreviewButton before={before} />}
      >
        {(before) => <Schedule before={before} />}
      </RecordForm>
    </OmittedContext>
  )
}

/** The pictures that the page of a new announcement passes on, once: not after a reload or the back button. */
function usePassedPictures(): OmittedPicture[] {
  const passed: { omitted: OmittedPicture[] } | null = useLocation().state
  const navigate = useNavigate()
  useEffect(() => {
    if (passed) void navigate('.', { replace: true, state: null })
  }, [passed, navigate])
  return passed?.omitted ?? []
}

function savedText(saved: ListedAnnouncement, omitted: OmittedPicture[]): string {
  const text = `${saved.title} saved${outcomeOf(saved)}.`
  return omitted.length > 0 ? `${text} ${omittedText(omitted)}` : text
}

function outcomeOf({ state, published_at, ends_at }: ListedAnnouncement): string {
  if (state === 'draft') return ' as a draft'
  if (state === 'ended') return '. Members no longer see it'
  const until = ends_at ? ` until ${readableTime(ends_at)}` : ''
  if (state === 'published') return `. Members see it${until || ' now'}`
  return `. Members see it from ${readableTime(published_at ?? '')}${until}`
}
