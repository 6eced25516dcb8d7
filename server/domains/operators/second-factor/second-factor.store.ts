import type { Queryable } from '../../../platform/db/database.ts'

type SecondFactorRow = { secret: Buffer; added_at: Date | null; last_step: number }

/** An operator's second factor, active or only shown. Lock the operator's row before changing it. */
export async function findSecondFactor(db: Queryable, operatorId: number): Promise<SecondFactorRow | undefined> {
  const { rows } = await db.query<SecondFactorRow>({
    text: 'SELECT secret, added_at, last_step FROM second_factors WHERE operator_id = $1',
    values: [operatorId],
  })
  return rows[0]
}

/** Saves a secret whose first code is still missing. False if a second factor is on. */
export async function saveShownSecret(tx: Queryable, operatorId: number, secret: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `INSERT INTO second_factors AS f (operator_id, secret) VALUES ($1, $2)
      ON CONFLICT (operator_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE f.added_at IS NULL`,
    values: [operatorId, secret],
  })
  return rowCount === 1
}

export async function activateSecondFactor(tx: Queryable, operatorId: number, now: Date): Promise<void> {
  await tx.query({ text: 'UPDATE second_factors SET added_at = $2 WHERE operator_id = $1', values: [operatorId, now] })
}

/** Uses up a time step and those before it. False if it was used already. */
export async function useStep(tx: Queryable, operatorId: number, step: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'UPDATE second_factors SET last_step = $2 WHERE operator_id = $1 AND last_step < $2',
    values: [operatorId, step],
  })
  return rowCount === 1
}

/** Uses up a recovery code. False if there is no such code. */
export async function useRecoveryCode(tx: Queryable, operatorId: number, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'DELETE FROM recovery_codes WHERE operator_id = $1 AND code_hash = $2',
    values: [operatorId, codeHash],
  })
  return rowCount === 1
}

export async function replaceRecoveryCodes(tx: Queryable, operatorId: number, hashes: Buffer[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM recovery_codes WHERE operator_id = $1', values: [operatorId] })
  await tx.query({
    text: 'INSERT INTO recovery_codes (operator_id, code_hash) SELECT $1, unnest($2::bytea[])',
    values: [operatorId, hashes],
  })
}

export async function countRecoveryCodes(db: Queryable, operatorId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: 'SELECT count(*) AS count FROM recovery_codes WHERE operator_id = $1',
    values: [operatorId],
  })
  return rows[0]?.count ?? 0
}

/** Deletes a second factor with its recovery codes. False if none was on. */
export async function deleteSecondFactor(tx: Queryable, operatorId: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'DELETE FROM second_factors WHERE operator_id = $1 AND added_at IS NOT NULL',
    values: [operatorId],
  })
  return rowCount === 1
}
