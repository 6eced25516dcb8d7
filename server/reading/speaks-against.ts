import { areOfOneNumber } from './invoices.ts'
import type { Numbers, Reading } from './reading.ts'

/** What a picture says of the purchase, to tell one purchase from the next at the same till. */
export type Purchase = Numbers & { invoice: string | undefined; date: string | undefined; dates: string[] }

/** What a reading says of its purchase. */
export function purchaseOf({ invoice, date, dates, numbers, doubtful }: Reading): Purchase {
  return {
    numbers,
    doubtful,
    invoice: invoice?.value,
    date: date?.value,
    dates: [...new Set(dates.map(({ value }) => value))],
  }
}

/**
 * Whether two receipts are of two purchases, however alike they are: each has a legible invoice number and a legible date, and
 * neither the number nor the date is anywhere on the other.
 */
export function areTwoPurchases(one: Purchase, other: Purchase): boolean {
  return haveOtherDates(one, other) && haveOtherNumbers(one, other)
}

function haveOtherDates(one: Purchase, other: Purchase): boolean {
  if (one.date === undefined || other.date === undefined || one.date === other.date) return false
  return !other.dates.includes(one.date) && !one.dates.includes(other.date)
}

function haveOtherNumbers(one: Purchase, other: Purchase): boolean {
  if (one.invoice === undefined || other.invoice === undefined) return haveOtherRuns(one, other)
  if (areOfOneNumber(one.invoice, other.invoice)) return false
  return !isOn(one.invoice, other) && !isOn(other.invoice, one)
}

/** Without a label beside it, a number counts as the invoice number where both readings of its picture agree on it. */
function haveOtherRuns(one: Purchase, other: Purchase): boolean {
  const [own, others] = [runsOf(one), runsOf(other)]
  const [new_, newToo] = [own.filter((run) => !isOn(run, other)), others.filter((run) => !isOn(run, one))]
  return new_.some((run) => newToo.some((next) => next.length === run.length))
}

function runsOf({ numbers }: Purchase): string[] {
  return numbers.filter((number) => /^\d{4,}$/.test(number))
}

function isOn(invoice: string, { numbers, doubtful }: Purchase): boolean {
  const digits = invoice.replace(/\D/g, '')
  return [...numbers, ...doubtful].some((number) => number === digits || (number.length > 3 && digits.endsWith(number)))
}
