import type { SpotCheck } from '@stampus/contract/console/spotChecks'
import type { ReasonCode } from '@stampus/contract/reasons'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import { maybe, maybeValue, one, run, value } from '../../../platform/db/query.ts'
import { insert } from '../../../platform/db/rows.ts'
import { parameter, type Sql, sql } from '../../../platform/db/sql.ts'
import { merchantsOf } from '../../conflicts-of-interest/conflicts.store.ts'
import { hasConflict } from '../../submissions/reviewed-submissions.store.ts'
import { CONFIRMER, type FactCorrection, UNDO_FROM } from '../decisions.store.ts'
import { PICTURE, type StoredPicture } from '../queue.store.ts'

/** Up to 1000. */
export const closeExpiredSpotChecks = (db: Queryable, drawnBefore: Date, at: Date) => run(db, 'checks.lapse')`
  UPDATE spot_checks SET closed_at = ${at} WHERE decision_id IN (
    SELECT decision_id FROM spot_checks WHERE closed_at IS NULL AND drawn_at < ${drawnBefore}
    ORDER BY drawn_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`

export type SpotCheckQuery = { operatorId: number; now: Date; decidedUntil: Date }
export type LeasedSpotCheck = { id: number; submissionId: number }

/** Others' decisions and confirmations until `decidedUntil`, not of a merchant of the operator, as typed too. */
function served({ operatorId, now, decidedUntil }: SpotCheckQuery, more = sql``): Sql {
  const [operator, until] = [parameter(operatorId), parameter(decidedUntil)]
  return sql`
  FROM spot_checks k
  JOIN decisions d ON d.id = k.decision_id
  JOIN submissions s ON s.id = k.submission_id
  WHERE k.closed_at IS NULL AND k.drawn_at <= ${until} AND ${UNDO_FROM} <= ${until} AND d.operator_id <> ${operator}
    AND ${CONFIRMER} IS DISTINCT FROM ${operator} AND s.picture_key IS NOT NULL
    AND (k.held_until IS NULL OR k.held_until <= ${now} OR k.holder_id = ${operator}) AND NOT ${hasConflict(operator)}
    AND NOT EXISTS (
      SELECT FROM fact_corrections c WHERE c.decision_id = k.decision_id AND c.field = 'merchant_id'
        AND c.typed::bigint IN ${merchantsOf('operator', operator)}) ${more}`
}

/** The one that the operator holds already comes first. */
export async function leaseNextSpotCheck(
  tx: Queryable,
  query: SpotCheckQuery,
  heldUntil: Date,
): Promise<LeasedSpotCheck | undefined> {
  const { operatorId } = query
  const leaseFirst = (from: Sql) => sql`
    UPDATE spot_checks SET holder_id = ${operatorId}, held_until = ${heldUntil}
    WHERE decision_id = (
      SELECT k.decision_id ${from} ORDER BY k.drawn_at, k.decision_id LIMIT 1 FOR UPDATE OF k SKIP LOCKED)
    RETURNING decision_id AS id, submission_id AS "submissionId"`
  const own = served(query, sql`AND k.holder_id = ${operatorId}`)
  return (
    (await maybe<LeasedSpotCheck>(tx, 'checks.hold-own')`${leaseFirst(own)}`) ??
    maybe<LeasedSpotCheck>(tx, 'checks.hold')`${leaseFirst(served(query))}`
  )
}

/** Up to 1000. */
export const countSpotChecks = (db: Queryable, query: SpotCheckQuery) => value(db, 'checks.count')`
  SELECT count(*) AS waiting FROM (SELECT k.decision_id ${served(query)} LIMIT 1000) open`

export type LockedSpotCheck = {
  submissionId: number
  status: Status
  holderId: number | null
  heldUntil: Date | null
  isClosed: boolean
}

