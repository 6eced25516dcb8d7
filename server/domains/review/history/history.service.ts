import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { status } from '@stampus/contract/submissions'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { requireFound } from '../../../platform/http/http-error.ts'
import { previewTakingBack } from '../../rewards/vouchers/negative-balance.service.ts'
import { getUnconfirmedAllowance } from '../../wallet/wallet.service.ts'
import { listRequestsOf, type RequestRow } from '../confirmations/confirmation-list.store.ts'
import { presentPictureIfStored } from '../evidence/review-items.service.ts'
import { checkNoConflict } from '../queue.service.ts'
import { calculateStampsAfter, needsSecond } from '../reversals/reversals.service.ts'
import { hasConfirmer } from '../second-operator.service.ts'
import * as stored from './history.store.ts'

/** Managers also see spot-check verdicts. Throws 404, 403 for a conflict of interest. */
export async function getHistory(deps: Deps, { id: operatorId, role }: Viewer, id: number) {
  const { pool } = deps.db
  const row = requireFound(await stored.findHistory(pool, { id, operatorId, now: deps.now() }))
  await checkNoConflict(pool, operatorId, id)
  const [decisions, corrections, appeal, escalation, requests, ledger] = await Promise.all([
    stored.listDecisions(pool, id, { withVerdicts: role === 'manager' }),
    stored.listFactCorrections(pool, id),
    stored.findAppeal(pool, id),
    stored.findEscalation(pool, id),
    listRequestsOf(pool, id),
    stored.listLedger(pool, id),
  ])
  const isManager = role === 'manager'
  return {
    ...row,
    purchase_amount: decimalAmount(row.amount_sen),
    picture: presentPictureIfStored(deps, row),
    decisions: decisions.map((decision) => ({
      ...decision,
      corrections: corrections.filter(({ decision_id }) => decision_id === decision.id),
    })),
    appeal: appeal ?? null,
    escalation: escalation ?? null,
    confirmations: requests.map(presentOnReceipt),
    second_person: isManager ? await findReversalRules(deps, operatorId, row) : null,
    if_taken_back:
      isManager && row.stamps > 0
        ? await previewTakingBack(pool, { userId: row.member.id, stamps: row.stamps, now: deps.now() })
        : null,
    ledger,
  }
}

/** Which outcomes of a reversal need a second manager, and whether one is there. */
async function findReversalRules(deps: Deps, operatorId: number, row: stored.HistoryRow) {
  const { pool } = deps.db
  const left = await getUnconfirmedAllowance(pool, deps, { operatorId, userId: row.member.id })
  const { amount_sen: amountSen, created_at: sentAt } = row
  const approved = await calculateStampsAfter(pool, { amountSen, sentAt }, 'approved')
  const outcomes = status.options.filter((outcome) => {
    const stamps = (outcome === 'approved' ? approved : 0) - row.stamps
    return outcome !== row.status && needsSecond(deps, amountSen, { status: outcome, stamps, left })
  })
  return { outcomes, available: await hasConfirmer(pool, deps, operatorId, 'manager') }
}

type Viewer = Pick<AuthenticatedOperator, 'id' | 'role'>

/** The file as sent, after an audit entry. Throws 404 when it was removed, 403 for a conflict of interest. */
export async function openOriginal(deps: Deps, operatorId: number, id: number): Promise<Original> {
  const key = requireFound(await stored.findOriginal(deps.db.pool, id))
  await checkNoConflict(deps.db.pool, operatorId, id)
  const at = deps.now()
  await recordAudit(deps.db.pool, { operatorId, action: 'submission.original_downloaded', subjectId: id, at })
  const file = requireFound(await deps.storage.openRead(key))
  return { ...file, name: `receipt-${id}${extname(key)}` }
}

type Original = { stream: Readable; bytes: number; name: string }

function presentOnReceipt({ id, state, stamps, answer, outcome, words, kind, ...row }: RequestRow) {
  const { asked_by, asked_at, closed_by, closed_at } = row
  return {
    ...{ id, state, stamps, answer, outcome, words, asked_by, asked_at, closed_by, closed_at },
    kind: kind === 'reversal' ? ('reversal' as const) : ('approval' as const),
  }
}
