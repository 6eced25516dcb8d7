import { OCR_MAX_MS } from '@stampus/contract/limits'
import { pictureError, receiptPictureOrGif } from '@stampus/contract/values/pictures'
import type { Deps } from '../../../deps.ts'
import type { FormFile } from '../../../platform/http/form.ts'
import { encodeReceipt } from '../../../platform/images/pictures.ts'
import { UndecodablePicture } from '../../../platform/images/undecodable-picture.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { Cancelled } from '../../../platform/workers/fair-queue.ts'
import { QueueFull } from '../../../platform/workers/queue.ts'
import { OcrBudgetSpent, runInOcrQueue } from '../ocr-queue.ts'
import type { Facts, OcrResult } from '../ocr-result.ts'
import { READER_RELEASE, readWithDeadline } from '../reader.ts'
import { findAhead, keepAhead, removeOldAhead } from './ocr-preview.store.ts'

const HOUR_MS = 3_600_000

/** The picture that a member is about to send; `onFacts` is called with what is clear so far while it is read. */
export type ChosenPicture = {
  userId: number
  file: FormFile | undefined
  onFacts?: ((facts: Facts) => void) | undefined
}

/**
 * Reads a picture before its receipt is sent, and remembers for an hour what it says; the picture itself is not kept.
 * Undefined where it cannot be read, or not soon; the reading stops once its sender has gone.
 */
export async function readAhead(deps: Deps, chosen: ChosenPicture): Promise<OcrResult | undefined> {
  const { userId, file, onFacts } = chosen
  if (deps.config.READING === 'off' || !isPicture(file)) return undefined
  if (file.sender) file.sender.counts = true
  const known = await findRecentAhead(deps, userId, Buffer.from(file.incoming.sha256, 'hex'))
  return known ?? readAndKeep(deps, { userId, file, onFacts })
}

function isPicture(file: FormFile | undefined): file is FormFile {
  if (!file) return false
  const { name, type, incoming } = file
  return pictureError({ name, type, size: incoming.bytes }, receiptPictureOrGif) === undefined
}

async function readAndKeep(
  deps: Deps,
  { userId, file: { incoming, sender }, onFacts }: ChosenPicture & { file: FormFile },
): Promise<OcrResult | undefined> {
  try {
    const turn = { userId, purpose: 'ahead', signal: sender?.signal } as const
    const reading = await runInOcrQueue(deps, turn, () => decodeUpload(deps, incoming.path, { ...turn, onFacts }))
    const fileSha256 = Buffer.from(incoming.sha256, 'hex')
    await keepAhead(deps.db.pool, { userId, fileSha256, reader: READER_RELEASE, reading, at: deps.now() })
    return reading
  } catch (fault) {
    if (!isExpected(fault)) throw fault
    deps.log.info({ err: fault }, 'a picture was not read ahead')
    return undefined
  }
}

/** Ends only when the picture is written beside the upload, also where its sender leaves: then the folder of both is removed. */
async function decodeUpload(
  deps: Deps,
  path: string,
  { signal, onFacts }: { signal: AbortSignal | undefined } & Pick<ChosenPicture, 'onFacts'>,
): Promise<OcrResult> {
  let writing: Promise<unknown> | undefined
  try {
    return await readWithDeadline(OCR_MAX_MS, signal, async (stop) => {
      const picture = encodeReceipt(path)
      writing = picture
      return deps.reader((await picture).path, { signal: stop, onFacts })
    })
  } finally {
    await writing?.catch(() => undefined)
  }
}

function isExpected(fault: unknown): boolean {
  const expected = [OcrError, QueueFull, UndecodablePicture, Cancelled, OcrBudgetSpent]
  return expected.some((kind) => fault instanceof kind)
}

/** What was read off this very file within the last hour for the same member. */
export function findRecentAhead(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
  fileSha256: Buffer,
): Promise<OcrResult | undefined> {
  return findAhead(db.pool, { userId, fileSha256, reader: READER_RELEASE, since: anHourBefore(now()) })
}

/** Forgets what was read ahead and never sent. */
export function removeOutdatedAhead({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return removeOldAhead(db.pool, anHourBefore(now()))
}

function anHourBefore(at: Date): Date {
  return new Date(at.getTime() - HOUR_MS)
}
