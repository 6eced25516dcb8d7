import type { AdminVoucher, VoucherFilters } from '@stampus/contract/console/vouchers'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { secondIn } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { csvFile, limitedRows } from '../../../platform/http/csv.ts'
import { consumeLimit } from '../../../platform/rate-limits/rate-limits.ts'
import type { NamedVoucher } from '../vouchers/vouchers.store.ts'
import { listVouchersBefore, type VoucherFilter } from './desk.store.ts'

const PER_HOUR = 20

const COLUMNS = [
  'id',
  'number',
  'state',
  'reward_id',
  'reward',
  'merchant_id',
  'merchant',
  'member_id',
  'stamps',
  'stamps_back',
  'owed',
  'currency',
  'claimed_at',
  'last_day',
  'used_at',
  'ended_at',
]

type Exported = {
  /** The filters as they were sent, for the audit log. */
  filters: VoucherFilters
  filter: VoucherFilter
  present: (row: NamedVoucher) => AdminVoucher
}

/**
 * Streams the vouchers that match the filters as a CSV file, which names no member. Writes an audit entry. Throws 429
 * above 20 exports an hour.
 */
export async function exportCsv(deps: Deps, operatorId: number, { filters, ...exported }: Exported) {
  const { pool } = deps.db
  const at = deps.now()
  await consumeLimit(pool, { key: `vouchers-export|${operatorId}`, max: PER_HOUR, windowSeconds: HOUR_SECONDS }, at)
  const used = Object.entries(filters).filter(([, value]) => value)
  // The search may be a person's name or address, and the audit log refers to people by id only.
  const changes = used
    .filter(([field]) => field !== 'search')
    .map(([field, value]) => ({ field, before: null, after: String(value) }))
  await recordAudit(pool, {
    operatorId,
    action: 'vouchers.exported',
    subjectKind: 'operator',
    subjectId: operatorId,
    changedFields: used.map(([field]) => field),
    changes,
    at,
  })
  return csvFile(COLUMNS, csvRows(deps, exported, EXPORT_MAX_ROWS))
}

/** Yields the rows of the file, newest first. When there are more than `limit`, a last row says so. */
export function csvRows({ db, config, now }: Deps, { filter, present }: Omit<Exported, 'filters'>, limit: number) {
  const at = now()
  const source = {
    columns: COLUMNS,
    fetchRows: ({ size, after }: { size: number; after: NamedVoucher | undefined }) =>
      listVouchersBefore(db.pool, filter, at, { before: after?.id, size }),
    cellsOf: (row: NamedVoucher) => cellsOf(present(row), config),
  }
  return limitedRows(source, limit)
}

function cellsOf(voucher: AdminVoucher, { CURRENCY, TIME_ZONE }: Pick<Deps['config'], 'CURRENCY' | 'TIME_ZONE'>) {
  const timeOf = (at: string | null) => at && { date: secondIn(TIME_ZONE, new Date(at)) }
  return [
    voucher.id,
    voucher.number,
    voucher.state,
    voucher.reward.id,
    voucher.reward.title,
    voucher.merchant?.id,
    voucher.merchant?.name,
    voucher.member.id,
    voucher.stamps,
    voucher.stamps_back ? 'yes' : 'no',
    { sen: voucher.owed_sen },
    CURRENCY,
    timeOf(voucher.claimed_at),
    { date: voucher.last_day },
    timeOf(voucher.used_at),
    timeOf(voucher.ended_at),
  ]
}
