import type { Role } from '@stampus/contract/console/operators'
import { CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { ActionOf, VerbOf } from '@stampus/contract/values/auditActions'
import type { Deps } from '../../deps.ts'
import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import { withFieldNames } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { conflict, forbidden } from '../../platform/http/http-error.ts'
import { hasOtherOperator } from '../staff/confirmers.store.ts'
import {
  closeRequest,
  findWaitingRequest,
  insertRequest,
  type NewRequest,
  type StoredRequest,
} from './requests.store.ts'

/** Grants of accounts and roles since this time keep two operators from confirming for each other. */
export function grantedSince({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() - CONFIRMER_WINDOW_MS)
}

/** Whether a second operator must confirm, and whether one is there. `missing`: needed, but there is no one. */
type SecondOperator = 'not_needed' | 'available' | 'missing'

type PolicyDeps = Pick<Deps, 'now' | 'config'>

/** Whether an approval of this amount (in sen) needs a second operator. */
export function isLargeAmount({ config }: Pick<Deps, 'config'>, amountSen: number): boolean {
  return amountSen > config.LARGE_AMOUNT_SEN
}

/** Whether another active operator has the role to confirm this operator's requests. */
export function hasConfirmer(db: Queryable, { now }: PolicyDeps, operatorId: number, role: Role): Promise<boolean> {
  return hasOtherOperator(db, { operatorId, role, since: new Date(now().getTime() - CONFIRMER_WINDOW_MS) })
}

/** Finds out whether a second operator must confirm (`needed`), and whether one with the role is there. */
export async function determineSecondOperator(
  db: Queryable,
  deps: PolicyDeps,
  query: { needed: boolean; operatorId: number; role: Role },
): Promise<SecondOperator> {
  if (!query.needed) return 'not_needed'
  return (await hasConfirmer(db, deps, query.operatorId, query.role)) ? 'available' : 'missing'
}

/**
 * Inserts a confirmation request with its audit entry and returns its id, or undefined when its `requestId` was used
 * before. The caller has locked the member or submission and checked that the effect is possible.
 */
export async function requestConfirmation(tx: Queryable, given: NewRequest): Promise<number | undefined> {
  const id = await insertRequest(tx, given)
  if (id === undefined) return undefined
  const change = (field: string, after: string | undefined) => (after ? [{ field, before: null, after }] : [])
  await recordRequestAudit(tx, given, { action: 'confirmation_asked', operatorId: given.askedBy, at: given.at }, [
    { field: 'confirmation', before: null, after: given.kind },
    { field: 'stamps_asked', before: null, after: String(given.stamps) },
    ...change('status_asked', given.requested.outcome),
    ...change('reason', given.requested.words),
  ])
  return id
}

/** Throws 409 while a request about this submission is waiting. */
export async function checkNoOpenRequest(tx: Queryable, submissionId: number): Promise<void> {
  if (await findWaitingRequest(tx, submissionId)) throw conflict(texts.waitsForConfirmation)
}

/**
 * Withdraws a request that the caller has locked. Throws 403 for another operator's request, 409 when it is closed.
 */
export async function withdrawLocked(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  operatorId: number,
  request: StoredRequest,
): Promise<void> {
  if (request.askedBy !== operatorId) throw forbidden()
  if (request.state !== 'waiting') throw conflict(texts.confirmationClosed)
  const at = now()
  await closeRequest(tx, { id: request.id, state: 'withdrawn', operatorId, at })
  await recordClosedRequest(tx, request, { state: 'withdrawn', operatorId, at })
}

/** Writes the audit entry of a request that was withdrawn or declined. `answer` is what the decliner wrote. */
export async function recordClosedRequest(
  tx: Queryable,
  request: StoredRequest,
  closing: { state: 'withdrawn' | 'declined'; operatorId: number; at: Date; answer?: string },
): Promise<void> {
  const { state, operatorId, at, answer } = closing
  await recordRequestAudit(tx, request, { action: `confirmation_${state}`, operatorId, at }, [
    { field: 'confirmation', before: request.kind, after: state },
    { field: 'stamps_asked', before: String(request.stamps), after: null },
    ...(operatorId === request.askedBy ? [] : [{ field: 'asked_by', before: null, after: String(request.askedBy) }]),
    ...(answer ? [{ field: 'answer', before: null, after: answer }] : []),
  ])
}

type AuditedAction = {
  action: VerbOf<ActionOf<'member'>> & VerbOf<ActionOf<'submission'>>
  operatorId: number
  at: Date
}

/** Writes an audit entry about a request, under its submission or its member. */
async function recordRequestAudit(
  tx: Queryable,
  { submissionId, userId }: Pick<StoredRequest, 'submissionId' | 'userId'>,
  { action, operatorId, at }: AuditedAction,
  changes: Change[],
): Promise<void> {
  const subjectKind = submissionId === null ? 'member' : 'submission'
  await recordAudit(tx, {
    operatorId,
    action: `${subjectKind}.${action}`,
    subjectKind,
    subjectId: submissionId ?? userId,
    ...withFieldNames(changes),
    at,
  })
}

/** Returns the audit changes that name the operator who asked, or say that no second operator was there to confirm. */
export function countersignatureChanges(by: {
  askedBy?: number | undefined
  isNotCountersigned?: boolean | undefined
}) {
  if (by.askedBy !== undefined) return [{ field: 'asked_by', before: null, after: String(by.askedBy) }]
  return by.isNotCountersigned ? [{ field: 'confirmation', before: null, after: 'not countersigned' }] : []
}
