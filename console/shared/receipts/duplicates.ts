import type { Signal } from '@stampus/contract/console/signals'
import type { Twin } from './ReceiptViewer.tsx'

/** The other receipts of these signals that still have a picture; two signals may name the same one. */
export function twinsOf(signals: Signal[]): Twin[] {
  const twins = new Map<number, Twin>()
  for (const { submission_id: id, picture } of signals) if (id !== null && picture) twins.set(id, { id, picture })
  return [...twins.values()]
}

/** The one to compare next: after the last one there is none, and then the first again. */
export function idAfter(compared: number | undefined, twins: Twin[]): number | undefined {
  return twins[twins.findIndex(({ id }) => id === compared) + 1]?.id
}
