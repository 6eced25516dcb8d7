import type { Announcement } from '@stampus/contract/announcements'
import { GUEST, readIds, saveIds, useIds } from './memberIds.ts'
import { useSession } from './session.ts'

export function useReadMarks(): Read | undefined {
  const userId = useSession((session) => session.user?.id)
  const since = useSession((session) => session.user?.created_at)
  const ids = useIds('read_announcements', userId ?? GUEST)
  return userId === undefined ? undefined : { ids, since }
}

export function markRead(...ids: number[]): void {
  const userId = useSession.getState().user?.id
  if (userId === undefined) return
  const before = readIds('read_announcements', userId)
  const merged = [...new Set([...before, ...ids])]
  if (merged.length > before.length) saveIds('read_announcements', userId, merged)
}

/** Read: these ids, and all published before `since` (ISO 8601), when the account was created. */
export type Read = { ids: number[]; since: string | undefined }
type Dated = Pick<Announcement, 'id' | 'published_at'>
type Loaded = { rows: Dated[]; hasNextPage: boolean }

/** Counting stops here: the badge shows `99+`. */
export const UNREAD_SHOWN_MAX = 99

export function isUnread({ id, published_at }: Dated, read: Read): boolean {
  return !read.ids.includes(id) && !isBefore(published_at, read.since)
}

/**
 * The number of unread rows, undefined if more pages are needed. The newest come first, so all that follow one older
 * than the account are read.
 */
export function unreadCount(read: Read, { rows, hasNextPage }: Loaded): number | undefined {
  const count = rows.filter((row) => isUnread(row, read)).length
  const last = rows.at(-1)
  const isEnd = !hasNextPage || count > UNREAD_SHOWN_MAX || (last && isBefore(last.published_at, read.since))
  return isEnd ? count : undefined
}

function isBefore(published: string, since: string | undefined): boolean {
  return since !== undefined && Date.parse(published) < Date.parse(since)
}
