import * as words from '#words'
import { useShortAnnouncements } from '../../shared/announcements.ts'
import { useLoadWhile } from '../../shared/api/endless.ts'
import { UNREAD_SHOWN_MAX, unreadCount, useReadMarks } from '../../shared/storage/readMarks.ts'

export function UnreadBadge() {
  const read = useReadMarks()
  const announcements = useShortAnnouncements()
  const count = read && unreadCount(read, announcements)
  useLoadWhile(announcements, read !== undefined && count === undefined)
  if (!count) return null
  return (
    <span className="shrink-0 rounded-chip bg-blue px-2.5 max-[20rem]:-order-1 py-0.5 font-semibold text-on-blue text-small tabular-nums">
      {count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : count} <span className="sr-only">{words.homeUnread}</span>
    </span>
  )
}
