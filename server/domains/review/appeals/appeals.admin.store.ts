import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import type { Appeal } from '@stampus/contract/submissions'
import { unseen } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { raw } from '../../../platform/db/sql.ts'
import type { Recipient } from '../../../platform/mail/layout.ts'
import { closeAppeal } from '../../submissions/own-submissions.store.ts'
import { HAS_CONFLICT } from '../../submissions/reviewed-submissions.store.ts'
import { NAMED, type NamedReceipt } from '../decisions.store.ts'

type OpenAppealRow = { id: number; submission_id: number; message: string; created_at: Date }

/**
 * Lists a page (from 1) of open appeals, oldest first, plus the first of the next page. Leaves out appeals that were
 * answered, are no longer about a rejection, belong to a deleted account, or conflict with the operator's interests.
 */
export async function listOpenAppeals(db: Queryable, operatorId: number, page: number): Promise<OpenAppealRow[]> {
  const { rows } = await db.query<OpenAppealRow>({
    name: 'appeals.open',
    text: `SELECT a.id, a.submission_id, a.message, a.created_at
           FROM appeals a
           WHERE a.is_open AND (SELECT s.status = 'rejected' AND s.picture_key IS NOT NULL AND NOT ${HAS_CONFLICT}
             FROM submissions s WHERE s.id = a.submission_id)
           ORDER BY a.id LIMIT ${unseen(raw('$2'))} OFFSET ${unseen(raw('$3'))}`,
    values: [operatorId, CONSOLE_PAGE_SIZE + 1, (page - 1) * CONSOLE_PAGE_SIZE],
  })
  return rows
}

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

/** Inserts the answer to an appeal and closes it. Returns false when it was answered before. Answers are append-only. */
export async function insertAnswer(tx: Queryable, given: Answer): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'appeals.answer',
    text: `INSERT INTO appeal_answers (appeal_id, operator_id, outcome, answer, created_at)
           VALUES ($1, $2, $3, $4, $5) ON CONFLICT (appeal_id) DO NOTHING`,
    values: [given.appealId, given.operatorId, given.outcome, given.answer, given.at],
  })
  if (rowCount !== 1) return false
  await closeAppeal(tx, given.appealId)
  return true
}

export type AppealAnswerNotice = NamedReceipt &
  Recipient & {
    outcome: Answer['outcome']
    answer: string
    submissionId: number
    name: string
  }

/** Finds an answered appeal with its owner, unless the account is deleted. */
export async function findAppealAnswerNotice(db: Queryable, appealId: number): Promise<AppealAnswerNotice | undefined> {
  const { rows } = await db.query<AppealAnswerNotice>({
    name: 'appeals.tell',
    text: `SELECT r.outcome, r.answer, s.id AS "submissionId", ${NAMED},
             u.name, u.email, u.language
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
