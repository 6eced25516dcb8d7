import type { ReasonCode } from '@stampus/contract/reasons'
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

/** The sub-selects keep PostgreSQL, which expects hundreds of receipts in a purchase, from walking whole indexes. */
const purchaseOf = (id: string) => `WITH RECURSIVE purchase (id) AS (
    SELECT ${id}
    UNION SELECT next.id FROM purchase r CROSS JOIN LATERAL (
      SELECT (SELECT corrects FROM submissions WHERE id = r.id) AS id
      UNION ALL SELECT id FROM submissions WHERE corrects = r.id) next WHERE next.id IS NOT NULL)`

const ALL_REASON_CODES = `SELECT coalesce(json_agg(d.reason_code), '[]') FROM purchase r CROSS JOIN LATERAL (
      SELECT e.reason_code FROM decisions e WHERE e.submission_id = r.id AND e.status = 'rejected'
        AND NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = e.id) OFFSET 0) d`

const APPROVED = `SELECT min((SELECT s.id FROM submissions s WHERE s.id = r.id AND s.id <> $1 AND s.status = 'approved'))
    FROM purchase r`

/**
 * SQL: the reason codes of all rejections in force on the purchase of submission `s`. Null means a reason in the
 * reviewer's own words.
 */
export const REASON_CODES = `(${purchaseOf('s.id')} ${ALL_REASON_CODES})`

/** Finds the approved submission of the same purchase, even if other facts were typed for it. */
export async function findApprovedResubmission(tx: Queryable, submissionId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number | null }>({
    name: 'resent.approved',
    text: `${purchaseOf('$1::bigint')} SELECT (${APPROVED}) AS id`,
    values: [submissionId],
  })
  return rows[0]?.id ?? undefined
}

/** The approved submission of the same purchase, and the reason codes of all its rejections in force. */
type Purchase = { approvedInstead: number | null; reasonCodes: (ReasonCode | null)[] }

/** Finds what a member should know about the purchase of a rejected submission. */
export async function findPurchase(db: Queryable, submissionId: number): Promise<Purchase> {
  const { rows } = await db.query<Purchase>({
    name: 'resent.purchase',
    text: `${purchaseOf('$1::bigint')} SELECT (${APPROVED}) AS "approvedInstead", (${ALL_REASON_CODES}) AS "reasonCodes"`,
    values: [submissionId],
  })
  return rows[0] ?? { approvedInstead: null, reasonCodes: [] }
}
