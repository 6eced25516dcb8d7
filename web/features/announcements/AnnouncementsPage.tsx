import type { Announcement } from '@stampus/contract/announcements'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { CheckCheck, Megaphone } from 'lucide-react'
import { useState } from 'react'
import * as words from '#words'
import { useAnnouncements } from '../../shared/announcements.ts'
import { type EndlessResult, uniqueRows } from '../../shared/api/endless.ts'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { When } from '../../shared/components/When.tsx'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { Cover } from '../../shared/pictures/Photo.tsx'
import { isUnread, markRead, useReadMarks } from '../../shared/storage/readMarks.ts'

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
          <Rows rows={announcements} className="grid grid-cols-1 gap-4">
            {(row) => <AnnouncementRow announcement={row} isUnread={read !== undefined && isUnread(row, read)} />}
          </Rows>
        )}
      </EndlessList>
    </div>
  )
}

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

const sheet = 'relative flex flex-wrap items-start gap-4 rounded-sheet bg-sheet p-4 shadow-sheet'

function AnnouncementRow({ announcement, isUnread }: { announcement: Announcement; isUnread: boolean }) {
  const { id, published_at } = announcement
  const title = localText(announcement.title, announcement.title_ms)
  const content = localText(announcement.content, announcement.content_ms)
  return (
    <div className={`${sheet} group`}>
      <Cover
        icon={Megaphone}
        of={announcement}
        width={128}
        height={96}
        className="h-[72px] w-[96px] shrink-0 rounded-control sm:h-[96px] sm:w-[128px]"
      />
      <span className="min-w-0 flex-1 basis-36">
        <span className="flex flex-wrap items-center gap-x-2 text-small text-muted">
          {isUnread ? (
            <span className="rounded-chip bg-blue px-2 font-semibold text-on-blue">{words.announcementUnread}</span>
          ) : null}
          <When at={published_at} />
        </span>
        <Link
          to={linkTo('announcement', { id })}
          lang={title.lang}
          className={`block ${stretchedLink} ${isUnread ? 'font-bold' : 'font-semibold'}`}
        >
          {title.text}
        </Link>
        <span lang={content.lang} className="line-clamp-2 text-small text-muted">
          {plainText(content.text)}
        </span>
      </span>
    </div>
  )
}

function AnnouncementRowsLoading() {
  return (
    <Loading rows={5} label={words.announcementsWait} className="grid gap-4">
      <div className={sheet}>
        <Skeleton className="h-[72px] w-[96px] shrink-0 sm:h-[96px] sm:w-[128px]" />
        <span className="grid flex-1 basis-36 gap-2">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-4 w-full" />
        </span>
      </div>
    </Loading>
  )
}

function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // Before the tables are replaced, because their cells contain paragraphs too.
  for (const part of body.querySelectorAll('h2, h3, p, ul, ol, li, blockquote, br')) {
    part.before(' ')
    part.after(' ')
  }
  for (const table of body.querySelectorAll('table')) table.replaceWith(asText(table))
  const begins = [...body.querySelectorAll('p, li')].some(({ textContent }) => textContent.trim())
  if (begins) for (const title of body.querySelectorAll('h2, h3')) title.remove()
  return body.textContent.replace(/\s+/g, ' ').trim()
}

function asText({ caption, rows }: HTMLTableElement): string {
  const lines = [...rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent.trim()).join(' · '))
  return `${(caption ? [caption.textContent, ...lines] : lines).join('; ')} `
}
