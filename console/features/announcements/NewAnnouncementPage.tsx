import { useNavigate } from 'react-router'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { say } from '../../shared/toasts.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import type { Handed } from './AnnouncementPage.tsx'
import { savedWords } from './names.ts'

/** Writes an announcement. */
export default function NewAnnouncementPage() {
  const navigate = useNavigate()
  return (
    <Page title="New announcement" back={<BackLink to="/announcements">Announcements</BackLink>}>
      <AnnouncementForm
        onSaved={(saved, leftOut) => {
          say(savedWords(saved, leftOut))
          const handed: Handed = { leftOut }
          navigate(`/announcements/${saved.id}`, { replace: true, state: handed })
        }}
      />
    </Page>
  )
}
