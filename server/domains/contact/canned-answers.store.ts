import type { CannedAnswer, create } from '@stampus/contract/console/contact/cannedAnswers'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, one, run, value } from '../../platform/db/query.ts'
import { insert, update } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'

export type CannedAnswerInput = ParsedInputOf<typeof create>

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

export const insertCannedAnswer = (tx: Queryable, { title, subject, text, text_ms }: CannedAnswerInput) =>
  one<CannedAnswer>(tx)`${insert('canned_answers', { title, subject, text, text_ms })} RETURNING ${COLUMNS}`

export function updateCannedAnswer(tx: Queryable, { id }: CannedAnswer, given: CannedAnswerInput) {
  const { title, subject, text, text_ms } = given
  const changes = update('canned_answers', { title, subject, text, text_ms, version: sql`version + 1` })
  return one<CannedAnswer>(tx)`${changes} WHERE id = ${id} RETURNING ${COLUMNS}`
}

export const deleteCannedAnswer = (tx: Queryable, id: number) => run(tx)`DELETE FROM canned_answers WHERE id = ${id}`
