import { decimalAmount } from '@stampus/contract/values/money'
import { confirm, decline } from '../../../support/api/confirmations.ts'
import { pickReceipt } from '../model/state.ts'
import type { Of, ReceiptOperation } from '../operations.ts'
import type { Scenario } from '../scenario.ts'
import type { Call } from './call.ts'

export async function receiptCalls(scenario: Scenario, operation: ReceiptOperation): Promise<Call[]> {
  const { reviewers, manager, receipts } = scenario
  const id = pickReceipt(receipts, operation.receipt)
  if (id === undefined) return []
  if (operation.kind === 'decide at once') return [...reviewers, manager].map((desk) => () => desk.approve(id))
  if (operation.kind === 'answer') return requestCalls(scenario, operation)
  if (operation.kind === 'reverse') {
    const decisionId = await findDecisionInForce(scenario, id)
    const body = { status: operation.status, reason: 'We looked again.', decision_id: decisionId }
    const call = () => manager.call('POST', `/submissions/${id}/reversal`, body)
    return [call, call]
  }
  const desk = reviewers[operation.desk]
  if (!desk) return []
  if (operation.kind === 'undo') return [() => desk.undo(id), () => desk.undo(id)]
  const { status, corrected } = operation
  if (status === 'rejected') return [() => desk.reject(id, 'Too dark')]
  const corrections = corrected ? { corrections: { purchase_amount: decimalAmount(corrected) } } : {}
  return [() => desk.decide({ id, status, ...corrections })]
}

async function findDecisionInForce({ server }: Scenario, submissionId: number): Promise<number> {
  const { rows } = await server.deps.db.pool.query<{ id: number }>({
    text: `SELECT d.id FROM decisions d WHERE d.submission_id = $1
      AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)`,
    values: [submissionId],
  })
  return rows[0]?.id ?? 1
}

/** The oldest request that waits is answered twice at the same moment; one answer is accepted. */
export async function requestCalls(scenario: Scenario, operation: Of<'answer' | 'answer adjustment'>): Promise<Call[]> {
  const { server, reviewers, second, receipts, members } = scenario
  const isOfReceipt = operation.kind === 'answer'
  const which = isOfReceipt ? 'submission_id = $1' : "kind = 'adjustment' AND user_id = $1"
  const of = isOfReceipt ? pickReceipt(receipts, operation.receipt) : members[operation.member]?.id
  const { rows } = await server.deps.db.pool.query<{ id: number }>({
    text: `SELECT id FROM confirmations WHERE state = 'waiting' AND ${which} ORDER BY id LIMIT 1`,
    values: [of],
  })
  const [request] = rows
  const desk = isOfReceipt && operation.by !== 'second' ? reviewers[operation.by] : second
  if (!request || !desk) return []
  const send = () => (operation.confirms ? confirm(desk, request.id) : decline(desk, request.id))
  return [send, send]
}
