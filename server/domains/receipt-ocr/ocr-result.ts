/** A place on the upright picture as it is served: fractions of its width and height. */
export type Box = { left: number; top: number; width: number; height: number }

/** Something read; `confidence` from 0 to 1. */
export type Found<T> = { value: T; confidence: number; box: Box }

export type Word = { text: string; confidence: number; box: Box }

/** By what a picture was read. */
export type Engine = 'paddle' | 'tesseract'

/** Why a picture is hard to read, for its sender. */
export type PictureProblem = 'dark' | 'blurred' | 'cut off' | 'no receipt'

/** What a picture is clear about. Money is integer sen, a date `YYYY-MM-DD`, a time of day `HH:MM`. */
export type Facts = {
  merchant?: Found<string>
  total?: Found<number>
  date?: Found<string>
  time?: Found<string>
  invoice?: Found<string>
}

/** The facts of a reading by themselves. */
export function factsOf({ merchant, total, date, time, invoice }: Facts): Facts {
  return {
    ...(merchant && { merchant }),
    ...(total && { total }),
    ...(date && { date }),
    ...(time && { time }),
    ...(invoice && { invoice }),
  }
}

/**
 * What the picture of a receipt says. `totals` are at most two amounts that may be the total, the likeliest first; `amounts`, `dates`
 * and `words` are all there is, and the numbers what a twin is known by: amounts and runs of digits, each once, sorted. Readings of
 * older releases have no `engine`, `totals` or `problem`.
 */
export type Reading = Facts & {
  engine?: Engine
  problem?: PictureProblem
  totals?: Found<number>[]
  amounts: Found<number>[]
  dates: Found<string>[]
  words: Word[]
} & Numbers

const LISTS = ['amounts', 'dates', 'words', 'numbers', 'doubtful'] satisfies (keyof Reading)[]

/** Whether a value has the lists that every reading has. */
export function isReading(value: unknown): value is Reading {
  if (typeof value !== 'object' || value === null) return false
  return LISTS.every((name) => Array.isArray((value as Partial<Reading>)[name]))
}

/** What both readings of a picture agree on, and what only one of them saw. */
export type Numbers = { numbers: string[]; doubtful: string[] }

export type Verdict = 'fits' | 'differs' | 'not_found'

/** What a member typed of a receipt; the date `YYYY-MM-DD`, the merchant by its name and its id. */
export type Typed = { amountSen: number; date: string; invoice: string; merchant: string; merchantId: number }

/** `read` is what the picture says instead, or also; `box` where. */
export type Compared<T> = { verdict: Verdict; read?: T; box?: Box }

/** A merchant that takes receipts on campus. */
export type CampusMerchant = { id: number; name: string }

/**
 * `amount.sure` is there where the typed amount is the one sure total, `merchant.id` where the picture names another merchant of
 * the campus; `date.time` is the time of day printed on it, `HH:MM`.
 */
export type Comparison = {
  amount: Compared<number> & { sure?: true }
  date: Compared<string> & { time?: string }
  invoice: Compared<string>
  merchant: Compared<string> & { id?: number }
}

/** A picture that was not read: it took too long, too much memory, or broke the reader. */
export class ReadingFault extends Error {
  readonly reason: 'time' | 'memory' | 'broken'

  constructor(reason: 'time' | 'memory' | 'broken', cause?: unknown) {
    super(`The picture was not read (${reason})`, { cause })
    this.name = 'ReadingFault'
    this.reason = reason
  }
}
