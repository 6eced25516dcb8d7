import { list, type Voucher } from '@stampus/contract/rewards/vouchers'
import { isInDoubt, useConnection } from '../../shared/api/connection.ts'
import { uniqueRows, useEndlessList } from '../../shared/api/endless.ts'
import { useOpenedVouchers } from '../../shared/storage/openedVouchers.ts'
import { useToday } from '../../shared/storage/serverClock.ts'
import { withExpiry } from './useVoucher.ts'

/** The vouchers that this device knows, and whether that is all there are. */
export type OfflineVouchers = { rows: Voucher[]; isComplete: boolean }

/**
 * Without a network, the vouchers in a state (or all) for a list that was never loaded: from the other lists that were,
 * and those that were opened on this device. Undefined with a network.
 */
export function useOfflineVouchers(state: Voucher['state'] | undefined): OfflineVouchers | undefined {
  const isOffline = useConnection(isInDoubt)
  const all = useEndlessList(list, {}, { enabled: false })
  const onlyReady = useEndlessList(list, { state: 'ready' }, { enabled: false })
  const opened = useOpenedVouchers()
  const today = useToday()
  if (!isOffline) return undefined
  const known = uniqueRows<Voucher>([all, onlyReady, { rows: opened }].map(({ rows }) => ({ data: rows })))
  const now = known.map((voucher) => withExpiry(voucher, today))
  const ready = now.filter((voucher) => voucher.state === 'ready').sort(byLastDay)
  const others = now.filter((voucher) => voucher.state !== 'ready')
  return {
    rows: [...ready, ...others].filter((voucher) => !state || voucher.state === state),
    isComplete: all.isSuccess && !all.hasNextPage,
  }
}

const byLastDay = (one: Voucher, other: Voucher) => one.last_day.localeCompare(other.last_day)
