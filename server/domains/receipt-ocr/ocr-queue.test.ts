import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { postForm } from '../../../tests/support/api/calls.ts'
import {
  createOcrResult,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  useOcrSeconds,
} from '../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission, receiptForm } from '../../../tests/support/api/submissions.ts'
import { serverForTests, type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { MachineBusy } from '../../platform/workers/queue.ts'
import { registerJobs } from '../../register-jobs.ts'
import { ocrLoad } from './ocr-queue.ts'
import type { OcrResult } from './ocr-result.ts'
import { readReceipt } from './read-receipt.ts'
import { handleOcrJob, ocrCleanUp } from './receipt-ocr.service.ts'

const HOUR = 3_600_000
/** Long enough for a busy machine. */
const MINUTES = 600_000

const server = serverForTests()
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})

const ask = ({ app }: Pick<TestApp, 'app'>, { headers }: Pick<SignedInMember, 'headers'>, picture: Buffer) => {
  const receipt_image = new File([new Uint8Array(picture)], 'receipt.png', { type: 'image/png' })
  return postForm({ app }, '/readings', { receipt_image }, headers)
}

test('D-96 a sent receipt is read before waiting previews', async () => {
  const gates: PromiseWithResolvers<OcrResult>[] = []
  const read: string[] = []
  server.deps.reader = (picture) => {
    // A sent receipt is read from storage, previews from the folder of uploads.
    read.push(typeof picture === 'string' ? 'preview' : 'sent')
    const gate = Promise.withResolvers<OcrResult>()
    gates.push(gate)
    return gate.promise
  }
  const { id } = await createSubmission(server.deps)
  const members = await Promise.all(Array.from({ length: 6 }, () => createSignedInMember(server.deps)))
  const aheads = members.map(async (member) => ask(server, member, await createRandomPhoto()))
  await expect.poll(() => [ocrLoad().waiting, read.length]).toEqual([5, 1])
  const sent = handleOcrJob(server.deps)(id)
  await expect.poll(() => ocrLoad().waiting).toBe(6)
  for (let turn = 0; turn < 7; turn += 1) {
    await expect.poll(() => gates.length).toBe(turn + 1)
    gates[turn]?.resolve(createOcrResult())
  }
  await Promise.all([...aheads, sent])
  expect(read).toEqual(['preview', 'sent', 'preview', 'preview', 'preview', 'preview', 'preview'])
})

test('D-96 a sent receipt is read even if the queue is full of previews', async () => {
  const gate = Promise.withResolvers<OcrResult>()
  const read: string[] = []
  server.deps.reader = (picture) => {
    read.push(typeof picture === 'string' ? 'preview' : 'sent')
    return gate.promise
  }
  const members = await Promise.all(Array.from({ length: 12 }, () => createSignedInMember(server.deps)))
  const { id } = await createSubmission(server.deps)
  const [rejected, ...others] = members
  const aheads = others.map(async (member) => ask(server, member, await createRandomPhoto()))
  await expect.poll(() => ocrLoad()).toEqual({ running: 1, waiting: 10 })
  if (rejected) expect((await ask(server, rejected, await createRandomPhoto())).body).toEqual({ data: null })
  const sent = handleOcrJob(server.deps)(id)
  await expect.poll(() => ocrLoad().waiting).toBe(11)
  gate.resolve(createOcrResult())
  await Promise.all([...aheads, sent])
  expect(read.slice(0, 2)).toEqual(['preview', 'sent'])
  expect(await isRead(id)).toBe(true)
})

test('D-96 a sent receipt behind ten waiting ones is read a minute later', async () => {
  const gate = Promise.withResolvers<OcrResult>()
  server.deps.reader = () => gate.promise
  const sent: Promise<void>[] = []
  for (let receipts = 0; receipts < 11; receipts += 1)
    sent.push(handleOcrJob(server.deps)((await createSubmission(server.deps)).id))
  await expect.poll(() => ocrLoad()).toEqual({ running: 1, waiting: 10 })
  const { id } = await createSubmission(server.deps)
  await removeOcrJobs(server.deps, id)
  await handleOcrJob(server.deps)(id)
  expect(await waitSeconds(id)).toBe(60)
  gate.resolve(createOcrResult())
  await Promise.all(sent)
})

