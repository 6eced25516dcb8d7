import type { Queryable } from '../../platform/db/database.ts'

/** Stamps that a manager gives or takes; `requestId` makes a repeat one with the first. */
export type StampCorrection = {
  userId: number
  operatorId: number
  stamps: number
  reason: string
  requestId: string
  at: Date
}

/** Holds the member, so that corrections come one after another: `own` is an account that belongs to the operator (D-50). */
export async function holdMember(
  tx: Queryable,
  { userId, operatorId }: Pick<StampCorrection, 'userId' | 'operatorId'>,
): Promise<{ own: boolean; verified: boolean } | undefined> {
  const { rows } = await tx.query<{ own: boolean; verified: boolean }>({
    text: `SELECT u.email_verified_at IS NOT NULL AS verified,
        u.email_key IN (SELECT email_key FROM operators WHERE id = $2
          UNION ALL SELECT email_key FROM operator_addresses WHERE operator_id = $2) AS own
      FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL FOR NO KEY UPDATE OF u`,
    values: [userId, operatorId],
  })
  return rows[0]
}

/** Writes a correction with its entry in the ledger and answers its id; undefined where its request was entered before. */
export async function insertCorrection(tx: Queryable, given: StampCorrection): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: `WITH correction AS (
        INSERT INTO stamp_corrections (user_id, operator_id, stamps, reason, request_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (request_id) DO NOTHING RETURNING *)
      INSERT INTO ledger_entries (user_id, kind, stamps, stamp_correction_id, created_at)
      SELECT user_id, 'correction', stamps, id, created_at FROM correction RETURNING stamp_correction_id AS id`,
    values: [given.userId, given.operatorId, given.stamps, given.reason, given.requestId, given.at],
  })
  return rows[0]?.id
}

/** Whether this very correction was entered under its request before. */
export async function isEntered(tx: Queryable, given: StampCorrection): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `SELECT FROM stamp_corrections
      WHERE request_id = $1 AND user_id = $2 AND operator_id = $3 AND stamps = $4 AND reason = $5`,
    values: [given.requestId, given.userId, given.operatorId, given.stamps, given.reason],
  })
  return rowCount === 1
}

/** What the member's letter says of a correction, with the balance as it is by now. */
export type CorrectionToTell = { stamps: number; reason: string; balance: number; name: string; email: string }

/** A correction with its member, unless the account is deleted. */
export async function findCorrectionToTell(db: Queryable, id: number): Promise<CorrectionToTell | undefined> {
  const { rows } = await db.query<CorrectionToTell>({
    text: `SELECT c.stamps, c.reason, u.name, u.email,
        (SELECT sum(stamps)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance
      FROM stamp_corrections c JOIN users u ON u.id = c.user_id
      WHERE c.id = $1 AND u.deleted_at IS NULL`,
    values: [id],
  })
  return rows[0]
}
