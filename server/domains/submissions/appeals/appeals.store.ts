import type { Queryable } from '../../../platform/db/database.ts'

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
