import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybeValue, rowCount, run } from '../../../platform/db/query.ts'
import type { OcrResult, TypedFacts } from '../ocr-result.ts'
import { TYPED } from '../receipt-ocr.store.ts'

type PreviewQuery = { userId: number; fileSha256: Buffer; ocrVersion: number; since: Date }

export const findPreview = (db: Queryable, { userId, fileSha256, ocrVersion, since }: PreviewQuery) =>
  maybeValue<OcrResult>(db, 'ocr-preview.find')`
    SELECT result FROM ocr_previews
    WHERE user_id = ${userId} AND file_sha256 = ${fileSha256} AND ocr_version = ${ocrVersion} AND read_at > ${since}`

type EarlyPreview = { id: number; result: OcrResult; typed: TypedFacts }

/** The previews of receipts that have no result of their own yet, with their typed facts. */
export const findEarlyPreviews = (db: Queryable, ids: number[], ocrVersion: number) =>
  many<EarlyPreview>(db, 'ocr-preview.early')`
    SELECT s.id, p.result, ${TYPED}
    FROM submissions s JOIN merchants m ON m.id = s.merchant_id
    JOIN ocr_previews p ON p.user_id = s.user_id AND p.file_sha256 = s.file_sha256
    WHERE s.id = ANY(${ids}) AND p.ocr_version = ${ocrVersion}
      AND NOT EXISTS (SELECT FROM receipt_ocr r WHERE r.submission_id = s.id)`

/** Stores a preview in place of the member's earlier one, unless the account is deleted. */
export const upsertPreview = (
  db: Queryable,
  { userId, fileSha256, ocrVersion, result, at }: Omit<PreviewQuery, 'since'> & { result: OcrResult; at: Date },
) => run(db, 'ocr-preview.upsert')`
  INSERT INTO ocr_previews (user_id, file_sha256, ocr_version, result, read_at)
  SELECT id, ${fileSha256}, ${ocrVersion}, ${JSON.stringify(result)}, ${at}
  FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR SHARE
  ON CONFLICT (user_id) DO UPDATE SET file_sha256 = excluded.file_sha256, ocr_version = excluded.ocr_version,
    result = excluded.result, read_at = excluded.read_at`

export const deleteOldPreviews = (db: Queryable, before: Date) =>
  rowCount(db)`DELETE FROM ocr_previews WHERE read_at <= ${before}`

export const removePreviewsOf = (tx: Queryable, userId: number) =>
  run(tx)`DELETE FROM ocr_previews WHERE user_id = ${userId}`
