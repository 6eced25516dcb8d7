import type { ReasonCode } from '@stampus/contract/reasons'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import { merchantsOf } from '../../own-accounts/ties.store.ts'
import { HAS_CONFLICT } from '../../submissions/reviewed-submissions.store.ts'
import { CONFIRMER, type FactCorrection, UNDO_FROM } from '../decisions.store.ts'

/** Closes up to 1000 open spot checks that were drawn before `drawnBefore`. */
export async function closeExpiredSpotChecks(db: Queryable, drawnBefore: Date, at: Date): Promise<void> {
  await db.query({
    name: 'checks.lapse',
    text: `UPDATE spot_checks SET closed_at = $2 WHERE decision_id IN (
             SELECT decision_id FROM spot_checks WHERE closed_at IS NULL AND drawn_at < $1
             ORDER BY drawn_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
    values: [drawnBefore, at],
  })
}

/** SQL condition: the receipt of spot check `k` was typed for a merchant of operator `$1` and corrected. */
const HAS_CONFLICT_AS_TYPED = `EXISTS (
    SELECT FROM fact_corrections c WHERE c.decision_id = k.decision_id AND c.field = 'merchant_id'
      AND c.typed::bigint IN ${merchantsOf('operator', '$1')})`

/**
 * SQL: what operator `$1` may check at `$2`: others' decisions and confirmations until `$3` whose picture is still
 * stored.
 */
const SERVED = `
  FROM spot_checks k
  JOIN decisions d ON d.id = k.decision_id
  JOIN submissions s ON s.id = k.submission_id
  WHERE k.closed_at IS NULL AND k.drawn_at <= $3 AND ${UNDO_FROM} <= $3 AND d.operator_id <> $1 AND ${CONFIRMER} IS DISTINCT FROM $1
    AND s.picture_key IS NOT NULL
    AND (k.held_until IS NULL OR k.held_until <= $2 OR k.holder_id = $1) AND NOT ${HAS_CONFLICT}
    AND NOT ${HAS_CONFLICT_AS_TYPED}`

export type SpotCheckQuery = { operatorId: number; now: Date; decidedUntil: Date }

export type LeasedSpotCheck = { id: number; submissionId: number }

/** Leases the oldest spot check to this operator until `heldUntil`. One that they already hold comes first. */
export async function leaseNextSpotCheck(
  tx: Queryable,
  { operatorId, now, decidedUntil }: SpotCheckQuery,
  heldUntil: Date,
): Promise<LeasedSpotCheck | undefined> {
  const leaseFirst = async ({ name, which }: { name: string; which: string }) => {
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
  const own = await leaseFirst({ name: 'checks.hold-own', which: 'AND k.holder_id = $1' })
  return own ?? leaseFirst({ name: 'checks.hold', which: '' })
}

/** Counts the decisions that this operator may spot-check, up to 1000. */
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

/** Reopens a spot check and leases it to this operator until `heldUntil`. Releases others that they hold. */
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

export async function findSpotCheckedSubmission(db: Queryable, decisionId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ submissionId: number }>({
    name: 'checks.submission',
    text: 'SELECT submission_id AS "submissionId" FROM spot_checks WHERE decision_id = $1',
    values: [decisionId],
  })
  return rows[0]?.submissionId
}

/** Locks a spot check until the transaction ends. */
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

/** What a spot check shows of a receipt, with the merchant as typed. */
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
  query: { submissionId: number; merchantId: number },
): Promise<SpotCheckRow | undefined> {
  const { rows } = await db.query<SpotCheckRow>({
    name: 'checks.show',
    text: `SELECT s.created_at, s.picture_key, s.placeholder, s.picture_width AS width, s.picture_height AS height,
             json_build_object('id', m.id, 'name', m.name, 'address', m.address, 'category', c.name) AS merchant
           FROM submissions s JOIN merchants m ON m.id = $2 JOIN categories c ON c.id = m.category_id
           WHERE s.id = $1`,
    values: [query.submissionId, query.merchantId],
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

/** SQL condition: verdict `v` was not undone. A decision has at most one such verdict. */
export const VERDICT_IN_FORCE = 'NOT EXISTS (SELECT FROM spot_check_undos w WHERE w.verdict_id = v.id)'

/** Inserts a verdict. Verdicts are append-only. */
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

/** Finds the verdict in force on a decision. */
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

/** Counts the verdicts given from `since` until `givenUntil`, and how many agreed with the decision. */
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
