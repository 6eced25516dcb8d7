import type { ReasonCode } from '@stampus/contract/reasons'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import { HAS_CONFLICT } from '../../submissions/conflicts-of-interest.store.ts'
import { CONFIRMER, UNDO_FROM } from '../decisions/decisions.store.ts'
import type { FactCorrection } from '../decisions/fact-corrections.store.ts'

/** Has a decision looked at a second time (D-51). */
export async function insertSpotCheck(
  tx: Queryable,
  given: { decisionId: number; submissionId: number; at: Date },
): Promise<void> {
  await tx.query({
    name: 'checks.insert',
    text: 'INSERT INTO spot_checks (decision_id, submission_id, drawn_at) VALUES ($1, $2, $3)',
    values: [given.decisionId, given.submissionId, given.at],
  })
}

/**
 * Has what this operator decided of these submissions, and was not taken back, looked at a second time; in the order in which
 * deleting an account holds submissions.
 */
export async function insertSpotChecks(
  db: Queryable,
  { operatorId, submissionIds, at }: { operatorId: number; submissionIds: number[]; at: Date },
): Promise<void> {
  await db.query({
    name: 'checks.insert-many',
    text: `INSERT INTO spot_checks (decision_id, submission_id, drawn_at)
           SELECT d.id, d.submission_id, $3 FROM decisions d
           WHERE d.submission_id = ANY($2) AND d.operator_id = $1
             AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
           ORDER BY d.submission_id
           ON CONFLICT (decision_id) DO NOTHING`,
    values: [operatorId, submissionIds, at],
  })
}

/** Closes the check of a decision, where there is one. It waits for a transaction that opens the check again. */
export async function closeSpotCheck(tx: Queryable, decisionId: number, at: Date): Promise<void> {
  await tx.query({
    name: 'checks.close',
    text: 'UPDATE spot_checks SET closed_at = COALESCE(closed_at, $2) WHERE decision_id = $1',
    values: [decisionId, at],
  })
}

