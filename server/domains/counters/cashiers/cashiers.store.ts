import type { OwnerCashier } from '@stampus/contract/console/counters/owners'
import type { Queryable } from '../../../platform/db/database.ts'

/** A cashier who was not removed. */
export type CashierRow = { id: number; name: string; merchant_id: number; pin_hash: string }

/** The cashiers of a merchant, by name. */
export async function listCashiers(db: Queryable, merchantId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.query<{ id: number; name: string }>({
    text: 'SELECT id, name FROM cashiers WHERE merchant_id = $1 AND removed_at IS NULL ORDER BY name_key, id',
    values: [merchantId],
  })
  return rows
}

/** The cashiers of the merchants of an owner, by merchant and name. */
export async function listCashiersOfOwner(db: Queryable, ownerId: number): Promise<OwnerCashier[]> {
  const { rows } = await db.query<OwnerCashier>({
    text: `SELECT c.id, c.name, jsonb_build_object('id', m.id, 'name', m.name) AS merchant
      FROM owner_merchants w JOIN cashiers c ON c.merchant_id = w.merchant_id JOIN merchants m ON m.id = c.merchant_id
      WHERE w.owner_id = $1 AND c.removed_at IS NULL ORDER BY m.name_key, m.id, c.name_key, c.id`,
    values: [ownerId],
  })
  return rows
}

export async function findCashier(db: Queryable, id: number): Promise<CashierRow | undefined> {
  const { rows } = await db.query<CashierRow>({
    text: 'SELECT id, name, merchant_id, pin_hash FROM cashiers WHERE id = $1 AND removed_at IS NULL',
    values: [id],
  })
  return rows[0]
}

/** Keeps a cashier from being changed or removed until the transaction ends. */
export async function lockCashier(tx: Queryable, id: number): Promise<CashierRow | undefined> {
  const { rows } = await tx.query<CashierRow>({
    text: `SELECT id, name, merchant_id, pin_hash FROM cashiers WHERE id = $1 AND removed_at IS NULL FOR SHARE`,
    values: [id],
  })
  return rows[0]
}

/** A cashier of a merchant that this owner holds. `lock` keeps others from changing them until the transaction ends. */
export async function findOwnCashier(
  db: Queryable,
  { id, ownerId }: { id: number; ownerId: number },
  lock?: 'locked',
): Promise<CashierRow | undefined> {
  const { rows } = await db.query<CashierRow>({
    text: `SELECT c.id, c.name, c.merchant_id, c.pin_hash FROM cashiers c
      JOIN owner_merchants w ON w.merchant_id = c.merchant_id AND w.owner_id = $2
      WHERE c.id = $1 AND c.removed_at IS NULL ${lock ? 'FOR NO KEY UPDATE OF c' : ''}`,
    values: [id, ownerId],
  })
  return rows[0]
}

type NewCashier = { merchantId: number; name: string; nameKey: string; pinHash: string; now: Date }

/** Adds a cashier and returns the id. The name must be free in the merchant (`cashiers_name`). */
export async function insertCashier(tx: Queryable, given: NewCashier): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO cashiers (merchant_id, name, name_key, pin_hash, created_at) VALUES ($1, $2, $3, $4, $5)
      RETURNING id`,
    values: [given.merchantId, given.name, given.nameKey, given.pinHash, given.now],
  })
  const [row] = rows
  if (!row) throw new Error('The cashier was not inserted')
  return row.id
}

/** Changes name and, if given, PIN. */
export async function updateCashier(
  tx: Queryable,
  { id, name, nameKey, pinHash }: { id: number; name: string; nameKey: string; pinHash: string | undefined },
): Promise<void> {
  await tx.query({
    // An upgrade left cashiers whose names are alike: each keeps its key as long as its name.
    text: `UPDATE cashiers SET name = $2, name_key = CASE name WHEN $2 THEN name_key ELSE $3 END,
        pin_hash = coalesce($4, pin_hash) WHERE id = $1`,
    values: [id, name, nameKey, pinHash ?? null],
  })
}

/** Marks a cashier as removed; hand-overs keep naming them. False if they were removed already. */
export async function markCashierRemoved(tx: Queryable, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'UPDATE cashiers SET removed_at = $2 WHERE id = $1 AND removed_at IS NULL',
    values: [id, now],
  })
  return rowCount === 1
}

/** Counts the cashiers of a merchant; others that add one wait. */
export async function lockAndCountCashiers(tx: Queryable, merchantId: number): Promise<number> {
  await tx.query({ text: 'SELECT FROM merchants WHERE id = $1 FOR NO KEY UPDATE', values: [merchantId] })
  const { rows } = await tx.query<{ count: number }>({
    text: 'SELECT count(*) AS count FROM cashiers WHERE merchant_id = $1 AND removed_at IS NULL',
    values: [merchantId],
  })
  return rows[0]?.count ?? 0
}
