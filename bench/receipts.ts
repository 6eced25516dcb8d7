import { fingerprintOf } from '../server/reading/fingerprint.ts'
import type { Landmark } from '../server/reading/landmarks.ts'
import type { Engine, Reading } from '../server/reading/reading.ts'
import { copyOf, storedReceipt, thumbOf } from '../server/testing/receipt-copies.ts'
import type { Truth } from './truth.ts'
import { type Watched, watched } from './watched.ts'

/** What was read of a picture, its fingerprint, and the small picture that is stored beside it. */
export type Seen = { reading: Reading; landmarks: Landmark[]; thumb: Buffer }

/** A receipt: its picture, the paper photographed again, the picture edited, and how the first was read. */
export type Receipt = { truth: Truth; own: Seen; photographed: Seen; edited: Seen; watched: Watched }

/** `seed` says what the copies are like. */
export async function readWithCopies(truth: Truth, seed: number, engine: Engine | undefined): Promise<Receipt> {
  const asItIs = await watched(truth.picture, engine)
  const photographed = await seen(await copyOf('photographed', truth.picture, seed), engine)
  const edited = await seen(await copyOf('edited', truth.picture, seed), engine)
  const own = { reading: asItIs.reading, ...(await kept(await storedReceipt(truth.picture))) }
  return { truth, own, photographed, edited, watched: asItIs }
}

export async function seen(picture: Buffer, engine: Engine | undefined): Promise<Seen> {
  const { reading } = await watched(picture, engine)
  return { reading, ...(await kept(picture)) }
}

async function kept(picture: Buffer) {
  return { landmarks: await fingerprintOf(picture), thumb: await thumbOf(picture) }
}