/** Closes some of the spotChecks that were drawn before an instant. */
export async function closeExpiredSpotChecks(db: Queryable, drawnBefore: Date, at: Date): Promise<void> {
  await db.query({
    name: 'checks.lapse',
    text: `UPDATE spot_checks SET closed_at = $2 WHERE decision_id IN (
             SELECT decision_id FROM spot_checks WHERE closed_at IS NULL AND drawn_at < $1
             ORDER BY drawn_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
    values: [drawnBefore, at],
  })
}

/** Holds for a check `k` of a receipt that was typed as of a merchant of operator `$1` and corrected. */
const TIED_AS_TYPED = `EXISTS (
    SELECT FROM corrections t JOIN operator_merchants w ON w.operator_id = $1 AND w.merchant_id::text = t.typed
    WHERE t.decision_id = k.decision_id AND t.field = 'merchant_id')`

/** Operator `$1` at `$2` looks at what others decided and confirmed until `$3`, whose picture is still there. */
const SERVED = `
  FROM spot_checks k
  JOIN decisions d ON d.id = k.decision_id
  JOIN submissions s ON s.id = k.submission_id
  WHERE k.closed_at IS NULL AND k.drawn_at <= $3 AND ${UNDO_FROM} <= $3 AND d.operator_id <> $1 AND ${CONFIRMER} IS DISTINCT FROM $1
    AND s.picture_key IS NOT NULL
    AND (k.held_until IS NULL OR k.held_until <= $2 OR k.holder_id = $1) AND NOT ${HAS_CONFLICT}
    AND NOT ${TIED_AS_TYPED}`

export type SpotCheckQuery = { operatorId: number; now: Date; decidedUntil: Date }
export type LeasedSpotCheck = { id: number; submissionId: number }

/** Holds the oldest check for this operator until `heldUntil`; one they hold already comes first. */
export async function leaseNextSpotCheck(
  tx: Queryable,
  { operatorId, now, decidedUntil }: SpotCheckQuery,
  heldUntil: Date,
): Promise<LeasedSpotCheck | undefined> {
  const hold = async (name: string, which: string) => {
    const { rows } = await tx.query<LeasedSpotCheck>({
      name,
      text: `UPDATE spot_checks SET holder_id = $1, held_until = $4
             WHERE decision_id = (
               SELECT k.decision_id ${SERVED} ${which}
               ORDER BY k.drawn_at, k.decision_id LIMIT 1 FOR UPDATE OF k SKIP LOCKED)
             RETURNING decision_id AS id, submission_id AS "submissionId"`,
      values: [operatorId, now, decidedUntil, heldUntil],
    })
    return rows[0]
  }
  return (await hold('checks.hold-own', 'AND k.holder_id = $1')) ?? hold('checks.hold', '')
}

/** How many decisions wait for a second look by this operator; counted up to 1000. */
export async function countSpotChecks(
  db: Queryable,
  { operatorId, now, decidedUntil }: SpotCheckQuery,
): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({
    name: 'checks.count',
    text: `SELECT count(*) AS waiting FROM (SELECT k.decision_id ${SERVED} LIMIT 1000) open`,
    values: [operatorId, now, decidedUntil],
  })
  return rows[0]?.waiting ?? 0
}

export type LockedSpotCheck = {
  submissionId: number
  status: Status
  holderId: number | null
  heldUntil: Date | null
  isClosed: boolean
}

/** Opens a closed check again for this operator until `heldUntil`; others that they held are free again. */
export async function reopenSpotCheck(
  tx: Queryable,
  { decisionId, operatorId, heldUntil }: { decisionId: number; operatorId: number; heldUntil: Date },
): Promise<void> {
  await tx.query({
    name: 'checks.reopen',
    text: 'UPDATE spot_checks SET closed_at = NULL, holder_id = $2, held_until = $3 WHERE decision_id = $1',
    values: [decisionId, operatorId, heldUntil],
  })
  await tx.query({
    name: 'checks.let-go',
    text: `UPDATE spot_checks SET holder_id = NULL, held_until = NULL
           WHERE closed_at IS NULL AND holder_id = $2 AND decision_id <> $1`,
    values: [decisionId, operatorId],
  })
}

/** The submission of a drawn decision. */
export async function findSpotCheckedSubmission(db: Queryable, decisionId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ submissionId: number }>({
    name: 'checks.submission',
    text: 'SELECT submission_id AS "submissionId" FROM spot_checks WHERE decision_id = $1',
    values: [decisionId],
  })
  return rows[0]?.submissionId
}

/** A drawn decision, held until the transaction ends. */
export async function lockSpotCheck(tx: Queryable, decisionId: number): Promise<LockedSpotCheck | undefined> {
  const { rows } = await tx.query<LockedSpotCheck>({
    name: 'checks.lock',
    text: `SELECT k.submission_id AS "submissionId", d.status, k.holder_id AS "holderId",
             k.held_until AS "heldUntil", k.closed_at IS NOT NULL AS "isClosed"
           FROM spot_checks k JOIN decisions d ON d.id = k.decision_id WHERE k.decision_id = $1 FOR UPDATE OF k`,
    values: [decisionId],
  })
  return rows[0]
}

/** What a spot check shows of a receipt beside the facts that were typed, with the merchant that it was typed for. */
type SpotCheckRow = {
  created_at: Date
  picture_key: string | null
  placeholder: string | null
  width: number
  height: number
  merchant: { id: number; name: string; address: string; category: string }
}

export async function findSpotCheckReceipt(
  db: Queryable,
  asked: { submissionId: number; merchantId: number },
): Promise<SpotCheckRow | undefined> {
  const { rows } = await db.query<SpotCheckRow>({
    name: 'checks.show',
    text: `SELECT s.created_at, s.picture_key, s.placeholder, s.picture_width AS width, s.picture_height AS height,
             json_build_object('id', m.id, 'name', m.name, 'address', m.address, 'category', c.name) AS merchant
           FROM submissions s JOIN merchants m ON m.id = $2 JOIN categories c ON c.id = m.category_id
           WHERE s.id = $1`,
    values: [asked.submissionId, asked.merchantId],
  })
  return rows[0]
}

type CheckVerdict = {
  decisionId: number
  operatorId: number
  status: Status
  reasonCode: ReasonCode | null
  corrections: FactCorrection[]
  agrees: boolean
  at: Date
}

/** Holds for what a second look `v` said that was not undone; a decision has at most one. */
export const VERDICT_IN_FORCE = 'NOT EXISTS (SELECT FROM spot_check_undos w WHERE w.verdict_id = v.id)'

/** Writes what the second look said; append-only. */
export async function insertVerdict(tx: Queryable, given: CheckVerdict): Promise<void> {
  const { decisionId, operatorId, status, reasonCode, corrections, agrees, at } = given
  await tx.query({
    name: 'checks.verdict',
    text: `INSERT INTO spot_check_verdicts
             (decision_id, operator_id, status, reason_code, corrections, agrees, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [decisionId, operatorId, status, reasonCode, JSON.stringify(corrections), agrees, at],
  })
}

/** What the second look at a decision said and when, where it was not undone. */
export async function findVerdict(tx: Queryable, decisionId: number): Promise<GivenVerdict | undefined> {
  const { rows } = await tx.query<GivenVerdict>({
    name: 'checks.given',
    text: `SELECT v.id, v.operator_id AS "operatorId", v.status, v.agrees, v.created_at AS at
           FROM spot_check_verdicts v WHERE v.decision_id = $1 AND ${VERDICT_IN_FORCE}`,
    values: [decisionId],
  })
  return rows[0]
}

type GivenVerdict = Pick<CheckVerdict, 'operatorId' | 'status' | 'agrees' | 'at'> & { id: number }

export async function insertVerdictUndo(tx: Queryable, verdictId: number, at: Date): Promise<void> {
  await tx.query({
    name: 'checks.undo',
    text: 'INSERT INTO spot_check_undos (verdict_id, created_at) VALUES ($1, $2)',
    values: [verdictId, at],
  })
}

/** How many second looks there were from `since` on and before `givenUntil`, and how many agreed with the decision. */
export async function countAgreement(
  db: Queryable,
  { since, givenUntil }: { since: Date; givenUntil: Date },
): Promise<{ checked: number; agreed: number }> {
  const { rows } = await db.query<{ checked: number; agreed: number }>({
    name: 'checks.agreement',
    text: `SELECT count(*) AS checked, count(*) FILTER (WHERE agrees) AS agreed
           FROM spot_check_verdicts v WHERE v.created_at >= $1 AND v.created_at < $2 AND ${VERDICT_IN_FORCE}`,
    values: [since, givenUntil],
  })
  return rows[0] ?? { checked: 0, agreed: 0 }
}
