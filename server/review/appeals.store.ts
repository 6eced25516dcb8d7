import type { Appeal } from '@stampus/contract/submissions'
import type { Queryable } from '../db/database.ts'

export type OpenAppealRow = { id: number; submission_id: number; message: string; created_at: Date }

/**
 * The open appeals of a page from 1, oldest first, and where there is one the first of the next. Closed is what was
 * answered, what is no longer rejected, and what belonged to an account that is deleted.
 */
export async function listOpenAppeals(
  db: Queryable,
  { page, size }: { page: number; size: number },
): Promise<OpenAppealRow[]> {
  const { rows } = await db.query<OpenAppealRow>({
    name: 'appeals.open',
    text: `SELECT a.id, a.submission_id, a.message, a.created_at
           FROM appeals a JOIN submissions s ON s.id = a.submission_id
           WHERE s.status = 'rejected' AND s.picture_key IS NOT NULL
             AND NOT EXISTS (SELECT FROM appeal_answers r WHERE r.appeal_id = a.id)
           ORDER BY a.id LIMIT $1 OFFSET $2`,
    values: [size + 1, (page - 1) * size],
  })
  return rows
}

/** The submission that an appeal is about. */
export async function findAppealed(tx: Queryable, appealId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ submission_id: number }>({
    name: 'appeals.submission',
    text: 'SELECT submission_id FROM appeals WHERE id = $1',
    values: [appealId],
  })
  return rows[0]?.submission_id
}

export type Answer = {
  appealId: number
  operatorId: number
  outcome: NonNullable<Appeal['outcome']>
  answer: string
  at: Date
}

/** Writes the answer to an appeal; false where one stands already. Answers are append-only. */
export async function insertAnswer(tx: Queryable, given: Answer): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'appeals.answer',
    text: `INSERT INTO appeal_answers (appeal_id, operator_id, outcome, answer, created_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (appeal_id) DO NOTHING`,
    values: [given.appealId, given.operatorId, given.outcome, given.answer, given.at],
  })
  return rowCount === 1
}

/** What the owner's letter says of an answered appeal. */
export type AnswerToTell = Pick<Answer, 'outcome' | 'answer'> & {
  submissionId: number
  merchant: string
  invoiceNo: string
  amountSen: number
  name: string
  email: string
}

/** An answered appeal with its owner, unless the account is deleted. */
export async function findAnswerToTell(db: Queryable, appealId: number): Promise<AnswerToTell | undefined> {
  const { rows } = await db.query<AnswerToTell>({
    name: 'appeals.tell',
    text: `SELECT r.outcome, r.answer, s.id AS "submissionId", m.name AS merchant, s.invoice_no AS "invoiceNo",
             s.amount_sen AS "amountSen", u.name, u.email
           FROM appeals a
           JOIN appeal_answers r ON r.appeal_id = a.id
           JOIN submissions s ON s.id = a.submission_id
           JOIN merchants m ON m.id = s.merchant_id
           JOIN users u ON u.id = s.user_id
           WHERE a.id = $1 AND u.deleted_at IS NULL`,
    values: [appealId],
  })
  return rows[0]
}
