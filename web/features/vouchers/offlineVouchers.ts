import { list, type Voucher } from '@stampus/contract/rewards/vouchers'
import { isInDoubt, useConnection } from '../../shared/api/connection.ts'
import { uniqueRows, useEndlessList } from '../../shared/api/endless.ts'
import { useOpenedVouchers } from '../../shared/storage/openedVouchers.ts'

/** The vouchers that this device knows, and whether that is all there are. */
export type OfflineVouchers = { rows: Voucher[]; isComplete: boolean }

/**
 * Without a network, the vouchers in a state (or all) for a list that was never loaded: from the other lists that were,
 * and those that were opened on this device. Undefined with a network.
 */
export function useOfflineVouchers(state: Voucher['state'] | undefined): OfflineVouchers | undefined {
  const isOffline = useConnection(isInDoubt)
  const all = useEndlessList(list, {}, { enabled: false })
  const ready = useEndlessList(list, { state: 'ready' }, { enabled: false })
  const opened = useOpenedVouchers()
  if (!isOffline) return undefined
  const known = uniqueRows<Voucher>([all, ready, { rows: opened }].map(({ rows }) => ({ data: rows })))
  return {
    rows: known.filter((voucher) => !state || voucher.state === state),
    isComplete: all.isSuccess && !all.hasNextPage,
  }
}
