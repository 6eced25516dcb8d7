import * as texts from '@stampus/contract/texts'
import { Empty } from '@stampus/ui/Empty'
import { Megaphone } from 'lucide-react'
import * as words from '#words'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { useRead } from '../../shared/storage/readMarks.ts'
import { isUnread } from '../../shared/storage/unread.ts'
import { AnnouncementRow, AnnouncementRowsWait } from './AnnouncementRow.tsx'
import { useAnnouncements } from './announcements.ts'
import { MarkAllRead } from './MarkAllRead.tsx'

/** S-2.23. */
export function AnnouncementsPage() {
  const read = useRead()
  const list = useAnnouncements()
  const unread = list.rows.some((row) => read && isUnread(row, read))
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <Title>{words.announcementsTitle}</Title>
        {unread ? <MarkAllRead list={list} /> : null}
      </div>
      <EndlessList
        list={list}
        wait={<AnnouncementRowsWait />}
        failed={texts.announcementsFailed}
        empty={
          <Empty icon={Megaphone} text={texts.noAnnouncements}>
            <p>{words.announcementsToCome}</p>
          </Empty>
        }
      >
        {(announcements) => (
          <ul className="grid grid-cols-1 gap-4">
            {announcements.map((announcement) => (
              <li key={announcement.id}>
                <AnnouncementRow
                  announcement={announcement}
                  unread={read !== undefined && isUnread(announcement, read)}
                />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </div>
  )
}
