import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { daysBefore } from '../../../platform/durations.ts'
import { areDifferentPurchases, numberSimilarity, type Purchase, toPurchase } from './compare-purchases.ts'
import { findDuplicatesOfDeleted, MIN_SIMILARITY } from './deleted-receipts.service.ts'
import {
  type Candidate,
  type Duplicate,
  type DuplicateQuery,
  deleteDuplicates,
  deleteNumbers,
  deleteOldKeypoints,
  deleteOldNumbers,
  type FoundBy,
  findCandidates,
  findKeypoints,
  insertDuplicates,
  insertKeypoints,
  insertNumbers,
  lockDuplicates,
} from './duplicates.store.ts'
import { computeIndexCodes, computeSearchCodes, packKeypoints, unpackKeypoints } from './fingerprint.ts'
import { type DetectedKeypoint, type Keypoint, rotateByQuarters } from './keypoints.ts'
import { arePicturesSimilar } from './match-keypoints.ts'

const DAYS = 90
const MAX_NUMBERS = 100
/** One or two digits are on every receipt. */
const MIN_LENGTH = 3
const UNREAD: Purchase = { numbers: [], doubtful: [], invoice: undefined, date: undefined, dates: [], total: undefined }

type Subject = { submissionId: number; merchantId: number; sentAt: Date }

/** Stores the fingerprint of a picture, once, and records its duplicates of the last 90 days, of all merchants. */
export async function recordSimilarPictures(
  tx: Queryable,
  deps: Pick<Deps, 'config' | 'now'>,
  subject: Subject & { keypoints: DetectedKeypoint[] },
): Promise<void> {
  const { submissionId, keypoints } = subject
  await lockDuplicates(tx)
  const fingerprint = { keypoints: packKeypoints(keypoints), codes: computeIndexCodes(keypoints) }
  const isNew = await insertKeypoints(tx, { submissionId, ...fingerprint, at: deps.now() })
  if (!isNew) return
  for (const rotated of rotateByQuarters(keypoints))
    await recordDuplicates(tx, deps, queryFor(subject, { codes: computeSearchCodes(rotated) }), {
      purchase: UNREAD,
      keypoints: rotated,
    })
}

/** Replaces the numbers of a receipt, and records its duplicates of the last 90 days, of all merchants. */
export async function recordSameNumbers(
  tx: Queryable,
  deps: Pick<Deps, 'config'>,
  subject: Subject & { purchase: Purchase },
): Promise<void> {
  const { submissionId, merchantId, purchase } = subject
  const numbers = purchase.numbers.filter((number) => number.length >= MIN_LENGTH).slice(0, MAX_NUMBERS)
  await lockDuplicates(tx)
  await deleteNumbers(tx, submissionId)
  const keypoints = unpackKeypoints((await findKeypoints(tx, submissionId)) ?? Buffer.alloc(0))
  await recordDuplicates(tx, deps, queryFor(subject, { numbers }), { purchase, keypoints })
  await insertNumbers(tx, { submissionId, merchantId, numbers })
}

function queryFor(
  { submissionId, merchantId, sentAt }: Subject,
  by: Partial<Pick<DuplicateQuery, 'numbers' | 'codes'>>,
): DuplicateQuery {
  return { submissionId, merchantId, numbers: [], codes: [], since: daysBefore(sentAt, DAYS), ...by }
}

/** Duplicates recorded before stay, unless they are now found by their numbers. */
async function recordDuplicates(
  tx: Queryable,
  deps: Pick<Deps, 'config'>,
  query: DuplicateQuery,
  own: Comparable,
): Promise<void> {
  const found: Duplicate[] = []
  for (const other of await findCandidates(tx, query)) {
    const purchase = toPurchase(other.read)
    const sameBy = matchReceipts(own, { purchase, keypoints: other.known ? [] : keypointsOf(other) })
    // A copy may have been found by a rotation, which the stored keypoints do not show.
    const notCompared = sameBy === 'photo' || (other.known && areDifferentPurchases(own.purchase, purchase))
    if (notCompared) found.push({ id: other.id, foundBy: 'picture', notCompared })
    else if (sameBy) found.push({ id: other.id, foundBy: sameBy })
    // Comparing two pictures takes milliseconds: let requests in between.
    await nextTurn()
  }
  found.push(...(await findDuplicatesOfDeleted(tx, deps, { ...query, purchase: own.purchase })))
  await deleteDuplicates(
    tx,
    query.submissionId,
    found.map(({ id }) => id),
  )
  await insertDuplicates(tx, query.submissionId, found)
}

type Comparable = { purchase: Purchase; keypoints: Keypoint[] }

/** `photo`: different purchases with similar pictures, duplicates only if isSamePhoto(): their facts may be edited. */
export function matchReceipts(one: Comparable, other: Comparable): FoundBy | 'photo' | undefined {
  if (areDifferentPurchases(one.purchase, other.purchase))
    return arePicturesSimilar(one.keypoints, other.keypoints) ? 'photo' : undefined
  if (numberSimilarity(one.purchase, other.purchase) >= MIN_SIMILARITY) return 'numbers'
  return arePicturesSimilar(one.keypoints, other.keypoints) ? 'picture' : undefined
}

const keypointsOf = ({ keypoints }: Candidate) => (keypoints ? unpackKeypoints(keypoints) : [])

export async function removeOldDuplicateData({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = daysBefore(now(), DAYS)
  let removed = 0
  for (const remove of [deleteOldNumbers, deleteOldKeypoints])
    for (let some = 1; some > 0; removed += some) some = await remove(db.pool, before)
  return removed
}
