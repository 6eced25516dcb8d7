import type { Queryable } from '../../platform/db/database.ts'
import { insertAnnouncements, type NewAnnouncement } from './announcements.store.ts'
import { sanitizeHtml } from './html.ts'

/** Adds announcements with their HTML made harmless (D-35), the times ISO 8601; answers their ids. */
export function addAnnouncements(db: Queryable, announcements: readonly NewAnnouncement[]): Promise<number[]> {
  return insertAnnouncements(
    db,
    announcements.map((given) => ({ ...given, content: sanitizeHtml(given.content) })),
  )
}
