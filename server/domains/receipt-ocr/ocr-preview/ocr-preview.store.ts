import type { Queryable } from '../../../platform/db/database.ts'
import type { OcrResult } from '../ocr-result.ts'

/** Whose picture, and by which release of the reader it was read since when. */
export type Before = { userId: number; fileSha256: Buffer; reader: number; since: Date }

/** What was read of late off this very file for its member. */
export async function findAhead(db: Queryable, before: Before): Promise<OcrResult | undefined> {
  const { rows } = await db.query<{ reading: OcrResult }>({
    name: 'ahead.find',
    text: `SELECT reading FROM readings_ahead
           WHERE user_id = $1 AND file_sha256 = $2 AND reader = $3 AND read_at > $4`,
    values: [before.userId, before.fileSha256, before.reader, before.since],
  })
  return rows[0]?.reading
}

/** Keeps what was read in the place of what was read before for the same member, unless the account is deleted. */
export async function keepAhead(
  db: Queryable,
  { userId, fileSha256, reader, reading, at }: Omit<Before, 'since'> & { reading: OcrResult; at: Date },
): Promise<void> {
  await db.query({
    name: 'ahead.keep',
    text: `INSERT INTO readings_ahead (user_id, file_sha256, reader, reading, read_at)
           SELECT id, $2, $3, $4, $5 FROM users WHERE id = $1 AND deleted_at IS NULL FOR SHARE
           ON CONFLICT (user_id) DO UPDATE SET file_sha256 = excluded.file_sha256, reader = excluded.reader,
             reading = excluded.reading, read_at = excluded.read_at`,
    values: [userId, fileSha256, reader, JSON.stringify(reading), at],
  })
}

export async function removeOldAhead(db: Queryable, before: Date): Promise<number> {
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
