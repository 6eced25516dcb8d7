import type { RewardChoice, VoucherEvent } from '@stampus/contract/console/vouchers'
import { CONSOLE_PAGE_SIZE, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { plainDigits } from '@stampus/contract/values/typedText'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many } from '../../../platform/db/query.ts'
import { all, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { memberSearchSql } from '../../accounts/members/members.admin.store.ts'
import { stateAtSql } from '../rewards.store.ts'
import { type NamedVoucher, namedVouchers } from '../vouchers/vouchers.store.ts'

export type VoucherFilter = {
  /** The number of a voucher, or a member as the list of members finds them. */
  search?: string | undefined
  userId: number | undefined
  rewardId: number | undefined
  state: VoucherState | undefined
}

type Wanted = VoucherFilter & { now: Date; before?: number | undefined; limit: number }

/** Finds at least the `limit` newest. Ready ones that expired are found apart, so that an index orders the others. */
function found({ search, userId, rewardId, state, now, before, limit }: Wanted): Sql {
  const filters = all(
    search !== undefined && sql`v.id IN (${searched(search)})`,
    userId !== undefined && sql`v.user_id = ${userId}`,
    rewardId !== undefined && sql`v.reward_id = ${rewardId}`,
    before !== undefined && sql`v.id < ${before}`,
  )
  const ready = sql`
    SELECT v.id FROM vouchers v JOIN rewards w ON w.id = v.reward_id
    WHERE v.state = 'ready' AND ${stateAtSql(now)} = ${state} AND ${filters}`
  const stored = sql`SELECT v.id FROM vouchers v WHERE ${all(state && sql`v.state = ${raw(`'${state}'`)}`, filters)}`
  const isDueToo = state === 'expired' || state === 'voided'
  return sql`(${state === 'ready' ? ready : stored} ORDER BY v.id DESC LIMIT ${raw(limit)})
    ${isDueToo ? sql`UNION ALL ${ready}` : raw('')}`
}

function searched(search: string): Sql {
  const digits = plainDigits(search)
  const ofMembers = sql`SELECT x.id FROM vouchers x JOIN users u ON u.id = x.user_id WHERE ${memberSearchSql(search)}`
  if (!/^\d+$/.test(digits) || digits.length !== VOUCHER_NUMBER_DIGITS) return ofMembers
  return sql`SELECT x.id FROM vouchers x WHERE x.number = ${digits} UNION ALL ${ofMembers}`
}

/** Reads the details of one page only, or the events of all vouchers would be read. */
const listFound = (db: Queryable, wanted: Wanted, page: Sql) =>
  many<NamedVoucher>(db)`
    ${namedVouchers(sql`v.id IN (SELECT found.id FROM (${found(wanted)}) found ORDER BY found.id DESC ${page})`)}
    ORDER BY v.id DESC`

/** One console page of vouchers, the newest first. By the clock, a ready one may have expired. */
export const listVouchers = (db: Queryable, filter: VoucherFilter, now: Date, page: number) =>
  listFound(db, { ...filter, now, limit: page * CONSOLE_PAGE_SIZE + 1 }, consolePageClause(page))

type Part = { before: number | undefined; size: number }

export const listVouchersBefore = (db: Queryable, filter: VoucherFilter, now: Date, { before, size }: Part) =>
  listFound(db, { ...filter, now, before, limit: size }, sql`LIMIT ${raw(size)}`)

export const listRewardChoices = (db: Queryable) =>
  many<RewardChoice>(db)`SELECT id, title, state FROM rewards WHERE state <> 'draft' ORDER BY id DESC LIMIT 1000`

export const listEvents = (db: Queryable, voucherId: number) =>
  many<RowOf<VoucherEvent>>(db)`
    SELECT e.id, e.kind, o.id AS "operator.id", o.name AS "operator.name", p.name AS phone, c.name AS cashier,
      e.way, e.noted_at, e.stamps_back, r.reason, e.created_at
    FROM voucher_events e
    LEFT JOIN phones p ON p.id = e.phone_id
    LEFT JOIN cashiers c ON c.id = e.cashier_id
    LEFT JOIN operators o ON o.id = e.operator_id
    LEFT JOIN voucher_reasons r ON r.event_id = e.id
    WHERE e.voucher_id = ${voucherId} ORDER BY e.id DESC`
