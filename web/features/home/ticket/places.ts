/** The places of a card. */
export const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** How many cards a balance fills or begins. A full card stays the last one until the next stamp arrives. */
export function countCards(balance: number): number {
  return Math.max(1, Math.ceil(balance / PLACES.length))
}

/** The number of the first stamp of a card. */
export function firstStampOf(card: number): number {
  return (card - 1) * PLACES.length + 1
}
