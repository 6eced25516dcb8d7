import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import type { ReasonCode } from '@stampus/contract/reasons'
import type { Queryable } from '../../platform/db/database.ts'
import { maybe, one, run, some, value } from '../../platform/db/query.ts'
import { update } from '../../platform/db/rows.ts'
import { type Parameter, parameter, type Sql, sql } from '../../platform/db/sql.ts'
import { merchantsOf } from '../conflicts-of-interest/conflicts.store.ts'

/** A submission without a picture (deleted account, or end of the retention time) can no longer be decided. */
export type LockedSubmission = {
  id: number
  userId: number
  status: ReceiptStatus
  amountSen: number
  hasPicture: boolean
  isEscalated: boolean
  sentAt: Date
}

/** Locks in this order, as deleting an account and resubmitting a receipt do: the member, then the submission. */
export const lockSender = (tx: Queryable, submissionId: number) => run(tx, 'submissions.sender')`
  SELECT FROM users WHERE id = (SELECT user_id FROM submissions WHERE id = ${submissionId}) FOR NO KEY UPDATE`

/** Against other decisions, undos and leases, until the transaction ends. */
export const lockSubmission = (tx: Queryable, id: number) => maybe<LockedSubmission>(tx, 'submissions.lock')`
  SELECT id, user_id AS "userId", status, amount_sen AS "amountSen", picture_key IS NOT NULL AS "hasPicture",
    escalated AS "isEscalated", created_at AS "sentAt"
  FROM submissions WHERE id = ${id} FOR UPDATE`

export type Outcome = {
  status: 'approved' | 'rejected'
  reason: string | null
  notes: string | null
  stamps: number
  at: Date
}

/** Violates `submissions_approved_once` when the same receipt is approved already. */
export function updateOutcome(tx: Queryable, id: number, { status, reason, notes, stamps, at }: Outcome) {
  const shown = { status, rejection_reason: reason, admin_notes: notes, stamps, decided_at: at }
  return run(tx, 'submissions.outcome')`${update('submissions', shown)} WHERE id = ${id}`
}

/** The amount is in sen. */
export type ReceiptFacts = {
  merchant_id: number
  invoice_number: string
  purchase_date: string
  purchase_amount: number
}

/** Violates a unique index when they make it a duplicate. */
export function updateFacts(tx: Queryable, submissionId: number, facts: ReceiptFacts & { invoiceKey: string }) {
  const { merchant_id, invoice_number: invoice_no, invoiceKey: invoice_key } = facts
  const { purchase_date, purchase_amount: amount_sen } = facts
  const columns = { merchant_id, invoice_no, invoice_key, purchase_date, amount_sen }
  return run(tx, 'corrections.apply')`${update('submissions', columns)} WHERE id = ${submissionId}`
}

export const markEscalated = (tx: Queryable, id: number, escalated: boolean) =>
  run(tx, 'submissions.mark-escalated')`${update('submissions', { escalated })} WHERE id = ${id}`

/** A manager who reopens submission `s` restarts the clock. */
export const WAITING_SINCE = sql`coalesce(s.reopened_at, s.created_at)`

/** Violates `submissions_sent_once` when its member has sent the receipt again. */
export const reopenSubmission = (tx: Queryable, id: number) => run(tx, 'submissions.reopen')`
  UPDATE submissions SET status = 'pending', rejection_reason = NULL, admin_notes = NULL, stamps = 0, decided_at = NULL
  WHERE id = ${id}`

export const markReopened = (tx: Queryable, id: number, reopened_at: Date) =>
  run(tx, 'submissions.mark-reopened')`${update('submissions', { reopened_at })} WHERE id = ${id}`

/** This operator may neither see nor judge submission `s`, because it is their own or comes from their own merchant. */
export const hasConflict = (operator: Sql | Parameter) => sql`(
  s.merchant_id IN ${merchantsOf('operator', operator)} OR s.user_id IN ${accountsOf(operator)})`

const accountsOf = (operator: Sql | Parameter) =>
  sql`(SELECT a.user_id FROM own_accounts a WHERE a.operator_id = ${operator})`

export const hasConflictOfInterest = (db: Queryable, operatorId: number, submissionId: number) => some(db, 'ties.one')`
  SELECT FROM submissions s WHERE s.id = ${submissionId} AND ${hasConflict(parameter(operatorId))}`

/** The merchants and the members whose submissions this operator may neither see nor judge. */
export function findConflicts(db: Queryable, operatorId: number) {
  const operator = parameter(operatorId)
  return one<{ merchantIds: number[]; userIds: number[] }>(db, 'ties.all')`
    SELECT ARRAY${merchantsOf('operator', operator)} AS "merchantIds", ARRAY${accountsOf(operator)} AS "userIds"`
}

const PURCHASE_LOCKS = 41

/** Locks a submission, all that it corrects and all that corrects it, against other approvals in this transaction. */
export const lockPurchase = (tx: Queryable, submissionId: number) => run(tx, 'resubmission.lock')`
  WITH RECURSIVE earlier (id, corrects) AS (
    SELECT id, corrects FROM submissions WHERE id = ${submissionId}
    UNION SELECT s.id, s.corrects FROM earlier e JOIN submissions s ON s.id = e.corrects)
  SELECT pg_advisory_xact_lock(${PURCHASE_LOCKS}, hashint8(min(id))) FROM earlier`

/** The sub-selects keep PostgreSQL, which expects hundreds of receipts in a purchase, from walking whole indexes. */
const purchaseOf = (id: Sql) => sql`WITH RECURSIVE purchase (id) AS (
    SELECT ${id}
    UNION SELECT next.id FROM purchase r CROSS JOIN LATERAL (
      SELECT (SELECT corrects FROM submissions WHERE id = r.id) AS id
      UNION ALL SELECT id FROM submissions WHERE corrects = r.id) next WHERE next.id IS NOT NULL)`

const ALL_REASON_CODES = sql`SELECT coalesce(json_agg(d.reason_code), '[]') FROM purchase r CROSS JOIN LATERAL (
      SELECT e.reason_code FROM decisions e WHERE e.submission_id = r.id AND e.status = 'rejected'
        AND NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = e.id) OFFSET 0) d`

const approvedBut = (id: Parameter) => sql`
  SELECT min((SELECT s.id FROM submissions s WHERE s.id = r.id AND s.id <> ${id} AND s.status = 'approved')) FROM purchase r`

/** Codes of all rejections in force on the purchase of submission `s`. Null: a reason in the reviewer's own words. */
export const REASON_CODES = sql`(${purchaseOf(sql`s.id`)} ${ALL_REASON_CODES})`

/** Even if other facts were typed for it. */
export async function findApprovedResubmission(tx: Queryable, submissionId: number): Promise<number | undefined> {
  const id = parameter(submissionId)
  const found = await value<number | null>(tx, 'resubmission.approved')`
    ${purchaseOf(sql`${id}::bigint`)} SELECT (${approvedBut(id)}) AS id`
  return found ?? undefined
}

/** The reason codes are of all rejections in force. */
type Purchase = { approvedInstead: number | null; reasonCodes: (ReasonCode | null)[] }

export function findPurchase(db: Queryable, submissionId: number) {
  const id = parameter(submissionId)
  return one<Purchase>(db, 'resubmission.purchase')`
    ${purchaseOf(sql`${id}::bigint`)} SELECT (${approvedBut(id)}) AS "approvedInstead", (${ALL_REASON_CODES}) AS "reasonCodes"`
}
