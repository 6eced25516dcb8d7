import type { Announcement } from '@stampus/contract/announcements'

/** What a member has read: these ids, and all that was published before the account existed, at `since` (ISO 8601). */
export type Read = { ids: number[]; since: string | undefined }
type Dated = Pick<Announcement, 'id' | 'published_at'>
type Loaded = { rows: Dated[]; hasNextPage: boolean }

/** Counting ends here: the badge says `99+`. */
export const UNREAD_SHOWN_MAX = 99

export function isUnread({ id, published_at }: Dated, read: Read): boolean {
  return !read.ids.includes(id) && !isBefore(published_at, read.since)
}

/**
 * How many announcements are unread, or undefined while more pages must be looked at. The newest come first, so all
 * behind one that is older than the account are read.
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
