import { invoiceDigits } from '@stampus/contract/values/invoices'
import { compareWithPicture, isConfirmed } from '../../server/domains/receipt-ocr/compare-facts.ts'
import { findSureFacts } from '../../server/domains/receipt-ocr/facts/sure-facts.ts'
import { isSecondReadingSame, toSecondReading } from '../../server/domains/receipt-ocr/filled-in/second-reading.ts'
import { verdictsOf } from '../../server/domains/receipt-ocr/ocr-result.ts'
import type { Figure } from '../rates.ts'
import { asTyped, pictureLine } from './facts.ts'
import type { ReadPicture, Receipt } from './receipts.ts'
import type { Truth } from './truth.ts'

const NAMES = { purchase_amount: 'total', purchase_date: 'date', invoice_number: 'invoice' } as const
type Name = keyof typeof NAMES
type Outcome = 'right' | 'wrong' | 'none' | 'unknown'
type Trial = (picture: ReadPicture, truth: Truth) => boolean[]

/** How often the form fills in facts, and how many wrong ones could be approved in bulk. */
export function filledInFigures(receipts: Receipt[]): Record<string, Figure> {
  const line = (trial: Trial, goal?: string) => pictureLine(receipts, trial, goal)
  const outcomes = Object.entries(NAMES).flatMap(([fact, name]) =>
    (['right', 'wrong', 'none'] as const).map((wanted) => {
      const trial: Trial = (picture, truth) => {
        const outcome = outcomeOf(picture, truth, fact as Name)
        return outcome === 'unknown' ? [] : [outcome === wanted]
      }
      return [`${name} filled in: ${wanted}`, line(trial)] as const
    }),
  )
  return {
    ...Object.fromEntries(outcomes),
    'total, date and invoice filled in, all right': line((picture, truth) => {
      const all = outcomesOf(picture, truth)
      return all.includes('unknown') ? [] : [all.every((outcome) => outcome === 'right')]
    }),
    'wrong fill that would reach bulk': line((picture, truth) => [reachesBulkWrong(picture, truth)], '0'),
    'right fills that would reach bulk': line((picture, truth) => {
      const all = outcomesOf(picture, truth)
      return all.includes('right') && !all.includes('wrong') ? [reachesBulk(picture, truth)] : []
    }),
  }
}

function outcomesOf(picture: ReadPicture, truth: Truth): Outcome[] {
  return Object.keys(NAMES).map((fact) => outcomeOf(picture, truth, fact as Name))
}

function outcomeOf({ result }: ReadPicture, truth: Truth, fact: Name): Outcome {
  const expected = { purchase_amount: truth.sen, purchase_date: truth.day, invoice_number: asTyped(truth.invoice) }[
    fact
  ]
  if (expected === undefined) return 'unknown'
  if (!findSureFacts(result).includes(fact)) return 'none'
  const read = {
    purchase_amount: result.total?.value,
    purchase_date: result.date?.value,
    invoice_number: asTyped(result.invoice?.value),
  }[fact]
  return read === expected ? 'right' : 'wrong'
}

function reachesBulkWrong(picture: ReadPicture, truth: Truth): boolean {
  return outcomesOf(picture, truth).includes('wrong') && reachesBulk(picture, truth)
}

/** Whether bulk approval takes the receipt of a member who keeps filled-in values and types the others as printed. */
function reachesBulk({ result, second }: ReadPicture, truth: Truth): boolean {
  if (!second) return false
  const sure = findSureFacts(result)
  const { total, date, invoice } = result
  const sent = {
    amount_sen: (sure.includes('purchase_amount') && total?.value) || truth.sen,
    purchase_date: (sure.includes('purchase_date') && date?.value) || truth.day,
    invoice_no: invoiceDigits((sure.includes('invoice_number') && invoice?.value) || truth.invoice || '') ?? '',
  }
  const comparison = compareWithPicture(result, {
    ...{ amountSen: sent.amount_sen, date: sent.purchase_date, invoice: sent.invoice_no },
    ...{ merchant: truth.merchant, merchantId: 0 },
  })
  const differs = verdictsOf(comparison).includes('differs')
  return !differs && isConfirmed(comparison) && isSecondReadingSame(sent, toSecondReading(second))
}
