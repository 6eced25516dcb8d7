import { entries, type StampEntry } from '@stampus/contract/wallet'
import { useMemo } from 'react'
import { useEndlessList, useLoadWhile } from '../../shared/api/endless.ts'
import { unlessNotOffered } from '../../shared/api/optionalCalls.ts'

export type StampOrigin = NonNullable<StampEntry['submission']>

type Entry = Pick<StampEntry, 'kind' | 'stamps' | 'submission' | 'voucher'>
/** A receipt by its id, the withdrawn ones together, or the latest stamps. */
type TakenFrom = number | 'withdrawn' | 'latest'

/** The receipts of the stamps from number `lowest` up, by the number of the stamp. Loads older entries as needed. */
export function useStampOrigins(balance: number, lowest: number): Map<number, StampOrigin> {
  const list = useEndlessList(entries, {}, { enabled: (query) => balance > 0 && unlessNotOffered(query) })
  const { rows } = list
  const { of, known } = useMemo(() => findStampOrigins(balance, rows), [balance, rows])
  useLoadWhile(list, balance > 0 && known > lowest)
  return of
}

/**
 * Finds the receipt of each stamp. `entries`: the newest first. An entry that takes stamps takes those of its own
 * receipt, else the latest ones, as the claim of a reward does. A voucher whose stamps came back took none. Withdrawn
 * receipts are not named, but their entries add up to zero.
 */
export function findStampOrigins(balance: number, entries: Entry[]): { of: Map<number, StampOrigin>; known: number } {
  const of = new Map<number, StampOrigin>()
  const taken = new Map<TakenFrom, number>()
  const returned = new Set<number>()
  let top = balance
  for (const { kind, stamps, submission, voucher } of entries) {
    if (top < 1) break
    if (voucher && kind === 'redemption_return') returned.add(voucher.id)
    if (voucher && returned.has(voucher.id)) continue
    const from = submission?.id ?? (kind === 'approval' || kind === 'undo' ? 'withdrawn' : 'latest')
    if (stamps < 0) add(taken, from, -stamps)
    else {
      const left = take(taken, 'latest', take(taken, from, stamps))
      for (let stamp = top; submission && stamp > Math.max(0, top - left); stamp -= 1) of.set(stamp, submission)
      top -= left
    }
  }
  return { of, known: Math.max(0, top) + 1 }
}

function add(counts: Map<TakenFrom, number>, key: TakenFrom, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function take(counts: Map<TakenFrom, number>, key: TakenFrom, stamps: number): number {
  const most = Math.min(stamps, counts.get(key) ?? 0)
  if (most > 0) add(counts, key, -most)
  return stamps - most
}
