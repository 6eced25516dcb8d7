import type { ComparedFact, ComparedFacts } from '@stampus/contract/console/comparedFacts'
import { typedInvoice } from '@stampus/contract/values/invoices'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Compared, Comparison } from '../../receipt-ocr/ocr-result.ts'

/** What was read off a picture beside what was typed, as the desk shows it. */
export function presentReading({ amount, date, invoice, merchant }: Comparison): ComparedFacts {
  return {
    purchase_amount: presentFact(amount, decimalAmount),
    purchase_date: { ...presentFact(date, String), time: date.time ?? null },
    invoice_number: presentFact(invoice, typedInvoice),
    merchant: { ...presentFact(merchant, String), merchant_id: merchant.id ?? null },
  }
}

function presentFact<T>({ verdict, read, box }: Compared<T>, asText: (read: T) => string | undefined): ComparedFact {
  return { verdict, read: (read === undefined ? null : asText(read)) ?? null, place: box ?? null }
}
