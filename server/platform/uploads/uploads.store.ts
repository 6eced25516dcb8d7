import type { Queryable } from '../db/database.ts'

export type UploadKind = 'logo' | 'cover'
type NewUpload = { storage_key: string; kind: UploadKind; placeholder: string; at: Date }

/** Inserts an upload that is not in use yet, and returns its id. */
export async function insertUpload(tx: Queryable, given: NewUpload): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO uploaded_pictures (storage_key, kind, placeholder, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
    values: [given.storage_key, given.kind, given.placeholder, given.at],
  })
  const [row] = rows
  if (!row) throw new Error('The upload was not inserted')
  return row.id
}

/** Removes an upload that comes into use, and returns its placeholder; undefined if it is gone or in use. */
export async function claimUpload(tx: Queryable, key: string, kind: UploadKind): Promise<string | undefined> {
  const { rows } = await tx.query<{ placeholder: string }>({
    text: 'DELETE FROM uploaded_pictures WHERE storage_key = $1 AND kind = $2 RETURNING placeholder',
    values: [key, kind],
  })
  return rows[0]?.placeholder
}

/** Deletes unused uploads older than `before`, and returns their keys. */
export async function deleteOldUploads(tx: Queryable, before: Date): Promise<string[]> {
  const { rows } = await tx.query<{ storage_key: string }>({
    text: 'DELETE FROM uploaded_pictures WHERE created_at < $1 RETURNING storage_key',
    values: [before],
  })
  return rows.map(({ storage_key }) => storage_key)
}
