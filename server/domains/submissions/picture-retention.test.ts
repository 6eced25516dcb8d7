import type { Submission } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createMemberSession, createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { get, post } from '../../../tests/support/api/calls.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { discardedCleanUp } from '../../platform/storage/discarded-files.ts'
import { idempotencyKeysCleanUp } from './idempotency-keys.service.ts'
import { receiptPicturesCleanUp } from './receipt-pictures.ts'

const DAY = 86_400_000

const server = serverForTests({ RECEIPT_PICTURE_DAYS: '100' })

async function cleanUp(): Promise<number[]> {
  const removed: number[] = []
  const parts = { ...receiptPicturesCleanUp(server.deps), ...discardedCleanUp(server.deps) }
  for (const part of Object.values(parts)) removed.push(await part())
  return removed
}

/** A clock that moves two minutes with every look. */
function removedBySlowServer(): Promise<number[]> {
  let looks = 0
  const now = () => new Date(server.deps.now().getTime() + looks++ * 120_000)
  return Promise.all(Object.values(receiptPicturesCleanUp({ ...server.deps, now })).map((part) => part()))
}

test('D-44 pictures of a receipt are removed after their time, its facts stay; pending and appealed receipts keep them', async () => {
  const member = await createSignedInMember(server.deps)
  const made = { approved: 0, rejected: 0, appealed: 0, pending: 0 }
  const desk = await createDesk(server)
  for (const key of Object.keys(made) as (keyof typeof made)[]) {
    const { id } = await createSubmission(server.deps, { userId: member.id })
    made[key] = id
    if (key === 'pending') continue
    await desk.next()
    expect((await (key === 'approved' ? desk.approve(id) : desk.reject(id, 'Not readable'))).status).toBe(201)
  }
  const show = async (id: number) => (await get(server, `/submissions/${id}`, member.headers)).body.data as Submission
  const appeal = await post(server, `/submissions/${made.appealed}/appeal`, { message: 'Look again' }, member)
  expect(appeal.status).toBe(201)
  server.travel(99 * DAY)
  expect(await cleanUp()).toEqual([0, 0])
  Object.assign(member, { headers: await createMemberSession(server.deps, member) })
  server.travel(2 * DAY)
  const before = await listStoredFiles(server)
  expect(await removedBySlowServer()).toEqual([0])
  expect(await cleanUp()).toEqual([6, 6])
  expect(await listStoredFiles(server)).toHaveLength(before.length - 6)
  for (const id of [made.approved, made.rejected])
    expect(await show(id)).toMatchObject({
      receipt_image_url: '',
      placeholder_image_url: null,
      invoice_no: expect.any(String),
    })
  for (const id of [made.appealed, made.pending]) expect((await show(id)).receipt_image_url).toContain('/files/')
  const list = await get(server, '/submissions', member.headers)
  expect(list.body.data).toHaveLength(4)
  expect((await get(server, '/wallet', member.headers)).body.data).toMatchObject({ stamp_balance: 2 })
  const manager = await createDesk(server, { role: 'manager' })
  const { rows } = await server.sql('SELECT id AS decision_id FROM decisions WHERE submission_id = $1', [made.approved])
  const reversal = { status: 'pending', reason: 'Look again', ...rows[0] }
  const answer = await manager.call('POST', `/submissions/${made.approved}/reversal`, reversal)
  expect([answer.status, answer.message]).toEqual([409, texts.receiptPictureGone])
  const late = await post(server, `/submissions/${made.rejected}/appeal`, { message: 'Look again' }, member)
  expect([late.status, late.body.message]).toEqual([409, texts.appealTooLate])
  expect(await cleanUp()).toEqual([0, 0])
})

test('D-44 D-90 pictures of an approved receipt are removed even if an appeal of its undone rejection was never answered', async () => {
  const member = await createSignedInMember(server.deps)
  const desk = await createDesk(server)
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await desk.next()
  await desk.reject(id, 'Not readable')
  expect((await post(server, `/submissions/${id}/appeal`, { message: 'Look again' }, member)).status).toBe(201)
  expect((await desk.undo(id)).status).toBe(200)
  expect((await desk.approve(id)).status).toBe(201)
  server.travel(101 * DAY)
  expect(await cleanUp()).toEqual([3, 3])
})

test('D-40 idempotency keys are removed after 24 hours, and the clean-up reports how many', async () => {
  const { userId } = await createSubmission(server.deps)
  const values = [userId, server.deps.now()]
  const text = "INSERT INTO idempotency_keys (user_id, key, body_hash, created_at) VALUES ($1, 'k', '', $2)"
  await server.sql(text, values)
  const [clean = async () => -1] = Object.values(idempotencyKeysCleanUp(server.deps))
  expect(await clean()).toBe(0)
  server.travel(DAY)
  expect(await clean()).toBe(1)
})
