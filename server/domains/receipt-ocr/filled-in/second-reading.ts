import { isSameInvoiceNumber } from '../facts/match-invoice-number.ts'
import type { OcrResult } from '../ocr-result.ts'
import type { SecondReading } from './second-reading.store.ts'

type SentFacts = { amount_sen: number; purchase_date: string; invoice_no: string }

export function isSecondReadingSame(sent: SentFacts, { total_sen, date, invoice }: SecondReading): boolean {
  return (
    total_sen === sent.amount_sen &&
    (date === null || date === sent.purchase_date) &&
    (invoice === null || isSameInvoiceNumber(invoice, sent.invoice_no))
  )
}

export function toSecondReading({ engine, total, date, invoice }: Partial<OcrResult>): SecondReading {
  return {
    engine: engine ?? null,
    total_sen: total?.value ?? null,
    date: date?.value ?? null,
    invoice: invoice?.value ?? null,
  }
}
