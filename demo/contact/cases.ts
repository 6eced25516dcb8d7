import type { CaseSubject } from '@stampus/contract/contact/cases'
import type { Deps } from '../../server/deps.ts'
import { answerCase } from '../../server/domains/contact/cases.admin.service.ts'
import { openCase } from '../../server/domains/contact/cases.service.ts'
import { demoMembers } from '../people.ts'
import type { DemoState } from '../seed.store.ts'
import { asOf, type DemoMoment, keyOf, momentOf } from '../seed.ts'

type Written = DemoMoment & { text: string }
type DemoCase = { email: string; subject: CaseSubject; question: Written; answer?: Written }

const [aisyah, weiJie, kavitha] = demoMembers.map(({ email }) => email)

/** Each member writes about a subject once. One still waits for an answer. */
const demoCases: readonly DemoCase[] = [
  {
    email: aisyah ?? '',
    subject: 'account',
    question: { text: 'I have a new phone. How do my stamps get there?', daysAgo: 9, time: '14:20' },
    answer: {
      text: 'Your stamps belong to your account. Sign in on the new phone, and everything is there.',
      daysAgo: 9,
      time: '16:45',
    },
  },
  {
    email: weiJie ?? '',
    subject: 'reward',
    question: { text: 'If I miss the last day of a voucher, are my stamps gone?', daysAgo: 4, time: '20:10' },
    answer: {
      text: 'No. A voucher that nobody used gives its stamps back after its last day.',
      daysAgo: 3,
      time: '09:05',
    },
  },
  {
    email: kavitha ?? '',
    subject: 'shop',
    question: { text: 'Which stalls are open during the semester break?', daysAgo: 1, time: '13:30' },
  },
]

/** Makes the cases that do not exist yet, and the answers that an earlier run may have missed. */
export async function makeCases(deps: Deps, managerId: number, { members, cases }: DemoState): Promise<void> {
  for (const [at, { email, subject, question, answer }] of demoCases.entries()) {
    const userId = members[email]
    const found = cases.find((one) => one.userId === userId && one.subject === subject)
    if (userId === undefined || (found && (!answer || found.state !== 'open'))) continue
    const given = { userId, subject, object: undefined, message: question.text, key: keyOf('8003', at) }
    const id = await openCase(asOf(deps, momentOf(deps, question)), given)
    if (!answer) continue
    const reply = { id, version: 1, text: answer.text, key: keyOf('8004', at) }
    await answerCase(asOf(deps, momentOf(deps, answer)), managerId, reply)
  }
}
