import type { Queryable } from '../../../platform/db/database.ts'
import type { OcrResult, TypedFacts } from '../ocr-result.ts'

/** Selects the preview of a member's file by this release of the reader since an instant. */
type PreviewQuery = { userId: number; fileSha256: Buffer; ocrVersion: number; since: Date }

export async function findPreview(db: Queryable, query: PreviewQuery): Promise<OcrResult | undefined> {
  const { rows } = await db.query<{ result: OcrResult }>({
    name: 'ocr-preview.find',
    text: `SELECT result FROM ocr_previews
           WHERE user_id = $1 AND file_sha256 = $2 AND ocr_version = $3 AND read_at > $4`,
    values: [query.userId, query.fileSha256, query.ocrVersion, query.since],
  })
  return rows[0]?.result
}

/** The previews of receipts that have no result of their own yet, with their typed facts. */
export async function findEarlyPreviews(
  db: Queryable,
  ids: number[],
  ocrVersion: number,
): Promise<(TypedFacts & { id: number; result: OcrResult })[]> {
  const { rows } = await db.query<TypedFacts & { id: number; result: OcrResult }>({
    name: 'ocr-preview.early',
    text: `SELECT s.id, p.result, s.amount_sen AS "amountSen", s.purchase_date AS date, s.invoice_no AS invoice,
             m.id AS "merchantId", m.name AS merchant, m.further_names AS "furtherNames"
           FROM submissions s JOIN merchants m ON m.id = s.merchant_id
           JOIN ocr_previews p ON p.user_id = s.user_id AND p.file_sha256 = s.file_sha256
           WHERE s.id = ANY($1) AND p.ocr_version = $2
             AND NOT EXISTS (SELECT FROM receipt_ocr r WHERE r.submission_id = s.id)`,
    values: [ids, ocrVersion],
  })
  return rows
}

/** Stores a preview in place of the member's earlier one, unless the account is deleted. */
export async function upsertPreview(
  db: Queryable,
  { userId, fileSha256, ocrVersion, result, at }: Omit<PreviewQuery, 'since'> & { result: OcrResult; at: Date },
): Promise<void> {
  await db.query({
    name: 'ocr-preview.upsert',
    text: `INSERT INTO ocr_previews (user_id, file_sha256, ocr_version, result, read_at)
           SELECT id, $2, $3, $4, $5 FROM users WHERE id = $1 AND deleted_at IS NULL FOR SHARE
           ON CONFLICT (user_id) DO UPDATE SET file_sha256 = excluded.file_sha256, ocr_version = excluded.ocr_version,
             result = excluded.result, read_at = excluded.read_at`,
    values: [userId, fileSha256, ocrVersion, JSON.stringify(result), at],
  })
}

export async function deleteOldPreviews(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM ocr_previews WHERE read_at <= $1',
    values: [before],
  })
  return rowCount ?? 0
}

/** Removes a member's previews, when the account is deleted. */
export async function removePreviewsOf(tx: Queryable, userId: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM ocr_previews WHERE user_id = $1', values: [userId] })
}
