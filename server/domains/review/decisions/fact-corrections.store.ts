import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ReceiptFacts } from '../../submissions/reviewed-submissions.store.ts'

/** A fact that a reviewer corrected, both values as text. */
export type FactCorrection = { field: keyof ReceiptFacts; typed: string; corrected: string }

export type SentFacts = ReceiptFacts & { sent_at: Date; user_id: number }

export async function findFacts(tx: Queryable, submissionId: number): Promise<SentFacts | undefined> {
  const { rows } = await tx.query<SentFacts>({
    name: 'corrections.facts',
    text: `SELECT merchant_id, invoice_no AS invoice_number, purchase_date, amount_sen AS purchase_amount,
             created_at AS sent_at, user_id FROM submissions WHERE id = $1`,
    values: [submissionId],
  })
  return rows[0]
}

export async function insertFactCorrections(
  tx: Queryable,
  withoutUndefined: { decisionId: number; submissionId: number; corrections: FactCorrection[] },
): Promise<void> {
  const { decisionId, submissionId, corrections } = withoutUndefined
  if (corrections.length === 0) return
  await tx.query({
    name: 'corrections.insert',
    text: `INSERT INTO fact_corrections (decision_id, submission_id, field, typed, corrected)
           SELECT $1, $2, field, typed, corrected
           FROM jsonb_to_recordset($3) AS r(field text, typed text, corrected text)`,
    values: [decisionId, submissionId, JSON.stringify(corrections)],
  })
}

/** Lists what a decision corrected. */
export async function listFactCorrections(tx: Queryable, decisionId: number): Promise<FactCorrection[]> {
  const { rows } = await tx.query<FactCorrection>({
    name: 'corrections.of',
    text: 'SELECT field, typed, corrected FROM fact_corrections WHERE decision_id = $1 ORDER BY id',
    values: [decisionId],
  })
  return rows
}

/** The corrected parts of what makes two submissions the same receipt. Null: not corrected. */
type CorrectedInvoice = { merchantId: number | null; invoiceKey: string | null; purchaseDate: string | null }

/**
 * Finds the duplicate of a submission under these facts: an approved submission of the same receipt, or a pending one
 * of the same member.
 */
export async function findDuplicate(
  db: Queryable,
  submissionId: number,
  { merchantId, invoiceKey, purchaseDate }: CorrectedInvoice,
): Promise<{ id: number; status: Status } | undefined> {
  const { rows } = await db.query<{ id: number; status: Status }>({
    name: 'corrections.twin',
    text: `SELECT other.id, other.status FROM submissions s
           JOIN submissions other ON other.merchant_id = COALESCE($2::bigint, s.merchant_id)
             AND other.invoice_key = COALESCE($3::text, s.invoice_key)
             AND other.purchase_date = COALESCE($4::date, s.purchase_date)
           WHERE s.id = $1 AND other.id <> s.id
             AND (other.status = 'approved' OR (other.status = 'pending' AND other.user_id = s.user_id))
           ORDER BY other.status, other.id LIMIT 1`,
    values: [submissionId, merchantId, invoiceKey, purchaseDate],
  })
  return rows[0]
}
