import type { SpotCheck } from '@stampus/contract/checks'
import { readableAmount } from '@stampus/contract/money'
import { settings } from '../app/settings.ts'
import { readableDay, readableTime } from '../parts/dates.ts'
import { Fact } from '../parts/Fact.tsx'

/** What was typed of a receipt, without its member and without a word of what was decided. */
export function CheckFacts({ check }: { check: SpotCheck }) {
  const { merchant } = check
  return (
    <div className="grid gap-2 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <p className="text-small text-soft">Check {check.id}</p>
      <dl className="grid grid-cols-2 gap-3">
        <Fact name="Amount" whole large>
          {readableAmount(check.purchase_amount, settings.currency)}
        </Fact>
        <Fact name="Merchant" whole note={`${merchant.category} · ${merchant.address}`}>
          {merchant.name}
        </Fact>
        <Fact name="Purchase date">{readableDay(check.purchase_date)}</Fact>
        <Fact name="Invoice number">{check.invoice_no}</Fact>
        <Fact name="Sent" whole>
          {readableTime(check.created_at)}
        </Fact>
      </dl>
    </div>
  )
}
