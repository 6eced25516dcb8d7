import { compare } from '../server/reading/comparing.ts'
import { likeness } from '../server/reading/likeness.ts'
import type { Comparison, Reading } from '../server/reading/reading.ts'
import type { Truth } from './truth.ts'

/** A receipt, what was read of its picture and of the same one photographed again, and what the first took. */
export type Read = { truth: Truth; reading: Reading; again: Reading; cpuSeconds: number; peakBytes: number }

type Figure = { measured: string; goal: string }

const TWINS = 0.55

/** The table of the measure. */
export function figuresOf(receipts: Read[]): Record<string, Figure> {
  const totals = receipts.map(({ truth, reading }) => verdictOn(reading.total?.value, truth.sen))
  const days = receipts.map(({ truth, reading }) => verdictOn(reading.date?.value, truth.day))
  const typed = receipts.map(({ truth, reading }) => compared(reading, truth))
  const wrongly = receipts.flatMap(({ truth, reading }) =>
    mistypings(truth.sen).map((sen) => compared(reading, { ...truth, sen })),
  )
  return {
    'total read exactly': figure(
      totals.map((verdict) => verdict === 'exact'),
      '≥ 75%',
    ),
    'total read wrong': figure(
      totals.map((verdict) => verdict === 'wrong'),
      '≤ 8%',
    ),
    'total not read': figure(totals.map((verdict) => verdict === 'silent')),
    'typed total found': figure(
      typed.map(({ amount }) => amount.verdict === 'fits'),
      '≥ 95%',
    ),
    'total mistyped by a digit called found': figure(
      wrongly.map(({ amount }) => amount.verdict === 'fits'),
      '≤ 3%',
    ),
    'date read exactly': figure(
      days.map((verdict) => verdict === 'exact'),
      '≥ 82%',
    ),
    'date read wrong': figure(days.map((verdict) => verdict === 'wrong')),
    'merchant recognised': figure(
      typed.flatMap(({ merchant }, index) => (receipts[index]?.truth.merchant ? [merchant.verdict === 'fits'] : [])),
    ),
    'twins caught': figure(
      receipts.map(({ reading, again }) => areTwins(reading, again)),
      '≥ 98%',
    ),
    'different receipts called twins': figure(
      pairsOf(receipts).map(([one, other]) => areTwins(one, other)),
      '≤ 0.5%',
    ),
    'CPU seconds a receipt': { measured: mean(receipts.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2), goal: '≤ 3' },
    'peak memory of a receipt, MB': {
      measured: String(Math.round(Math.max(...receipts.map(({ peakBytes }) => peakBytes)) / 1e6)),
      goal: '',
    },
  }
}

function verdictOn<T>(read: T | undefined, truth: T): 'exact' | 'wrong' | 'silent' {
  if (read === undefined) return 'silent'
  return read === truth ? 'exact' : 'wrong'
}

function compared(reading: Reading, { sen, day, merchant }: Truth): Comparison {
  return compare(reading, { amountSen: sen, date: day, invoice: '', merchant })
}

/** Every amount that differs in one digit. */
function mistypings(sen: number): number[] {
  const digits = String(sen)
  return [...digits].flatMap((digit, at) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => Number(digits.slice(0, at) + other + digits.slice(at + 1))),
  )
}

/** Each receipt with each other one, and with the other one's second photograph. */
function pairsOf(receipts: Read[]): [Reading, Reading][] {
  return receipts.flatMap((one, index) =>
    receipts.flatMap((other, at): [Reading, Reading][] => {
      if (index === at) return []
      return index < at
        ? [
            [one.reading, other.reading],
            [one.reading, other.again],
          ]
        : [[one.reading, other.again]]
    }),
  )
}

function areTwins(one: Reading, other: Reading): boolean {
  return likeness(one, other) >= TWINS
}

function figure(hits: boolean[], goal = ''): Figure {
  const count = hits.filter(Boolean).length
  return { measured: `${((100 * count) / Math.max(1, hits.length)).toFixed(1)}% (${count} of ${hits.length})`, goal }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
