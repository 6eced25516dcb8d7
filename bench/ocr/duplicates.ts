import { drawReceipt } from '../../demo/receipts/receipt-drawing.ts'
import { isSamePhoto } from '../../server/domains/receipt-ocr/duplicates/align-photos.ts'
import { toPhoto } from '../../server/domains/receipt-ocr/duplicates/compare-photos.ts'
import { toPurchase } from '../../server/domains/receipt-ocr/duplicates/compare-purchases.ts'
import { matchReceipts } from '../../server/domains/receipt-ocr/duplicates/duplicates.service.ts'
import { createRandom } from '../../tests/support/pictures/receipt-copies.ts'
import { type Figure, rate } from '../rates.ts'
import type { ReadPicture, Receipt } from './receipts.ts'
import words from './repeats.json' with { type: 'json' }

/** How many copies, and other receipts, are recognised as duplicates. The merchant is not considered. */
export async function duplicateFigures(receipts: Receipt[]): Promise<Record<string, Figure>> {
  const again = await areAlike(receipts.flatMap(({ own, photographed }) => photographed.map((copy) => pair(own, copy))))
  const edited = await areAlike(receipts.map(({ own, edited }) => [own, edited]))
  logMissed(
    'photographed again',
    idsOf(receipts, ({ photographed }) => photographed.length),
    again,
  )
  logMissed('edited', idsOf(receipts), edited)
  const unreadCopies = await areAlike(receipts.map(({ own, edited }) => [withoutResult(own), withoutResult(edited)]))
  return {
    'copies known again, at any merchant': {
      'photographed again': rate(again),
      edited: rate(edited),
      all: rate([...again, ...edited]),
      goal: '≥ 99%',
    },
    'copies known again by the picture alone': { edited: rate(unreadCopies) },
    'different receipts called look-alikes': { all: rate(await confused(pairsOf(receipts))), goal: '≤ 0.3%' },
  }
}

const pair = (one: ReadPicture, other: ReadPicture): [ReadPicture, ReadPicture] => [one, other]

function idsOf(receipts: Receipt[], copies: (receipt: Receipt) => number = () => 1): string[] {
  return receipts.flatMap((receipt) => Array.from({ length: copies(receipt) }, () => receipt.truth.id))
}

function logMissed(kind: string, ids: string[], known: boolean[]): void {
  const missed = ids.filter((_id, index) => !known[index])
  if (missed.length > 0) console.log(`Not recognised, ${kind}: ${missed.join(', ')}`)
}

/** Honest receipts for the same goods: the first, one of another day, and one of the same day. */
export type Repeat = { first: ReadPicture; later: ReadPicture; sameDay: ReadPicture }

export async function repeatFigures(repeats: Repeat[]): Promise<Record<string, Figure>> {
  const [later, sameDay] = [
    await areAlike(repeats.map(({ first, later }) => [first, later])),
    await areAlike(repeats.map(({ first, sameDay }) => [first, sameDay])),
  ]
  return {
    'honest repeats on another day called look-alikes': { all: rate(later), goal: '≤ 2%' },
    'honest repeats on the same day called look-alikes': { all: rate(sameDay) },
  }
}

type Pair = { of: [Receipt, Receipt]; readPicture: [ReadPicture, ReadPicture] }

/** Each receipt with each other one, and with the first copy of that. */
function pairsOf(receipts: Receipt[]): Pair[] {
  return receipts.flatMap((one, index) =>
    receipts.flatMap((other, at): Pair[] => {
      if (index === at) return []
      const again: Pair[] = other.photographed
        .slice(0, 1)
        .map((copy) => ({ of: [one, other], readPicture: [one.own, copy] }))
      return index < at ? [{ of: [one, other], readPicture: [one.own, other.own] }, ...again] : again
    }),
  )
}

async function confused(pairs: Pair[]): Promise<boolean[]> {
  const alike = await areAlike(pairs.map((pair) => pair.readPicture))
  const named = pairs
    .filter((_pair, index) => alike[index])
    .map(({ of }) => of.map(({ truth }) => truth.id).join(' and '))
  for (const name of new Set(named)) console.log(`Called look-alikes: ${name}`)
  return alike
}

async function areAlike(pairs: [ReadPicture, ReadPicture][]): Promise<boolean[]> {
  const alike: boolean[] = []
  for (const [one, other] of pairs) {
    const sameBy = matchReceipts(comparable(one), comparable(other))
    alike.push(sameBy === 'photo' ? await areOnePhotograph(one, other) : sameBy !== undefined)
  }
  return alike
}

async function areOnePhotograph(one: ReadPicture, other: ReadPicture): Promise<boolean> {
  return isSamePhoto(await toPhoto(one.thumb, one.keypoints), await toPhoto(other.thumb, other.keypoints))
}

function comparable({ result, keypoints }: ReadPicture) {
  return { purchase: toPurchase(result), keypoints }
}

function withoutResult(picture: ReadPicture): ReadPicture {
  return { ...picture, result: { amounts: [], dates: [], words: [], numbers: [], doubtful: [] } }
}

const DAY_MS = 86_400_000

/** Honest slips of one till for the same goods: only number, date and time differ, or on `sameDay` number and time. */
type Repeats = { first: Buffer; later: Buffer; sameDay: Buffer }

export async function repeatPurchase(seed: number): Promise<Repeats> {
  const chance = createRandom(seed * 104_729)
  const whole = (most: number) => Math.floor(most * chance())
  const items = words.goods.filter(() => chance() < 0.45).map((goods) => ({ ...goods, qty: 1 + whole(3) }))
  const bought = items.length > 0 ? items : words.goods.slice(0, 1).map((goods) => ({ ...goods, qty: 1 }))
  const slip = {
    merchant: words.shops[whole(words.shops.length)] ?? '',
    address: words.streets[whole(words.streets.length)] ?? '',
    items: bought,
    totalSen: bought.reduce((sum, { qty, sen }) => sum + qty * sen, 0),
  }
  const [first, number] = [Date.UTC(2026, 5 + whole(4), 1 + whole(28)), 10_000 + whole(80_000)]
  const drawn = (at: number, invoice: number, hour: number) =>
    drawReceipt({
      ...slip,
      invoice: String(invoice),
      date: new Date(at).toISOString().slice(0, 10),
      time: `${String(hour).padStart(2, '0')}:${String(whole(60)).padStart(2, '0')}`,
    })
  const hour = 8 + whole(12)
  return {
    first: await drawn(first, number, hour),
    later: await drawn(first + (1 + whole(20)) * DAY_MS, number + 1 + whole(400), 8 + whole(12)),
    sameDay: await drawn(first, number + 1 + whole(60), hour + 1 + whole(3)),
  }
}
