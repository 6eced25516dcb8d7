import type { FactName } from '@stampus/contract/ocrPreview'
import type { Queryable } from '../../../platform/db/database.ts'
import { rowCount, run } from '../../../platform/db/query.ts'
import { parameter, sql } from '../../../platform/db/sql.ts'

/** `key` is compared: a merchant's id, an amount in sen, a day, or an invoice number without leading zeros. */
export type FactKey = { fact: FactName; key: string }

/** The facts of submission `s` that were filled in from the photo. Without those that a reviewer has corrected. */
export const FILLED_IN = sql`ARRAY(
    SELECT f.fact FROM filled_in_facts f WHERE f.submission_id = s.id AND f.value = CASE f.fact
      WHEN 'merchant' THEN s.merchant_id::text WHEN 'purchase_amount' THEN s.amount_sen::text
      WHEN 'purchase_date' THEN to_char(s.purchase_date, 'YYYY-MM-DD') ELSE s.invoice_no END
    ORDER BY f.fact)`

type Offer = { userId: number; fileSha256: Buffer; facts: FactKey[]; at: Date }

const keysOf = (facts: FactKey[]) =>
  sql`${facts.map(({ fact }) => fact)}::text[], ${facts.map(({ key }) => key)}::text[]`

/** Stores what a member is offered for a file, unless the account is deleted. */
export const insertOffers = (db: Queryable, { userId, fileSha256, facts, at }: Offer) => run(db, 'filled-in.offer')`
  INSERT INTO offered_facts (user_id, file_sha256, fact, value, offered_at)
  SELECT u.id, ${fileSha256}, f.fact, f.key, ${at}
  FROM users u CROSS JOIN unnest(${keysOf(facts)}) AS f (fact, key)
  WHERE u.id = ${userId} AND u.deleted_at IS NULL FOR SHARE OF u
  ON CONFLICT (user_id, fact, value, file_sha256) DO UPDATE SET offered_at = excluded.offered_at`

type SentFacts = {
  submissionId: number
  userId: number
  fileSha256: Buffer
  /** `value` is the fact as it was sent. */
  facts: (FactKey & { value: string })[]
  since: Date
}

/** Facts offered for this file, or to its member for another one that offered the same amount or number, too. */
export function insertFilledIn(tx: Queryable, sent: SentFacts): Promise<void> {
  const { submissionId, facts } = sent
  const [user, since] = [parameter(sent.userId), parameter(sent.since)]
  return run(tx, 'filled-in.insert')`
    WITH sent AS (
      SELECT * FROM unnest(${keysOf(facts)}, ${facts.map(({ value }) => value)}::text[]) AS f (fact, key, value))
    INSERT INTO filled_in_facts (submission_id, fact, value)
    SELECT ${submissionId}, f.fact, f.value FROM sent f
    WHERE EXISTS (
      SELECT FROM offered_facts o WHERE o.user_id = ${user} AND o.fact = f.fact AND o.value = f.key AND o.offered_at >= ${since}
        AND EXISTS (SELECT FROM sent own JOIN offered_facts p ON p.fact = own.fact AND p.value = own.key
          WHERE own.fact IN ('purchase_amount', 'invoice_number') AND p.user_id = ${user}
            AND p.file_sha256 = o.file_sha256 AND p.offered_at >= ${since}))
      OR EXISTS (
        SELECT FROM offered_facts o WHERE o.file_sha256 = ${sent.fileSha256} AND o.fact = f.fact AND o.value = f.key
          AND o.offered_at >= ${since})`
}

export const deleteOldOffers = (db: Queryable, before: Date) =>
  rowCount(db)`DELETE FROM offered_facts WHERE offered_at < ${before}`

export const removeOffersOf = (tx: Queryable, userId: number) =>
  run(tx)`DELETE FROM offered_facts WHERE user_id = ${userId}`
