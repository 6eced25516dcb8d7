import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'

type Appealed = { status: Status; hasPicture: boolean }

/** Locks a member's own submission against decisions until the transaction ends. */
export async function lockOwnSubmission(
  tx: Queryable,
  userId: number,
  submissionId: number,
): Promise<Appealed | undefined> {
  const { rows } = await tx.query<Appealed>({
    name: 'appeals.lock-own',
    text: `SELECT status, picture_key IS NOT NULL AS "hasPicture" FROM submissions
           WHERE user_id = $1 AND id = $2 FOR UPDATE`,
    values: [userId, submissionId],
  })
  return rows[0]
}

/** Inserts an appeal. Returns false when the submission was appealed before. */
export async function insertAppeal(
  tx: Queryable,
  given: { submissionId: number; message: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'appeals.insert',
    text: `INSERT INTO appeals (submission_id, message, created_at) VALUES ($1, $2, $3)
           ON CONFLICT (submission_id) DO NOTHING`,
    values: [given.submissionId, given.message, given.at],
  })
  return rowCount === 1
}

/** Closes an appeal that was answered. */
export async function closeAppeal(tx: Queryable, appealId: number): Promise<void> {
  await tx.query({
    name: 'appeals.close',
    text: 'UPDATE appeals SET is_open = false WHERE id = $1',
    values: [appealId],
  })
}
