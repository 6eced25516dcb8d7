import type { Engine } from '../../platform/ocr/engine.ts'
import type { Box, Word } from '../../platform/ocr/page.ts'

/** A value found on the picture; `confidence` from 0 to 1, `box` on the upright picture as it is served. */
export type Found<T> = { value: T; confidence: number; box: Box }

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

export function pickFacts({ merchant, total, date, time, invoice }: Facts): Facts {
  return {
    ...(merchant && { merchant }),
    ...(total && { total }),
    ...(date && { date }),
    ...(time && { time }),
    ...(invoice && { invoice }),
  }
}

/** `totals`: at most two, the likeliest first. Old results have no `engine`, `totals`, `problem`, `paper`, `sums`. */
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

/** `amount.sure`: no other total is likely. `merchant.id`: the picture names another one, or null if one of several. */
export type Comparison = ComparedWithPicture & { paper?: PaperMark[]; sums?: Sums }

export type ComparedWithPicture = {
  amount: Compared<number> & { sure?: true }
  date: Compared<string> & { time?: string }
  invoice: Compared<string>
  merchant: Compared<string> & { id?: number | null }
}

export function verdictsOf({ amount, date, invoice, merchant }: Comparison): Verdict[] {
  return [amount, date, invoice, merchant].map(({ verdict }) => verdict)
}
