import type { Queryable } from '../../platform/db/database.ts'

/** What a merchant asks of receipts, null where it asks for nothing, and how many of a member's it has taken. */
export type Rules = { minimumSpendSen: number | null; receiptsPerDay: number | null; taken: number }

/** A merchant's rules, with the member's receipts that it has taken of those sent in a day; rejected ones do not count. */
export async function findRules(
  db: Queryable,
  { merchantId, userId }: { merchantId: number; userId: number },
  day: { from: Date; until: Date },
): Promise<Rules | undefined> {
  const { rows } = await db.query<Rules>({
    name: 'submissions.rules',
    text: `SELECT minimum_spend_sen AS "minimumSpendSen", receipts_per_day AS "receiptsPerDay",
             CASE WHEN receipts_per_day IS NULL THEN 0 ELSE (
               SELECT count(*)::int FROM submissions s
               WHERE s.user_id = $2 AND s.created_at >= $3 AND s.created_at < $4 AND s.merchant_id = $1 AND s.status <> 'rejected') END AS taken
           FROM merchants WHERE id = $1`,
    values: [merchantId, userId, day.from, day.until],
  })
  return rows[0]
}
