import type { Overview } from '@stampus/contract/console/overview'
import type { Disagreement, giveVerdict, SpotCheck } from '@stampus/contract/console/spotChecks'
import type { InputOf } from '@stampus/contract/endpoint'
import type { TestApp } from '../server/app.ts'
import type { Answered } from './calls.ts'
import type { Desk } from './desk.ts'
import { insertReceipt } from './submissions.ts'

type SpotCheckReply = Answered<SpotCheck> & { waiting: number }
type VerdictReply = Answered<{ undo_left_ms: number }>
type Closure = { outcome: string; note: string }

/** The spot-check calls of an operator's desk. */
export const spotChecksAt = (desk: Desk) => ({
  take: () => desk.call<SpotCheckReply>('POST', '/checks', {}),
  giveVerdict: (id: number, verdict: Omit<InputOf<typeof giveVerdict>, 'id'>) =>
    desk.call<VerdictReply>('POST', `/checks/${id}/verdict`, verdict),
  undo: (id: number) => desk.call<SpotCheckReply>('DELETE', `/checks/${id}/verdict`),
  list: (state: 'open' | 'closed' = 'open') =>
    desk.call<Answered<Disagreement[]>>('GET', `/disagreements?state=${state}`),
  find: async (id: number, state: 'open' | 'closed' = 'open') =>
    (await desk.call<Answered<Disagreement[]>>('GET', `/disagreements?state=${state}`)).data.find(
      (row) => row.id === id,
    ),
  agreement: async () => (await desk.call<{ data: Overview }>('GET', '/overview')).data.checks,
  close: (id: number, given: Partial<Closure> = {}) =>
    desk.call<VerdictReply>('POST', `/disagreements/${id}/closure`, {
      ...{ outcome: 'decision_kept', note: 'Both read it together.' },
      ...given,
    }),
})

/** A receipt approved at this desk, with optional corrections, after its undo time. */
export async function approveNewSubmission(
  server: TestApp,
  desk: Desk,
  corrections?: InputOf<typeof giveVerdict>['corrections'],
) {
  const made = await insertReceipt(server.deps)
  await desk.decide({ id: made.id, status: 'approved', ...(corrections && { corrections }) })
  server.travel(11_000)
  return made
}

/** A disagreement: a receipt that was approved, and that its checker would reject, after the verdict's undo time. */
export async function createDisagreement(server: TestApp, decider: Desk, checker: Desk, userId?: number) {
  const made = await insertReceipt(server.deps, userId === undefined ? {} : { userId })
  await decider.approve(made.id)
  server.travel(11_000)
  const check = spotChecksAt(checker)
  const { id } = (await check.take()).data
  await check.giveVerdict(id, { status: 'rejected', reason_code: 'unreadable' })
  server.travel(11_000)
  return { id, submissionId: made.id, merchantId: made.merchantId, decider, checker }
}
