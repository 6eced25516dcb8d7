import type * as calls from '@stampus/contract/console/spotChecks'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, notFound, requireFound } from '../../../platform/http/http-error.ts'
import { toConsolePage } from '../../../platform/http/lists.ts'
import { lockSender } from '../../submissions/reviewed-submissions.store.ts'
import { checkNoConflict } from '../queue.service.ts'
import { grantedSince } from '../second-operator.service.ts'
import { type DisagreementRow, findObstacles, insertClosure, listDisagreements } from './disagreements.store.ts'
import { finalBefore } from './spot-checks.service.ts'
import { findSpotCheckedSubmission, findVerdict, lockSpotCheck } from './spot-checks.store.ts'

type Listed = { page?: number | undefined; state?: 'open' | 'closed' | undefined }

export async function getDisagreements(deps: Deps, operatorId: number, { page = 1, state = 'open' }: Listed) {
  const query = { operatorId, page, state, grantedSince: grantedSince(deps), givenUntil: finalBefore(deps) }
  return toConsolePage(page, await listDisagreements(deps.db.pool, query), present)
}

/**
 * Closes a disagreement; nothing else changes. Throws 404; 403 for a manager who took part, is not independent (grants
 * within 30 days) or has a conflict of interest; 409 when closed, undoable, or the account is deleted.
 */
export async function closeDisagreement(deps: Deps, operatorId: number, given: Closure): Promise<void> {
  const { id: decisionId, outcome, note } = given
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    // Deleting an account locks the member too: it erases earlier notes and no later note can be written.
    const submissionId = requireFound(await findSpotCheckedSubmission(tx, decisionId))
    await lockSender(tx, submissionId)
    await lockSpotCheck(tx, decisionId)
    const verdict = await findVerdict(tx, decisionId)
    if (!verdict || verdict.agrees) throw notFound()
    await checkNoConflict(tx, operatorId, submissionId)
    const verdictId = verdict.id
    const obstacles = await findObstacles(tx, { operatorId, grantedSince: grantedSince(deps), verdictId })
    if (obstacles.is_of_own_merchant) throw forbidden(texts.conflictOfInterest)
    const obstacle = obstacleText(obstacles)
    if (obstacle) throw forbidden(obstacle)
    if (obstacles.is_closed) throw conflict(texts.disagreementClosed)
    if (obstacles.is_member_gone) throw conflict(texts.disagreementMemberGone)
    if (verdict.at >= finalBefore(deps)) throw conflict(texts.disagreementTooEarly)
    await insertClosure(tx, { verdictId, operatorId, outcome, note, at })
    const changes = [
      { field: 'disagreement', before: 'open', after: outcome },
      { field: 'note', before: null, after: note },
    ]
    const action = 'submission.disagreement_settled'
    await recordAudit(tx, { action, subjectId: submissionId, operatorId, at, changes })
  })
}

type Closure = ParsedInputOf<typeof calls.closeDisagreement>

function obstacleText({ took_part, is_dependent }: { took_part: boolean; is_dependent: boolean }): string | null {
  if (took_part) return texts.ownDisagreement
  return is_dependent ? texts.disagreementNotIndependent : null
}

function present({ amount_sen, took_part, is_dependent, ...row }: DisagreementRow) {
  const obstacle = row.closure ? null : obstacleText({ took_part, is_dependent })
  return { ...row, purchase_amount: decimalAmount(amount_sen), obstacle }
}
