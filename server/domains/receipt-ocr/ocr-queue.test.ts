import { beforeEach, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import {
  askForPreview,
  cleanUpOcr,
  createOcrResult,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  useOcrSeconds,
} from '../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../tests/support/pictures/fingerprints.ts'
import { serverForTests, type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { MachineBusy } from '../../platform/workers/queue.ts'
import { registerJobs } from '../../register-jobs.ts'
import { ocrLoad } from './ocr-queue.ts'
import type { OcrResult } from './ocr-result.ts'
import { handleOcrJob } from './receipt-ocr.service.ts'

const HOUR = 3_600_000
/** Long enough for a busy machine. */
const MINUTES = 600_000

const server = serverForTests()
const people = actorsOf(server)
type Member = Awaited<ReturnType<typeof people.member>>
beforeEach(() => {
  server.deps.fingerprint = fingerprintHere
})

const members = (count: number) => Promise.all(Array.from({ length: count }, () => people.member()))
/** What a member is offered for a new picture, or for this one. */
const preview = async ({ headers }: Member, photo?: Buffer) =>
  (await askForPreview(server, headers, photo ?? (await createRandomPhoto()))).body.data
const runJob = (id: number) => handleOcrJob(server.deps)(id)

/** From now on OCR waits at this gate. Returns what was read, in order. */
function holdOcr(gate: Promise<OcrResult>): string[] {
  const read: string[] = []
  server.deps.reader = (picture) => {
    // A sent receipt is read from storage, previews from the folder of uploads.
    read.push(typeof picture === 'string' ? 'preview' : 'sent')
    return gate
  }
  return read
}

const isRead = async (submissionId: number, of: Pick<TestApp, 'deps'> = server): Promise<boolean | undefined> => {
  const text = 'SELECT result IS NOT NULL AS read FROM receipt_ocr WHERE submission_id = $1'
  return (await rowsOf<{ read: boolean }>(of, text, submissionId))[0]?.read
}

const waitingJobs = (submissionId: number, of: Pick<TestApp, 'deps'> = server) =>
  rowsOf(
    of,
    `SELECT data->'tries' AS tries, round(extract(epoch FROM start_after - created_on))::int AS seconds
     FROM pgboss.job WHERE name = 'reading' AND state = 'created' AND (data->>'submissionId')::int = $1`,
    submissionId,
  )

test('D-96 a sent receipt is read before waiting previews, also if they fill the queue, and behind ten sent ones a minute later', async () => {
  const gate = Promise.withResolvers<OcrResult>()
  const read = holdOcr(gate.promise)
  const [rejected, ...others] = await members(12)
  const { id } = await createSubmission(server.deps)
  const previews = others.map((member) => preview(member))
  await expect.poll(() => ocrLoad()).toEqual({ running: 1, waiting: 10 })
  expect(rejected && (await preview(rejected))).toBeNull()
  const sent = [runJob(id)]
  await expect.poll(() => ocrLoad().waiting).toBe(11)
  for (let receipts = 0; receipts < 9; receipts += 1) sent.push(runJob((await createSubmission(server.deps)).id))
  await expect.poll(() => ocrLoad().waiting).toBe(20)
  const { id: late } = await createSubmission(server.deps)
  await removeOcrJobs(server.deps, late)
  await runJob(late)
  expect(await waitingJobs(late)).toMatchObject([{ seconds: 60 }])
  gate.resolve(createOcrResult())
  await Promise.all([...previews, ...sent])
  expect(read).toEqual(['preview', ...Array(10).fill('sent'), ...Array(10).fill('preview')])
  expect(await isRead(id)).toBe(true)
})

test('D-96 receipts without an OCR job are enqueued again, each once', async () => {
  const ids: number[] = []
  for (const _ of [1, 2, 3, 4]) ids.push((await createSubmission(server.deps)).id)
  const [left = 0, other = 0, decided = 0, recent = 0] = ids
  await rowsOf(server, "DELETE FROM pgboss.job WHERE name = 'reading'")
  const clean = async (deps = server.deps) => {
    await cleanUpOcr(deps)
    return (await listOcrQueue(server)).filter((id) => ids.includes(id)).toSorted((a, b) => a - b)
  }
  server.travel(5 * 60_000)
  expect(await clean()).not.toContain(recent)
  server.travel(6 * 60_000)
  mockOcr(server, new OcrError('time'))
  await runJob(other)
  await rowsOf(server, "UPDATE submissions SET status = 'rejected' WHERE id = $1", decided)
  await server.deps.jobs.enqueueOcr(server.deps.db.pool, recent, { afterSeconds: 60 })
  const off = { ...server.deps, config: { ...server.deps.config, RECEIPT_OCR: 'off' as const } }
  expect(await clean(off)).not.toContain(left)
  for (let hour = 0; hour < 2; hour += 1) expect(await clean()).toEqual([left, recent])
})

test('D-96 the pictures of a member get 300 seconds of OCR an hour, 200 of them for previews; the rest waits', async () => {
  const member = await people.member()
  const times = mockOcr(server, createOcrResult({ totalSen: 2500 }))
  const send = async () => (await createSubmission(server.deps, { userId: member.id })).id
  await useOcrSeconds(server.deps, member.id, 180)
  expect(await preview(member)).toBeNull()
  await runJob(await send())
  expect(times()).toBe(1)
  await useOcrSeconds(server.deps, member.id, 290)
  const late = await send()
  await removeOcrJobs(server.deps, late)
  await runJob(late)
  expect(times()).toBe(1)
  // It is enqueued again for the end of the hour.
  expect(await waitingJobs(late)).toMatchObject([{ seconds: 3600 }])
  await runJob((await createSubmission(server.deps)).id)
  expect(times()).toBe(2)
  server.travel(HOUR)
  await runJob(late)
  expect(times()).toBe(3)
})

test('D-96 only the seconds that OCR took count, of OCR in a child process its processor seconds', async () => {
  const [member, other] = await members(2)
  if (!member || !other) throw new Error('No members')
  mockOcr(server, createOcrResult())
  for (let pictures = 0; pictures < 9; pictures += 1) expect(await preview(member)).not.toBeNull()
  await useOcrSeconds(server.deps, other.id, 150)
  server.deps.reader = async (_picture, { onCost } = {}) => {
    onCost?.({ cpuSeconds: 19.5, peakBytes: 1, heldBytes: 1 })
    return createOcrResult()
  }
  const answers: unknown[] = []
  for (let pictures = 0; pictures < 3; pictures += 1) answers.push(await preview(other))
  expect(answers.map((answer) => answer === null)).toEqual([false, false, true])
})

test('D-96 D-51 OCR jobs run beside requests, again at once if the first try fails, and a minute later if the machine is busy', {
  timeout: MINUTES,
}, async () => {
  const own = await testApp({ LOG_LEVEL: 'silent' })
  await rowsOf(own, "UPDATE pgboss.queue SET retry_delay = 0, retry_backoff = false WHERE name = 'reading'")
  const { id } = await createSubmission(own.deps)
  const outcomes = [new Error('killed'), new MachineBusy('busy'), createOcrResult({ totalSen: 2500 })]
  own.deps.reader = async () => {
    const outcome = outcomes.shift()
    if (!outcome || outcome instanceof Error) throw outcome
    return outcome
  }
  await registerJobs(own.deps)
  await expect.poll(() => waitingJobs(id, own), { timeout: 30_000 }).toEqual([{ tries: 1, seconds: 60 }])
  expect(await isRead(id, own)).toBeUndefined()
  await rowsOf(own, "UPDATE pgboss.job SET start_after = created_on WHERE name = 'reading' AND state = 'created'")
  await expect.poll(() => isRead(id, own), { timeout: 30_000 }).toBe(true)
  expect(outcomes).toEqual([])
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
