import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Deps } from '../../../deps.ts'
import { once } from '../../../platform/db/connections/postgres.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { MachineBusy } from '../../../platform/workers/queue.ts'
import { runInThread } from '../../../platform/workers/thread.ts'
import type { Photo } from './align-photos.ts'
import { deleteDuplicates, findNotCompared, findThumbnail, lockDuplicates, updateCompared } from './duplicates.store.ts'
import { computeFingerprint, PICTURE_LIMITS, toFloatImage, unpackKeypoints } from './fingerprint.ts'
import type { Keypoint } from './keypoints.ts'
import { arePicturesSimilar } from './match-keypoints.ts'

const SIZE = { width: 480, height: 1440, fit: 'inside', withoutEnlargement: true } as const
/** Each comparison takes up to a second. Look-alikes beyond the limit are compared by a later job. */
const MAX_COMPARED = 10

/** Prepares a picture for comparison with other photos. Throws if it cannot be decoded. */
export async function toPhoto(picture: Buffer, keypoints: Photo['keypoints']): Promise<Photo> {
  return { image: await toFloatImage(picture, SIZE), keypoints }
}

/** Compares a photo with look-alikes of other facts, and drops those of another photo. Throws MachineBusy. */
export async function compareWaitingPhotos(deps: Deps, submissionId: number): Promise<void> {
  const others = await findNotCompared(deps.db.pool, submissionId)
  if (others.length === 0) return
  const own = once(async () => {
    const stored = await findStoredPhoto(deps, submissionId)
    return stored && rotationsOf(stored)
  })
  const compared: { other: number; isSame: boolean }[] = []
  let busy: MachineBusy | undefined
  for (const other of others.slice(0, MAX_COMPARED))
    try {
      compared.push({ other, isSame: await isSamePhoto(deps, own, other) })
    } catch (error) {
      deps.log.warn({ submission: submissionId, other, err: error }, 'two pictures could not be compared')
      if (!(error instanceof MachineBusy)) continue
      busy = error
      break
    }
  await inTransaction(deps.db.pool, async (tx) => {
    const idsOf = (same: boolean) => compared.flatMap(({ other, isSame }) => (isSame === same ? [other] : []))
    await lockDuplicates(tx)
    await deleteDuplicates(tx, submissionId, idsOf(false))
    await updateCompared(tx, submissionId, idsOf(true))
  })
  if (busy) throw busy
}

type StoredPhoto = { picture: Buffer; keypoints: Keypoint[] }
type Rotations = (() => Promise<StoredPhoto>)[]

async function isSamePhoto(deps: Deps, own: () => Promise<Rotations | undefined>, otherId: number): Promise<boolean> {
  const [rotations, other] = [await own(), await findStoredPhoto(deps, otherId)]
  const rotated = rotations && other && (await findRotation(rotations, other.keypoints))
  if (!rotated) return false
  const one = await toPhoto(rotated.picture, rotated.keypoints)
  const script = new URL('./align-photos-thread.ts', import.meta.url)
  const data = { one, other: await toPhoto(other.picture, other.keypoints) }
  return runInThread<boolean>(script, { data, limits: PICTURE_LIMITS })
}

/** A picture rotated by 0°, 90°, 180° and 270°, each made on first use. */
function rotationsOf(stored: StoredPhoto): Rotations {
  const rotated = [90, 180, 270].map((degrees) =>
    once(async () => {
      const picture = await sharp(stored.picture, { autoOrient: true }).rotate(degrees).png().toBuffer()
      return { picture, keypoints: await computeFingerprint(picture) }
    }),
  )
  return [async () => stored, ...rotated]
}

async function findRotation(rotations: Rotations, keypoints: Keypoint[]): Promise<StoredPhoto | undefined> {
  for (const rotate of rotations) {
    const rotated = await rotate()
    if (arePicturesSimilar(rotated.keypoints, keypoints)) return rotated
  }
  return undefined
}

async function findStoredPhoto({ db, storage }: Deps, submissionId: number): Promise<StoredPhoto | undefined> {
  const thumbnail = await findThumbnail(db.pool, submissionId)
  const stored = thumbnail && (await storage.openRead(thumbnail.thumbKey))
  return stored && { picture: await buffer(stored.stream), keypoints: unpackKeypoints(thumbnail.keypoints) }
}
