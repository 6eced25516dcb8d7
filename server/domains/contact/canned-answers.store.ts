import type { CannedAnswer, create } from '@stampus/contract/console/contact/cannedAnswers'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Queryable } from '../../platform/db/database.ts'

export type CannedAnswerInput = ParsedInputOf<typeof create>

const COLUMNS = 'id, title, subject, text, text_ms, version'

/** All canned answers, by title. */
export async function listCannedAnswers(db: Queryable): Promise<CannedAnswer[]> {
  const { rows } = await db.query<CannedAnswer>(`SELECT ${COLUMNS} FROM canned_answers ORDER BY lower(title), id`)
  return rows
}

export async function findCannedAnswer(db: Queryable, id: number): Promise<CannedAnswer | undefined> {
  const { rows } = await db.query<CannedAnswer>({
    text: `SELECT ${COLUMNS} FROM canned_answers WHERE id = $1`,
    values: [id],
  })
  return rows[0]
}

/** Finds a canned answer and locks it until the transaction ends. */
export async function lockCannedAnswer(tx: Queryable, id: number): Promise<CannedAnswer | undefined> {
  const { rows } = await tx.query<CannedAnswer>({
    text: `SELECT ${COLUMNS} FROM canned_answers WHERE id = $1 FOR UPDATE`,
    values: [id],
  })
  return rows[0]
}

/** Counts the canned answers, so that one can be added. Others wait with theirs until the transaction ends. */
export async function countCannedAnswers(tx: Queryable): Promise<number> {
  await tx.query('LOCK TABLE canned_answers IN SHARE ROW EXCLUSIVE MODE')
  const { rows } = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM canned_answers')
  return rows[0]?.count ?? 0
}

export async function insertCannedAnswer(tx: Queryable, given: CannedAnswerInput): Promise<CannedAnswer> {
  const { rows } = await tx.query<CannedAnswer>({
    text: `INSERT INTO canned_answers (title, subject, text, text_ms) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
    values: [given.title, given.subject, given.text, given.text_ms ?? null],
  })
  const [row] = rows
  if (!row) throw new Error('The insert of a canned answer returned no row')
  return row
}

/** Writes the next version of a locked canned answer. */
export async function updateCannedAnswer(
  tx: Queryable,
  before: CannedAnswer,
  { title, subject, text, text_ms = before.text_ms }: CannedAnswerInput,
): Promise<CannedAnswer> {
  await tx.query({
    text: `UPDATE canned_answers SET title = $2, subject = $3, text = $4, text_ms = $5, version = version + 1 WHERE id = $1`,
    values: [before.id, title, subject, text, text_ms],
  })
  return { id: before.id, title, subject, text, text_ms, version: before.version + 1 }
}

export async function deleteCannedAnswer(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM canned_answers WHERE id = $1', values: [id] })
}
