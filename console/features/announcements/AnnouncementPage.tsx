import { type KeptAnnouncement, remove, show } from '@stampus/contract/console/announcements'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { q, useCall } from '../../shared/api/queries.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Opened } from '../../shared/components/Opened.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { RemovalButton } from '../../shared/dialogs/RemovalButton.tsx'
import { say } from '../../shared/toasts.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { savedWords } from './names.ts'
import type { LeftOutPicture } from './pasting/pastedPictures.ts'

/** What the page of a new announcement hands over. */
export type Handed = { leftOut: LeftOutPicture[] } | null

/** One announcement, to be changed or removed. */
export default function AnnouncementPage() {
  const { id = '' } = useParams()
  return (
    <Opened key={id} query={q(show, { id })} what="Announcement" list={{ to: '/announcements', name: 'Announcements' }}>
      {(announcement, reload) => <OpenAnnouncement opened={announcement} onReload={reload} />}
    </Opened>
  )
}

function OpenAnnouncement({ opened, onReload }: { opened: KeptAnnouncement; onReload: () => void }) {
  const [announcement, setAnnouncement] = useState(opened)
  const navigate = useNavigate()
  const handed: Handed = useLocation().state
  useEffect(() => {
    // The form has it by now. A reload or a step back must not bring it again.
    if (handed) void navigate('.', { replace: true, state: null })
  }, [handed, navigate])
  return (
    <Page
      title={announcement.title}
      back={<BackLink to="/announcements">Announcements</BackLink>}
      actions={<Removal announcement={announcement} />}
    >
      <AnnouncementForm
        announcement={opened}
        leftOut={handed?.leftOut}
        onReload={onReload}
        onSaved={(saved, leftOut) => {
          setAnnouncement(saved)
          say(savedWords(saved, leftOut))
        }}
      />
    </Page>
  )
}

function Removal({ announcement: { id, version, title } }: { announcement: KeptAnnouncement }) {
  const navigate = useNavigate()
  const removing = useCall(remove)
  const done = () => {
    say(`${title} is removed.`)
    navigate('/announcements', { replace: true })
  }
  return (
    <RemovalButton
      name={title}
      consequence="Members no longer see it. Its picture goes with it."
      mutation={removing}
      onRemove={() => removing.mutate({ id, version }, { onSuccess: done })}
    />
  )
}
