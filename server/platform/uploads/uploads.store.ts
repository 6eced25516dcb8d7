import type { Queryable } from '../db/database.ts'
import { maybeValue, value, values } from '../db/query.ts'
import { insert } from '../db/rows.ts'

export type UploadKind = 'logo' | 'cover'
type NewUpload = { storage_key: string; kind: UploadKind; placeholder: string; at: Date }

export const insertUpload = (tx: Queryable, { at, ...given }: NewUpload) =>
  value(tx)`${insert('uploaded_pictures', { ...given, created_at: at })} RETURNING id`

/** The placeholder of an upload that comes into use; undefined if the upload is gone or in use. */
export const claimUpload = (tx: Queryable, key: string, kind: UploadKind) =>
  maybeValue<string>(tx)`
    DELETE FROM uploaded_pictures WHERE storage_key = ${key} AND kind = ${kind} RETURNING placeholder`

export const deleteOldUploads = (tx: Queryable, before: Date) =>
  values<string>(tx)`DELETE FROM uploaded_pictures WHERE created_at < ${before} RETURNING storage_key`
