import type { DeskPicture, Signal } from '@stampus/contract/console/signals'

/** A receipt to compare with this one. */
export type ComparableReceipt = { id: number; picture: DeskPicture }

/** The receipts that signals name and that still have a picture, each once. */
export function comparableReceipts(signals: Signal[]): ComparableReceipt[] {
  const comparable = new Map<number, ComparableReceipt>()
  for (const { submission_id: id, picture } of signals) if (id !== null && picture) comparable.set(id, { id, picture })
  return [...comparable.values()]
}

/** The id to compare next; undefined after the last one. */
export function nextComparedId(compared: number | undefined, comparable: ComparableReceipt[]): number | undefined {
  return comparable[comparable.findIndex(({ id }) => id === compared) + 1]?.id
}
