import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, run, values } from '../../platform/db/query.ts'
import { insertEach } from '../../platform/db/rows.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { App } from './apps.ts'
import { staffSessions } from './credentials.store.ts'
import { merchantsOfAccount, type OwnMerchant } from './merchants.store.ts'
import { MAY_USE, ROLE, type StaffRow } from './staff.store.ts'

export type StaffAdminRow = Pick<StaffRow, 'id' | 'name' | 'email' | 'language' | 'role' | 'version'> & {
  merchants: OwnMerchant[]
  invited: boolean
  has_second_factor: boolean
  last_seen_at: Date | null
  sessions: number
}

function rowsOf(app: App, now: Date) {
  const { usedAfter, madeAfter } = staffSessions[app].liveSince(now)
  return sql`SELECT s.id, s.name, s.email, s.language, s.version, ${ROLE}, ${merchantsOfAccount(app)} AS merchants,
      s.${raw(app)}_password_hash IS NULL AS invited, s.${raw(app)}_seen_at AS last_seen_at,
      EXISTS (SELECT FROM staff_second_factors f WHERE f.staff_id = s.id AND f.added_at IS NOT NULL) AS has_second_factor,
      (SELECT count(*) FROM staff_sessions e WHERE e.staff_id = s.id AND e.app = ${app}
        AND e.last_used_at > ${usedAfter} AND e.created_at > ${madeAfter}) AS sessions
    FROM staff s WHERE ${MAY_USE[app]}`
}

const ORDER = { console: sql`s.role, lower(s.name), s.id`, counter: sql`lower(s.name), s.id` }

/** A page, from 1, and one more row: operators, managers first, or owners, optionally of one merchant. */
export function listStaffRows(
  db: Queryable,
  app: App,
  { page, merchantId, now }: { page: number; merchantId?: number | undefined; now: Date },
): Promise<StaffAdminRow[]> {
  const ofMerchant =
    merchantId === undefined
      ? sql``
      : sql`AND EXISTS (SELECT FROM owner_merchants w WHERE w.owner_id = s.id AND w.merchant_id = ${merchantId})`
  return many<StaffAdminRow>(db)`${rowsOf(app, now)} ${ofMerchant} ORDER BY ${ORDER[app]} ${consolePageClause(page)}`
}

export const findStaffAdminRow = (db: Queryable, app: App, id: number, now: Date) =>
  maybe<StaffAdminRow>(db)`${rowsOf(app, now)} AND s.id = ${id}`

/** A college address of an operator's own, as typed and in the form in which addresses are compared. */
type OwnAddress = { email: string; email_key: string }

export const listOwnAddresses = (db: Queryable, operatorId: number) =>
  values<string>(db)`SELECT email FROM operator_addresses WHERE operator_id = ${operatorId} ORDER BY email_key`

export async function replaceOwnAddresses(tx: Queryable, operatorId: number, addresses: OwnAddress[]): Promise<void> {
  await run(tx)`DELETE FROM operator_addresses WHERE operator_id = ${operatorId}`
  const rows = addresses.map((address) => ({ ...address, operator_id: operatorId }))
  await run(tx)`${insertEach('operator_addresses', ['operator_id', 'email', 'email_key'], rows)} ON CONFLICT DO NOTHING`
}
