import type { Overview } from '@stampus/contract/console/overview'
import type { Disagreement, giveVerdict, SpotCheck } from '@stampus/contract/console/spotChecks'
import type { InputOf } from '@stampus/contract/endpoint'
import type { TestApp } from '../server/app.ts'
import type { createDesk } from './desk.ts'
import { createSubmission } from './submissions.ts'

type Desk = Awaited<ReturnType<typeof createDesk>>
type SpotCheckReply = { status: number; message: string; data: SpotCheck; waiting: number }
type VerdictReply = {
  status: number
  message: string
  data: { undo_left_ms: number }
  errors?: Record<string, string[]>
}
type DisagreementsReply = { status: number; message: string; data: Disagreement[] }
type Settlement = { outcome: string; note: string }

/** The spot-check calls of an operator's desk. */
export const spotChecksAt = (desk: Desk) => ({
  take: () => desk.call<SpotCheckReply>('POST', '/checks', {}),
  giveVerdict: (id: number, verdict: Omit<InputOf<typeof giveVerdict>, 'id'>) =>
    desk.call<VerdictReply>('POST', `/checks/${id}/verdict`, verdict),
  undo: (id: number) => desk.call<SpotCheckReply>('DELETE', `/checks/${id}/verdict`),
  list: (state: 'open' | 'closed' = 'open') => desk.call<DisagreementsReply>('GET', `/disagreements?state=${state}`),
  agreement: async () => (await desk.call<{ data: Overview }>('GET', '/overview')).data.checks,
  settle: (id: number, given: Partial<Settlement> = {}) =>
    desk.call<VerdictReply>('POST', `/disagreements/${id}/settlement`, {
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
  const made = await createSubmission(server.deps)
  await desk.decide({ id: made.id, status: 'approved', ...(corrections && { corrections }) })
  server.travel(11_000)
  return made
}
