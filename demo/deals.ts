import { firstDeals } from './deals-first.ts'
import { moreDeals } from './deals-more.ts'
import type { DealScene } from './drawings.ts'

/** A deal of the merchant with that slug. Days count from today: -3 is three days ago, 0 today; the end day still counts. */
export type DemoDeal = {
  merchant: string
  /** How its cover is drawn; `badge` is the figure on it, such as `20%`, `RM5`, `1+1` or `2x`. */
  cover: { scene: DealScene; badge: string }
  title: string
  description: string
  startDay: number
  endDay: number
}

export const demoDeals: readonly DemoDeal[] = [...firstDeals, ...moreDeals]
