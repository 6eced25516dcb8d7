import type { CannedAnswer, create } from '@stampus/contract/console/contact/cannedAnswers'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Queryable } from '../../platform/db/database.ts'
import { names, pick } from '../../platform/db/names.ts'
import { many, maybe, one, run, value } from '../../platform/db/query.ts'
import { insert, update } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'

export type CannedAnswerInput = ParsedInputOf<typeof create>

export const WRITTEN = names('title subject text text_ms')
const COLUMNS = sql`id, title, subject, text, text_ms, version`

export const listCannedAnswers = (db: Queryable) =>
  many<CannedAnswer>(db)`SELECT ${COLUMNS} FROM canned_answers ORDER BY lower(title), id`

export const findCannedAnswer = (db: Queryable, id: number) =>
  maybe<CannedAnswer>(db)`SELECT ${COLUMNS} FROM canned_answers WHERE id = ${id}`

export const lockCannedAnswer = (tx: Queryable, id: number) =>
  maybe<CannedAnswer>(tx)`SELECT ${COLUMNS} FROM canned_answers WHERE id = ${id} FOR UPDATE`

/** Counts the canned answers, so that one can be added. Others wait with theirs until the transaction ends. */
export async function countCannedAnswers(tx: Queryable): Promise<number> {
  await run(tx)`LOCK TABLE canned_answers IN SHARE ROW EXCLUSIVE MODE`
  return value(tx)`SELECT count(*)::int FROM canned_answers`
}

export const insertCannedAnswer = (tx: Queryable, given: CannedAnswerInput) =>
  one<CannedAnswer>(tx)`${insert('canned_answers', pick(given, WRITTEN))} RETURNING ${COLUMNS}`

export const updateCannedAnswer = (tx: Queryable, id: number, given: CannedAnswerInput) =>
  one<CannedAnswer>(tx)`
    ${update('canned_answers', { ...pick(given, WRITTEN), version: sql`version + 1` })}
    WHERE id = ${id} RETURNING ${COLUMNS}`

export const deleteCannedAnswer = (tx: Queryable, id: number) => run(tx)`DELETE FROM canned_answers WHERE id = ${id}`
