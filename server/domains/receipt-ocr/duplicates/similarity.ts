import type { Numbers } from '../ocr-result.ts'

const NUMBERS_AT_LEAST = 4
/** Of a photograph's numbers about one in five is misread on the next. */
const READ_AGAIN = 0.8
const LONG = 6
const VERY_LONG = 9

/**
 * How much two receipts have in common, from 0 to 1: the share of each one's numbers that was seen on the other, be it in one of
 * its two readings, in the middle between both ways. Of long runs a digit or two may have been misread; an amount is the same or
 * another.
 */
export function likeness(one: Numbers, other: Numbers): number {
  return (shareOf(one, other) + shareOf(other, one)) / 2
}

function shareOf({ numbers }: Numbers, other: Numbers): number {
  if (numbers.length < NUMBERS_AT_LEAST) return 0
  const seen = [...other.numbers, ...other.doubtful]
  const all = new Set(seen)
  const shared = numbers.filter((number) => all.has(number) || seen.some((candidate) => isMisread(number, candidate)))
  return Math.min(1, shared.length / (numbers.length * READ_AGAIN))
}

function isMisread(number: string, candidate: string): boolean {
  if (number.length !== candidate.length || number.length < LONG || /\D/.test(number)) return false
  const others = [...number].filter((digit, index) => digit !== candidate[index]).length
  return others <= (number.length >= VERY_LONG ? 2 : 1)
}
