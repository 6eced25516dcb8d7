const NUMBERS_AT_LEAST = 4
/** Of a photograph's numbers about one in five is misread on the next. */
const READ_AGAIN = 0.8
const LONG = 6
const VERY_LONG = 9

/**
 * How much two receipts have in common, from 0 to 1: the share of the shorter list of numbers that is on the other too. Of long
 * runs a digit or two may have been misread; an amount is the same or another.
 */
export function likeness(one: string[], other: string[]): number {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  if (fewer.length < NUMBERS_AT_LEAST) return 0
  const all = new Set(more)
  const shared = fewer.filter((number) => all.has(number) || more.some((candidate) => isMisread(number, candidate)))
  return Math.min(1, shared.length / (fewer.length * READ_AGAIN))
}

function isMisread(number: string, candidate: string): boolean {
  if (number.length !== candidate.length || number.length < LONG || /\D/.test(number)) return false
  const others = [...number].filter((digit, index) => digit !== candidate[index]).length
  return others <= (number.length >= VERY_LONG ? 2 : 1)
}
