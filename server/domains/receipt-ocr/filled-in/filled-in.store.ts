import type { FactName } from '@stampus/contract/ocrPreview'
import type { Queryable } from '../../../platform/db/database.ts'

/** `key` is what is compared: the merchant's id, the amount in sen, the day, or the invoice number without leading zeros. */
export type FactKey = { fact: FactName; key: string }

/** SQL: the facts of submission `s` that were filled in from the photo. Without those that a reviewer has corrected. */
export const FILLED_IN = `ARRAY(
    SELECT f.fact FROM filled_in_facts f WHERE f.submission_id = s.id AND f.value = CASE f.fact
      WHEN 'merchant' THEN s.merchant_id::text WHEN 'purchase_amount' THEN s.amount_sen::text
      WHEN 'purchase_date' THEN to_char(s.purchase_date, 'YYYY-MM-DD') ELSE s.invoice_no END
    ORDER BY f.fact)`

type Offer = { userId: number; fileSha256: Buffer; facts: FactKey[]; at: Date }

/** Stores what a member is offered for a file, unless the account is deleted. */
export async function insertOffers(db: Queryable, { userId, fileSha256, facts, at }: Offer): Promise<void> {
  await db.query({
    name: 'filled-in.offer',
    text: `INSERT INTO offered_facts (user_id, file_sha256, fact, value, offered_at)
           SELECT u.id, $2, f.fact, f.key, $5
           FROM users u CROSS JOIN unnest($3::text[], $4::text[]) AS f (fact, key)
           WHERE u.id = $1 AND u.deleted_at IS NULL FOR SHARE OF u
           ON CONFLICT (user_id, fact, value, file_sha256) DO UPDATE SET offered_at = excluded.offered_at`,
    values: [userId, fileSha256, facts.map(({ fact }) => fact), facts.map(({ key }) => key), at],
  })
}

type SentFacts = {
  submissionId: number
  userId: number
  fileSha256: Buffer
  /** `value` is the fact as it was sent. */
  facts: (FactKey & { value: string })[]
  since: Date
}

/**
 * Stores which facts of a submission anybody was offered for the same file since an instant, or its member for another
 * one. Merchant and day were offered for many pictures: for another one they count only if it offered the amount or the
 * number that is sent, too.
 */
export async function insertFilledIn(tx: Queryable, sent: SentFacts): Promise<void> {
  const { submissionId, userId, fileSha256, facts, since } = sent
  await tx.query({
    name: 'filled-in.insert',
    text: `WITH sent AS (SELECT * FROM unnest($4::text[], $5::text[], $6::text[]) AS f (fact, key, value))
           INSERT INTO filled_in_facts (submission_id, fact, value)
           SELECT $1, f.fact, f.value FROM sent f
           WHERE EXISTS (SELECT FROM offered_facts o WHERE o.user_id = $2 AND o.fact = f.fact AND o.value = f.key
                           AND o.offered_at >= $7
                           AND EXISTS (SELECT FROM sent own JOIN offered_facts p ON p.fact = own.fact AND p.value = own.key
                             WHERE own.fact IN ('purchase_amount', 'invoice_number') AND p.user_id = $2
                               AND p.file_sha256 = o.file_sha256 AND p.offered_at >= $7))
             OR EXISTS (SELECT FROM offered_facts o WHERE o.file_sha256 = $3 AND o.fact = f.fact AND o.value = f.key
                          AND o.offered_at >= $7)`,
    values: [
      submissionId,
      userId,
      fileSha256,
      facts.map(({ fact }) => fact),
      facts.map(({ key }) => key),
      facts.map(({ value }) => value),
      since,
    ],
  })
}

export async function deleteOldOffers(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'DELETE FROM offered_facts WHERE offered_at < $1', values: [before] })
  return rowCount ?? 0
}

/** Removes what a member was offered, when the account is deleted. */
export async function removeOffersOf(tx: Queryable, userId: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM offered_facts WHERE user_id = $1', values: [userId] })
}
