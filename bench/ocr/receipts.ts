import { computeFingerprint } from '../../server/domains/receipt-ocr/duplicates/fingerprint.ts'
import type { Keypoint } from '../../server/domains/receipt-ocr/duplicates/keypoints.ts'
import type { OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import type { Engine } from '../../server/platform/ocr/engine.ts'
import { copyOf, storedReceipt, thumbOf } from '../../tests/support/pictures/receipt-copies.ts'
import type { Truth } from './truth.ts'
import { type Watched, watched } from './watched.ts'

/** What was read of a picture, its fingerprint, and the small picture that is stored beside it. */
export type Seen = { reading: OcrResult; keypoints: Keypoint[]; thumb: Buffer }

/** A receipt: its picture, the paper photographed again, once or more, the picture edited, and how the first was read. */
export type Receipt = { truth: Truth; own: Seen; photographed: Seen[]; edited: Seen; watched: Watched }

/** By which engine, and how often each paper is photographed again. */
export type Measuring = { engine: Engine | undefined; photographs: number }

/** Copies of one receipt have other seeds than those of the next. */
const SEEDS_APART = 1000

/** `seed` says what the copies are like. */
export async function readWithCopies(truth: Truth, seed: number, measuring: Measuring): Promise<Receipt> {
  const { engine, photographs } = measuring
  const { watched, ...own } = await seenFor(truth.picture, engine)
  const photographed: Seen[] = []
  for (let copy = 0; copy < photographs; copy += 1)
    photographed.push(await seen(await copyOf('photographed', truth.picture, seed + copy * SEEDS_APART), engine))
  const edited = await seen(await copyOf('edited', truth.picture, seed), engine)
  return { truth, own, photographed, edited, watched }
}

export async function seen(picture: Buffer, engine: Engine | undefined): Promise<Seen> {
  const { watched: _, ...seen } = await seenFor(picture, engine)
  return seen
}

/** Reads a picture as the server keeps it, as it does with receipts that were sent. */
async function seenFor(picture: string | Buffer, engine: Engine | undefined): Promise<Seen & { watched: Watched }> {
  const stored = await storedReceipt(picture)
  const read = await watched(stored, engine)
  const [keypoints, thumb] = [await computeFingerprint(stored), await thumbOf(stored)]
  return { reading: read.reading, keypoints, thumb, watched: read }
}
