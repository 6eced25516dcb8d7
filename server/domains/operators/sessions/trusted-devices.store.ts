import type { Queryable } from '../../../platform/db/database.ts'

export async function isKnownDevice(db: Queryable, operatorId: number, markHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'SELECT FROM operator_device_marks WHERE operator_id = $1 AND mark_hash = $2',
    values: [operatorId, markHash],
  })
  return rowCount === 1
}

export async function rememberDevice(db: Queryable, operatorId: number, markHash: Buffer, now: Date): Promise<void> {
  await db.query({
    text: `INSERT INTO operator_device_marks (operator_id, mark_hash, last_used_at) VALUES ($1, $2, $3)
      ON CONFLICT (operator_id, mark_hash) DO UPDATE SET last_used_at = excluded.last_used_at`,
    values: [operatorId, markHash, now],
  })
}

export async function deleteUnusedDevices(db: Queryable, usedAfter: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM operator_device_marks WHERE last_used_at <= $1',
    values: [usedAfter],
  })
  return rowCount ?? 0
}

export async function forgetOperatorDevices(tx: Queryable, operatorId: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM operator_device_marks WHERE operator_id = $1', values: [operatorId] })
}
