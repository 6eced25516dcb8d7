import type { ConfirmationKind, ConfirmationState } from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import type { CorrectedFacts } from '@stampus/contract/console/review'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../platform/db/database.ts'
import { maybe, maybeValue, run, value } from '../../platform/db/query.ts'
import { insert, update } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'

/** Empty after the account was deleted. */
export type Requested = {
  words?: string | undefined
  corrections?: CorrectedFacts | undefined
  /** For a reversal: the new status and the decision that it replaces. */
  outcome?: Status | undefined
  decisionId?: number | undefined
  /** For a stamp adjustment: the balance that the requester wrote off. */
  balance?: number | undefined
}

export type NewRequest = {
  kind: ConfirmationKind
  userId: number
  submissionId: number | null
  askedBy: number
  at: Date
  stamps: number
  requested: Requested
  requestId?: string | undefined
}

/** Undefined when its `requestId` was used before. `alone`: it took effect without a second operator. */
export function insertRequest(
  tx: Queryable,
  { kind, userId, submissionId, askedBy, at, stamps, requested, requestId }: NewRequest,
  alone?: { decisionId: number | null },
): Promise<number | undefined> {
  const request = {
    ...{ kind, user_id: userId, submission_id: submissionId, asked_by: askedBy, asked_at: at, stamps },
    request: JSON.stringify(requested),
    request_id: alone ? null : requestId,
    state: alone ? ('not_countersigned' as const) : ('waiting' as const),
    closed_at: alone ? at : null,
    decision_id: alone?.decisionId,
  }
  return maybeValue(tx, 'confirmations.insert')`
    ${insert('confirmations', request)} ON CONFLICT (request_id) DO NOTHING RETURNING id`
}

/** Only managers may make and confirm request `c`. This includes approvals of escalated receipts. */
export const NEEDS_MANAGER = sql`(c.kind <> 'approval'
  OR EXISTS (SELECT FROM submissions h WHERE h.id = c.submission_id AND h.escalated))`

/** The role that both operators of request `c` need. */
export const ROLE = sql`CASE WHEN ${NEEDS_MANAGER} THEN 'manager' ELSE 'reviewer' END`

/** Only `state` changes after the request is made. */
export type StoredRequest = {
  id: number
  kind: ConfirmationKind
  userId: number
  submissionId: number | null
  askedBy: number
  stamps: number
  requested: Requested
  requestId: string | null
  state: ConfirmationState
  role: Role
}

const STORED = sql`SELECT c.id, c.kind, c.user_id AS "userId", c.submission_id AS "submissionId", c.asked_by AS "askedBy",
  c.stamps, c.request AS requested, c.request_id AS "requestId", c.state, ${ROLE} AS role FROM confirmations c`

export const findRequest = (db: Queryable, id: number) =>
  maybe<StoredRequest>(db, 'confirmations.find')`${STORED} WHERE c.id = ${id}`

/** Locks a request until the transaction ends. The caller has locked its member or submission first. */
export const lockRequest = (tx: Queryable, id: number) =>
  maybe<StoredRequest>(tx, 'confirmations.lock')`${STORED} WHERE c.id = ${id} FOR UPDATE`

export const findByRequestId = (tx: Queryable, requestId: string) =>
  maybe<StoredRequest>(tx)`${STORED} WHERE c.request_id = ${requestId}`

/** Locks it too. The caller has locked the submission. */
export const findWaitingRequest = (tx: Queryable, submissionId: number) =>
  maybe<StoredRequest>(tx, 'confirmations.waiting')`
    ${STORED} WHERE c.submission_id = ${submissionId} AND c.state = 'waiting' FOR UPDATE`

type Closing = {
  id: number
  state: 'confirmed' | 'declined' | 'withdrawn'
  operatorId: number
  at: Date
  answer?: string
  decisionId?: number | undefined
}

export function closeRequest(tx: Queryable, { id, state, operatorId, at, answer, decisionId }: Closing) {
  const by = { closed_by: operatorId, closed_at: at }
  const closing = { state, ...by, answer: answer ?? null, decision_id: decisionId ?? null }
  return run(tx, 'confirmations.close')`${update('confirmations', closing)} WHERE id = ${id}`
}

/** A confirmed request waits again, unless who asked was removed; one without a second operator is withdrawn. */
export const reopenRequest = (tx: Queryable, decisionId: number) => run(tx, 'confirmations.reopen')`
  UPDATE confirmations c SET
    state = CASE WHEN c.state = 'not_countersigned' THEN 'withdrawn'
      WHEN EXISTS (SELECT FROM operators o WHERE o.id = c.asked_by AND o.removed_at IS NULL) THEN 'waiting'
      ELSE 'lapsed' END,
    closed_by = NULL, closed_at = CASE WHEN c.state = 'not_countersigned' THEN c.closed_at END,
    decision_id = CASE WHEN c.state = 'not_countersigned' THEN c.decision_id END
  WHERE c.decision_id = ${decisionId} AND c.state IN ('confirmed', 'not_countersigned')`

export const countNotCountersigned = (db: Queryable, since: Date) => value(db, 'confirmations.count-alone')`
  SELECT count(*) AS count FROM confirmations WHERE state = 'not_countersigned' AND closed_at > ${since}`

/** Closes what waits. */
export const lapseRequestsOf = (tx: Queryable, operatorId: number, kinds: ConfirmationKind[], at: Date) => run(tx)`
  UPDATE confirmations SET state = 'lapsed', closed_at = ${at}
  WHERE asked_by = ${operatorId} AND kind = ANY(${kinds}) AND state = 'waiting'`
