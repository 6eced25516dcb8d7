import { type DemoSubmission, printedTotal } from './people.ts'
import type { Photograph } from './receipt-drawing.ts'

type Shops = Readonly<Record<string, { name: string; address: string }>>

/** The photograph of a demo submission, of a purchase on `date` (`YYYY-MM-DD`), where its shop is known. */
export function photographOf(submission: DemoSubmission, date: string, shops: Shops): Photograph | undefined {
  const { merchant, slipOf = merchant, blurred = false, invoice, time, items } = submission
  const shop = shops[slipOf]
  if (!shop) return undefined
  const { name, address } = shop
  return { merchant: name, address, invoice, date, time, items, totalSen: printedTotal(items), blurred }
}
