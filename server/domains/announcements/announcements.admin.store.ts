import type { AnnouncementState } from '@stampus/contract/console/announcements'
import type { Queryable } from '../../platform/db/database.ts'
import { consolePaging } from '../../platform/db/sql.ts'
import { IS_SHOWN } from './announcements.store.ts'

/** What a manager writes of an announcement, its HTML safe already; without a time it is a draft, without an end it is shown for good. */
export type AnnouncementFacts = {
  title: string
  content: string
  image_key: string | null
  image_placeholder: string | null
  published_at: Date | null
  ends_at: Date | null
}

export type KeptAnnouncementRow = AnnouncementFacts & { id: number; created_at: Date; version: number }
export type ListedAnnouncementRow = Omit<KeptAnnouncementRow, 'content' | 'image_placeholder' | 'version'>

const STATES: Record<AnnouncementState, string> = {
  draft: 'published_at IS NULL AND $1::timestamptz IS NOT NULL',
  planned: 'published_at > $1',
  published: IS_SHOWN,
  ended: 'published_at IS NOT NULL AND ends_at <= $1',
}

/** The announcements of a console page, the newest first. */
export async function listKept(
  db: Queryable,
  state: AnnouncementState | undefined,
  now: Date,
  page: number,
): Promise<ListedAnnouncementRow[]> {
  const { rows } = await db.query<ListedAnnouncementRow>({
    text: `SELECT id, title, image_key, published_at, ends_at, created_at FROM announcements
           WHERE ${state ? STATES[state] : '$1::timestamptz IS NOT NULL'} ORDER BY id DESC ${consolePaging(page)}`,
    values: [now],
  })
  return rows
}

const KEPT = `
  SELECT id, title, content, image_key, image_placeholder, published_at, ends_at, created_at, version
  FROM announcements WHERE id = $1`

export async function findKept(db: Queryable, id: number): Promise<KeptAnnouncementRow | undefined> {
  const { rows } = await db.query<KeptAnnouncementRow>({ text: KEPT, values: [id] })
  return rows[0]
}

/** The announcement, held against every other change until the transaction ends. */
export async function lockKept(tx: Queryable, id: number): Promise<KeptAnnouncementRow | undefined> {
  const { rows } = await tx.query<KeptAnnouncementRow>({ text: `${KEPT} FOR UPDATE`, values: [id] })
  return rows[0]
}

/** Adds an announcement; answers its id. */
export async function insertAnnouncement(tx: Queryable, facts: AnnouncementFacts, now: Date): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO announcements (title, content, image_key, image_placeholder, published_at, ends_at, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    values: [...valuesOf(facts), now],
  })
  const [row] = rows
  if (!row) throw new Error('The announcement was not added')
  return row.id
}

/** Writes a locked announcement anew, as its next version. */
export async function updateAnnouncement(tx: Queryable, id: number, facts: AnnouncementFacts): Promise<void> {
  await tx.query({
    text: `UPDATE announcements SET title = $1, content = $2, image_key = $3, image_placeholder = $4, published_at = $5,
             ends_at = $6, version = version + 1
           WHERE id = $7`,
    values: [...valuesOf(facts), id],
  })
}

export async function deleteAnnouncement(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM announcements WHERE id = $1', values: [id] })
}

function valuesOf(facts: AnnouncementFacts) {
  return [facts.title, facts.content, facts.image_key, facts.image_placeholder, facts.published_at, facts.ends_at]
}