/** Releases others that they hold. */
export async function reopenSpotCheck(
  tx: Queryable,
  { decisionId, operatorId, heldUntil }: { decisionId: number; operatorId: number; heldUntil: Date },
): Promise<void> {
  await run(tx, 'checks.reopen')`
    UPDATE spot_checks SET closed_at = NULL, holder_id = ${operatorId}, held_until = ${heldUntil}
    WHERE decision_id = ${decisionId}`
  await run(tx, 'checks.let-go')`
    UPDATE spot_checks SET holder_id = NULL, held_until = NULL
    WHERE closed_at IS NULL AND holder_id = ${operatorId} AND decision_id <> ${decisionId}`
}

export const findSpotCheckedSubmission = (db: Queryable, decisionId: number) =>
  maybeValue(db, 'checks.submission')`SELECT submission_id FROM spot_checks WHERE decision_id = ${decisionId}`

/** Locks a spot check until the transaction ends. */
export const lockSpotCheck = (tx: Queryable, decisionId: number) => maybe<LockedSpotCheck>(tx, 'checks.lock')`
  SELECT k.submission_id AS "submissionId", d.status, k.holder_id AS "holderId", k.held_until AS "heldUntil",
    k.closed_at IS NOT NULL AS "isClosed"
  FROM spot_checks k JOIN decisions d ON d.id = k.decision_id WHERE k.decision_id = ${decisionId} FOR UPDATE OF k`

/** A receipt to check, with the merchant as typed. */
type SpotCheckRow = StoredPicture & { created_at: Date; merchant: SpotCheck['merchant'] }

export const findSpotCheckReceipt = (db: Queryable, submissionId: number, merchantId: number) =>
  maybe<SpotCheckRow>(db, 'checks.show')`
    SELECT s.created_at, ${PICTURE}, m.id AS "merchant.id", m.name AS "merchant.name", m.address AS "merchant.address",
      c.name AS "merchant.category"
    FROM submissions s JOIN merchants m ON m.id = ${merchantId} JOIN categories c ON c.id = m.category_id
    WHERE s.id = ${submissionId}`

type CheckVerdict = {
  decisionId: number
  operatorId: number
  status: Exclude<Status, 'pending'>
  reasonCode: ReasonCode | null
  corrections: FactCorrection[]
  agrees: boolean
  at: Date
}

/** Verdict `v` was not undone. A decision has at most one such verdict. */
export const VERDICT_IN_FORCE = sql`NOT EXISTS (SELECT FROM spot_check_undos w WHERE w.verdict_id = v.id)`

/** Verdicts are append-only. */
export function insertVerdict(tx: Queryable, given: CheckVerdict): Promise<void> {
  const { decisionId: decision_id, operatorId: operator_id, status, reasonCode: reason_code, agrees } = given
  const corrections = JSON.stringify(given.corrections)
  const verdict = { decision_id, operator_id, status, reason_code, corrections, agrees, created_at: given.at }
  return run(tx, 'checks.verdict')`${insert('spot_check_verdicts', verdict)}`
}

type GivenVerdict = Pick<CheckVerdict, 'operatorId' | 'status' | 'agrees' | 'at'> & { id: number }

export const findVerdict = (tx: Queryable, decisionId: number) => maybe<GivenVerdict>(tx, 'checks.given')`
  SELECT v.id, v.operator_id AS "operatorId", v.status, v.agrees, v.created_at AS at
  FROM spot_check_verdicts v WHERE v.decision_id = ${decisionId} AND ${VERDICT_IN_FORCE}`

export const insertVerdictUndo = (tx: Queryable, verdict_id: number, created_at: Date) =>
  run(tx, 'checks.undo')`${insert('spot_check_undos', { verdict_id, created_at })}`

/** Counts the verdicts given from `since` until `givenUntil`, and how many of them agree. */
export const countAgreement = (db: Queryable, { since, givenUntil }: { since: Date; givenUntil: Date }) =>
  one<{ checked: number; agreed: number }>(db, 'checks.agreement')`
    SELECT count(*) AS checked, count(*) FILTER (WHERE agrees) AS agreed
    FROM spot_check_verdicts v WHERE v.created_at >= ${since} AND v.created_at < ${givenUntil} AND ${VERDICT_IN_FORCE}`
