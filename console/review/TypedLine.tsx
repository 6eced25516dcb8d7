import { readableAmount } from '@stampus/contract/money'
import type { ReviewItem } from '@stampus/contract/review'
import { settings } from '../app/settings.ts'
import { readableDay } from '../parts/dates.ts'

/** What the member typed, on a line or two, where the facts themselves are covered. */
export function TypedLine({ item }: { item: ReviewItem }) {
  return (
    <p className="text-pretty text-small tabular-nums">
      <span className="text-soft">Typed:</span> {readableAmount(item.purchase_amount, settings.currency)} ·{' '}
      <span className="whitespace-nowrap">{readableDay(item.purchase_date)}</span> · Invoice {item.invoice_no} ·{' '}
      {item.merchant.name}
    </p>
  )
}
