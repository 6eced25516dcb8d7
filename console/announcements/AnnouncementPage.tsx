import { type KeptAnnouncement, remove, show } from '@stampus/contract/consoleAnnouncements'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { q, useCall } from '../app/queries.ts'
import { BackLink } from '../parts/BackLink.tsx'
import { Opened } from '../parts/Opened.tsx'
import { Page } from '../parts/Page.tsx'
import { RemovalButton } from '../parts/RemovalButton.tsx'
import { say } from '../parts/saying.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { savedWords } from './names.ts'

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
  return (
    <Page
      title={announcement.title}
      back={<BackLink to="/announcements">Announcements</BackLink>}
      actions={<Removal announcement={announcement} />}
    >
      <AnnouncementForm
        announcement={opened}
        onReload={onReload}
        onSaved={(saved) => {
          setAnnouncement(saved)
          say(savedWords(saved))
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
