import { beforeAll, expect, test } from 'vitest'
import { createMember, createOperator } from '../../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
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

/** An open appeal. No mail is waiting. */
async function createAppeal() {
  const { deps } = server
  const member = await createMember(deps, { name: 'Aina <b>' })
  const { id, invoiceNo } = await createSubmission(deps, { userId: member.id, amountSen: 123_450 })
  await decide(deps, operatorId, { id, status: 'rejected', reason: 'Blurred' })
  await makeAppeal(deps, { userId: member.id, submissionId: id, message: 'Please look again.' })
  const { rows } = await deps.db.pool.query({ text: 'SELECT id FROM appeals WHERE submission_id = $1', values: [id] })
  await takeWaitingMail(server)
  return { id, invoiceNo, member, appealId: Number(rows[0].id) }
}

test('S-4.07 D-46 D-90 the answer to an appeal is mailed at once, with outcome, text and a link to the submission', async () => {
  const { id, invoiceNo, member, appealId } = await createAppeal()
  const answer = 'The date cannot be read.\n\nAsk the shop for a copy <b>.'
  await answerAppeal(server.deps, operatorId, { id: appealId, outcome: 'kept', answer })
  expect(await takeWaitingMail(server)).toEqual([{ kind: 'appeal-answer', id: appealId, seconds: 0 }])
  const mails = catchMail(server)
  await appealMail(server.deps)(appealId)
  expect(mails).toMatchObject([{ to: member.email, subject: 'Your appeal was not accepted' }])
  for (const line of [
    'Hello Aina <b>,',
    'your receipt of RM\u202f1,234.50 from Kopi Kita dated ',
    ` (invoice ${invoiceNo}).`,
    "The decision hasn't changed: your receipt is still rejected.",
    `Answer: ${answer}`,
    `http://stampus.test/app/submissions/${id}\n`,
  ]) {
    expect(mails[0]?.text).toContain(line)
  }
  expect(mails[0]?.html).toContain('Ask the shop for a copy &lt;b&gt;.')
})

test('D-46 D-90 the owner of a reopened receipt gets a mail', async () => {
  const { appealId } = await createAppeal()
  await answerAppeal(server.deps, operatorId, { id: appealId, outcome: 'reopened', answer: 'You are right.' })
  const mails = catchMail(server)
  await appealMail(server.deps)(appealId)
  expect(mails[0]?.subject).toBe('Your appeal was accepted')
  expect(mails[0]?.text).toContain('your receipt will be reviewed again')
})

test('S-4.07 the mail about a rejection mentions the appeal, but not a second one', async () => {
  const { deps } = server
  const { id, appealId } = await createAppeal()
  await answerAppeal(deps, operatorId, { id: appealId, outcome: 'reopened', answer: 'You are right.' })
  await takeWaitingMail(server)
  const other = await createSubmission(deps)
  for (const rejected of [id, other.id])
    await decide(deps, operatorId, { id: rejected, status: 'rejected', reason: 'Blurred' })
  const mails = catchMail(server)
  for (const job of await takeWaitingMail(server)) await decisionMail(deps)(job.id)
  expect(mails.map(({ text }) => text.includes('you can appeal once'))).toEqual([false, true])
})

test('D-45 the mail about a rejection is not sent after the rejection was undone', async () => {
  const { deps } = server
  const { appealId } = await createAppeal()
  const { rows } = await deps.db.pool.query<{ id: number }>('SELECT max(id) AS id FROM decisions')
  await answerAppeal(deps, operatorId, { id: appealId, outcome: 'reopened', answer: 'You are right.' })
  const mails = catchMail(server)
  await decisionMail(deps)(rows[0]?.id ?? 0)
  expect(mails).toEqual([])
})

test('D-90 D-92 a deleted account gets no mail', async () => {
  const { deps } = server
  const { member, appealId } = await createAppeal()
  await answerAppeal(deps, operatorId, { id: appealId, outcome: 'kept', answer: 'No.' })
  await deps.db.pool.query({
    text: 'UPDATE users SET deleted_at = $2 WHERE id = $1',
    values: [member.id, deps.now()],
  })
  const mails = catchMail(server)
  await appealMail(deps)(appealId)
  expect(mails).toEqual([])
})

test('D-90 an answer is rolled back when its mail job cannot be written', async () => {
  const { deps } = server
  const { id, appealId } = await createAppeal()
  const failing = { ...deps, jobs: { ...deps.jobs, enqueueMail: async () => Promise.reject(new Error('no job')) } }
  const given = { id: appealId, outcome: 'reopened', answer: 'You are right.' } as const
  await expect(answerAppeal(failing, operatorId, given)).rejects.toThrow('no job')
  const { rows } = await deps.db.pool.query({ text: 'SELECT status FROM submissions WHERE id = $1', values: [id] })
  expect(rows).toEqual([{ status: 'rejected' }])
  await answerAppeal(deps, operatorId, given)
})
