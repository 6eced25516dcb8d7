import type { SpotCheck } from '@stampus/contract/console/spotChecks'
import { readableAmount } from '@stampus/contract/values/money'
import { Fact } from '../../../shared/components/Fact.tsx'
import { readableDay, readableTime } from '../../../shared/dates.ts'
import { settings } from '../../../shared/settings.ts'

/** What was typed of a receipt, without its member and without a word of what was decided. */
export function CheckFacts({ check }: { check: SpotCheck }) {
  const { merchant } = check
  return (
    <div className="rounded-sheet border border-line bg-sheet px-4 py-2.5 shadow-sheet">
      <p className="text-small text-muted">Check {check.id}</p>
      <dl className="grid grid-cols-2 gap-x-3 gap-y-2">
        <Fact name="Amount" large>
          {readableAmount(check.purchase_amount, settings.currency)}
        </Fact>
        <Fact name="Sent">{readableTime(check.created_at)}</Fact>
        <Fact name="Merchant" whole note={`${merchant.category} · ${merchant.address}`}>
          {merchant.name}
        </Fact>
        <Fact name="Purchase date">{readableDay(check.purchase_date)}</Fact>
        <Fact name="Invoice number">{check.invoice_no}</Fact>
      </dl>
    </div>
  )
}
