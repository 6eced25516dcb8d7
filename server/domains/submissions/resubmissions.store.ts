import type { Queryable } from '../../platform/db/database.ts'

const LOCKS_OF_RESENT = 41

/**
 * Holds what was sent of one purchase, the first receipt of it and all that correct it, against every other approval among
 * them until the transaction ends.
 */
export async function lockPurchase(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'resent.hold',
    text: `WITH RECURSIVE earlier (id, corrects) AS (
             SELECT id, corrects FROM submissions WHERE id = $1
             UNION SELECT s.id, s.corrects FROM earlier e JOIN submissions s ON s.id = e.corrects)
           SELECT pg_advisory_xact_lock($2, hashint8(min(id))) FROM earlier`,
    values: [submissionId, LOCKS_OF_RESENT],
  })
}

const resentOf = (id: string) => `WITH RECURSIVE resent (id) AS (
    SELECT ${id}
    UNION SELECT next.id FROM resent r CROSS JOIN LATERAL (
      SELECT corrects AS id FROM submissions WHERE id = r.id AND corrects IS NOT NULL
      UNION ALL SELECT id FROM submissions WHERE corrects = r.id) next)`

/** The reason codes of the rejections that stand among what was sent of submission `s` and of it; null is one in own words. */
export const REASON_CODES = `(
    ${resentOf('s.id')}
    SELECT coalesce(json_agg(d.reason_code), '[]') FROM resent r JOIN decisions d ON d.submission_id = r.id
    WHERE d.status = 'rejected' AND NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = d.id))`

/** The approved submission among what was sent of this one's purchase, whatever was typed of it. */
export async function findApprovedResubmission(tx: Queryable, submissionId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'resent.approved',
    text: `${resentOf('$1::bigint')}
           SELECT s.id FROM resent r JOIN submissions s ON s.id = r.id
           WHERE s.id <> $1 AND s.status = 'approved' ORDER BY s.id LIMIT 1`,
    values: [submissionId],
  })
  return rows[0]?.id
}
