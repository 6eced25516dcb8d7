import type { AdminVoucher, VoucherFilters } from '@stampus/contract/console/vouchers'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import type { Deps } from '../../../deps.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { type Columns, csvFile, limitedRows, startExport, tableOf, timeCell } from '../../../platform/http/csv.ts'
import type { NamedVoucher } from '../vouchers/vouchers.store.ts'
import { listVouchersBefore, type VoucherFilter } from './desk.store.ts'

type Exportable = RowOf<AdminVoucher>

const COLUMNS: Columns<Exportable> = {
  id: ({ id }) => id,
  number: ({ number }) => number,
  state: ({ state }) => state,
  reward_id: ({ reward }) => reward.id,
  reward: ({ reward }) => reward.title,
  merchant_id: ({ merchant }) => merchant?.id,
  merchant: ({ merchant }) => merchant?.name,
  member_id: ({ member }) => member.id,
  stamps: ({ stamps }) => stamps,
  stamps_back: ({ stamps_back }) => (stamps_back ? 'yes' : 'no'),
  owed: ({ owed_sen }) => ({ sen: owed_sen }),
  currency: (_voucher, { CURRENCY }) => CURRENCY,
  claimed_at: ({ claimed_at }, settings) => timeCell(claimed_at, settings),
  last_day: ({ last_day }) => ({ date: last_day }),
  used_at: ({ used_at }, settings) => timeCell(used_at, settings),
  ended_at: ({ ended_at }, settings) => timeCell(ended_at, settings),
}

type Exported = {
  filters: VoucherFilters
  filter: VoucherFilter
  present: (row: NamedVoucher) => Exportable
}

/** The vouchers that match, newest first, without names of members. Throws 429 above 20 exports an hour. */
export async function exportCsv(deps: Deps, operatorId: number, { filters, filter, present }: Exported) {
  const used = Object.entries(filters).filter(([, value]) => value)
  // The search may be a person's name or address, and the audit log refers to people by id only.
  const changes = used
    .filter(([field]) => field !== 'search')
    .map(([field, value]) => ({ field, before: null, after: String(value) }))
  const changedFields = used.map(([field]) => field)
  const key = `vouchers-export|${operatorId}`
  await startExport(deps, { operatorId }, { key, action: 'vouchers.exported', changedFields, changes })
  const at = deps.now()
  const table = tableOf(COLUMNS, deps.config)
  const fetchRows = async ({ size, after }: { size: number; after: Exportable | undefined }) =>
    (await listVouchersBefore(deps.db.pool, filter, at, { before: after?.id, size })).map(present)
  return csvFile(table.columns, limitedRows({ ...table, fetchRows }, EXPORT_MAX_ROWS))
}
