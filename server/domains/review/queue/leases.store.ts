import type { Queryable } from '../../../platform/db/database.ts'

/** One receipt open before one operator until `expiresAt`. Whoever writes a lease holds its submission's row lock. */
export type Lease = { submissionId: number; operatorId: number; now: Date; expiresAt: Date }

/** Makes an operator's calls that take leases wait for each other, so that two at once end with one lease. */
export async function lockOperator(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({
    name: 'leases.operator',
    text: 'SELECT FROM operators WHERE id = $1 FOR NO KEY UPDATE',
    values: [operatorId],
  })
}

/** The receipt that an operator has open, if any. */
export async function findOpen(tx: Queryable, operatorId: number, now: Date): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'leases.open',
    text: `SELECT s.id FROM leases l JOIN submissions s ON s.id = l.submission_id
           WHERE l.operator_id = $1 AND l.expires_at > $2 AND s.status = 'pending' ORDER BY s.id LIMIT 1`,
    values: [operatorId, now],
  })
  return rows[0]?.id
}

/** Opens the receipt for the operator, or keeps it open; false where another operator's lease runs. */
export async function upsertLease(tx: Queryable, lease: Lease): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'leases.upsert',
    text: `INSERT INTO leases AS held (submission_id, operator_id, expires_at) VALUES ($1, $2, $4)
           ON CONFLICT (submission_id) DO UPDATE
             SET operator_id = excluded.operator_id, expires_at = excluded.expires_at
             WHERE held.operator_id = excluded.operator_id OR held.expires_at <= $3
           RETURNING submission_id`,
    values: [lease.submissionId, lease.operatorId, lease.now, lease.expiresAt],
  })
  return rowCount === 1
}

const OPEN_AT_MOST = 3

/** Gives back what an operator opened first, beyond three. A lapsed one that is being taken over right now is left to its taker. */
export async function removeOldLeases(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({
    name: 'leases.old',
    text: `DELETE FROM leases WHERE submission_id IN (
             SELECT submission_id FROM leases WHERE operator_id = $1
             ORDER BY expires_at DESC, submission_id DESC OFFSET ${OPEN_AT_MOST} FOR UPDATE SKIP LOCKED)`,
    values: [operatorId],
  })
}

/** Gives all receipts of an operator back to the queue. */
export async function removeLeasesOf(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({ name: 'leases.none', text: 'DELETE FROM leases WHERE operator_id = $1', values: [operatorId] })
}

export async function removeLease(db: Queryable, submissionId: number): Promise<void> {
  await db.query({
    name: 'leases.remove',
    text: 'DELETE FROM leases WHERE submission_id = $1',
    values: [submissionId],
  })
}

export async function removeOwnLease(db: Queryable, submissionId: number, operatorId: number): Promise<void> {
  await db.query({
    name: 'leases.release',
    text: 'DELETE FROM leases WHERE submission_id = $1 AND operator_id = $2',
    values: [submissionId, operatorId],
  })
}
