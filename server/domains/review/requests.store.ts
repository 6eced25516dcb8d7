import type { ConfirmationKind, ConfirmationState } from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import type { CorrectedFacts } from '@stampus/contract/console/review'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../platform/db/database.ts'

/** The texts and facts of a request as stored. Empty after the account was deleted. */
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

/**
 * Inserts a waiting request and returns its id, or undefined when its `requestId` was used before. `alone`: it took effect at once
 * because there was no second operator.
 */
export async function insertRequest(
  tx: Queryable,
  given: NewRequest,
  alone?: { decisionId: number | null },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'confirmations.insert',
    text: `INSERT INTO confirmations (kind, user_id, submission_id, asked_by, asked_at, stamps, request, request_id, state,
             closed_at, decision_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11)
           ON CONFLICT (request_id) DO NOTHING RETURNING id`,
    values: [
      given.kind,
      given.userId,
      given.submissionId,
      given.askedBy,
      given.at,
      given.stamps,
      JSON.stringify(given.requested),
      alone ? null : given.requestId,
      alone ? 'not_countersigned' : 'waiting',
      alone ? given.at : null,
      alone?.decisionId,
    ],
  })
  return rows[0]?.id
}

/** SQL condition: only managers may make and confirm request `c`. This includes approvals of escalated receipts. */
export const NEEDS_MANAGER = `(c.kind <> 'approval'
  OR EXISTS (SELECT FROM submissions h WHERE h.id = c.submission_id AND h.escalated))`

/** SQL: the role that both operators of request `c` need. */
export const ROLE = `CASE WHEN ${NEEDS_MANAGER} THEN 'manager' ELSE 'reviewer' END`

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
  /** The role that both operators need. */
  role: Role
}

const STORED = `c.id, c.kind, c.user_id AS "userId", c.submission_id AS "submissionId", c.asked_by AS "askedBy", c.stamps,
  c.request AS requested, c.request_id AS "requestId", c.state,
  ${ROLE} AS role`

export async function findRequest(db: Queryable, id: number): Promise<StoredRequest | undefined> {
  const { rows } = await db.query<StoredRequest>({
    name: 'confirmations.find',
    text: `SELECT ${STORED} FROM confirmations c WHERE c.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** Locks a request until the transaction ends. The caller has locked its member or submission first. */
export async function lockRequest(tx: Queryable, id: number): Promise<StoredRequest | undefined> {
  const { rows } = await tx.query<StoredRequest>({
    name: 'confirmations.lock',
    text: `SELECT ${STORED} FROM confirmations c WHERE c.id = $1 FOR UPDATE`,
    values: [id],
  })
  return rows[0]
}

/** Finds the request of a stamp adjustment by its request id. */
export async function findByRequestId(tx: Queryable, requestId: string): Promise<StoredRequest | undefined> {
  const { rows } = await tx.query<StoredRequest>({
    text: `SELECT ${STORED} FROM confirmations c WHERE c.request_id = $1`,
    values: [requestId],
  })
  return rows[0]
}

/** Finds and locks the waiting request about a submission that the caller has locked. */
export async function findWaitingRequest(tx: Queryable, submissionId: number): Promise<StoredRequest | undefined> {
  const { rows } = await tx.query<StoredRequest>({
    name: 'confirmations.waiting',
    text: `SELECT ${STORED} FROM confirmations c WHERE c.submission_id = $1 AND c.state = 'waiting' FOR UPDATE`,
    values: [submissionId],
  })
  return rows[0]
}

type Closing = {
  id: number
  state: 'confirmed' | 'declined' | 'withdrawn'
  operatorId: number
  at: Date
  answer?: string
  decisionId?: number | undefined
}

/** Closes a request that the caller has locked. */
export async function closeRequest(tx: Queryable, given: Closing): Promise<void> {
  await tx.query({
    name: 'confirmations.close',
    text: `UPDATE confirmations SET state = $2, closed_by = $3, closed_at = $4, answer = $5, decision_id = $6
           WHERE id = $1`,
    values: [given.id, given.state, given.operatorId, given.at, given.answer ?? null, given.decisionId ?? null],
  })
}

/**
 * Updates the request of an undone decision: a confirmed one waits again, unless the operator who asked was removed;
 * one without a second operator is withdrawn.
 */
export async function reopenRequest(tx: Queryable, decisionId: number): Promise<void> {
  await tx.query({
    name: 'confirmations.reopen',
    text: `UPDATE confirmations c SET
             state = CASE WHEN c.state = 'not_countersigned' THEN 'withdrawn'
               WHEN EXISTS (SELECT FROM operators o WHERE o.id = c.asked_by AND o.removed_at IS NULL) THEN 'waiting'
               ELSE 'lapsed' END,
             closed_by = NULL, closed_at = CASE WHEN c.state = 'not_countersigned' THEN c.closed_at END,
             decision_id = CASE WHEN c.state = 'not_countersigned' THEN c.decision_id END
           WHERE c.decision_id = $1 AND c.state IN ('confirmed', 'not_countersigned')`,
    values: [decisionId],
  })
}

/** Counts what took effect since `since` without a second operator. */
export async function countNotCountersigned(db: Queryable, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'confirmations.count-alone',
    text: "SELECT count(*) AS count FROM confirmations WHERE state = 'not_countersigned' AND closed_at > $1",
    values: [since],
  })
  return rows[0]?.count ?? 0
}

/** Closes an operator's waiting requests of these kinds. */
export async function lapseRequestsOf(
  tx: Queryable,
  operatorId: number,
  kinds: ConfirmationKind[],
  at: Date,
): Promise<void> {
  await tx.query({
    text: `UPDATE confirmations SET state = 'lapsed', closed_at = $3
           WHERE asked_by = $1 AND kind = ANY($2) AND state = 'waiting'`,
    values: [operatorId, kinds, at],
  })
}
