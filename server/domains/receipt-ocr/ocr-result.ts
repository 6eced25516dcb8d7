import type { Engine } from '../../platform/ocr/engine.ts'
import type { Box, Word } from '../../platform/ocr/page.ts'

/** A value found on the picture; `confidence` from 0 to 1, `box` on the upright picture as it is served. */
export type Found<T> = { value: T; confidence: number; box: Box }

/** Why a picture is hard to read; shown to the member who sends it. */
export type PictureProblem = 'dark' | 'blurred' | 'cut off' | 'no receipt'

/** What a paper is other than a plain receipt. Reprints and card slips are of purchases all the same. */
export type PaperKind =
  | 'quotation'
  | 'pro forma'
  | 'delivery order'
  | 'order'
  | 'not a receipt'
  | 'unpaid'
  | 'wrong date'
  | 'screen'
  | 'refund'
  | 'credit note'
  | 'void'
  | 'payment'
  | 'foreign'
  | 'no items'
  | 'illegible'
  | 'reprint'
  | 'card slip'

/** `text` is the row that says so. */
export type PaperMark = { kind: PaperKind; text?: string }

/** A sum that is printed on the paper: its parts as text, and what they come to. */
export type PrintedSum = { text: string; sen: number }

/** The receipt's own arithmetic: sums that give its total, and clear ones that give another. */
export type Sums = { total: number; fits: PrintedSum[]; differs: PrintedSum[] }

/** The facts that are clear on the picture. Money is integer sen, a date `YYYY-MM-DD`, a time of day `HH:MM`. */
export type Facts = {
  merchant?: Found<string>
  total?: Found<number>
  date?: Found<string>
  time?: Found<string>
  invoice?: Found<string>
}

/** Only the facts of a result. */
export function pickFacts({ merchant, total, date, time, invoice }: Facts): Facts {
  return {
    ...(merchant && { merchant }),
    ...(total && { total }),
    ...(date && { date }),
    ...(time && { time }),
    ...(invoice && { invoice }),
  }
}

/**
 * The result of OCR on the picture of a receipt. `totals` are at most two amounts that may be the total, the likeliest first. `amounts`,
 * `dates` and `words` are all that was found. Duplicates are recognised by the numbers: amounts and runs of digits, each once, sorted.
 * Results of older releases have no `engine`, `totals`, `problem`, `paper`
 * or `sums`.
 */
export type OcrResult = Facts & {
  engine?: Engine
  problem?: PictureProblem
  paper?: PaperMark[]
  sums?: Sums
  totals?: Found<number>[]
  amounts: Found<number>[]
  dates: Found<string>[]
  words: Word[]
} & Numbers

const LISTS = ['amounts', 'dates', 'words', 'numbers', 'doubtful'] satisfies (keyof OcrResult)[]

/** Whether a value has the lists that every result has. */
export function isOcrResult(value: unknown): value is OcrResult {
  if (typeof value !== 'object' || value === null) return false
  return LISTS.every((name) => Array.isArray((value as Partial<OcrResult>)[name]))
}

/** `numbers` were found in all passes over the picture, `doubtful` in some. */
export type Numbers = { numbers: string[]; doubtful: string[] }

type Verdict = 'fits' | 'differs' | 'not_found'

/** The facts that a member typed. The date is `YYYY-MM-DD`. `furtherNames` are those of the typed merchant. */
export type TypedFacts = {
  amountSen: number
  date: string
  invoice: string
  merchant: string
  merchantId: number
  furtherNames?: string[]
}

/** `read` is the value on the picture, and `box` its place. */
export type Compared<T> = { verdict: Verdict; read?: T; box?: Box }

/** An active merchant. Its further names are on receipts too: a legal or former name, or that of a branch. */
export type ActiveMerchant = { id: number; name: string; further_names?: string[] }

/**
 * Typed facts compared with the picture. `amount.sure` is set if the typed amount is the only likely total, `merchant.id` if the picture
 * names another merchant (null if it may be one of several), and `date.time` is the printed time of day, `HH:MM`. `paper` and `sums` do not depend on what was typed; results
 * of older releases have none.
 */
export type Comparison = ComparedWithPicture & { paper?: PaperMark[]; sums?: Sums }

export type ComparedWithPicture = {
  amount: Compared<number> & { sure?: true }
  date: Compared<string> & { time?: string }
  invoice: Compared<string>
  merchant: Compared<string> & { id?: number | null }
}

/** The verdicts of a comparison. */
export function verdictsOf({ amount, date, invoice, merchant }: Comparison): Verdict[] {
  return [amount, date, invoice, merchant].map(({ verdict }) => verdict)
}
