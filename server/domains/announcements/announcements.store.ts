import type { AnnouncementState } from '@stampus/contract/console/announcements'
import { consolePageClause, pageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** Null: none, so members see the English text. */
type MalayTexts = { title_ms: string | null; content_ms: string | null }

/** An announcement as members see it. Times are ISO 8601 with an offset. */
export type AnnouncementRow = MalayTexts & {
  id: number
  title: string
  content: string
  image_key: string | null
  image_placeholder: string | null
  published_at: string
  created_at: string
}

export type NewAnnouncement = Omit<AnnouncementRow, 'id' | keyof MalayTexts> & Partial<MalayTexts>

/**
 * What a manager writes of an announcement, with sanitized HTML. Without `published_at` it is a draft; without `ends_at` it
 * stays published.
 */
export type AnnouncementFacts = MalayTexts & {
  title: string
  content: string
  image_key: string | null
  image_placeholder: string | null
  published_at: Date | null
  ends_at: Date | null
}

/** The type makes a missing column a compile error. */
const columns: Record<keyof AnnouncementFacts, true> = {
  title: true,
  title_ms: true,
  content: true,
  content_ms: true,
  image_key: true,
  image_placeholder: true,
  published_at: true,
  ends_at: true,
}
const columnNames = Object.keys(columns) as (keyof AnnouncementFacts)[]

/** An announcement as managers see it. */
export type AdminAnnouncementRow = AnnouncementFacts & { id: number; created_at: Date; version: number }

export type ListedAnnouncementRow = Omit<
  AdminAnnouncementRow,
  'content' | 'image_placeholder' | 'version' | keyof MalayTexts
>

/** `turns_at` is when the next announcement appears or ends. */
type AnnouncementPage = { announcements: AnnouncementRow[]; total: number; turns_at: Date | null }

/** Members see it at the time `$1`. */
const IS_SHOWN = 'published_at <= $1 AND (ends_at IS NULL OR ends_at > $1)'

/** One page of the announcements that members see at `now`, the newest first, with their count. */
export async function listPublishedAnnouncements(db: Queryable, now: Date, page: number): Promise<AnnouncementPage> {
  const { limit, values, name } = pageClause(page, 2)
  const { rows } = await db.query<AnnouncementPage>({
    name: `announcements.list.${name}`,
    text: `
      SELECT (SELECT count(*)::int FROM announcements WHERE ${IS_SHOWN}) AS total,
        least((SELECT min(published_at) FROM announcements WHERE published_at > $1),
          (SELECT min(ends_at) FROM announcements WHERE ends_at > $1)) AS turns_at,
        (SELECT coalesce(json_agg(shown), '[]') FROM (
          SELECT id, title, title_ms, content, content_ms, image_key, image_placeholder, published_at, created_at
          FROM announcements WHERE ${IS_SHOWN} ORDER BY published_at DESC, id DESC ${limit}) shown) AS announcements`,
    values: [now, ...values],
  })
  return rows[0] ?? { announcements: [], total: 0, turns_at: null }
}

const STATES: Record<AnnouncementState, string> = {
  draft: 'published_at IS NULL AND $1::timestamptz IS NOT NULL',
  planned: 'published_at > $1',
  published: IS_SHOWN,
  ended: 'published_at IS NOT NULL AND ends_at <= $1',
}

/** One console page of the announcements in any state, the newest first. */
export async function listAllAnnouncements(
  db: Queryable,
  state: AnnouncementState | undefined,
  now: Date,
  page: number,
): Promise<ListedAnnouncementRow[]> {
  const { rows } = await db.query<ListedAnnouncementRow>({
    text: `SELECT id, title, image_key, published_at, ends_at, created_at FROM announcements
           WHERE ${state ? STATES[state] : '$1::timestamptz IS NOT NULL'} ORDER BY id DESC ${consolePageClause(page)}`,
    values: [now],
  })
  return rows
}

const ADMIN_ANNOUNCEMENT = `
  SELECT id, title, title_ms, content, content_ms, image_key, image_placeholder, published_at, ends_at, created_at, version
  FROM announcements WHERE id = $1`

export async function findAnnouncement(db: Queryable, id: number): Promise<AdminAnnouncementRow | undefined> {
  const { rows } = await db.query<AdminAnnouncementRow>({ text: ADMIN_ANNOUNCEMENT, values: [id] })
  return rows[0]
}

/** Finds an announcement and locks it until the transaction ends. */
export async function lockAnnouncement(tx: Queryable, id: number): Promise<AdminAnnouncementRow | undefined> {
  const { rows } = await tx.query<AdminAnnouncementRow>({ text: `${ADMIN_ANNOUNCEMENT} FOR UPDATE`, values: [id] })
  return rows[0]
}

const NEW = 'title, title_ms, content, content_ms, image_key, image_placeholder, published_at, created_at'

/** Adds published announcements with sanitized HTML and returns their ids. */
export async function insertAnnouncements(db: Queryable, announcements: readonly NewAnnouncement[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    text: `
      INSERT INTO announcements (${NEW}) SELECT ${NEW}
      FROM json_populate_recordset(NULL::announcements, $1) RETURNING id`,
    values: [JSON.stringify(announcements)],
  })
  return rows.map(({ id }) => id)
}

/** Adds an announcement and returns its id. */
export async function insertAnnouncement(tx: Queryable, facts: AnnouncementFacts, now: Date): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO announcements (${columnNames}, created_at)
           VALUES (${columnNames.map((_, at) => `$${at + 1}`)}, $${columnNames.length + 1}) RETURNING id`,
    values: [...valuesOf(facts), now],
  })
  const [row] = rows
  if (!row) throw new Error('The announcement was not added')
  return row.id
}

/** Writes the next version of a locked announcement. */
export async function updateAnnouncement(tx: Queryable, id: number, facts: AnnouncementFacts): Promise<void> {
  await tx.query({
    text: `UPDATE announcements SET ${columnNames.map((name, at) => `${name} = $${at + 2}`)}, version = version + 1
           WHERE id = $1`,
    values: [id, ...valuesOf(facts)],
  })
}

export async function deleteAnnouncement(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM announcements WHERE id = $1', values: [id] })
}

function valuesOf(facts: AnnouncementFacts) {
  return columnNames.map((name) => facts[name])
}
