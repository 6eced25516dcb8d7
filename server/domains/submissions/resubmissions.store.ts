import type { Queryable } from '../../platform/db/database.ts'

const PURCHASE_LOCKS = 41

/**
 * Locks a purchase, that is a submission with everything it corrects and everything that corrects it, against other
 * approvals until the transaction ends.
 */
export async function lockPurchase(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'resent.hold',
    text: `WITH RECURSIVE earlier (id, corrects) AS (
             SELECT id, corrects FROM submissions WHERE id = $1
             UNION SELECT s.id, s.corrects FROM earlier e JOIN submissions s ON s.id = e.corrects)
           SELECT pg_advisory_xact_lock($2, hashint8(min(id))) FROM earlier`,
    values: [submissionId, PURCHASE_LOCKS],
  })
}

const purchaseOf = (id: string) => `WITH RECURSIVE purchase (id) AS (
    SELECT ${id}
    UNION SELECT next.id FROM purchase r CROSS JOIN LATERAL (
      SELECT corrects AS id FROM submissions WHERE id = r.id AND corrects IS NOT NULL
      UNION ALL SELECT id FROM submissions WHERE corrects = r.id) next)`

/**
 * SQL: the reason codes of all rejections in force on the purchase of submission `s`. Null means a reason in the
 * reviewer's own words.
 */
export const REASON_CODES = `(
    ${purchaseOf('s.id')}
    SELECT coalesce(json_agg(d.reason_code), '[]') FROM purchase r JOIN decisions d ON d.submission_id = r.id
    WHERE d.status = 'rejected' AND NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = d.id))`

/** Finds the approved submission of the same purchase, even if other facts were typed for it. */
export async function findApprovedResubmission(tx: Queryable, submissionId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'resent.approved',
    text: `${purchaseOf('$1::bigint')}
           SELECT s.id FROM purchase r JOIN submissions s ON s.id = r.id
           WHERE s.id <> $1 AND s.status = 'approved' ORDER BY s.id LIMIT 1`,
    values: [submissionId],
  })
  return rows[0]?.id
}
