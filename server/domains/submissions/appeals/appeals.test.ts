import { APPEAL_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { get, post } from '../../../../tests/support/api/calls.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from './appeals.service.ts'

const MESSAGE = 'The total can be read.\nPlease look again.'

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeAll(async () => {
  desk = await createDesk(server)
  merchantId = (await createMerchant(server.deps)).id
})

async function createSender() {
  const member = await createMember(server.deps)
  const headers = await createMemberSession(server.deps, member)
  const send = async () => (await createSubmission(server.deps, { userId: member.id, merchantId })).id
  const appeal = (id: number, message: unknown = MESSAGE) =>
    post(server, `/submissions/${id}/appeal`, { message }, { headers })
  return { userId: member.id, headers, send, appeal }
}

async function createRejectedReceipt() {
  const sender = await createSender()
  const id = await sender.send()
  await desk.reject(id, 'Blurred')
  return { ...sender, id }
}

test('S-4.07 D-90 a member appeals a rejection with a message, and then sees the appeal everywhere', async () => {
  const { id, appeal, headers, send } = await createRejectedReceipt()
  const unappealed = await send()
  const { status, body } = await appeal(id, `  ${MESSAGE} `)
  const made = {
    message: MESSAGE,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    outcome: null,
    answer: null,
    answered_at: null,
  }
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ id, status: 'rejected', rejection_reason: 'Blurred', appeal: made })
  expect((await get(server, `/submissions/${id}`, headers)).body).toEqual(body)
  const list = (await get(server, '/submissions', headers)).body.data
  expect(list).toMatchObject([
    { id: unappealed, appeal: null },
    { id, appeal: made },
  ])
})

test('D-90 a submission that is not rejected cannot be appealed', async () => {
  const { send, appeal } = await createSender()
  const id = await send()
  expect(await appeal(id)).toMatchObject({ status: 409, body: { message: texts.appealNotPossible } })
  await desk.approve(id)
  expect(await appeal(id)).toMatchObject({ status: 409, body: { message: texts.appealNotPossible } })
})

test('D-90 a submission is appealed once: the second of a double click is a 409', async () => {
  const { id, appeal } = await createRejectedReceipt()
  const answers = await Promise.all([appeal(id), appeal(id), appeal(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await appeal(id)).toMatchObject({ status: 409, body: { message: texts.appealedAlready } })
})

test('D-90 an appeal rests while its rejection is undone, and is open again after another rejection', async () => {
  const { id, appeal, headers } = await createRejectedReceipt()
  expect((await appeal(id)).status).toBe(201)
  await desk.undo(id)
  const shown = async () => (await get(server, `/submissions/${id}`, headers)).body.data
  expect(await shown()).toMatchObject({ status: 'pending', appeal: { message: MESSAGE, outcome: null } })
  expect((await appeal(id)).body.message).toBe(texts.appealNotPossible)
  await desk.reject(id, 'Still blurred')
  expect(await shown()).toMatchObject({ status: 'rejected', appeal: { message: MESSAGE, outcome: null } })
  expect((await appeal(id)).body.message).toBe(texts.appealedAlready)
})

test('D-08 appealing another member’s rejection is a 404, and without a session a 401', async () => {
  const { id, appeal } = await createRejectedReceipt()
  const stranger = await createSender()
  expect(await stranger.appeal(id)).toMatchObject({ status: 404, body: { message: texts.notFound } })
  expect((await stranger.appeal(999_999_999)).status).toBe(404)
  expect((await post(server, `/submissions/${id}/appeal`, { message: MESSAGE })).status).toBe(401)
  expect((await appeal(id)).status).toBe(201)
})

test.each([
  ['nothing', ' \n ', texts.appealRequired],
  ['no text', 7, texts.appealRequired],
  ['too much', 'x'.repeat(APPEAL_MAX + 1), texts.tooLong(APPEAL_MAX)],
  ['a NUL character', 'a\0b', texts.invalidText],
])('D-90 an appeal that contains %s is rejected with an error on its field', async (_title, message, text) => {
  const { id, appeal } = await createRejectedReceipt()
  const { status, body } = await appeal(id, message)
  expect([status, body.errors]).toEqual([422, { message: [text] }])
  expect((await appeal(id, 'x'.repeat(APPEAL_MAX))).status).toBe(201)
})

test('D-90 the 21st appeal of an hour is a 429 that says when to try again', async () => {
  const { id, appeal } = await createRejectedReceipt()
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => appeal(id)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toEqual([])
  const answer = await appeal(id)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
})

test('D-90 D-92 a deleted account cannot appeal', async () => {
  const { deps } = server
  const { id, userId } = await createRejectedReceipt()
  await deps.db.pool.query({ text: 'UPDATE users SET deleted_at = $2 WHERE id = $1', values: [userId, deps.now()] })
  const appeal = makeAppeal(deps, { userId, submissionId: id, message: MESSAGE })
  await expect(appeal).rejects.toMatchObject({ status: 401, message: texts.unauthenticated })
  const { rowCount } = await deps.db.pool.query({ text: 'SELECT FROM appeals WHERE submission_id = $1', values: [id] })
  expect(rowCount).toBe(0)
})
