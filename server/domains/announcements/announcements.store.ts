import type { Queryable } from '../../platform/db/database.ts'
import { paging } from '../../platform/db/sql.ts'

/** Times are ISO 8601 with an offset. */
export type AnnouncementRow = {
  id: number
  title: string
  content: string
  image_key: string | null
  image_placeholder: string | null
  published_at: string
  created_at: string
}

export type NewAnnouncement = Omit<AnnouncementRow, 'id'>

/** `turns_at`: when the next one appears or ends. */
type AnnouncementPage = { announcements: AnnouncementRow[]; total: number; turns_at: Date | null }

/** What members see at the time `$1`. */
export const IS_SHOWN = 'published_at <= $1 AND (ends_at IS NULL OR ends_at > $1)'

/** One page of what members see at `now`, the newest first, with its count; a page past the end is empty. */
export async function listAnnouncements(db: Queryable, now: Date, page: number): Promise<AnnouncementPage> {
  const { limit, values, name } = paging(page, 2)
  const { rows } = await db.query<AnnouncementPage>({
    name: `announcements.list.${name}`,
    text: `
      SELECT (SELECT count(*)::int FROM announcements WHERE ${IS_SHOWN}) AS total,
        least((SELECT min(published_at) FROM announcements WHERE published_at > $1),
          (SELECT min(ends_at) FROM announcements WHERE ends_at > $1)) AS turns_at,
        (SELECT coalesce(json_agg(shown), '[]') FROM (
          SELECT id, title, content, image_key, image_placeholder, published_at, created_at FROM announcements
          WHERE ${IS_SHOWN} ORDER BY published_at DESC, id DESC ${limit}) shown) AS announcements`,
    values: [now, ...values],
  })
  return rows[0] ?? { announcements: [], total: 0, turns_at: null }
}

/** Adds announcements, whose HTML is safe already; answers their ids. */
export async function insertAnnouncements(db: Queryable, announcements: readonly NewAnnouncement[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    text: `
      INSERT INTO announcements (title, content, image_key, image_placeholder, published_at, created_at)
      SELECT title, content, image_key, image_placeholder, published_at, created_at
      FROM json_populate_recordset(NULL::announcements, $1) RETURNING id`,
    values: [JSON.stringify(announcements)],
  })
  return rows.map(({ id }) => id)
}
