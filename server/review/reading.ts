import type { ComparedFact, ComparedFacts } from '@stampus/contract/comparedFacts'
import { typedInvoice } from '@stampus/contract/invoices'
import { decimalAmount } from '@stampus/contract/money'
import type { Compared, Comparison } from '../reading/reading.ts'

/** What was read off a picture beside what was typed, as the desk shows it; nothing where none of it was found. */
export function presentReading(comparison: Comparison): ComparedFacts | null {
  if (Object.values(comparison).every(({ verdict }) => verdict === 'not_found')) return null
  const { amount, date, invoice, merchant } = comparison
  return {
    purchase_amount: presentFact(amount, decimalAmount),
    purchase_date: presentFact(date, String),
    invoice_number: presentFact(invoice, typedInvoice),
    merchant: { ...presentFact(merchant, String), merchant_id: merchant.id ?? null },
  }
}

function presentFact<T>({ verdict, read, box }: Compared<T>, asText: (read: T) => string | undefined): ComparedFact {
  return { verdict, read: (read === undefined ? null : asText(read)) ?? null, place: box ?? null }
}
