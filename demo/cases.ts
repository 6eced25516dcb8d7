import type { Deps } from '../server/deps.ts'
import { answerCase } from '../server/domains/contact/cases.admin.service.ts'
import { openCase } from '../server/domains/contact/cases.service.ts'
import { demoCases } from './content.ts'
import type { DemoState } from './seed.store.ts'
import { asOf, keyOf, momentOf } from './seed.ts'

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
