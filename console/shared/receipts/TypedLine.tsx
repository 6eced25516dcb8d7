import type { ReviewItem } from '@stampus/contract/console/review'
import { readableAmount } from '@stampus/contract/values/money'
import { readableDay } from '../dates.ts'
import { settings } from '../settings.ts'

/** What the member typed, on a line or two, where the facts themselves are covered. */
export function TypedLine({ item }: { item: ReviewItem }) {
  return (
    <p className="text-pretty text-small tabular-nums">
      <span className="text-muted">Typed:</span> {readableAmount(item.purchase_amount, settings.currency)} ·{' '}
      <span className="whitespace-nowrap">{readableDay(item.purchase_date)}</span> · Invoice {item.invoice_no} ·{' '}
      {item.merchant.name}
    </p>
  )
}
