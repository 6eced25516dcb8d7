import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import {
  createRandomPhoto,
  createSubmission,
  receiptFields,
  sendReceipt,
} from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import {
  idempotencyKeysCleanUp,
  type KeyedRequest,
  releaseUnfinishedKeys,
  runOncePerKey,
} from './idempotency-keys.service.ts'

const server = serverForTests()
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})

async function createSender() {
  const member = await createMember(server.deps)
  const headers = await createMemberSession(server.deps, member)
  const bytes = await createRandomPhoto()
  const fields = receiptFields(server.deps, merchantId)
  const send = (key: string, changed: Partial<typeof fields> = {}, picture = bytes) =>
    sendReceipt(server, { ...headers, 'idempotency-key': key }, { ...fields, ...changed }, { bytes: picture })
  return { id: member.id, send }
}

const body = Buffer.alloc(32, 1)
const never = () => new Promise<number>(() => {})

test('D-40 a repeat with the same key returns the first submission, and does not count as an upload', async () => {
  const { send } = await createSender()
  const first = await send('draft-1')
  const again = []
  for (let repeats = 0; repeats < 35; repeats += 1)
    again.push(...(await Promise.all([send('draft-1'), send('draft-1')])))
  expect(first.statusCode).toBe(201)
  expect(new Set(again.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(again.map((answer) => answer.json().data.id))).toEqual(new Set([first.json().data.id]))
})

test('D-40 fifty requests at once with one key make one submission', async () => {
  // Above the limit of concurrent uploads, which would hide the race.
  const { id: userId } = await createSender()
  const given = { userId, merchantId, invoiceNo: '700700', photo: await createRandomPhoto(), key: 'draft-1' }
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => createSubmission(server.deps, given)))
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []))
  const inProgress = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(new Set(made).size).toBe(1)
  expect(made.length + inProgress.length).toBe(50)
  for (const { status, retryAfterSeconds } of inProgress) expect([status, retryAfterSeconds > 0]).toEqual([409, true])
})

test('D-40 a different field or file with the same key is a 422', async () => {
  const { send } = await createSender()
  expect((await send('draft-1')).statusCode).toBe(201)
  for (const answer of [
    await send('draft-1', { purchase_amount: '26.00' }),
    await send('draft-1', {}, await createRandomPhoto()),
  ]) {
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ idempotency_key: [texts.keyReused] })
  }
})

test('D-40 the same key of two members does not collide', async () => {
  const [one, other] = [await createSender(), await createSender()]
  const [first, second] = [await one.send('draft-1'), await other.send('draft-1')]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(first.json().data.id).not.toBe(second.json().data.id)
})

test('D-40 a rejected request releases its key', async () => {
  const { send } = await createSender()
  expect((await send('draft-1', { purchase_date: '2001-01-01' })).statusCode).toBe(422)
  expect((await send('draft-1', {}, Buffer.from('no picture'))).statusCode).toBe(422)
  expect((await send('draft-1')).statusCode).toBe(201)
})

test('D-40 a repeat returns the first submission even if its facts would be rejected by now', async () => {
  const { send } = await createSender()
  const first = await send('draft-1')
  await server.deps.db.pool.query({
    text: 'UPDATE merchants SET is_active = false WHERE id = $1',
    values: [merchantId],
  })
  const again = await send('draft-1')
  await server.deps.db.pool.query({ text: 'UPDATE merchants SET is_active = true WHERE id = $1', values: [merchantId] })
  expect(again.statusCode).toBe(201)
  expect(again.json().data.id).toBe(first.json().data.id)
})

test.each(['', 'two words', 'ü', 'x'.repeat(256)])('D-40 %j is not a valid key', async (key) => {
  const { send } = await createSender()
  const answer = await send(key)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors)).toEqual(['idempotency_key'])
})

test('D-40 a claim without a result is a 409 for 60 seconds, then another request takes it over', async () => {
  const { deps } = server
  const { id, send } = await createSender()
  const made = (await send('another')).json().data.id
  const keyed = { userId: id, key: 'slow', bodyHash: body }
  const slow = await inProgress(keyed)
  await expect(runOncePerKey(deps, keyed, never)).rejects.toMatchObject({ status: 409, message: texts.keyInUse })
  server.travel(60_001)
  const taken = runOncePerKey(deps, keyed, async (saveResult) => {
    await saveResult(deps.db.pool, made)
    return made
  })
  expect(await taken).toBe(made)
  slow.end()
  await expect(slow.result).rejects.toMatchObject({ status: 409 })
  expect(await runOncePerKey(deps, keyed, never)).toBe(made)
})

test('D-40 the server releases unfinished claims on start, and removes finished keys after a day', async () => {
  const { deps } = server
  const { id, send } = await createSender()
  const made = (await send('finished')).json().data.id
  const keyed = { userId: id, key: 'cut-off', bodyHash: body }
  await inProgress(keyed)
  await releaseUnfinishedKeys(deps.db.pool)
  expect(await runOncePerKey(deps, keyed, async () => 7)).toBe(7)
  expect((await send('finished')).json().data.id).toBe(made)
  server.travel(24 * 3600 * 1000 + 1)
  for (const clean of Object.values(idempotencyKeysCleanUp(deps))) await clean()
  const { rows } = await deps.db.pool.query({
    text: 'SELECT key FROM idempotency_keys WHERE user_id = $1',
    values: [id],
  })
  expect(rows).toEqual([])
})

/** Work that has claimed its key and runs until `end` is called. */
async function inProgress(keyed: KeyedRequest) {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const result = runOncePerKey(server.deps, keyed, async (saveResult) => {
    started.resolve()
    await ended.promise
    await saveResult(server.deps.db.pool, 1)
    return 1
  })
  await started.promise
  return { result, end: ended.resolve }
}
