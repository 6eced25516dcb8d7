import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Deps } from '../../../deps.ts'
import { once } from '../../../platform/db/connections/postgres.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { runInThread } from '../../../platform/workers/thread.ts'
import { findPhotograph, holdLookAlikes, removeTwins } from './duplicates.store.ts'
import { fingerprintOf, shadesOf } from './fingerprint.ts'
import { unpacked } from './landmark-codes.ts'
import type { Landmark } from './landmarks.ts'
import type { Shown } from './same-photograph.ts'
import { isSamePicture } from './same-picture.ts'

/** The size of the small pictures that are stored beside the receipts. */
const SIZE = { width: 480, height: 1440, fit: 'inside', withoutEnlargement: true } as const
/** Each comparison takes up to a second of the one job that reads. Look-alikes beyond the limit stay signals. */
const COMPARED_AT_MOST = 10
const LIMITS = { milliseconds: 10_000, memoryBytes: 64 * 1024 * 1024, heapMb: 128 }

/** A picture as it is compared with other photographs. Throws where it cannot be decoded. */
export async function shownOn(picture: Buffer, landmarks: Shown['landmarks']): Promise<Shown> {
  return { shades: await shadesOf(picture, SIZE), landmarks }
}

/**
 * Compares a receipt's picture with those of other receipts, which look like it but were read as other purchases. Only those stay
 * look-alikes that are the same photograph, perhaps turned, with another number and date drawn on it. What cannot be compared
 * stays, too, unless its picture is not kept any more.
 */
export async function keepSamePhotographs(deps: Deps, submissionId: number, others: number[]): Promise<void> {
  const own = once(async () => {
    const stored = await findStored(deps, submissionId)
    return stored && turnsOf(stored)
  })
  const apart: number[] = []
  for (const other of others.slice(0, COMPARED_AT_MOST))
    if (!(await maySharePhotograph(deps, { submissionId, own, other }))) apart.push(other)
  if (apart.length === 0) return
  await inTransaction(deps.db.pool, async (tx) => {
    await holdLookAlikes(tx)
    await removeTwins(tx, submissionId, apart)
  })
}

type Stored = { picture: Buffer; landmarks: Landmark[] }
type Turns = (() => Promise<Stored>)[]
type Pair = { submissionId: number; own: () => Promise<Turns | undefined>; other: number }

async function maySharePhotograph(deps: Deps, { submissionId, own, other: otherId }: Pair): Promise<boolean> {
  try {
    const [turns, other] = [await own(), await findStored(deps, otherId)]
    const turned = turns && other && (await turnedLike(turns, other.landmarks))
    if (!turned) return false
    const one = await shownOn(turned.picture, turned.landmarks)
    const script = new URL('./photograph-thread.ts', import.meta.url)
    const data = { one, other: await shownOn(other.picture, other.landmarks) }
    return await runInThread<boolean>(script, { data, limits: LIMITS })
  } catch (fault) {
    deps.log.warn({ submission: submissionId, other: otherId, err: fault }, 'two pictures could not be compared')
    return true
  }
}

/** A picture as it is and turned by quarters, each made when it is first asked for. */
function turnsOf(stored: Stored): Turns {
  const turned = [90, 180, 270].map((degrees) =>
    once(async () => {
      const picture = await sharp(stored.picture, { autoOrient: true }).rotate(degrees).png().toBuffer()
      return { picture, landmarks: await fingerprintOf(picture) }
    }),
  )
  return [async () => stored, ...turned]
}

/** The turn that looks like these landmarks; undefined where none does. */
async function turnedLike(turns: Turns, landmarks: Landmark[]): Promise<Stored | undefined> {
  for (const turn of turns) {
    const turned = await turn()
    if (isSamePicture(turned.landmarks, landmarks)) return turned
  }
  return undefined
}

async function findStored({ db, storage }: Deps, submissionId: number): Promise<Stored | undefined> {
  const photograph = await findPhotograph(db.pool, submissionId)
  const stored = photograph && (await storage.openRead(photograph.thumbKey))
  return stored && { picture: await buffer(stored.stream), landmarks: unpacked(photograph.landmarks) }
}
