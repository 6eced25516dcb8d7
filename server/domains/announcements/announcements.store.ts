import type { AnnouncementState } from '@stampus/contract/console/announcements'
import { consolePageClause, pageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { allNames, names, pick } from '../../platform/db/names.ts'
import { many, maybe, one, run, value, values } from '../../platform/db/query.ts'
import { columns, insert, insertEach, type Row, update } from '../../platform/db/rows.ts'
import { all, parameter, type Sql, sql } from '../../platform/db/sql.ts'

/** Null: none, so members see the English text. */
type MalayTexts = Row<'announcements', 'title_ms' | 'content_ms'>
type EnglishFacts = Row<'announcements', 'title' | 'content' | 'image_key' | 'image_placeholder'>

/** An announcement as members see it. Times are ISO 8601 with an offset. */
export type AnnouncementRow = MalayTexts & EnglishFacts & { id: number; published_at: string; created_at: string }

export type NewAnnouncement = Omit<AnnouncementRow, 'id' | keyof MalayTexts> & Partial<MalayTexts>

/** An announcement is a draft without `published_at` and stays published without `ends_at`. The HTML is sanitized. */
export type AnnouncementFacts = MalayTexts & EnglishFacts & Row<'announcements', 'published_at' | 'ends_at'>

const COLUMNS = allNames<AnnouncementFacts>()(
  'title title_ms content content_ms image_key image_placeholder published_at ends_at',
)

export type AdminAnnouncementRow = AnnouncementFacts & { id: number; created_at: Date; version: number }

export type ListedAnnouncementRow = Omit<
  AdminAnnouncementRow,
  'content' | 'image_placeholder' | 'version' | keyof MalayTexts
>

type AnnouncementPage = { announcements: AnnouncementRow[]; total: number; turns_at: Date | null }

const isShown = (now: unknown) => sql`published_at <= ${now} AND (ends_at IS NULL OR ends_at > ${now})`

export function listPublishedAnnouncements(db: Queryable, at: Date, page: number) {
  const now = parameter(at)
  const { limit, name } = pageClause(page)
  return one<AnnouncementPage>(db, `announcements.list.${name}`)`
    SELECT (SELECT count(*)::int FROM announcements WHERE ${isShown(now)}) AS total,
      least((SELECT min(published_at) FROM announcements WHERE published_at > ${now}),
        (SELECT min(ends_at) FROM announcements WHERE ends_at > ${now})) AS turns_at,
      (SELECT coalesce(json_agg(shown), '[]') FROM (
        SELECT id, title, title_ms, content, content_ms, image_key, image_placeholder, published_at, created_at
        FROM announcements WHERE ${isShown(now)} ORDER BY published_at DESC, id DESC ${limit}) shown) AS announcements`
}

const STATES: Record<AnnouncementState, (now: Date) => Sql> = {
  draft: () => sql`published_at IS NULL`,
  planned: (now) => sql`published_at > ${now}`,
  published: (now) => isShown(parameter(now)),
  ended: (now) => sql`published_at IS NOT NULL AND ends_at <= ${now}`,
}

export const listAllAnnouncements = (db: Queryable, state: AnnouncementState | undefined, now: Date, page: number) =>
  many<ListedAnnouncementRow>(db)`
    SELECT id, title, image_key, published_at, ends_at, created_at FROM announcements
    WHERE ${all(state && STATES[state](now))} ORDER BY id DESC ${consolePageClause(page)}`

const ADMIN_ANNOUNCEMENT = sql`SELECT id, ${columns('a', COLUMNS)}, created_at, version FROM announcements a`

export const findAnnouncement = (db: Queryable, id: number) =>
  maybe<AdminAnnouncementRow>(db)`${ADMIN_ANNOUNCEMENT} WHERE id = ${id}`

export const lockAnnouncement = (tx: Queryable, id: number) =>
  maybe<AdminAnnouncementRow>(tx)`${ADMIN_ANNOUNCEMENT} WHERE id = ${id} FOR UPDATE`

const NEW = names('title title_ms content content_ms image_key image_placeholder published_at created_at')

export const insertAnnouncements = (db: Queryable, announcements: readonly NewAnnouncement[]) =>
  values(db)`${insertEach('announcements', NEW, announcements)} RETURNING id`

export const insertAnnouncement = (tx: Queryable, facts: AnnouncementFacts, now: Date) =>
  value(tx)`${insert('announcements', { ...pick(facts, COLUMNS), created_at: now })} RETURNING id`

export const updateAnnouncement = (tx: Queryable, id: number, facts: AnnouncementFacts) =>
  run(tx)`${update('announcements', { ...pick(facts, COLUMNS), version: sql`version + 1` })} WHERE id = ${id}`

export const deleteAnnouncement = (tx: Queryable, id: number) => run(tx)`DELETE FROM announcements WHERE id = ${id}`
