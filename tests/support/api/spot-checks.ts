import type { Overview } from '@stampus/contract/console/overview'
import type { Disagreement, giveVerdict, SpotCheck } from '@stampus/contract/console/spotChecks'
import type { InputOf } from '@stampus/contract/endpoint'
import type { TestApp } from '../server/app.ts'
import type { aDesk } from './desk.ts'
import { aSubmission } from './submissions.ts'

type Desk = Awaited<ReturnType<typeof aDesk>>
type Taken = { status: number; message: string; data: SpotCheck; waiting: number }
type Given = { status: number; message: string; data: { undo_left_ms: number }; errors?: Record<string, string[]> }
type Listed = { status: number; message: string; data: Disagreement[] }
type Settlement = { outcome: string; note: string }

/** The calls of spot checks at a desk. */
export const checksAt = (desk: Desk) => ({
  take: () => desk.call<Taken>('POST', '/checks', {}),
  say: (id: number, verdict: Omit<InputOf<typeof giveVerdict>, 'id'>) =>
    desk.call<Given>('POST', `/checks/${id}/verdict`, verdict),
  undo: (id: number) => desk.call<Taken>('DELETE', `/checks/${id}/verdict`),
  list: (state: 'open' | 'closed' = 'open') => desk.call<Listed>('GET', `/disagreements?state=${state}`),
  agreement: async () => (await desk.call<{ data: Overview }>('GET', '/overview')).data.checks,
  settle: (id: number, given: Partial<Settlement> = {}) =>
    desk.call<Given>('POST', `/disagreements/${id}/settlement`, {
      ...{ outcome: 'decision_kept', note: 'Both read it together.' },
      ...given,
    }),
})

/** A receipt that one desk approved, with corrections where there are any, and that can no longer be undone. */
export async function approvedBy(
  server: TestApp,
  desk: Desk,
  corrections?: InputOf<typeof giveVerdict>['corrections'],
) {
  const made = await aSubmission(server.deps)
  await desk.decide({ id: made.id, status: 'approved', ...(corrections && { corrections }) })
  server.travel(11_000)
  return made
}
