import type { PlainReceipt } from '@stampus/contract/bulk'
import { readableAmount } from '@stampus/contract/money'
import { CircleCheck } from 'lucide-react'
import { settings } from '../app/settings.ts'
import { readableDay } from '../parts/dates.ts'
import { stampsWords } from './naming.ts'

/** What was typed of a plain receipt, to be held against its picture. */
export function PlainFacts({ receipt }: { receipt: PlainReceipt }) {
  return (
    <span className="grid min-w-0 flex-1 content-center gap-x-6 gap-y-1 tabular-nums sm:grid-cols-2 lg:grid-cols-1">
      <span className="text-small text-soft sm:col-span-2 lg:col-span-1">Receipt {receipt.id}</span>
      <strong className="whitespace-nowrap text-title lg:max-2xl:text-lead">
        {readableAmount(receipt.purchase_amount, settings.currency)}
      </strong>
      <span className="self-center font-semibold">{receipt.merchant}</span>
      <span>{readableDay(receipt.purchase_date)}</span>
      <span>Invoice {receipt.invoice_no}</span>
      <span className="text-small text-soft">
        {receipt.member}, sent {readableDay(receipt.created_at)}
      </span>
      <span className="text-small text-soft">{stampsWords(receipt.stamps_on_approval)}</span>
      {receipt.fits ? (
        <span className="flex items-center gap-1.5 text-approved text-small">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          As on the picture
        </span>
      ) : null}
    </span>
  )
}
