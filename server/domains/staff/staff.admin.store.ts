import type { Language } from '@stampus/contract/values/languages'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { LiveSince } from '../../platform/sessions/sessions.store.ts'
import type { App, StaffRole } from './apps.ts'
import type { OwnMerchant } from './merchants.store.ts'

/** An operator or an owner as managers see them. */
export type StaffAdminRow = {
  id: number
  name: string
  email: string
  language: Language
  role: StaffRole
  version: number
  merchants: OwnMerchant[]
  invited: boolean
  has_second_factor: boolean
  last_seen_at: Date | null
  sessions: number
}

const COLUMNS = 'o.id, o.name, o.email, o.version, o.password_hash IS NULL AS invited, o.last_seen_at'
const ROWS = {
  console: `SELECT ${COLUMNS}, 'en' AS language, o.role, ${merchantsIn('operator_merchants w', 'w.operator_id')},
      EXISTS (SELECT FROM second_factors f WHERE f.operator_id = o.id AND f.added_at IS NOT NULL) AS has_second_factor,
      (SELECT count(*) FROM operator_sessions s
        WHERE s.operator_id = o.id AND s.last_used_at > $1 AND s.created_at > $2) AS sessions
    FROM operators o WHERE o.removed_at IS NULL`,
  counter: `SELECT ${COLUMNS}, o.language, 'owner' AS role, ${merchantsIn('owner_merchants w', 'w.owner_id')},
      EXISTS (SELECT FROM owner_second_factors f WHERE f.owner_id = o.id AND f.added_at IS NOT NULL) AS has_second_factor,
      (SELECT count(*) FROM owner_sessions s
        WHERE s.owner_id = o.id AND s.last_used_at > $1 AND s.created_at > $2) AS sessions
    FROM owners o WHERE o.removed_at IS NULL`,
}

function merchantsIn(table: string, account: string): string {
  return `coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) ORDER BY m.name_key, m.id)
    FROM ${table} JOIN merchants m ON m.id = w.merchant_id WHERE ${account} = o.id), '[]') AS merchants`
}

/**
 * A page of the operators, managers first, or of the owners, optionally of one merchant, by name, and one more row if there is a next
 * page. Pages start at 1.
 */
export async function listStaffRows(
  db: Queryable,
  app: App,
  { usedAfter, madeAfter }: LiveSince,
  { page, merchantId }: { page: number; merchantId?: number | undefined },
): Promise<StaffAdminRow[]> {
  const ofMerchant = 'EXISTS (SELECT FROM owner_merchants w WHERE w.owner_id = o.id AND w.merchant_id = $3)'
  const { rows } = await db.query<StaffAdminRow>({
    text: `${ROWS[app]} AND ($3::bigint IS NULL OR ${ofMerchant})
      ORDER BY role, lower(o.name), o.id ${consolePageClause(page)}`,
    values: [usedAfter, madeAfter, merchantId ?? null],
  })
  return rows
}

export async function findStaffAdminRow(
  db: Queryable,
  app: App,
  { usedAfter, madeAfter }: LiveSince,
  id: number,
): Promise<StaffAdminRow | undefined> {
  const { rows } = await db.query<StaffAdminRow>({
    text: `${ROWS[app]} AND o.id = $3`,
    values: [usedAfter, madeAfter, id],
  })
  return rows[0]
}

/** A college address of an operator's own, as typed and in the form in which addresses are compared. */
type OwnAddress = { email: string; email_key: string }

export async function listOwnAddresses(db: Queryable, operatorId: number): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>({
    text: 'SELECT email FROM operator_addresses WHERE operator_id = $1 ORDER BY email_key',
    values: [operatorId],
  })
  return rows.map(({ email }) => email)
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
