import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import { createRandomPhoto, createSubmission, receiptFields } from '../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../tests/support/database/alter-schema.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { idempotencyKeysCleanUp, type KeyedRequest, runOncePerKey } from './idempotency-keys.service.ts'
import { releaseUnfinishedKeys } from './idempotency-keys.store.ts'

const server = serverForTests()
const people = actorsOf(server)
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})

/** A member who sends one receipt, always with the same picture, under keys. */
async function createSender() {
  const { id, submit } = await people.member()
  const [picture, fields] = [await createRandomPhoto(), receiptFields(server.deps, merchantId)]
  const send = (key: string, changed: Partial<typeof fields> & { corrects?: number } = {}, bytes = picture) =>
    submit(merchantId, { ...fields, ...changed }, { key, bytes })
  return { id, send }
}

const body = Buffer.alloc(32, 1)
const never = () => new Promise<number>(() => {})
async function cleanUp() {
  for (const clean of Object.values(idempotencyKeysCleanUp(server.deps))) await clean()
}

test('D-40 a repeat with the same key returns the first submission, even if its facts would be rejected by now, and does not count as an upload', async () => {
  const { id, send } = await createSender()
  await fillLimit(server, `uploads|${id}`, 58)
  const first = await send('draft-1')
  expect(first.status).toBe(201)
  const activate = (is_active: boolean) =>
    server.sql('UPDATE merchants SET is_active = $2 WHERE id = $1', [merchantId, is_active])
  await activate(false)
  const repeats = [await send('draft-1'), await send('draft-1'), await send('draft-1')]
  await activate(true)
  for (const { status, data } of repeats) expect([status, data.id]).toEqual([201, first.data.id])
  expect([(await send('draft-2', { invoice_number: '9' })).status, (await send('draft-3')).status]).toEqual([201, 429])
})

test('D-40 ten requests at once with one key make one submission', async () => {
  // Above the limit of concurrent uploads, which would hide the race.
  const { id: userId } = await createSender()
  const given = { userId, merchantId, invoiceNo: '700700', photo: await createRandomPhoto(), key: 'draft-1' }
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => createSubmission(server.deps, given)))
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []))
  const inProgress = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(new Set(made).size).toBe(1)
  expect(made.length + inProgress.length).toBe(10)
  for (const { status, retryAfterSeconds } of inProgress) expect([status, retryAfterSeconds > 0]).toEqual([409, true])
})

test('D-40 a different field or file with the same key is a 422, and the same key of another member does not collide', async () => {
  const [one, other] = [await createSender(), await createSender()]
  const first = await one.send('draft-1')
  expect(first.status).toBe(201)
  for (const answer of [
    await one.send('draft-1', { purchase_amount: '26.00' }),
    await one.send('draft-1', { corrects: first.data.id }),
    await one.send('draft-1', {}, await createRandomPhoto()),
  ])
    expect(answer).toMatchObject({ status: 422, errors: { idempotency_key: [texts.keyReused] } })
  const { status, data } = await other.send('draft-1')
  expect([status, data.id === first.data.id]).toEqual([201, false])
})

test('D-40 a key is one word of at most 255 printable characters, and a rejected request releases its key', async () => {
  const { send } = await createSender()
  for (const key of ['', 'two words', 'ü', 'x'.repeat(256)]) {
    const { status, errors } = await send(key)
    expect([key, status, Object.keys(errors)]).toEqual([key, 422, ['idempotency_key']])
  }
  expect((await send('draft-1', { purchase_date: '2001-01-01' })).status).toBe(422)
  expect((await send('draft-1', {}, Buffer.from('no picture'))).status).toBe(422)
  expect((await send('draft-1')).status).toBe(201)
})

test('D-40 a claim without a result is a 409 for 20 seconds, then another request takes it over', async () => {
  const { deps } = server
  const { id, send } = await createSender()
  const made = (await send('another')).data.id
  const keyed = { userId: id, key: 'slow', bodyHash: body }
  const slow = await inProgress(keyed)
  await expect(runOncePerKey(deps, keyed, never)).rejects.toMatchObject({ status: 409, message: texts.keyInUse })
  server.travel(20_001)
  const taken = runOncePerKey(deps, keyed, async (saveResult) => {
    await saveResult(deps.db.pool, made)
    return made
  })
  expect(await taken).toBe(made)
  slow.end()
  await expect(slow.result).rejects.toMatchObject({ status: 409 })
  expect(await runOncePerKey(deps, keyed, never)).toBe(made)
})

test('D-40 a claim that could not be released with its failed request is released once the database answers again', async () => {
  const { deps } = server
  const { id, send } = await createSender()
  const made = (await send('another')).data.id
  const keyed = { userId: id, key: 'unreleased', bodyHash: body }
  const failed = runOncePerKey(deps, keyed, async () => {
    await alterSchema(deps, 'ALTER TABLE idempotency_keys RENAME TO away')
    throw new Error('no database')
  })
  await expect(failed).rejects.toThrow('no database')
  await alterSchema(deps, 'ALTER TABLE away RENAME TO idempotency_keys')
  const again = () => runOncePerKey(deps, keyed, async () => made).catch(({ status }) => status)
  expect(await again()).toBe(409)
  await vi.waitFor(async () => expect(await again()).toBe(made), { timeout: 15_000, interval: 200 })
})

test('D-40 the server releases unfinished claims on start, and removes finished keys after a day', async () => {
  const { deps } = server
  const { id, send } = await createSender()
  const made = (await send('finished')).data.id
  const keyed = { userId: id, key: 'cut-off', bodyHash: body }
  await inProgress(keyed)
  await releaseUnfinishedKeys(deps.db.pool)
  expect(await runOncePerKey(deps, keyed, async () => 7)).toBe(7)
  await cleanUp()
  expect((await send('finished')).data.id).toBe(made)
  server.travel(24 * 3600 * 1000 + 1)
  await cleanUp()
  expect((await server.sql('SELECT key FROM idempotency_keys WHERE user_id = $1', [id])).rows).toEqual([])
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
