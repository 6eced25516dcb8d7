import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { daysBefore } from '../../../platform/security/ages.ts'
import { areTwoPurchases, type Purchase, purchaseOf } from './contradictions.ts'
import {
  type Candidate,
  type FoundBy,
  findCandidates,
  findLandmarks,
  forgetNumbers,
  holdLookAlikes,
  insertLandmarks,
  insertNumbers,
  insertTwins,
  type PageSubject,
  removeOldLandmarks,
  removeOldNumbers,
  removeTwins,
} from './duplicates.store.ts'
import { indexCodesOf, packed, searchCodesOf, unpacked } from './landmark-codes.ts'
import { type Landmark, type SightedLandmark, turnedByQuarters } from './landmarks.ts'
import { isSamePicture } from './same-picture.ts'
import { likeness } from './similarity.ts'

/** From here on two receipts are taken for two pictures of one. */
const ALIKE = 0.45
const DAYS = 90
const MOST_NUMBERS = 100
/** One or two digits are on every receipt. */
const LEAST_LENGTH = 3
const UNREAD: Purchase = {
  numbers: [],
  doubtful: [],
  invoice: undefined,
  date: undefined,
  dates: [],
  total: undefined,
}

/** A receipt whose look-alikes are searched. */
type Own = { submissionId: number; merchantId: number; sentAt: Date }

/** Keeps the fingerprint of a picture, once, and notes which receipts of the last 90 days, of any merchant, look like it. */
export async function noteSamePicture(
  tx: Queryable,
  own: Own & { landmarks: SightedLandmark[] },
  now: Date,
): Promise<void> {
  const { submissionId, landmarks } = own
  await holdLookAlikes(tx)
  const fingerprint = { landmarks: packed(landmarks), codes: indexCodesOf(landmarks) }
  const kept = await insertLandmarks(tx, { submissionId, ...fingerprint, at: now })
  if (!kept) return
  for (const turned of turnedByQuarters(landmarks))
    await note(tx, soughtBy(own, { codes: searchCodesOf(turned) }), { purchase: UNREAD, landmarks: turned })
}

/**
 * Keeps the numbers that were read of a receipt, which replace those of an earlier reading, and notes which receipts of the last 90 days, of
 * any merchant, show the same paper. Returns which of them are two purchases by what was read: their photographs must be compared.
 */
export async function noteSameNumbers(tx: Queryable, own: Own & { purchase: Purchase }): Promise<number[]> {
  const { submissionId, merchantId, purchase } = own
  const numbers = purchase.numbers.filter((number) => number.length >= LEAST_LENGTH).slice(0, MOST_NUMBERS)
  await holdLookAlikes(tx)
  await forgetNumbers(tx, submissionId)
  const landmarks = unpacked((await findLandmarks(tx, submissionId)) ?? Buffer.alloc(0))
  const doubted = await note(tx, soughtBy(own, { numbers }), { purchase, landmarks })
  await insertNumbers(tx, { submissionId, merchantId, numbers })
  return doubted
}

function soughtBy(
  { submissionId, merchantId, sentAt }: Own,
  by: Partial<Pick<PageSubject, 'numbers' | 'codes'>>,
): PageSubject {
  return { submissionId, merchantId, numbers: [], codes: [], since: daysBefore(sentAt, DAYS), ...by }
}

/** What was noted before stays, but for what is now found by its numbers. */
async function note(tx: Queryable, sought: PageSubject, own: Comparable): Promise<number[]> {
  const found: { id: number; foundBy: FoundBy }[] = []
  const doubted: number[] = []
  for (const other of await findCandidates(tx, sought)) {
    const purchase = purchaseOf(other.read)
    const sameBy = sameReceipt(own, { purchase, landmarks: other.noted ? [] : landmarksOf(other) })
    if (sameBy) found.push({ id: other.id, foundBy: sameBy === 'photograph' ? 'picture' : sameBy })
    // A copy may have been found turned: the landmarks as they were stored do not show that.
    const isDoubted = sameBy === 'photograph' || (other.noted && areTwoPurchases(own.purchase, purchase))
    if (isDoubted) doubted.push(other.id)
    // Comparing two pictures takes milliseconds: requests come in between.
    await nextTurn()
  }
  await removeTwins(
    tx,
    sought.submissionId,
    found.map(({ id }) => id),
  )
  await insertTwins(tx, sought.submissionId, found)
  return doubted
}

/** A receipt as far as it can be compared with others. */
export type Comparable = { purchase: Purchase; landmarks: Landmark[] }

/**
 * By what two receipts are the same paper; undefined where they are not. Of two purchases at the same till, 'photograph': they are
 * the same only if `isSamePhotograph`, for number and date may have been redrawn.
 */
export function sameReceipt(one: Comparable, other: Comparable): FoundBy | 'photograph' | undefined {
  if (areTwoPurchases(one.purchase, other.purchase))
    return isSamePicture(one.landmarks, other.landmarks) ? 'photograph' : undefined
  if (likeness(one.purchase, other.purchase) >= ALIKE) return 'numbers'
  return isSamePicture(one.landmarks, other.landmarks) ? 'picture' : undefined
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
