import type { Queryable } from '../db/database.ts'
import { paging } from '../db/paging.ts'

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

type AnnouncementPage = { announcements: AnnouncementRow[]; total: number }

/** One page of what is published at `now`, the newest first, with its count; a page past the end is empty. */
export async function listAnnouncements(db: Queryable, now: Date, page: number): Promise<AnnouncementPage> {
  const { limit, values, name } = paging(page, 2)
  const { rows } = await db.query<AnnouncementPage>({
    name: `announcements.list.${name}`,
    text: `
      SELECT (SELECT count(*)::int FROM announcements WHERE published_at <= $1) AS total,
        (SELECT coalesce(json_agg(shown), '[]') FROM (
          SELECT id, title, content, image_key, image_placeholder, published_at, created_at FROM announcements
          WHERE published_at <= $1 ORDER BY published_at DESC, id DESC ${limit}) shown) AS announcements`,
    values: [now, ...values],
  })
  return rows[0] ?? { announcements: [], total: 0 }
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
