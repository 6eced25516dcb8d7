import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import { UNDO_MS } from '@stampus/contract/limits'
import type { TestApp } from '../server/app.ts'
import { type Answered, takeWaitingMail } from './calls.ts'
import { createDesk, type Desk } from './desk.ts'
import { insertReceipt } from './submissions.ts'

export type ReversalAnswer = Answered<SubmissionHistory> & { submission_id?: number }
type ReversalInput = { status?: string; reason?: string; decision_id?: number; approved_alike?: number[] }

/** A reviewer who decides and a manager who reverses, with the calls that the console makes. */
export async function createReversalDesks(server: TestApp) {
  const desk = await createDesk(server)
  const manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
  const { history } = desk
  const findDecisionInForceId = async (id: number) =>
    (await history(id)).decisions.find(({ taken_back }) => !taken_back)?.id ?? 0
  const reverse = async (id: number, sent: ReversalInput, by: Desk = manager): Promise<ReversalAnswer> => {
    const decision_id = sent.decision_id ?? (await findDecisionInForceId(id))
    const body = { status: 'pending', reason: 'We looked again.', ...sent, decision_id }
    return by.call<ReversalAnswer>('POST', `/submissions/${id}/reversal`, body)
  }
  /** A receipt decided before the undo time. No mail is waiting. */
  const decided = async (status: 'approved' | 'rejected', given: Parameters<typeof insertReceipt>[1] = {}) => {
    const made = await insertReceipt(server.deps, given)
    await (status === 'approved' ? desk.approve(made.id) : desk.reject(made.id, 'Too dark'))
    server.travel(UNDO_MS + 1)
    await takeWaitingMail(server)
    return made
  }
  return { desk, manager, history, findDecisionInForceId, reverse, decided }
}
