import { beforeAll, expect, test } from 'vitest'
import { createMember, createOperator } from '../../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'
import { decisionMail } from '../decisions/decisions.mail.ts'
import { decide } from '../decisions/decisions.service.ts'
import { answerAppeal } from './appeals.admin.service.ts'
import { appealMail } from './appeals.mail.ts'

const server = serverForTests()
let operatorId: number
beforeAll(async () => {
  operatorId = (await createOperator(server.deps, { role: 'manager' })).id
})

const reject = (id: number) => decide(server.deps, operatorId, { id, status: 'rejected', reason: 'Blurred' })

/** An open appeal. The mail of its rejection is waiting. */
async function createAppeal() {
  const { deps } = server
  const member = await createMember(deps, { name: 'Aina <b>' })
  await takeWaitingMail(server)
  const { id, invoiceNo } = await createSubmission(deps, { userId: member.id, amountSen: 123_450 })
  await reject(id)
  await makeAppeal(deps, { userId: member.id, submissionId: id, message: 'Please look again.' })
  const text = 'SELECT id FROM appeals WHERE submission_id = $1'
  const appealId = (await rowsOf<{ id: number }>(server, text, id))[0]?.id ?? 0
  const answer = (outcome: 'kept' | 'reopened', answer = 'You are right.', by = deps) =>
    answerAppeal(by, operatorId, { id: appealId, outcome, answer })
  /** The mails that are sent for the answer. */
  const mails = async () => {
    const sent = catchMail(server)
    await appealMail(deps)(appealId)
    return sent
  }
  return { id, invoiceNo, member, appealId, answer, mails }
}

test('S-4.07 D-46 D-90 the answer to an appeal is mailed at once, with outcome, text and a link to the submission', async () => {
  const { id, invoiceNo, member, appealId, answer, mails } = await createAppeal()
  await takeWaitingMail(server)
  await answer('kept', 'The date cannot be read.\n\nAsk the shop for a copy <b>.')
  expect(await takeWaitingMail(server)).toEqual([{ kind: 'appeal-answer', id: appealId, seconds: 0 }])
  const [mail] = await mails()
  expect(mail).toMatchObject({ to: member.email, subject: 'Your appeal was not accepted' })
  for (const line of [
    'Hello Aina <b>,',
    'your receipt of RM\u202f1,234.50 from Kopi Kita dated ',
    ` (invoice ${invoiceNo}).`,
    "The decision hasn't changed: your receipt is still rejected.",
    'Answer: The date cannot be read.\n\nAsk the shop for a copy <b>.',
    `http://stampus.test/app/submissions/${id}\n`,
  ])
    expect(mail?.text).toContain(line)
  expect(mail?.html).toContain('Ask the shop for a copy &lt;b&gt;.')
})

test('S-4.07 D-45 D-46 D-90 the owner of a reopened receipt gets a mail, none about the undone rejection, and one that mentions no second appeal when it is rejected again', async () => {
  const { deps } = server
  const { id, answer, mails } = await createAppeal()
  const [rejection] = await takeWaitingMail(server)
  await answer('reopened')
  const [mail] = await mails()
  expect(mail?.subject).toBe('Your appeal was accepted')
  expect(mail?.text).toContain('your receipt will be reviewed again')
  const sent = catchMail(server)
  expect(rejection).toMatchObject({ kind: 'decision' })
  await decisionMail(deps)(rejection?.id ?? 0)
  expect(sent).toEqual([])
  await takeWaitingMail(server)
  for (const rejected of [id, (await createSubmission(deps)).id]) await reject(rejected)
  for (const job of await takeWaitingMail(server)) await decisionMail(deps)(job.id)
  expect(sent.map(({ text }) => text.includes('you can appeal once'))).toEqual([false, true])
})

test('D-90 D-92 a deleted account gets no mail', async () => {
  const { member, answer, mails } = await createAppeal()
  await answer('kept')
  await rowsOf(server, 'UPDATE users SET deleted_at = $2 WHERE id = $1', member.id, server.deps.now())
  expect(await mails()).toEqual([])
})

test('D-90 an answer is rolled back when its mail job cannot be written', async () => {
  const { deps } = server
  const { id, answer } = await createAppeal()
  const failing = { ...deps, jobs: { ...deps.jobs, enqueueMail: async () => Promise.reject(new Error('no job')) } }
  await expect(answer('reopened', 'You are right.', failing)).rejects.toThrow('no job')
  expect(await rowsOf(server, 'SELECT status FROM submissions WHERE id = $1', id)).toEqual([{ status: 'rejected' }])
  await answer('reopened')
})
