import * as texts from '@stampus/contract/texts'
import { Empty } from '@stampus/ui/Empty'
import { Megaphone } from 'lucide-react'
import { EndlessList } from '../app/EndlessList.tsx'
import { Title } from '../app/Title.tsx'
import { AnnouncementRow, AnnouncementRowsWait } from './AnnouncementRow.tsx'
import { useAnnouncements } from './announcements.ts'
import { useReadIds } from './readMarks.ts'

/** S-2.23. */
export function AnnouncementsPage() {
  const read = useReadIds()
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <Title>Announcements</Title>
      <EndlessList
        list={useAnnouncements()}
        wait={<AnnouncementRowsWait />}
        failed={texts.announcementsFailed}
        empty={
          <Empty icon={Megaphone} text={texts.noAnnouncements}>
            <p>News from campus will be posted here.</p>
          </Empty>
        }
      >
        {(announcements) => (
          <ul className="grid gap-4">
            {announcements.map((announcement) => (
              <li key={announcement.id}>
                <AnnouncementRow
                  announcement={announcement}
                  unread={read !== undefined && !read.includes(announcement.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </div>
  )
}