test('D-96 receipts without an OCR job are enqueued again, each once', async () => {
  const [left, other, decided, recent] = [
    await createSubmission(server.deps),
    await createSubmission(server.deps),
    await createSubmission(server.deps),
    await createSubmission(server.deps),
  ].map(({ id }) => id) as [number, number, number, number]
  await server.deps.db.pool.query("DELETE FROM pgboss.job WHERE name = 'reading'")
  const clean = async (deps = server.deps) => {
    for (const part of Object.values(ocrCleanUp(deps))) await part()
    return listOcrQueue(server)
  }
  server.travel(5 * 60_000)
  expect(await clean()).not.toContain(recent)
  server.travel(6 * 60_000)
  mockOcr(server, new OcrError('time'))
  await handleOcrJob(server.deps)(other)
  await server.deps.db.pool.query({
    text: "UPDATE submissions SET status = 'rejected' WHERE id = $1",
    values: [decided],
  })
  await server.deps.jobs.enqueueOcr(server.deps.db.pool, recent, { afterSeconds: 60 })
  const off = { ...server.deps, config: { ...server.deps.config, RECEIPT_OCR: 'off' as const } }
  expect(await clean(off)).not.toContain(left)
  for (let hour = 0; hour < 2; hour += 1) {
    const asked = await clean()
    expect(asked.filter((id) => [left, other, decided, recent].includes(id)).toSorted((a, b) => a - b)).toEqual([
      left,
      recent,
    ])
  }
})

test('D-96 OCR stops when the client has gone', async () => {
  const member = await createSignedInMember(server.deps)
  let stop: AbortSignal | undefined
  server.deps.reader = async (_picture, { signal } = {}) => {
    stop = signal
    if (signal) await once(signal, 'abort')
    throw new Error('Stopped')
  }
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const form = new Response(receiptForm({}, { bytes: await createRandomPhoto() }))
  const body = Buffer.from(await form.arrayBuffer())
  const lines = ['POST /api/readings HTTP/1.1', 'host: x', `authorization: ${member.headers.authorization}`]
  lines.push(`content-type: ${form.headers.get('content-type')}`, `content-length: ${body.length}`, '', '')
  socket.write(Buffer.concat([Buffer.from(lines.join('\r\n')), body]))
  await expect.poll(() => stop?.aborted).toBe(false)
  socket.destroy()
  await expect.poll(() => stop?.aborted).toBe(true)
  await expect.poll(() => ocrLoad()).toEqual({ running: 0, waiting: 0 })
})

test('D-96 the pictures of a member get 300 seconds of OCR an hour, 200 of them for previews; the rest waits', async () => {
  const member = await createSignedInMember(server.deps)
  const times = mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await useOcrSeconds(server.deps, member.id, 180)
  expect((await ask(server, member, await createRandomPhoto())).body).toEqual({ data: null })
  const sent = await createSubmission(server.deps, { userId: member.id })
  await handleOcrJob(server.deps)(sent.id)
  expect(times()).toBe(1)
  await useOcrSeconds(server.deps, member.id, 290)
  const late = await createSubmission(server.deps, { userId: member.id })
  await removeOcrJobs(server.deps, late.id)
  await handleOcrJob(server.deps)(late.id)
  expect(times()).toBe(1)
  // It is enqueued again for the end of the hour.
  expect(await waitSeconds(late.id)).toBe(3600)
  const other = await createSubmission(server.deps)
  await handleOcrJob(server.deps)(other.id)
  expect(times()).toBe(2)
  server.travel(HOUR)
  await handleOcrJob(server.deps)(late.id)
  expect(times()).toBe(3)
})

test('D-96 only the seconds that OCR took count', async () => {
  const member = await createSignedInMember(server.deps)
  mockOcr(server, createOcrResult())
  for (let pictures = 0; pictures < 9; pictures += 1)
    expect((await ask(server, member, await createRandomPhoto())).body.data).not.toBeNull()
})

test('D-96 of OCR in a child process its processor seconds count', async () => {
  const member = await createSignedInMember(server.deps)
  await useOcrSeconds(server.deps, member.id, 150)
  server.deps.reader = async (_picture, { onCost } = {}) => {
    onCost?.({ cpuSeconds: 19.5, peakBytes: 1, heldBytes: 1 })
    return createOcrResult()
  }
  const answers: unknown[] = []
  for (let pictures = 0; pictures < 3; pictures += 1)
    answers.push((await ask(server, member, await createRandomPhoto())).body.data)
  expect(answers.map((answer) => answer === null)).toEqual([false, false, true])
})

