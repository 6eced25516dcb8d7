import type { Queryable } from '../db/database.ts'

export type UploadKind = 'logo' | 'cover'
export type NewUpload = { storage_key: string; kind: UploadKind; placeholder: string; at: Date }

/** Notes an uploaded picture that nothing shows yet; answers its id. */
export async function addUpload(tx: Queryable, given: NewUpload): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO uploaded_pictures (storage_key, kind, placeholder, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
    values: [given.storage_key, given.kind, given.placeholder, given.at],
  })
  const [row] = rows
  if (!row) throw new Error('The picture was not noted')
  return row.id
}

/** Takes a picture for the thing that is to show it and answers its placeholder; undefined where it is gone or taken. */
export async function takeUpload(tx: Queryable, key: string, kind: UploadKind): Promise<string | undefined> {
  const { rows } = await tx.query<{ placeholder: string }>({
    text: 'DELETE FROM uploaded_pictures WHERE storage_key = $1 AND kind = $2 RETURNING placeholder',
    values: [key, kind],
  })
  return rows[0]?.placeholder
}

/** Forgets the pictures uploaded before a moment that nothing took; answers their keys. */
export async function takeOldUploads(tx: Queryable, before: Date): Promise<string[]> {
  const { rows } = await tx.query<{ storage_key: string }>({
    text: 'DELETE FROM uploaded_pictures WHERE created_at < $1 RETURNING storage_key',
    values: [before],
  })
  return rows.map(({ storage_key }) => storage_key)
}
