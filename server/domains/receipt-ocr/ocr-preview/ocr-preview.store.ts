import type { Queryable } from '../../../platform/db/database.ts'
import type { OcrResult } from '../ocr-result.ts'

/** Selects the preview of a member's file by this release of the reader since an instant. */
export type PreviewQuery = { userId: number; fileSha256: Buffer; reader: number; since: Date }

export async function findPreview(db: Queryable, query: PreviewQuery): Promise<OcrResult | undefined> {
  const { rows } = await db.query<{ reading: OcrResult }>({
    name: 'ocr-preview.find',
    text: `SELECT reading FROM readings_ahead
           WHERE user_id = $1 AND file_sha256 = $2 AND reader = $3 AND read_at > $4`,
    values: [query.userId, query.fileSha256, query.reader, query.since],
  })
  return rows[0]?.reading
}

/** Stores a preview in place of the member's earlier one, unless the account is deleted. */
export async function upsertPreview(
  db: Queryable,
  { userId, fileSha256, reader, reading, at }: Omit<PreviewQuery, 'since'> & { reading: OcrResult; at: Date },
): Promise<void> {
  await db.query({
    name: 'ocr-preview.upsert',
    text: `INSERT INTO readings_ahead (user_id, file_sha256, reader, reading, read_at)
           SELECT id, $2, $3, $4, $5 FROM users WHERE id = $1 AND deleted_at IS NULL FOR SHARE
           ON CONFLICT (user_id) DO UPDATE SET file_sha256 = excluded.file_sha256, reader = excluded.reader,
             reading = excluded.reading, read_at = excluded.read_at`,
    values: [userId, fileSha256, reader, JSON.stringify(reading), at],
  })
}

export async function deleteOldPreviews(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM readings_ahead WHERE read_at <= $1',
    values: [before],
  })
  return rowCount ?? 0
}

/** Removes a member's previews, when the account is deleted. */
export async function removePreviewsOf(tx: Queryable, userId: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM readings_ahead WHERE user_id = $1', values: [userId] })
}
