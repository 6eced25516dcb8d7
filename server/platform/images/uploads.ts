import { randomUUID } from 'node:crypto'
import * as texts from '@stampus/contract/texts'
import { pictureFault, receiptPictureOrGif } from '@stampus/contract/values/pictures'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { FormFile } from '../http/form.ts'
import { invalid } from '../http/http-error.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { daysBefore } from '../security/ages.ts'
import { discardFiles } from '../storage/discarded-files.store.ts'
import { readUpload } from './decode-queue.ts'
import { addUpload, takeOldUploads, takeUpload, type UploadKind } from './uploads.store.ts'

const UNUSED_DAYS = 1

/** A picture that a thing shows: its key and its placeholder, or none. */
export type Shown = { key: string; placeholder: string } | { key: null; placeholder: null }

export const nothingShown: Shown = { key: null, placeholder: null }

export function shownAs(key: string | null, placeholder: string | null): Shown {
  return key === null ? nothingShown : { key, placeholder: placeholder ?? '' }
}

/** Stores a picture of the console for everybody to see, under a name that cannot be guessed; 422 on `picture`. */
export async function keepUpload(deps: Deps, operatorId: number, kind: UploadKind, file: FormFile | undefined) {
  const { thumb, placeholder } = await read(kind, file)
  const key = `public/content/${randomUUID()}.webp`
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const id = await addUpload(tx, { storage_key: key, kind, placeholder, at })
    const subject = { subjectKind: 'picture', subjectId: id, changedFields: [] }
    await recordAudit(tx, { operatorId, action: 'picture.uploaded', ...subject, at })
  })
  // After it was noted: a file that nobody noted would be public for ever.
  await deps.storage.put(thumb.path, key)
  return { key, placeholder }
}

function read(kind: UploadKind, file: FormFile | undefined) {
  if (!file) throw invalid('picture', texts.requiredFields)
  const { name, type, incoming } = file
  const fault = pictureFault({ name, type, size: incoming.bytes }, receiptPictureOrGif)
  if (fault) throw invalid('picture', fault)
  return readUpload(file, kind, 'picture', receiptPictureOrGif)
}

export type Exchange = { kind: UploadKind; field: string; before: Shown; wanted: string | null }

/** What a thing shows from now on; the picture it lets go of is discarded. Throws a 422 where the wanted one is gone. */
export async function exchange(tx: Queryable, { now }: Pick<Deps, 'now'>, given: Exchange): Promise<Shown> {
  const { kind, field, before, wanted } = given
  if (wanted === before.key) return before
  if (before.key !== null) await discardFiles(tx, [before.key], now())
  if (wanted === null) return nothingShown
  const placeholder = await takeUpload(tx, wanted, kind)
  if (placeholder === undefined) throw invalid(field, texts.pictureGone)
  return { key: wanted, placeholder }
}

/** Discards the pictures that were uploaded over a day ago and that nothing shows. */
export function uploadsCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return {
    'unused uploads': () =>
      inTransaction(db.pool, async (tx) => {
        const keys = await takeOldUploads(tx, daysBefore(now(), UNUSED_DAYS))
        await discardFiles(tx, keys, now())
        return keys.length
      }),
  }
}
