import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import { status } from '@stampus/contract/submissions'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { notFound } from '../../../platform/http/http-error.ts'
import { previewTakingBack } from '../../rewards/vouchers/below-zero.service.ts'
import { getUnconfirmedAllowance } from '../../wallet/wallet.service.ts'
import { listRequestsOf } from '../confirmations/confirmation-list.store.ts'
import { presentOnReceipt } from '../confirmations/present-confirmations.ts'
import { checkNoConflict, presentPicture } from '../queue.service.ts'
import { calculateStampsAfter, needsSecond } from '../reversals/reversals.service.ts'
import { hasConfirmer } from '../second-operator.service.ts'
import * as stored from './history.store.ts'

/**
 * Returns a submission with its whole history. Managers also see spot-check verdicts. Throws 404; 403 for a conflict
 * of interest.
 */
export async function getHistory(deps: Deps, { id: operatorId, role }: Viewer, id: number): Promise<SubmissionHistory> {
  const { pool } = deps.db
  const row = await stored.findHistory(pool, { id, operatorId, now: deps.now() })
  if (!row) throw notFound()
  await checkNoConflict(pool, operatorId, id)
  const [decisions, corrections, appeal, escalation, requests, ledger] = await Promise.all([
    stored.listDecisions(pool, id, { withVerdicts: role === 'manager' }),
    stored.listFactCorrections(pool, id),
    stored.findAppeal(pool, id),
    stored.findEscalation(pool, id),
    listRequestsOf(pool, id),
    stored.listLedger(pool, id),
  ])
  return {
    ...presentFacts(deps, row),
    decisions: decisions.map((decision) => presentDecision(decision, corrections)),
    appeal: appeal ? presentAppeal(appeal) : null,
    escalation: escalation ? presentEscalation(escalation) : null,
    confirmations: requests.map(presentOnReceipt),
    second_person: role === 'manager' ? await findReversalRules(deps, operatorId, row) : null,
    if_taken_back:
      role === 'manager' && row.stamps > 0
        ? await previewTakingBack(pool, { userId: row.member_id, stamps: row.stamps, now: deps.now() })
        : null,
    ledger: ledger.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
  }
}

/** Which outcomes of a reversal need a second manager, and whether one is there. */
async function findReversalRules(deps: Deps, operatorId: number, row: stored.HistoryRow) {
  const { pool } = deps.db
  const left = await getUnconfirmedAllowance(pool, deps, { operatorId, userId: row.member_id })
  const { amount_sen: amountSen, created_at: sentAt } = row
  const approved = await calculateStampsAfter(pool, { amountSen, sentAt }, 'approved')
  const outcomes = status.options.filter((outcome) => {
    const stamps = (outcome === 'approved' ? approved : 0) - row.stamps
    return outcome !== row.status && needsSecond(deps, amountSen, { status: outcome, stamps, left })
  })
  return { outcomes, available: await hasConfirmer(pool, deps, operatorId, 'manager') }
}

type Viewer = Pick<AuthenticatedOperator, 'id' | 'role'>

/**
 * Opens the file as the member sent it, after writing an audit entry. Throws 404 when it was removed; 403 for a
 * conflict of interest.
 */
export async function openOriginal(deps: Deps, operatorId: number, id: number): Promise<Original> {
  const key = await stored.findOriginal(deps.db.pool, id)
  if (!key) throw notFound()
  await checkNoConflict(deps.db.pool, operatorId, id)
  const at = deps.now()
  await recordAudit(deps.db.pool, { operatorId, action: 'submission.original_downloaded', subjectId: id, at })
  const file = await deps.storage.openRead(key)
  if (!file) throw notFound()
  return { ...file, name: `receipt-${id}${extname(key)}` }
}

type Original = { stream: Readable; bytes: number; name: string }

function presentFacts(deps: Deps, row: stored.HistoryRow) {
  const { picture_key, placeholder, width, height } = row
  return {
    id: row.id,
    status: row.status,
    purchase_date: row.purchase_date,
    purchase_amount: decimalAmount(row.amount_sen),
    invoice_no: row.invoice_no,
    stamps: row.stamps,
    rejection_reason: row.rejection_reason,
    admin_notes: row.admin_notes,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    held_by: row.held_by,
    picture: picture_key ? presentPicture(deps, { picture_key, placeholder, width, height }) : null,
    corrects: row.corrects,
    corrected_by: row.corrected_by,
    member: { id: row.member_id, name: row.member_name, email: row.member_deleted ? null : row.member_email },
    merchant: { id: row.merchant_id, name: row.merchant_name },
  }
}

function presentDecision(row: stored.HistoryDecision, corrections: stored.HistoryCorrection[]) {
  const { id, status, reason, notes, stamps } = row
  return {
    ...{ id, status, reason, notes, stamps },
    operator: { id: row.operator_id, name: row.operator },
    confirmed_by: row.confirmed_by === null ? null : { id: row.confirmed_by, name: row.confirmer },
    created_at: row.created_at.toISOString(),
    corrections: corrections
      .filter(({ decision_id }) => decision_id === id)
      .map(({ field, typed, corrected }) => ({ field, typed, corrected })),
    second_look: row.second_look && {
      status: row.second_look,
      reason_code: row.verdict_reason_code,
      corrections: row.verdict_corrections,
      operator: { id: row.checked_by, name: row.checker },
      created_at: row.checked_at.toISOString(),
      settlement: row.settlement && {
        outcome: row.settlement,
        note: row.settlement_note,
        operator: { id: row.settled_by, name: row.settler },
        created_at: row.settled_at.toISOString(),
      },
    },
    taken_back: row.revoked_at && {
      operator: { id: row.revoked_by, name: row.revoker },
      created_at: row.revoked_at.toISOString(),
      reversal: row.reversed_to && { status: row.reversed_to, reason: row.reversal_reason },
    },
  }
}

function presentAppeal({ message, created_at, outcome, ...answered }: stored.HistoryAppeal) {
  return {
    message,
    created_at: created_at.toISOString(),
    answer: outcome && {
      outcome,
      text: answered.answer,
      operator: { id: answered.operator_id, name: answered.operator },
      created_at: answered.answered_at.toISOString(),
    },
  }
}

function presentEscalation({ note, created_at, operator_id, operator }: stored.HistoryEscalation) {
  return { note, created_at: created_at.toISOString(), operator: { id: operator_id, name: operator } }
}
