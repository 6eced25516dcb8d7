import { areOfOneNumber } from '../facts/invoices.ts'
import type { Found, Numbers, OcrResult } from '../ocr-result.ts'

/** What a picture says of the purchase, to tell one purchase from the next at the same till. */
export type Purchase = Numbers & {
  invoice: string | undefined
  date: string | undefined
  dates: string[]
  /** `HH:MM`; readings of older releases have none. */
  time?: string | undefined
  /** In sen. */
  total: number | undefined
}

/** What tells one purchase from the next, as it was read; null or left out where it was not found. */
export type PurchaseFacts = Pick<OcrResult, 'dates' | 'numbers' | 'doubtful'> & {
  [Name in 'invoice' | 'date' | 'time' | 'total']?: OcrResult[Name] | null
}

/** A less clear sign is often misread on the next photograph of the same paper. */
const LEGIBLE = 0.6

/** What a reading says of its purchase: only what is legible can tell it from another. */
export function purchaseOf({ invoice, date, time, dates, total, numbers, doubtful }: PurchaseFacts): Purchase {
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
  return found && found.confidence >= LEGIBLE ? found.value : undefined
}

/**
 * Whether two receipts are of two purchases, however alike they are: each has a legible date and a legible invoice number or time,
 * or a legible number and total or time, and none of it is anywhere on the other.
 */
export function areTwoPurchases(one: Purchase, other: Purchase): boolean {
  const areOtherNumbers = haveOtherNumbers(one, other)
  if (haveOtherDates(one, other)) return areOtherNumbers || haveOtherTimes(one, other)
  return areOtherNumbers && (haveOtherTotals(one, other) || areOfOtherTimes(one, other))
}

function haveOtherDates(one: Purchase, other: Purchase): boolean {
  if (one.date === undefined || other.date === undefined || one.date === other.date) return false
  return !other.dates.includes(one.date) && !one.dates.includes(other.date)
}

function haveOtherNumbers(one: Purchase, other: Purchase): boolean {
  if (haveOneNumber(one, other)) return false
  return (one.invoice !== undefined && other.invoice !== undefined) || haveOtherRuns(one, other)
}

/** Whether the number that one of them names is on the other too. */
function haveOneNumber(one: Purchase, other: Purchase): boolean {
  const [own, others] = [one.invoice, other.invoice]
  if (own !== undefined && others !== undefined && areOfOneNumber(own, others)) return true
  return (own !== undefined && isOn(own, other)) || (others !== undefined && isOn(others, one))
}

/** A number without a label counts as the invoice number if both readings of its picture agree on it, or a single reading is sure of it. */
function haveOtherRuns(one: Purchase, other: Purchase): boolean {
  const [own, others] = [runsOf(one), runsOf(other)]
  const missing = own.filter((run) => !isOn(run, other))
  const added = others.filter((run) => !isOn(run, one))
  return missing.some((run) => added.some((next) => next.length === run.length))
}

/** Of a till that prints no number, or where it is worn: two purchases are seldom made at the same minute. */
function haveOtherTimes(one: Purchase, other: Purchase): boolean {
  const [own, others] = [timesOf(one), timesOf(other)]
  if (own.length === 0 || others.length === 0 || haveOneNumber(one, other)) return false
  return !own.some((time) => isOn(time, other)) && !others.some((time) => isOn(time, one))
}

/** Whether both name a time and the times differ. AM and PM may have been misread. */
function areOfOtherTimes(one: Purchase, other: Purchase): boolean {
  if (one.time === undefined || other.time === undefined) return false
  return !isAt(one.time, other) && !isAt(other.time, one)
}

function isAt(time: string, purchase: Purchase): boolean {
  return [time, twelveHoursOff(time)].some((same) => same === purchase.time || isOn(same, purchase))
}

function twelveHoursOff(time: string): string {
  return String((Number(time.slice(0, 2)) + 12) % 24).padStart(2, '0') + time.slice(2)
}

function haveOtherTotals(one: Purchase, other: Purchase): boolean {
  if (one.total === undefined || other.total === undefined || one.total === other.total) return false
  return !isOn(asPrinted(one.total), other) && !isOn(asPrinted(other.total), one)
}

function asPrinted(sen: number): string {
  return (sen / 100).toFixed(2)
}

function timesOf({ numbers }: Purchase): string[] {
  return numbers.filter((number) => /^\d\d:\d\d$/.test(number))
}

function runsOf({ numbers }: Purchase): string[] {
  return numbers.filter((number) => /^\d{4,}$/.test(number))
}

function isOn(printed: string, { numbers, doubtful }: Purchase): boolean {
  const digits = printed.replace(/\D/g, '')
  const isPart = (number: string) => /^\d{4,}$/.test(number) && digits.endsWith(number)
  return [...numbers, ...doubtful].some((number) => number === printed || number === digits || isPart(number))
}
