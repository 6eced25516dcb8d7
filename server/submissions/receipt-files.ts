import { randomUUID } from 'node:crypto'
import { receiptPictureOrGif } from '@stampus/contract/pictures'
import * as texts from '@stampus/contract/texts'
import type { Incoming } from '../files/incoming.ts'
import type { Storage } from '../files/storage.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { type Picture, readPicture } from '../images/pictures.ts'
import { UndecodablePicture } from '../images/undecodable.ts'
import { QueueFull } from '../limits/queue.ts'

/** Where the three forms of a receipt's picture are stored: as it came, in full legible size, in list size. */
export type ReceiptFiles = { original: string; full: string; thumb: string }

const RETRY_SECONDS = 5

/** Decodes an uploaded receipt (D-43). Throws a 422 on receipt_image, or a 503 where too many pictures wait. */
export async function readReceipt(incoming: Incoming): Promise<Picture> {
  try {
    return await readPicture(incoming.path, 'receipt')
  } catch (fault) {
    if (fault instanceof UndecodablePicture) throw invalid('receipt_image', wordsFor(fault))
    if (fault instanceof QueueFull) throw new Refusal(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS })
    throw fault
  }
}

/** Stores a receipt's picture durably; where one of the files fails, none is left. */
export async function storeReceipt(
  storage: Storage,
  { incoming, picture, now }: { incoming: Incoming; picture: Picture; now: Date },
): Promise<ReceiptFiles> {
  const files = filesNamed(now, picture)
  const puts = await Promise.allSettled([
    storage.put(incoming.path, files.original),
    storage.put(picture.full.path, files.full),
    storage.put(picture.thumb.path, files.thumb),
  ])
  const failed = puts.find((put) => put.status === 'rejected')
  if (!failed) return files
  await removeReceipt(storage, files)
  throw failed.reason
}

export async function removeReceipt(storage: Storage, files: ReceiptFiles): Promise<void> {
  await Promise.all(Object.values(files).map((key) => storage.remove(key)))
}

function filesNamed(now: Date, { format }: Picture): ReceiptFiles {
  const base = `receipts/${now.toISOString().slice(0, 7).replace('-', '/')}/${randomUUID()}`
  const ending = format === 'jpeg' ? 'jpg' : format
  return { original: `${base}-original.${ending}`, full: `${base}-full.webp`, thumb: `${base}-thumb.webp` }
}

/** S-9.05: what is no picture by its first bytes is a wrong type; a damaged or too large one cannot be read. */
function wordsFor({ reason }: UndecodablePicture): string {
  return reason === 'type' ? receiptPictureOrGif.wrongType : texts.undecodable
}
