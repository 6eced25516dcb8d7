import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { daysBefore } from '../security/ages.ts'
import { indexCodesOf, packed, searchCodesOf, unpacked } from './landmark-codes.ts'
import type { Landmark, SightedLandmark } from './landmarks.ts'
import { likeness } from './likeness.ts'
import { isSamePicture } from './same-picture.ts'
import { areTwoPurchases, type Purchase } from './speaks-against.ts'
import {
  type Candidate,
  type FoundBy,
  findCandidates,
  holdLookAlikes,
  insertLandmarks,
  insertNumbers,
  insertTwins,
  removeOldLandmarks,
  removeOldNumbers,
} from './twins.store.ts'

/** From here on two receipts are taken for two pictures of one. */
const ALIKE = 0.55
const DAYS = 90
const MOST_NUMBERS = 100
/** One or two digits are on every receipt. */
const LEAST_LENGTH = 3
const UNREAD: Purchase = { numbers: [], doubtful: [], invoice: undefined, date: undefined, dates: [] }

/** A receipt whose picture was looked at: what was read of it, where it was legible, and its landmarks. */
export type Seen = {
  submissionId: number
  merchantId: number
  sentAt: Date
  purchase: Purchase | undefined
  landmarks: SightedLandmark[]
}

/** Notes which receipts of the last 90 days, of any merchant, show the same paper, and by what this one is found. */
export async function noteTwins(tx: Queryable, seen: Seen, now: Date): Promise<void> {
  const { submissionId, merchantId, sentAt, purchase = UNREAD, landmarks } = seen
  const numbers = purchase.numbers.filter((number) => number.length >= LEAST_LENGTH).slice(0, MOST_NUMBERS)
  await holdLookAlikes(tx)
  const sought = { submissionId, merchantId, numbers, codes: searchCodesOf(landmarks), since: daysBefore(sentAt, DAYS) }
  const twins: { id: number; foundBy: FoundBy }[] = []
  for (const other of await findCandidates(tx, sought)) {
    const foundBy = sameReceipt({ purchase, landmarks }, { purchase: legible(other), landmarks: landmarksOf(other) })
    if (foundBy) twins.push({ id: other.id, foundBy })
    // Comparing two pictures takes milliseconds: requests come in between.
    await nextTurn()
  }
  await insertTwins(tx, submissionId, twins)
  await insertNumbers(tx, { submissionId, merchantId, numbers })
  await insertLandmarks(tx, {
    submissionId,
    landmarks: packed(landmarks),
    codes: indexCodesOf(landmarks),
    at: now,
  })
}

/** A receipt as far as it can be compared with others. */
export type Comparable = { purchase: Purchase; landmarks: Landmark[] }

/** By what two receipts are the same paper; undefined where they are not, or are two purchases at the same till. */
export function sameReceipt(one: Comparable, other: Comparable): FoundBy | undefined {
  if (areTwoPurchases(one.purchase, other.purchase)) return undefined
  if (likeness(one.purchase, other.purchase) >= ALIKE) return 'numbers'
  return isSamePicture(one.landmarks, other.landmarks) ? 'picture' : undefined
}

function legible({ invoice, date, ...rest }: Candidate): Purchase {
  return { ...rest, invoice: invoice ?? undefined, date: date ?? undefined }
}

function landmarksOf({ landmarks }: Candidate): Landmark[] {
  return landmarks ? unpacked(landmarks) : []
}

/** Forgets the numbers and fingerprints of receipts among which no twin is looked for any more. */
export async function removeOutOfSight({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = daysBefore(now(), DAYS)
  let removed = 0
  for (const remove of [removeOldNumbers, removeOldLandmarks])
    for (let some = 1; some > 0; removed += some) some = await remove(db.pool, before)
  return removed
}
