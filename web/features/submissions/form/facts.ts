import type { FactName, PreviewFacts } from '@stampus/contract/ocrPreview'
import { formatAmount } from '@stampus/contract/values/money'
import * as words from '#words'
import { readableDay } from '../../../shared/dates.ts'
import type { FactField } from '../../../shared/receipts/receipt.ts'
import { settings } from '../../../shared/settings.ts'

/** What was read in a photo: the value as the field has it, and a text. */
type Read = { value: string; text: string }

/** A fact of a receipt: its field, its name in what was read, its label, and its name among what was filled in. */
type Fact = {
  field: FactField
  name: FactName
  label: string
  filledName: string
  read: (photo: PreviewFacts) => Read | undefined
}

/** The facts that a photo may show, in the order of the form. */
export const facts: readonly Fact[] = [
  {
    field: 'merchant_id',
    name: 'merchant',
    label: words.receiptMerchant,
    filledName: words.receiptFilledMerchant,
    read: ({ merchant }) => (merchant ? { value: String(merchant.id), text: merchant.name } : undefined),
  },
  {
    field: 'purchase_amount',
    name: 'purchase_amount',
    label: words.receiptAmount,
    filledName: words.receiptFilledAmount,
    read: ({ purchase_amount }) => withText(purchase_amount, (amount) => formatAmount(amount, settings.currency)),
  },
  {
    field: 'purchase_date',
    name: 'purchase_date',
    label: words.receiptDate,
    filledName: words.receiptFilledDate,
    read: ({ purchase_date }) => withText(purchase_date, readableDay),
  },
  {
    field: 'invoice_number',
    name: 'invoice_number',
    label: words.receiptInvoice,
    filledName: words.receiptFilledInvoice,
    read: ({ invoice_number }) => withText(invoice_number, (number) => number),
  },
]

function withText(value: string | null, textOf: (value: string) => string): Read | undefined {
  return value ? { value, text: textOf(value) } : undefined
}

export type ReadFact = Pick<Fact, 'name' | 'label'> & Pick<Read, 'text'>

/** What was read in a photo, of the facts that the form shows. */
export function readFacts(photo: PreviewFacts | undefined, asksForDate: boolean): ReadFact[] {
  return facts.flatMap(({ field, name, label, read }) => {
    const found = photo && (asksForDate || field !== 'purchase_date') ? read(photo) : undefined
    return found ? [{ name, label, text: found.text }] : []
  })
}
