import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import type { Appeal } from '@stampus/contract/submissions'
import { unseen } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, maybeValue, some } from '../../../platform/db/query.ts'
import { insert } from '../../../platform/db/rows.ts'
import { parameter } from '../../../platform/db/sql.ts'
import { hasConflict } from '../../submissions/reviewed-submissions.store.ts'
import { closeAppeal } from '../../submissions/submissions.store.ts'
import { NOTICE, type ReceiptNotice } from '../decisions.store.ts'

type OpenAppealRow = { id: number; submission_id: number; message: string; created_at: Date }

/** A page (from 1) plus the first row of the next. Leaves out what is no longer about a rejection. */
export const listOpenAppeals = (db: Queryable, operatorId: number, page: number) =>
  many<OpenAppealRow>(db, 'appeals.open')`
    SELECT a.id, a.submission_id, a.message, a.created_at
    FROM appeals a
    WHERE a.is_open AND (
      SELECT s.status = 'rejected' AND s.picture_key IS NOT NULL AND NOT ${hasConflict(parameter(operatorId))}
      FROM submissions s WHERE s.id = a.submission_id)
    ORDER BY a.id LIMIT ${unseen(CONSOLE_PAGE_SIZE + 1)} OFFSET ${unseen((page - 1) * CONSOLE_PAGE_SIZE)}`

export const findAppealed = (tx: Queryable, id: number) =>
  maybeValue(tx, 'appeals.submission')`SELECT submission_id FROM appeals WHERE id = ${id}`

export type Answer = {
  appealId: number
  operatorId: number
  outcome: NonNullable<Appeal['outcome']>
  answer: string
  at: Date
}

/** Returns false when it was answered before. Answers are append-only. */
export async function insertAnswer(tx: Queryable, given: Answer): Promise<boolean> {
  const { appealId: appeal_id, operatorId: operator_id, outcome, answer, at: created_at } = given
  const row = insert('appeal_answers', { appeal_id, operator_id, outcome, answer, created_at })
  if (!(await some(tx, 'appeals.answer')`${row} ON CONFLICT (appeal_id) DO NOTHING`)) return false
  await closeAppeal(tx, appeal_id)
  return true
}

export type AppealAnswerNotice = ReceiptNotice & Pick<Answer, 'outcome' | 'answer'>

export const findAppealAnswerNotice = (db: Queryable, id: number) => maybe<AppealAnswerNotice>(db, 'appeals.tell')`
  SELECT r.outcome, r.answer, ${NOTICE}
  FROM appeals a
  JOIN appeal_answers r ON r.appeal_id = a.id
  JOIN submissions s ON s.id = a.submission_id
  JOIN merchants m ON m.id = s.merchant_id
  JOIN users u ON u.id = s.user_id
  WHERE a.id = ${id} AND u.deleted_at IS NULL`
