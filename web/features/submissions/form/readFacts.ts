import type { FactName, PreviewFacts } from '@stampus/contract/ocrPreview'
import { formatAmount } from '@stampus/contract/values/money'
import * as words from '#words'
import { readableDay } from '../../../shared/dates.ts'
import { settings } from '../../../shared/settings.ts'

export type ReadFact = { name: FactName; label: string; value: string }

/** What was read in a photo, as texts, in the order of the form. */
export function readFacts(read: PreviewFacts | undefined, asksForDate: boolean): ReadFact[] {
  if (!read) return []
  const { merchant, purchase_amount, purchase_date, invoice_number } = read
  const day = asksForDate ? purchase_date : null
  return [
    { name: 'merchant' as const, label: words.receiptMerchant, value: merchant?.name },
    {
      name: 'purchase_amount' as const,
      label: words.receiptAmount,
      value: purchase_amount && formatAmount(purchase_amount, settings.currency),
    },
    { name: 'purchase_date' as const, label: words.receiptDate, value: day && readableDay(day) },
    { name: 'invoice_number' as const, label: words.receiptInvoice, value: invoice_number },
  ].flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : []))
}
