import { merchantChoices } from '@stampus/contract/consoleSubmissions'
import { readableAmount } from '@stampus/contract/money'
import type { ReviewItem } from '@stampus/contract/review'
import { useQuery } from '@tanstack/react-query'
import { q } from '../app/queries.ts'
import { settings } from '../app/settings.ts'
import { readableDay, readableTime } from '../parts/dates.ts'
import { EmailText } from '../parts/EmailText.tsx'
import { Fact } from '../parts/Fact.tsx'
import { type FactsTyped, typedFacts } from './correction.ts'
import type { Corrections } from './deskWork.ts'
import { ReadBeside, ReadingNote } from './ReadBeside.tsx'
import { besideNow, type ReadName } from './reading.ts'

type Props = {
  item: ReviewItem
  corrections?: Corrections | undefined
  /** Takes what the picture says as the correction. */
  onTake?: ((name: ReadName, value: string) => void) | undefined
}

/** What the member typed, large enough to hold against the picture, with what was read there and what a reviewer has corrected. */
export function Facts({ item, corrections = {}, onTake }: Props) {
  const { purchase_amount: amount, purchase_date: date, invoice_number: invoice, merchant_id: merchant } = corrections
  const beside = (name: ReadName, inWords?: (read: string) => string) => (
    <ReadBeside
      fact={besideNow(item, { ...typedFacts(item), ...asFields(corrections) }, name)}
      missing={name === 'purchase_amount' ? "Couldn't read the total" : undefined}
      inWords={inWords}
      onTake={onTake && ((value) => onTake(name, value))}
    />
  )
  return (
    <div className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-soft">Receipt {item.id}</p>
        <ReadingNote state={item.reading_state} />
      </div>
      <dl className="grid grid-cols-2 gap-3">
        <Fact
          name="Amount"
          whole
          large
          typed={amount !== undefined && money(item.purchase_amount)}
          beside={beside('purchase_amount', money)}
        >
          {money(String(amount ?? item.purchase_amount))}
        </Fact>
        <Fact
          name="Merchant"
          whole
          note={merchant ? undefined : `${item.merchant.category} · ${item.merchant.address}`}
          typed={merchant !== undefined && item.merchant.name}
          beside={beside('merchant_id')}
        >
          {merchant ? <MerchantName id={Number(merchant)} /> : item.merchant.name}
        </Fact>
        <Fact
          name="Purchase date"
          typed={date !== undefined && readableDay(item.purchase_date)}
          beside={beside('purchase_date', readableDay)}
        >
          {readableDay(String(date ?? item.purchase_date))}
        </Fact>
        <Fact name="Invoice number" typed={invoice !== undefined && item.invoice_no} beside={beside('invoice_number')}>
          {invoice ?? item.invoice_no}
        </Fact>
        <Fact name="Member" whole note={item.member.email && <EmailText address={item.member.email} />}>
          {item.member.name}
        </Fact>
        <Fact name="Sent" whole>
          {readableTime(item.created_at)}
        </Fact>
      </dl>
    </div>
  )
}

function MerchantName({ id }: { id: number }) {
  const { data } = useQuery(q(merchantChoices, { id }))
  return data?.data[0]?.name ?? `Merchant ${id}`
}

function asFields(corrections: Corrections): Partial<FactsTyped> {
  return Object.fromEntries(Object.entries(corrections).map(([name, value]) => [name, String(value)]))
}

const money = (amount: string) => readableAmount(amount, settings.currency)