test.each([
  [1, 1],
  [2, 2],
  [3, 40],
  [300, 1],
])('D-96 a picture of %i by %i pixels has no facts, and is no error', { timeout: MINUTES }, async (width, height) => {
  const own = await testApp()
  const logged = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(own.deps.log, level))
  own.deps.reader = (picture) =>
    readReceipt(picture, { today: '2026-11-21', limits: { milliseconds: MINUTES, wallMilliseconds: MINUTES } })
  const photo = await sharp({ create: { width, height, channels: 3, background: '#777' } })
    .png()
    .toBuffer()
  const nothing = { purchase_amount: null, purchase_date: null, invoice_number: null }
  expect(await ask(own, await createSignedInMember(own.deps), photo)).toMatchObject({
    status: 200,
    body: { data: nothing },
  })
  const { id } = await createSubmission(own.deps, { photo })
  await handleOcrJob(own.deps)(id)
  expect(await isRead(id, own)).toBe(true)
  const lines = logged.flatMap((level) => level.mock.calls as unknown[][])
  expect(lines.filter(([, line]) => line !== 'request')).toEqual([])
  await own.close()
})

async function isRead(submissionId: number, { deps }: Pick<TestApp, 'deps'> = server): Promise<boolean | undefined> {
  const { rows } = await deps.db.pool.query<{ read: boolean }>({
    text: 'SELECT result IS NOT NULL AS read FROM receipt_ocr WHERE submission_id = $1',
    values: [submissionId],
  })
  return rows[0]?.read
}

async function waitSeconds(submissionId: number): Promise<number | undefined> {
  const { rows } = await server.deps.db.pool.query<{ seconds: number }>({
    text: `SELECT round(extract(epoch FROM start_after - created_on))::int AS seconds FROM pgboss.job
           WHERE name = 'reading' AND (data->>'submissionId')::int = $1`,
    values: [submissionId],
  })
  return rows[0]?.seconds
}

test('D-96 D-51 a receipt that met a busy machine is enqueued again, and read by that job', {
  timeout: MINUTES,
}, async () => {
  const own = await testApp()
  const { id } = await createSubmission(own.deps)
  let tries = 0
  own.deps.reader = async () => {
    tries += 1
    if (tries === 1) throw new MachineBusy('busy')
    return createOcrResult({ totalSen: 2500 })
  }
  await registerJobs(own.deps)
  const waiting = async () => {
    const { rows } = await own.deps.db.pool.query<{ tries: number; seconds: number }>({
      text: `SELECT data->'tries' AS tries, round(extract(epoch FROM start_after - created_on))::int AS seconds
             FROM pgboss.job WHERE name = 'reading' AND state = 'created' AND (data->>'submissionId')::int = $1`,
      values: [id],
    })
    return rows
  }
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([{ tries: 1, seconds: 60 }])
  expect(await isRead(id, own)).toBeUndefined()
  await own.deps.db.pool.query(
    "UPDATE pgboss.job SET start_after = created_on WHERE name = 'reading' AND state = 'created'",
  )
  await expect.poll(() => isRead(id, own), { timeout: 30_000 }).toBe(true)
  expect(tries).toBe(2)
  await own.deps.jobs.stop()
  await own.close()
})

for (const part of ['reader', 'fingerprint'] as const)
  test(`a receipt whose ${part} finds the machine too busy waits longer each time, and goes on after some tries`, async () => {
    const { id } = await createSubmission(server.deps)
    mockOcr(server, createOcrResult())
    const deps = { ...server.deps, [part]: () => Promise.reject(new MachineBusy('busy')) }
    const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr').mockResolvedValue()
    const waits: (number | undefined)[] = []
    for (let tries = 0, before = -1; before !== enqueue.mock.calls.length && waits.length < 20; ) {
      before = enqueue.mock.calls.length
      await handleOcrJob(deps)(id, { tries }).catch(() => undefined)
      const options = enqueue.mock.calls[before]?.[2]
      tries = options?.tries ?? tries
      if (options) waits.push(options.afterSeconds)
    }
    enqueue.mockRestore()
    expect(waits.slice(0, 5)).toEqual([60, 120, 240, 480, 960])
    expect(waits.length).toBe(part === 'reader' ? 5 : 9)
  })
