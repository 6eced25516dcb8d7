import { type AdminAnnouncement, type ListedAnnouncement, remove, show } from '@stampus/contract/console/announcements'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { readableTime } from '../../shared/dates.ts'
import { RemoveButton } from '../../shared/dialogs/RemoveButton.tsx'
import { showToast } from '../../shared/toasts.ts'
import { AnnouncementForm, omittedText } from './AnnouncementForm.tsx'
import type { OmittedPicture } from './pasting/pastedPictures.ts'

/** The navigation state that the page of a new announcement passes on. */
type PassedState = { omitted: OmittedPicture[] } | null

const removal = { call: remove, consequence: 'Members will no longer see it. Its picture is deleted too.' }

/** Writes a new announcement, or shows one to change or remove it. */
export default function AnnouncementPage() {
  const { id } = useParams()
  if (id === undefined) return <NewAnnouncement />
  return (
    <RecordLoader
      key={id}
      query={q(show, { id })}
      what="Announcement"
      list={{ to: '/announcements', name: 'Announcements' }}
    >
      {(announcement, reload) => <OpenAnnouncement opened={announcement} onReload={reload} />}
    </RecordLoader>
  )
}

function OpenAnnouncement({ opened, onReload }: { opened: AdminAnnouncement; onReload: () => void }) {
  const [announcement, setAnnouncement] = useState(opened)
  const navigate = useNavigate()
  const passed: PassedState = useLocation().state
  useEffect(() => {
    // The form has it now. A reload or the back button must not bring it again.
    if (passed) void navigate('.', { replace: true, state: null })
  }, [passed, navigate])
  return (
    <Page
      title={announcement.title}
      back={<BackLink to="/announcements">Announcements</BackLink>}
      actions={<RemoveButton record={announcement} list="/announcements" removal={removal} />}
    >
      <AnnouncementForm
        announcement={opened}
        omitted={passed?.omitted}
        onReload={onReload}
        onSaved={(saved, omitted) => {
          setAnnouncement(saved)
          showToast(savedText(saved, omitted))
        }}
      />
    </Page>
  )
}

function NewAnnouncement() {
  const navigate = useNavigate()
  return (
    <Page title="New announcement" back={<BackLink to="/announcements">Announcements</BackLink>}>
      <AnnouncementForm
        onSaved={(saved, omitted) => {
          showToast(savedText(saved, omitted))
          const passed: PassedState = { omitted }
          navigate(`/announcements/${saved.id}`, { replace: true, state: passed })
        }}
      />
    </Page>
  )
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
