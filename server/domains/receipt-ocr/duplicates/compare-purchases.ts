import { mayBeSameInvoiceNumber } from '../facts/match-invoice-number.ts'
import type { Found, Numbers, OcrResult } from '../ocr-result.ts'

export type Purchase = Numbers & {
  invoice: string | undefined
  date: string | undefined
  dates: string[]
  /** `HH:MM`; results of older releases have none. */
  time?: string | undefined
  /** In sen. */
  total: number | undefined
}

/** The part of an OCR result that toPurchase() needs; null or absent if not found. */
export type PurchaseFacts = Pick<OcrResult, 'dates' | 'numbers' | 'doubtful'> & {
  [Name in 'invoice' | 'date' | 'time' | 'total']?: OcrResult[Name] | null
}

/** A less clear character is often misread on the next photo of the same receipt. */
const MIN_CONFIDENCE = 0.6

export function toPurchase({ invoice, date, time, dates, total, numbers, doubtful }: PurchaseFacts): Purchase {
  return {
    numbers,
    doubtful,
    invoice: legible(invoice),
    date: legible(date),
    time: legible(time),
    dates: [...new Set(dates.map(({ value }) => value))],
    total: legible(total),
  }
}

function legible<T>(found: Found<T> | null | undefined): T | undefined {
  return found && found.confidence >= MIN_CONFIDENCE ? found.value : undefined
}

/** Whether date and number or time, or number and total or time, of each receipt are legible and not on the other. */
export function areDifferentPurchases(one: Purchase, other: Purchase): boolean {
  const areNumbersDifferent = haveDifferentNumbers(one, other)
  if (haveDifferentDates(one, other)) return areNumbersDifferent || haveDifferentTimes(one, other)
  return areNumbersDifferent && (haveDifferentTotals(one, other) || areTimesDifferent(one, other))
}

function haveDifferentDates(one: Purchase, other: Purchase): boolean {
  if (one.date === undefined || other.date === undefined || one.date === other.date) return false
  return !other.dates.includes(one.date) && !one.dates.includes(other.date)
}

function haveDifferentNumbers(one: Purchase, other: Purchase): boolean {
  if (shareNumber(one, other)) return false
  return (one.invoice !== undefined && other.invoice !== undefined) || haveDifferentRuns(one, other)
}

function shareNumber(one: Purchase, other: Purchase): boolean {
  const [own, others] = [one.invoice, other.invoice]
  if (own !== undefined && others !== undefined && mayBeSameInvoiceNumber(own, others)) return true
  return (own !== undefined && contains(own, other)) || (others !== undefined && contains(others, one))
}

/** Numbers without a label count as invoice numbers if all passes of OCR found them. */
function haveDifferentRuns(one: Purchase, other: Purchase): boolean {
  const [own, others] = [runsOf(one), runsOf(other)]
  const missing = own.filter((run) => !contains(run, other))
  const added = others.filter((run) => !contains(run, one))
  return missing.some((run) => added.some((next) => next.length === run.length))
}

/** Tells apart receipts of tills that print no number, or a worn one: purchases are seldom in the same minute. */
function haveDifferentTimes(one: Purchase, other: Purchase): boolean {
  const [own, others] = [timesOf(one), timesOf(other)]
  if (own.length === 0 || others.length === 0 || shareNumber(one, other)) return false
  return !own.some((time) => contains(time, other)) && !others.some((time) => contains(time, one))
}

/** Whether both have a time and the times differ. AM and PM may have been misread. */
function areTimesDifferent(one: Purchase, other: Purchase): boolean {
  if (one.time === undefined || other.time === undefined) return false
  return !isAtTime(one.time, other) && !isAtTime(other.time, one)
}

function isAtTime(time: string, purchase: Purchase): boolean {
  return [time, shiftTwelveHours(time)].some((same) => same === purchase.time || contains(same, purchase))
}

function shiftTwelveHours(time: string): string {
  return String((Number(time.slice(0, 2)) + 12) % 24).padStart(2, '0') + time.slice(2)
}

function haveDifferentTotals(one: Purchase, other: Purchase): boolean {
  if (one.total === undefined || other.total === undefined || one.total === other.total) return false
  return !contains(formatAmount(one.total), other) && !contains(formatAmount(other.total), one)
}

const formatAmount = (sen: number) => (sen / 100).toFixed(2)

const timesOf = ({ numbers }: Purchase) => numbers.filter((number) => /^\d\d:\d\d$/.test(number))

const runsOf = ({ numbers }: Purchase) => numbers.filter((number) => /^\d{4,}$/.test(number))

function contains(printed: string, { numbers, doubtful }: Purchase): boolean {
  const digits = printed.replace(/\D/g, '')
  const isPart = (number: string) => /^\d{4,}$/.test(number) && digits.endsWith(number)
  return [...numbers, ...doubtful].some((number) => number === printed || number === digits || isPart(number))
}

const MIN_NUMBERS = 4
/** About one in five numbers of a photo is misread on the next one. */
const EXPECTED_SHARE = 0.8
const LONG_DIGITS = 6
const VERY_LONG_DIGITS = 9

/** The mean share of each receipt's numbers found on the other, 0 to 1. In long ones a digit or two may be misread. */
export const numberSimilarity = (one: Numbers, other: Numbers) => (shareOf(one, other) + shareOf(other, one)) / 2

function shareOf({ numbers }: Numbers, other: Numbers): number {
  if (numbers.length < MIN_NUMBERS) return 0
  const others = [...other.numbers, ...other.doubtful]
  const all = new Set(others)
  const shared = numbers.filter((number) => all.has(number) || others.some((candidate) => isMisread(number, candidate)))
  return Math.min(1, shared.length / (numbers.length * EXPECTED_SHARE))
}

function isMisread(number: string, candidate: string): boolean {
  if (number.length !== candidate.length || number.length < LONG_DIGITS || /\D/.test(number)) return false
  const others = [...number].filter((digit, index) => digit !== candidate[index]).length
  return others <= (number.length >= VERY_LONG_DIGITS ? 2 : 1)
}
