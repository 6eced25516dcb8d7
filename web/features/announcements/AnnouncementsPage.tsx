import type { Announcement } from '@stampus/contract/announcements'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { CheckCheck, Megaphone } from 'lucide-react'
import { useState } from 'react'
import * as words from '#words'
import { useAnnouncements } from '../../shared/announcements.ts'
import type { EndlessResult } from '../../shared/api/endless.ts'
import { uniqueRows } from '../../shared/api/endless.ts'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { markRead, useReadMarks } from '../../shared/storage/readMarks.ts'
import { isUnread } from '../../shared/storage/unread.ts'
import { AnnouncementRow, AnnouncementRowsLoading } from './AnnouncementRow.tsx'

export function AnnouncementsPage() {
  const read = useReadMarks()
  const list = useAnnouncements()
  const hasUnread = list.rows.some((row) => read && isUnread(row, read))
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <Title>{words.announcementsTitle}</Title>
        {hasUnread ? <MarkAllRead list={list} /> : null}
      </div>
      <EndlessList
        list={list}
        wait={<AnnouncementRowsLoading />}
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
                  isUnread={read !== undefined && isUnread(announcement, read)}
                />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </div>
  )
}

/** Marks all announcements as read, including those on pages that are not loaded yet. */
function MarkAllRead({ list }: { list: EndlessResult<Announcement> }) {
  const [isBusy, setBusy] = useState(false)
  const markAll = async () => {
    setBusy(true)
    markRead(...(await loadAllIds(list)))
    setBusy(false)
  }
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => void markAll()} className="-mx-4">
      <CheckCheck aria-hidden="true" className="size-5" />
      {words.announcementsMarkAll}
    </Button>
  )
}

/** The ids of all announcements. If a page fails to load, only those loaded before it. */
async function loadAllIds(list: EndlessResult<Announcement>): Promise<number[]> {
  let loaded: Pick<EndlessResult<Announcement>, 'data' | 'hasNextPage' | 'isError' | 'fetchNextPage'> = list
  while (loaded.hasNextPage && !loaded.isError) loaded = await loaded.fetchNextPage({ cancelRefetch: false })
  return uniqueRows(loaded.data?.pages).map(({ id }) => id)
}
