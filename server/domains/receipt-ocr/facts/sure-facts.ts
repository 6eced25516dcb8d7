import type { FactName } from '@stampus/contract/ocrPreview'
import type { Facts, PictureProblem } from '../ocr-result.ts'
import { suggestInvoiceNumber } from './match-invoice-number.ts'

/** Chosen by measuring (docs/decisions/018): a wrong value that is filled in is easily overlooked. */
const MIN_CONFIDENCE = { date: 0.9, invoice: 0.85 }

/** Facts sure enough to be filled in. None if the picture has a problem: a part of the receipt may be missing. */
export function findSureFacts({
  total,
  date,
  invoice,
  problem,
}: Facts & { problem?: PictureProblem }): Exclude<FactName, 'merchant'>[] {
  if (problem) return []
  const isNumberSure =
    invoice && invoice.confidence >= MIN_CONFIDENCE.invoice && suggestInvoiceNumber(invoice) !== undefined
  return [
    ...(total ? ['purchase_amount' as const] : []),
    ...(date && date.confidence >= MIN_CONFIDENCE.date ? ['purchase_date' as const] : []),
    ...(isNumberSure ? ['invoice_number' as const] : []),
  ]
}
