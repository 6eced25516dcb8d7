import * as words from '#words'
import { useUnreadCount } from '../../shared/announcements/announcements.ts'
import { UNREAD_SHOWN_MAX } from '../../shared/announcements/unread.ts'

/** The number of unread announcements. */
export function UnreadBadge() {
  const count = useUnreadCount()
  if (count === 0) return null
  return (
    <span className="shrink-0 rounded-chip bg-blue px-2.5 py-0.5 font-semibold text-on-blue text-small tabular-nums">
      {count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : count} <span className="sr-only">{words.homeUnread}</span>
    </span>
  )
}
