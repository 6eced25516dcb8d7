import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { type PictureRule, pictureError, receiptPictureOrGif } from '@stampus/contract/values/pictures'
import { recordAudit } from '../audit/audit.store.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { daysBefore } from '../durations.ts'
import type { FormFile } from '../http/form.ts'
import { HttpError, invalid, tooMany } from '../http/http-error.ts'
import { detectFormat, type PictureKind, UndecodablePicture } from '../images/format.ts'
import { encodePicture, type Picture } from '../images/pictures.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { discardFiles } from '../storage/discarded-files.store.ts'
import { Cancelled, HolderQueueFull } from '../workers/fair-queue.ts'
import { QueueFull } from '../workers/queue.ts'
import { claimUpload, deleteOldUploads, insertUpload, type UploadKind } from './uploads.store.ts'

const UNUSED_DAYS = 1
const RETRY_SECONDS = 5

export type PictureRef = { key: string; placeholder: string } | { key: null; placeholder: null }

export const noPicture: PictureRef = { key: null, placeholder: null }

export const toPictureRef = (key: string | null, placeholder: string | null): PictureRef =>
  key === null ? noPicture : { key, placeholder: placeholder ?? '' }

/** Stores an upload under an unguessable key. Throws a 422 on `picture`. */
export async function storeUpload(deps: PlatformDeps, operatorId: number, kind: UploadKind, file?: FormFile) {
  if (!file) throw invalid('picture', texts.requiredFields)
  await checkUpload(file, 'picture', receiptPictureOrGif)
  const { thumb, placeholder } = await decodeUpload(file, kind, 'picture', receiptPictureOrGif)
  const key = `public/content/${randomUUID()}.webp`
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const id = await insertUpload(tx, { storage_key: key, kind, placeholder, at })
    const subject = { subjectKind: 'picture', subjectId: id, changedFields: [] }
    await recordAudit(tx, { operatorId, action: 'picture.uploaded', ...subject, at })
  })
  // After the row is committed: a file without one would stay public for ever.
  await deps.storage.put(thumb.path, key)
  return { key, placeholder }
}

type Replacement = { kind: UploadKind; field: string; before: PictureRef; wanted: string | null }

/** Discards the old picture. Throws a 422 on `field` if the new one is gone or in use. */
export async function replacePicture(tx: Queryable, { now }: Pick<PlatformDeps, 'now'>, given: Replacement) {
  const { kind, field, before, wanted } = given
  if (wanted === before.key) return before
  if (before.key !== null) await discardFiles(tx, [before.key], now())
  if (wanted === null) return noPicture
  const placeholder = await claimUpload(tx, wanted, kind)
  if (placeholder === undefined) throw invalid(field, texts.pictureGone)
  return { key: wanted, placeholder }
}

/** Uploads that are older than a day and not in use. */
export const uploadsCleanUp = ({ db, now }: Pick<PlatformDeps, 'db' | 'now'>): CleanUp => ({
  'unused uploads': () =>
    inTransaction(db.pool, async (tx) => {
      const keys = await deleteOldUploads(tx, daysBefore(now(), UNUSED_DAYS))
      await discardFiles(tx, keys, now())
      return keys.length
    }),
})

/** 422 on `field` for a wrong size, or wrong first bytes, which count towards the sender's hourly limit. */
export async function checkUpload(file: FormFile, field: string, rule: PictureRule): Promise<void> {
  const error = await uploadError(file, rule)
  if (!error) return
  if (file.sender && error === rule.wrongType()) file.sender.counts = true
  throw invalid(field, error)
}

/** The error text. The name and the declared type do not count. */
export async function uploadError({ incoming }: FormFile, rule: PictureRule): Promise<string | undefined> {
  // Above the limit the file is incomplete.
  if (incoming.bytes > rule.maxBytes) return rule.tooLarge()
  const found = await detectFormat(incoming.path)
  return pictureError({ name: '', type: found ? `image/${found.format}` : '', size: incoming.bytes }, rule)
}

/** Counts towards the sender's hourly limit. 422 on `field`, 429 with two pictures in the queue, 503. */
export async function decodeUpload(
  { incoming, sender }: FormFile,
  kind: PictureKind,
  field: string,
  rule: PictureRule,
): Promise<Picture> {
  if (sender) sender.counts = true
  try {
    return await encodePicture(incoming.path, kind, { holder: sender?.holder, signal: sender?.signal })
  } catch (error) {
    throw toHttpError(error, field, rule)
  }
}

function toHttpError(error: unknown, field: string, rule: PictureRule): unknown {
  if (error instanceof HolderQueueFull) return tooMany(RETRY_SECONDS)
  if (error instanceof QueueFull) return new HttpError(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS })
  // The client has gone: this answer is not received.
  if (error instanceof Cancelled) return new HttpError(400, texts.malformed)
  if (!(error instanceof UndecodablePicture)) return error
  return invalid(field, error.reason === 'type' ? rule.wrongType() : texts.undecodable)
}
