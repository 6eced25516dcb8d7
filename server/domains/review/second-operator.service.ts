import type { Role } from '@stampus/contract/console/operators'
import { CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { ActionOf, VerbOf } from '@stampus/contract/values/auditActions'
import type { Deps } from '../../deps.ts'
import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { dryRun } from '../../platform/db/transaction.ts'
import { conflict, forbidden } from '../../platform/http/http-error.ts'
import { hasOtherOperator } from '../staff/confirmers.store.ts'
import * as store from './requests.store.ts'

type Clock = Pick<Deps, 'now'>

/** Grants of accounts and roles since this time keep two operators from confirming for each other. */
export function grantedSince({ now }: Clock): Date {
  return new Date(now().getTime() - CONFIRMER_WINDOW_MS)
}

/** `amountSen` is what an approval counts. */
export function isLargeAmount({ config }: Pick<Deps, 'config'>, amountSen: number): boolean {
  return amountSen > config.LARGE_AMOUNT_SEN
}

/** Whether another active operator has the role to confirm this operator's requests. */
export function hasConfirmer(db: Queryable, deps: Clock, operatorId: number, role: Role): Promise<boolean> {
  return hasOtherOperator(db, { operatorId, role, since: grantedSince(deps) })
}

export type Proposal = {
  needed: boolean
  /** The role that the second operator needs. */
  role: Role
  request: Omit<store.NewRequest, 'stamps'>
  stamps?: number
}
type RecordedDecision = { decisionId: number | null; stamps: number }

/**
 * Does `work`, or asks a second operator where one is needed and there: `work` is then tried and rolled back first, so
 * that what forbids it is an error at once, unless `stamps` are given. Needed but not there: not countersigned. Returns
 * the id of the waiting request, or null. Throws 409 when its `requestId` was used before.
 */
export async function doOrAsk(
  tx: Queryable,
  deps: Clock,
  { needed, role, request, stamps }: Proposal,
  work: (isNotCountersigned: boolean) => Promise<RecordedDecision>,
): Promise<number | null> {
  if (needed && (await hasConfirmer(tx, deps, request.askedBy, role)))
    return requestConfirmation(tx, { ...request, stamps: stamps ?? (await dryRun(tx, () => work(false))).stamps })
  const done = await work(needed)
  if (needed) await store.insertRequest(tx, { ...request, stamps: done.stamps }, { decisionId: done.decisionId })
  return null
}

async function requestConfirmation(tx: Queryable, given: store.NewRequest): Promise<number> {
  const id = await store.insertRequest(tx, given)
  if (id === undefined) throw conflict(texts.keyReused)
  const change = (field: string, after: string | undefined) => (after ? [{ field, before: null, after }] : [])
  await recordRequestAudit(tx, given, { action: 'confirmation_asked', operatorId: given.askedBy, at: given.at }, [
    { field: 'confirmation', before: null, after: given.kind },
    { field: 'stamps_asked', before: null, after: String(given.stamps) },
    ...change('status_asked', given.requested.outcome),
    ...change('reason', given.requested.words),
  ])
  return id
}

export async function checkNoOpenRequest(tx: Queryable, submissionId: number): Promise<void> {
  if (await store.findWaitingRequest(tx, submissionId)) throw conflict(texts.waitsForConfirmation)
}

/** The caller has locked it. Throws 403 for another operator's request, 409 when it is closed. */
export async function withdrawLocked(
  tx: Queryable,
  { now }: Clock,
  operatorId: number,
  request: store.StoredRequest,
): Promise<void> {
  if (request.askedBy !== operatorId) throw forbidden()
  if (request.state !== 'waiting') throw conflict(texts.confirmationClosed)
  await closeUnconfirmed(tx, request, { state: 'withdrawn', operatorId, at: now() })
}

/** `answer` is what the decliner wrote. */
export async function closeUnconfirmed(
  tx: Queryable,
  request: store.StoredRequest,
  closing: { state: 'withdrawn' | 'declined'; operatorId: number; at: Date; answer?: string },
): Promise<void> {
  const { state, operatorId, at, answer } = closing
  await store.closeRequest(tx, { id: request.id, ...closing })
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

/** Records the audit entry of a request under its submission or its member. */
async function recordRequestAudit(
  tx: Queryable,
  { submissionId, userId }: Pick<store.StoredRequest, 'submissionId' | 'userId'>,
  { action, ...done }: AuditedAction,
  changes: Change[],
): Promise<void> {
  const subject = submissionId === null ? 'member' : 'submission'
  await recordAudit(tx, { ...done, action: `${subject}.${action}`, subjectId: submissionId ?? userId, changes })
}

/** `operatorId` made the change alone or asked for it. */
export type Signatures = {
  operatorId: number
  confirmedBy?: number | undefined
  /** A second operator was needed, but there was none. */
  isNotCountersigned?: boolean | undefined
}

/** Names the operator who asked, or says that no second operator was there to confirm. */
export function countersignatureChanges({ operatorId, confirmedBy, isNotCountersigned }: Signatures): Change[] {
  if (confirmedBy !== undefined) return [{ field: 'asked_by', before: null, after: String(operatorId) }]
  return isNotCountersigned ? [{ field: 'confirmation', before: null, after: 'not countersigned' }] : []
}
