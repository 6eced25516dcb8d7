import type { RewardChoice } from '@stampus/contract/console/vouchers'
import { CONSOLE_PAGE_SIZE, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { plainDigits } from '@stampus/contract/values/typedText'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { memberSearchSql } from '../../accounts/members/members.admin.store.ts'
import { stateAtSql } from '../rewards.store.ts'
import { type NamedVoucher, namedVouchers, type VoucherEvent } from '../vouchers/vouchers.store.ts'

export type VoucherFilter = {
  /** The number of a voucher, or a member as the list of members finds them. */
  search?: string | undefined
  userId: number | undefined
  rewardId: number | undefined
  state: VoucherState | undefined
}

type Wanted = VoucherFilter & { now: Date; before?: number | undefined; limit: number }

/** Adds a value to those of a query and returns its parameter. */
type AddValue = (value: unknown) => string

/**
 * SQL: the ids of the vouchers that match a filter, at least the `limit` newest. By the clock, a ready one may have expired or
 * been recalled: these are few, and found apart, so that an index finds the others in their order.
 */
function foundSql({ search, userId, rewardId, state, now, before, limit }: Wanted, add: AddValue): string {
  const filters = [
    ...(search === undefined ? [] : [`AND v.id IN (${searchSql(search, add)})`]),
    ...(userId === undefined ? [] : [`AND v.user_id = ${add(userId)}`]),
    ...(rewardId === undefined ? [] : [`AND v.reward_id = ${add(rewardId)}`]),
    ...(before === undefined ? [] : [`AND v.id < ${add(before)}`]),
  ].join(' ')
  const storedAsReady = (state: VoucherState) => `
    SELECT v.id FROM vouchers v JOIN rewards w ON w.id = v.reward_id
    WHERE v.state = 'ready' AND ${stateAtSql(`${add(now)}::timestamptz`)} = '${state}' ${filters}`
  const stored =
    state === 'ready'
      ? storedAsReady(state)
      : `SELECT v.id FROM vouchers v WHERE ${state ? `v.state = '${state}'` : 'true'} ${filters}`
  const isDueToo = state === 'expired' || state === 'voided'
  return `(${stored} ORDER BY v.id DESC LIMIT ${limit}) ${isDueToo ? `UNION ALL ${storedAsReady(state)}` : ''}`
}

/** SQL: the ids of the vouchers with this number, and of the vouchers of the members that this text finds. */
function searchSql(search: string, add: AddValue): string {
  const digits = plainDigits(search)
  const ofMembers = `SELECT x.id FROM vouchers x JOIN users u ON u.id = x.user_id WHERE ${memberSearchSql(search, add)}`
  if (!/^\d+$/.test(digits) || digits.length !== VOUCHER_NUMBER_DIGITS) return ofMembers
  return `SELECT x.id FROM vouchers x WHERE x.number = ${add(digits)} UNION ALL ${ofMembers}`
}

/** Reads the details of one page only, or the events of all vouchers would be read. */
async function listFound(db: Queryable, wanted: Wanted, pageClause: string): Promise<NamedVoucher[]> {
  const values: unknown[] = []
  const found = foundSql(wanted, (value) => `$${values.push(value)}`)
  const { rows } = await db.query<NamedVoucher>({
    text: `${namedVouchers(`v.id IN (SELECT found.id FROM (${found}) found ORDER BY found.id DESC ${pageClause})`)}
      ORDER BY v.id DESC`,
    values,
  })
  return rows
}

/** One console page of vouchers, the newest first. By the clock, a ready one may have expired. */
export async function listVouchers(
  db: Queryable,
  filter: VoucherFilter,
  now: Date,
  page: number,
): Promise<NamedVoucher[]> {
  return listFound(db, { ...filter, now, limit: page * CONSOLE_PAGE_SIZE + 1 }, String(consolePageClause(page)))
}

/** The next `size` vouchers before the one with the id `before`, the newest first. */
export async function listVouchersBefore(
  db: Queryable,
  filter: VoucherFilter,
  now: Date,
  { before, size }: { before: number | undefined; size: number },
): Promise<NamedVoucher[]> {
  return listFound(db, { ...filter, now, before, limit: size }, `LIMIT ${size}`)
}

/** The rewards that may have vouchers, the newest first. At most 1000. */
export async function listRewardChoices(db: Queryable): Promise<RewardChoice[]> {
  const { rows } = await db.query<RewardChoice>({
    text: "SELECT id, title, state FROM rewards WHERE state <> 'draft' ORDER BY id DESC LIMIT 1000",
    values: [],
  })
  return rows
}

export type VoucherEventRow = {
  id: number
  kind: VoucherEvent['kind']
  operator_id: number | null
  operator_name: string
  phone: string | null
  cashier: string | null
  way: 'desk' | 'counter' | 'offline' | 'late' | null
  noted_at: Date | null
  stamps_back: boolean
  reason: string | null
  created_at: Date
}

/** The changes of a voucher, the newest first. */
export async function listEvents(db: Queryable, voucherId: number): Promise<VoucherEventRow[]> {
  const { rows } = await db.query<VoucherEventRow>({
    text: `SELECT e.id, e.kind, e.operator_id, o.name AS operator_name, p.name AS phone, c.name AS cashier,
        e.way, e.noted_at, e.stamps_back, r.reason, e.created_at
      FROM voucher_events e
      LEFT JOIN phones p ON p.id = e.phone_id
      LEFT JOIN cashiers c ON c.id = e.cashier_id
      LEFT JOIN operators o ON o.id = e.operator_id
      LEFT JOIN voucher_reasons r ON r.event_id = e.id
      WHERE e.voucher_id = $1 ORDER BY e.id DESC`,
    values: [voucherId],
  })
  return rows
}
