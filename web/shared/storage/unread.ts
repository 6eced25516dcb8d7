import type { Announcement } from '@stampus/contract/announcements'

/**
 * What a member has read: these ids, and everything published before `since` (ISO 8601), when the account was created.
 */
export type Read = { ids: number[]; since: string | undefined }
type Dated = Pick<Announcement, 'id' | 'published_at'>
type Loaded = { rows: Dated[]; hasNextPage: boolean }

/** Counting stops here: the badge shows `99+`. */
export const UNREAD_SHOWN_MAX = 99

export function isUnread({ id, published_at }: Dated, read: Read): boolean {
  return !read.ids.includes(id) && !isBefore(published_at, read.since)
}

/**
 * The number of unread announcements, or undefined if more pages are needed. The newest come first, so everything after
 * one that is older than the account is read.
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
