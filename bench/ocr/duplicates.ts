import { isSamePhoto } from '../../server/domains/receipt-ocr/duplicates/align-photos.ts'
import { toPhoto } from '../../server/domains/receipt-ocr/duplicates/compare-photos.ts'
import { toPurchase } from '../../server/domains/receipt-ocr/duplicates/compare-purchases.ts'
import { matchReceipts } from '../../server/domains/receipt-ocr/duplicates/duplicates.service.ts'
import { type Figure, rate } from '../figure.ts'
import type { Receipt, Seen } from './receipts.ts'

/** Which pictures are called the same paper. The merchant plays no part in it. */
export async function twinFigures(receipts: Receipt[]): Promise<Record<string, Figure>> {
  const again = await areAlike(receipts.flatMap(({ own, photographed }) => photographed.map((copy) => pair(own, copy))))
  const edited = await areAlike(receipts.map(({ own, edited }) => [own, edited]))
  tellMissed(
    'photographed again',
    idsOf(receipts, ({ photographed }) => photographed.length),
    again,
  )
  tellMissed('edited', idsOf(receipts), edited)
  const unreadCopies = await areAlike(receipts.map(({ own, edited }) => [unread(own), unread(edited)]))
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

const pair = (one: Seen, other: Seen): [Seen, Seen] => [one, other]

/** Their names, each as often as it has copies. */
function idsOf(receipts: Receipt[], copies: (receipt: Receipt) => number = () => 1): string[] {
  return receipts.flatMap((receipt) => Array.from({ length: copies(receipt) }, () => receipt.truth.id))
}

function tellMissed(kind: string, ids: string[], known: boolean[]): void {
  const missed = ids.filter((_id, index) => !known[index])
  if (missed.length > 0) console.log(`Not known again, ${kind}: ${missed.join(', ')}`)
}

/** Honest slips for the same goods: the first, one of another day, and one of the same day. */
export type Repeat = { first: Seen; later: Seen; sameDay: Seen }

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

type Pair = { of: [Receipt, Receipt]; seen: [Seen, Seen] }

/** Each receipt with each other one, and with the other one's first copy. */
function pairsOf(receipts: Receipt[]): Pair[] {
  return receipts.flatMap((one, index) =>
    receipts.flatMap((other, at): Pair[] => {
      if (index === at) return []
      const again: Pair[] = other.photographed.slice(0, 1).map((copy) => ({ of: [one, other], seen: [one.own, copy] }))
      return index < at ? [{ of: [one, other], seen: [one.own, other.own] }, ...again] : again
    }),
  )
}

/** Those that are called one paper are named. */
async function confused(pairs: Pair[]): Promise<boolean[]> {
  const alike = await areAlike(pairs.map((pair) => pair.seen))
  const named = pairs
    .filter((_pair, index) => alike[index])
    .map(({ of }) => of.map(({ truth }) => truth.id).join(' and '))
  for (const name of new Set(named)) console.log(`Called look-alikes: ${name}`)
  return alike
}

async function areAlike(pairs: [Seen, Seen][]): Promise<boolean[]> {
  const alike: boolean[] = []
  for (const [one, other] of pairs) {
    const sameBy = matchReceipts(comparable(one), comparable(other))
    alike.push(sameBy === 'photo' ? await areOnePhotograph(one, other) : sameBy !== undefined)
  }
  return alike
}

async function areOnePhotograph(one: Seen, other: Seen): Promise<boolean> {
  return isSamePhoto(await toPhoto(one.thumb, one.keypoints), await toPhoto(other.thumb, other.keypoints))
}

function comparable({ reading, keypoints }: Seen) {
  return { purchase: toPurchase(reading), keypoints }
}

function unread(seen: Seen): Seen {
  return { ...seen, reading: { amounts: [], dates: [], words: [], numbers: [], doubtful: [] } }
}
