import { buffer } from 'node:stream/consumers'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { askThread } from '../limits/thread.ts'
import { shadesOf } from './fingerprint.ts'
import { unpacked } from './landmark-codes.ts'
import type { Shown } from './same-photograph.ts'
import { findPhotograph, holdLookAlikes, removeTwins } from './twins.store.ts'

/** The size of the small pictures that are stored beside the receipts. */
const SIZE = { width: 480, height: 1440, fit: 'inside', withoutEnlargement: true } as const
const LIMITS = { milliseconds: 10_000, memoryBytes: 64 * 1024 * 1024, heapMb: 128 }

/** A picture as it is compared with other photographs. Throws where it cannot be decoded. */
export async function shownOn(picture: Buffer, landmarks: Shown['landmarks']): Promise<Shown> {
  return { shades: await shadesOf(picture, SIZE), landmarks }
}

/**
 * Compares a receipt's picture with those of other receipts, which look like it but were read as other purchases. Only those stay
 * look-alikes that are the same photograph, with another number and date drawn on it. What cannot be compared stays, too.
 */
export async function keepSamePhotographs(deps: Deps, submissionId: number, others: number[]): Promise<void> {
  const apart: number[] = []
  for (const other of others) if (!(await maySharePhotograph(deps, submissionId, other))) apart.push(other)
  if (apart.length === 0) return
  await inTransaction(deps.db.pool, async (tx) => {
    await holdLookAlikes(tx)
    await removeTwins(tx, submissionId, apart)
  })
}

async function maySharePhotograph(deps: Deps, submissionId: number, otherId: number): Promise<boolean> {
  try {
    const [one, other] = [await shownBy(deps, submissionId), await shownBy(deps, otherId)]
    if (!one || !other) return false
    const script = new URL('./photograph-thread.ts', import.meta.url)
    return await askThread<boolean>(script, { data: { one, other }, limits: LIMITS })
  } catch (fault) {
    deps.log.warn({ submission: submissionId, other: otherId, err: fault }, 'two pictures could not be compared')
    return true
  }
}

async function shownBy({ db, storage }: Deps, submissionId: number): Promise<Shown | undefined> {
  const photograph = await findPhotograph(db.pool, submissionId)
  const stored = photograph && (await storage.openRead(photograph.thumbKey))
  return stored && shownOn(await buffer(stored.stream), unpacked(photograph.landmarks))
}
