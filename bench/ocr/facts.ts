import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import { compareWithPicture } from '../../server/domains/receipt-ocr/compare-facts.ts'
import { suggestInvoiceNumber } from '../../server/domains/receipt-ocr/facts/match-invoice-number.ts'
import type { Comparison, OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import { type Figure, mean, rate } from '../rates.ts'
import type { ReadPicture, Receipt } from './receipts.ts'
import type { Truth } from './truth.ts'

type Trials = (result: OcrResult, truth: Truth) => boolean[]

/** How often facts are right, and what members would see, for the pictures and for new photos of the receipts. */
export function factFigures(receipts: Receipt[]): Record<string, Figure> {
  const line = (trials: Trials, goal?: string) => lineOf(receipts, trials, goal)
  return {
    'possible totals hold the true one': line((result, { sen }) => [possibleTotals(result).includes(sen)]),
    ...sizeOfTotals(receipts),
    'sure total exact': line(({ total }, { sen }) => [total?.value === sen], '≥ 95%'),
    'sure total wrong': line(({ total }, { sen }) => [isWrong(total?.value, sen)], '≤ 1%'),
    'no sure total': line(({ total }) => [total === undefined]),
    'true total called a match': line((result, truth) => [isMatch(result, truth, truth.sen)], '≥ 97%'),
    'amount of another role taken for the total': line((result, truth) => [takesAnother(result, truth)], '≤ 1%'),
    'amount of another role called a match': line(
      (result, truth) => otherAmounts(result, truth).map((sen) => isMatch(result, truth, sen)),
      '≤ 1%',
    ),
    ...roles(receipts),
    'total mistyped by a digit called a match': line(
      (result, truth) => mistypings(truth.sen).map((sen) => isMatch(result, truth, sen)),
      '≤ 0.5%',
    ),
    'date exact': line(({ date }, { day }) => [date?.value === day], '≥ 96%'),
    'date wrong': line(({ date }, { day }) => [isWrong(date?.value, day)], '≤ 1%'),
    'merchant recognised': line(
      (result, truth) => (truth.merchant ? [compared(result, truth).merchant.verdict === 'fits'] : []),
      '≥ 97%',
    ),
    'invoice offered, of those that have one': line(
      (result, { invoice }) => (invoice ? [suggestedNumber(result) !== undefined] : []),
      '≥ 80%',
    ),
    'invoice right, of those offered': line(
      (result, { invoice }) =>
        invoice && suggestedNumber(result) ? [suggestedNumber(result) === asTyped(invoice)] : [],
      '≥ 95%',
    ),
    'time of day exact': line(({ time }, truth) => (truth.time ? [time?.value === truth.time] : [])),
    'time of day wrong': line(({ time }, truth) => (truth.time ? [isWrong(time?.value, truth.time)] : [])),
    'a problem of the picture named': line(({ problem }) => [problem !== undefined]),
  }
}

type PictureTrials = (picture: ReadPicture, truth: Truth) => boolean[]

export function pictureLine(receipts: Receipt[], trials: PictureTrials, goal = ''): Figure {
  const [own, again] = [
    receipts.flatMap((receipt) => trials(receipt.own, receipt.truth)),
    receipts.flatMap(({ truth, photographed }) => photographed.flatMap((copy) => trials(copy, truth))),
  ]
  return { 'as it is': rate(own), 'photographed again': rate(again), all: rate([...own, ...again]), goal }
}

const lineOf = (receipts: Receipt[], trials: Trials, goal?: string) =>
  pictureLine(receipts, ({ result }, truth) => trials(result, truth), goal)

function sizeOfTotals(receipts: Receipt[]): Record<string, Figure> {
  const sizes = (results: OcrResult[]) => {
    const counts = results.map((result) => possibleTotals(result).length)
    return `${mean(counts).toFixed(2)}, most ${Math.max(0, ...counts)} (${counts.length})`
  }
  const [own, again] = [
    receipts.map(({ own }) => own.result),
    receipts.flatMap(({ photographed }) => photographed.map(({ result }) => result)),
  ]
  const figure = { 'as it is': sizes(own), 'photographed again': sizes(again), all: sizes([...own, ...again]) }
  return { 'possible totals, mean': { ...figure, goal: '≤ 2 each' } }
}

function roles(receipts: Receipt[]): Record<string, Figure> {
  const names = [...new Set(receipts.flatMap(({ truth }) => Object.keys(truth.others ?? {})))].toSorted()
  return Object.fromEntries(
    names.map((name) => {
      const trials: Trials = (result, truth) =>
        (truth.others?.[name] ?? []).filter((sen) => sen !== truth.sen).map((amount) => isMatch(result, truth, amount))
      return [`  ${name} called a match`, lineOf(receipts, trials)]
    }),
  )
}

/** Results of older releases have only the sure total. */
function possibleTotals({ total, totals }: OcrResult): number[] {
  return (totals ?? (total ? [total] : [])).map(({ value }) => value)
}

function isWrong<T>(read: T | undefined, truth: T): boolean {
  return read !== undefined && read !== truth
}

function isMatch(result: OcrResult, truth: Truth, sen: number): boolean {
  return compared(result, { ...truth, sen }).amount.verdict === 'fits'
}

function compared(result: OcrResult, { sen, day, merchant }: Truth): Comparison {
  return compareWithPicture(result, { amountSen: sen, date: day, invoice: '', merchant, merchantId: 0 })
}

function takesAnother(result: OcrResult, truth: Truth): boolean {
  return result.total !== undefined && otherAmounts(result, truth).includes(result.total.value)
}

/** Cash, change, prices and tax: the known ones, or else those that OCR found. */
function otherAmounts({ amounts }: OcrResult, { sen, others }: Truth): number[] {
  const all = others ? Object.values(others).flat() : amounts.map(({ value }) => value)
  return [...new Set(all)].filter((other) => other !== sen)
}

function mistypings(sen: number): number[] {
  const digits = String(sen)
  return [...digits].flatMap((digit, at) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => Number(digits.slice(0, at) + other + digits.slice(at + 1))),
  )
}

function suggestedNumber({ invoice }: OcrResult): string | undefined {
  const number = suggestInvoiceNumber(invoice)
  return number && invoiceKey(number)
}

export function asTyped(invoice: string | undefined): string | undefined {
  const digits = invoice === undefined ? undefined : invoiceDigits(invoice)
  return digits === undefined ? undefined : invoiceKey(digits)
}
