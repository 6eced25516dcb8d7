import type { Engine } from '../../platform/ocr/engine.ts'
import type { Box, Word } from '../../platform/ocr/page.ts'

/** A value found on the picture; `confidence` from 0 to 1, `box` on the upright picture as it is served. */
export type Found<T> = { value: T; confidence: number; box: Box }

/** Why a picture is hard to read; shown to the member who sends it. */
export type PictureProblem = 'dark' | 'blurred' | 'cut off' | 'no receipt'

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
 * Results of older releases have no `engine`, `totals` or `problem`.
 */
export type OcrResult = Facts & {
  engine?: Engine
  problem?: PictureProblem
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

/** The facts that a member typed. The date is `YYYY-MM-DD`. */
export type TypedFacts = { amountSen: number; date: string; invoice: string; merchant: string; merchantId: number }

/** `read` is the value on the picture, and `box` its place. */
export type Compared<T> = { verdict: Verdict; read?: T; box?: Box }

/** An active merchant. */
export type ActiveMerchant = { id: number; name: string }

/**
 * Typed facts compared with the picture. `amount.sure` is set if the typed amount is the only likely total, `merchant.id` if the picture
 * names another merchant, and `date.time` is the printed time of day, `HH:MM`.
 */
export type Comparison = {
  amount: Compared<number> & { sure?: true }
  date: Compared<string> & { time?: string }
  invoice: Compared<string>
  merchant: Compared<string> & { id?: number }
}
