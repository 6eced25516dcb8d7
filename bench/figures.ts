import { compare } from '../server/reading/comparing.ts'
import type { Landmark } from '../server/reading/landmarks.ts'
import { shownOn } from '../server/reading/photographs.ts'
import type { Comparison, Reading } from '../server/reading/reading.ts'
import { isSamePhotograph } from '../server/reading/same-photograph.ts'
import { purchaseOf } from '../server/reading/speaks-against.ts'
import { sameReceipt } from '../server/reading/twins.ts'
import type { Truth } from './truth.ts'

/** What was read of a picture, its fingerprint, and the small picture that is stored beside it. */
export type Seen = { reading: Reading; landmarks: Landmark[]; thumb: Buffer }

/** A receipt, its picture, the paper photographed again, the picture edited, and what reading the first cost. */
export type Read = {
  truth: Truth
  own: Seen
  photographed: Seen
  edited: Seen
  cpuSeconds: number
  peakBytes: number
}

type Figure = { measured: string; goal: string }

/** The table of the measure; `repeats` are pairs of honest slips for the same goods on two days. */
export async function figuresOf(receipts: Read[], repeats: [Seen, Seen][]): Promise<Record<string, Figure>> {
  const totals = receipts.map(({ truth, own }) => verdictOn(own.reading.total?.value, truth.sen))
  const days = receipts.map(({ truth, own }) => verdictOn(own.reading.date?.value, truth.day))
  const typed = receipts.map(({ truth, own }) => compared(own.reading, truth))
  return {
    'total read exactly': figure(totals.map(is('exact')), '≥ 75%'),
    'total read wrong': figure(totals.map(is('wrong')), '≤ 8%'),
    'total not read': figure(totals.map(is('silent'))),
    ...matches(receipts),
    'date read exactly': figure(days.map(is('exact')), '≥ 82%'),
    'date read wrong': figure(days.map(is('wrong'))),
    'merchant recognised': figure(
      typed.flatMap(({ merchant }, index) => (receipts[index]?.truth.merchant ? [merchant.verdict === 'fits'] : [])),
    ),
    ...(await lookAlikes(receipts, repeats)),
    'CPU seconds a receipt': { measured: mean(receipts.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2), goal: '≤ 3' },
    'peak memory of a receipt, MB': {
      measured: String(Math.round(Math.max(...receipts.map(({ peakBytes }) => peakBytes)) / 1e6)),
      goal: '',
    },
  }
}

/** Which typed amounts are called a match, on the pictures and on the papers photographed again. */
function matches(receipts: Read[]): Record<string, Figure> {
  const readings = receipts.flatMap(({ truth, own, photographed }) =>
    [own, photographed].map(({ reading }) => ({ truth, reading })),
  )
  const isMatch = (reading: Reading, truth: Truth, sen: number) =>
    compared(reading, { ...truth, sen }).amount.verdict === 'fits'
  const others = readings.flatMap(({ truth, reading }) =>
    otherAmounts(reading, truth.sen).map((sen) => isMatch(reading, truth, sen)),
  )
  const mistyped = readings.flatMap(({ truth, reading }) =>
    mistypings(truth.sen).map((sen) => isMatch(reading, truth, sen)),
  )
  return {
    'true total called a match': figure(
      readings.map(({ truth, reading }) => isMatch(reading, truth, truth.sen)),
      '≥ 80%',
    ),
    'amount in another role called a match': figure(others, '≤ 1%'),
    'total mistyped by a digit called a match': figure(mistyped, '≤ 1%'),
  }
}

async function lookAlikes(receipts: Read[], repeats: [Seen, Seen][]): Promise<Record<string, Figure>> {
  const [photographed, edited] = [
    await areAlike(receipts.map(({ own, photographed }) => [own, photographed])),
    await areAlike(receipts.map(({ own, edited }) => [own, edited])),
  ]
  const withoutReading = await areAlike(receipts.map(({ own, edited }) => [unread(own), unread(edited)]))
  return {
    'look-alikes caught, photographed again': figure(photographed, '≥ 96%'),
    'look-alikes caught, cut and striped': figure(edited),
    'look-alikes caught, both': figure([...photographed, ...edited], '≥ 96%'),
    'cut and striped, caught without reading': figure(withoutReading),
    'different receipts called look-alikes': figure(await areAlike(pairsOf(receipts)), '≤ 0.5%'),
    'honest repeat purchases called look-alikes': figure(await areAlike(repeats), '≤ 2%'),
  }
}

const is = (wanted: string) => (verdict: string) => verdict === wanted

function verdictOn<T>(read: T | undefined, truth: T): 'exact' | 'wrong' | 'silent' {
  if (read === undefined) return 'silent'
  return read === truth ? 'exact' : 'wrong'
}

function compared(reading: Reading, { sen, day, merchant }: Truth): Comparison {
  return compare(reading, { amountSen: sen, date: day, invoice: '', merchant, merchantId: 0 })
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

/** What else is printed on the paper as an amount: cash, change, prices, tax. */
function otherAmounts({ amounts }: Reading, total: number): number[] {
  return [...new Set(amounts.map(({ value }) => value))].filter((sen) => sen !== total)
}

/** Each receipt with each other one, and with the other one's second photograph. */
function pairsOf(receipts: Read[]): [Seen, Seen][] {
  return receipts.flatMap((one, index) =>
    receipts.flatMap((other, at): [Seen, Seen][] => {
      if (index === at) return []
      const again: [Seen, Seen] = [one.own, other.photographed]
      return index < at ? [[one.own, other.own], again] : [again]
    }),
  )
}

/** The merchant plays no part in it. */
async function areAlike(pairs: [Seen, Seen][]): Promise<boolean[]> {
  const alike: boolean[] = []
  for (const [one, other] of pairs) {
    const sameBy = sameReceipt(comparable(one), comparable(other))
    alike.push(sameBy === 'photograph' ? await areOnePhotograph(one, other) : sameBy !== undefined)
  }
  return alike
}

async function areOnePhotograph(one: Seen, other: Seen): Promise<boolean> {
  return isSamePhotograph(await shownOn(one.thumb, one.landmarks), await shownOn(other.thumb, other.landmarks))
}

function comparable({ reading, landmarks }: Seen) {
  return { purchase: purchaseOf(reading), landmarks }
}

function unread(seen: Seen): Seen {
  return { ...seen, reading: { amounts: [], dates: [], words: [], numbers: [], doubtful: [] } }
}

function figure(hits: boolean[], goal = ''): Figure {
  const count = hits.filter(Boolean).length
  return { measured: `${((100 * count) / Math.max(1, hits.length)).toFixed(1)}% (${count} of ${hits.length})`, goal }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
