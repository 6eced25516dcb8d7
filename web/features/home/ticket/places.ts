/** The places of a card. */
export const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** How many cards a balance has: the full ones and the one that fills next. */
export function countCards(balance: number): number {
  return Math.floor(Math.max(0, balance) / PLACES.length) + 1
}

/** The number of the first stamp of a card. */
export function firstStampOf(card: number): number {
  return (card - 1) * PLACES.length + 1
}
