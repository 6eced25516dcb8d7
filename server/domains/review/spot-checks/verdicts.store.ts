import type { ReasonCode } from '@stampus/contract/reasons'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Correction } from '../decisions/fact-corrections.store.ts'

type CheckVerdict = {
  decisionId: number
  operatorId: number
  status: Status
  reasonCode: ReasonCode | null
  corrections: Correction[]
  agrees: boolean
  at: Date
}

/** Holds for what a second look `v` said that was not undone; a decision has at most one. */
export const VERDICT_COUNTS = 'NOT EXISTS (SELECT FROM spot_check_undos w WHERE w.verdict_id = v.id)'

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
           FROM spot_check_verdicts v WHERE v.decision_id = $1 AND ${VERDICT_COUNTS}`,
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
           FROM spot_check_verdicts v WHERE v.created_at >= $1 AND v.created_at < $2 AND ${VERDICT_COUNTS}`,
    values: [since, givenUntil],
  })
  return rows[0] ?? { checked: 0, agreed: 0 }
}
