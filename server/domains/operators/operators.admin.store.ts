import type { Role } from '@stampus/contract/console/operators'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { LiveSince } from '../../platform/sessions/sessions.store.ts'

/** An operator as managers see them. */
export type OperatorAdminRow = {
  id: number
  name: string
  email: string
  role: Role
  version: number
  invited: boolean
  has_second_factor: boolean
  last_seen_at: Date | null
  sessions: number
}

const ROW = `SELECT o.id, o.name, o.email, o.role, o.version, o.password_hash IS NULL AS invited, o.last_seen_at,
    EXISTS (SELECT FROM second_factors f WHERE f.operator_id = o.id AND f.added_at IS NOT NULL) AS has_second_factor,
    (SELECT count(*) FROM operator_sessions s
      WHERE s.operator_id = o.id AND s.last_used_at > $1 AND s.created_at > $2) AS sessions
  FROM operators o WHERE o.removed_at IS NULL`

/** A page of the operators (pages start at 1) and one more row if there is a next page. Managers first, then by name. */
export async function listOperatorRows(
  db: Queryable,
  { usedAfter, madeAfter }: LiveSince,
  page: number,
): Promise<OperatorAdminRow[]> {
  const { rows } = await db.query<OperatorAdminRow>({
    text: `${ROW} ORDER BY o.role, lower(o.name), o.id ${consolePageClause(page)}`,
    values: [usedAfter, madeAfter],
  })
  return rows
}

export async function findOperatorRow(
  db: Queryable,
  { usedAfter, madeAfter }: LiveSince,
  id: number,
): Promise<OperatorAdminRow | undefined> {
  const { rows } = await db.query<OperatorAdminRow>({
    text: `${ROW} AND o.id = $3`,
    values: [usedAfter, madeAfter, id],
  })
  return rows[0]
}

/** A college address of an operator's own, as typed and in the form in which addresses are compared. */
type OwnAddress = { email: string; email_key: string }
type OwnMerchant = { id: number; name: string }

export async function listOwnAddresses(db: Queryable, operatorId: number): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>({
    text: 'SELECT email FROM operator_addresses WHERE operator_id = $1 ORDER BY email_key',
    values: [operatorId],
  })
  return rows.map(({ email }) => email)
}

export async function listOwnMerchants(db: Queryable, operatorId: number): Promise<OwnMerchant[]> {
  const { rows } = await db.query<OwnMerchant>({
    text: `SELECT m.id, m.name FROM operator_merchants o JOIN merchants m ON m.id = o.merchant_id
      WHERE o.operator_id = $1 ORDER BY m.name_key, m.id`,
    values: [operatorId],
  })
  return rows
}

export async function replaceOwnAddresses(tx: Queryable, operatorId: number, addresses: OwnAddress[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM operator_addresses WHERE operator_id = $1', values: [operatorId] })
  await tx.query({
    text: `INSERT INTO operator_addresses (operator_id, email, email_key)
      SELECT $1, email, email_key FROM unnest($2::text[], $3::text[]) AS given (email, email_key)
      ON CONFLICT DO NOTHING`,
    values: [operatorId, addresses.map(({ email }) => email), addresses.map(({ email_key }) => email_key)],
  })
}

/** Skips merchants that were deleted. */
export async function replaceOwnMerchants(tx: Queryable, operatorId: number, merchantIds: number[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM operator_merchants WHERE operator_id = $1', values: [operatorId] })
  await tx.query({
    text: `INSERT INTO operator_merchants (operator_id, merchant_id)
      SELECT $1, id FROM merchants WHERE id = ANY($2::bigint[])`,
    values: [operatorId, merchantIds],
  })
}
