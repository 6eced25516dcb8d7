import { beforeEach, expect, test, vi } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createOcrResult, mockOcr, runOcrJob, useOcrSeconds } from '../../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { registerJobs } from '../../../register-jobs.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const HOUR = 3_600_000

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
beforeEach(async () => {
  desk = await createDesk(server)
})

type Answer = { status: number; message: string; data: { reading_state: string } }
const readAgain = (id: number, by = desk) => by.call<Answer>('POST', `/submissions/${id}/reading`, {})
const stateOf = async (id: number) => (await desk.show(id)).data.reading_state

/** A receipt whose picture could not be read. */
async function createUnreadable() {
  const made = await createSubmission(server.deps)
  mockOcr(server, new OcrError('time'))
  await handleOcrJob(server.deps)(made.id)
  return made
}

test('D-108 a reviewer has a picture read again that could not be read, although the member has no OCR time left', async () => {
  const { id, userId } = await createUnreadable()
  expect(await stateOf(id)).toBe('failed')
  await useOcrSeconds(server.deps, userId, 300)
  await server.deps.db.pool.query("DELETE FROM pgboss.job WHERE name = 'reading'")
  expect(await readAgain(id)).toMatchObject({ status: 201, data: { reading_state: 'pending' } })
  mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await registerJobs(server.deps)
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('read')
  const { rows } = await server.deps.db.pool.query({
    text: `SELECT operator_id FROM audit_entries WHERE action = 'submission.read_again' AND subject_id = $1`,
    values: [id],
  })
  expect(rows).toEqual([{ operator_id: desk.id }])
  await server.deps.jobs.stop()
})

test('D-108 an illegible picture, and one that is not read yet, can be read again by a manager too', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const illegible = await createSubmission(server.deps)
  await runOcrJob(server.deps, illegible.id, createOcrResult())
  expect(await stateOf(illegible.id)).toBe('illegible')
  const waiting = await createSubmission(server.deps)
  const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr').mockResolvedValue()
  for (const { id } of [illegible, waiting]) expect((await readAgain(id, manager)).status).toBe(201)
  expect(enqueue.mock.calls.map(([, id, options]) => [id, options])).toEqual([
    [illegible.id, { again: true }],
    [waiting.id, { again: true }],
  ])
  enqueue.mockRestore()
})

test('D-50 D-108 nothing is read again that was read or decided, is open with another operator, or has a conflict of interest', async () => {
  const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr')
  const read = await createSubmission(server.deps)
  await runOcrJob(server.deps, read.id, createOcrResult({ totalSen: 2500 }))
  const [decided, open, own] = [await createUnreadable(), await createUnreadable(), await createUnreadable()]
  await desk.reject(decided.id, 'Too dark')
  await (await createDesk(server)).renew(open.id)
  const text = 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)'
  await server.deps.db.pool.query({ text, values: [desk.id, own.merchantId] })
  enqueue.mockClear()
  expect(await readAgain(read.id)).toMatchObject({
    status: 409,
    message: 'Only a picture that could not be read can be read again.',
  })
  expect((await readAgain(decided.id)).status).toBe(409)
  expect((await readAgain(open.id)).status).toBe(409)
  expect((await readAgain(own.id)).status).toBe(403)
  expect((await readAgain(999_999)).status).toBe(404)
  expect(enqueue).not.toHaveBeenCalled()
  enqueue.mockRestore()
})

test('D-108 a receipt is read again three times an hour, and an operator has thirty read', async () => {
  const { id } = await createUnreadable()
  for (const _ of [1, 2, 3]) expect((await readAgain(id)).status).toBe(201)
  expect((await readAgain(id, await createDesk(server))).status).toBe(429)
  await server.deps.db.pool.query({
    text: `INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, 30, $2)
           ON CONFLICT (key) DO UPDATE SET hits = excluded.hits`,
    values: [`read-again|operator|${desk.id}`, new Date(server.deps.now().getTime() + HOUR)],
  })
  const other = await createUnreadable()
  expect((await readAgain(other.id)).status).toBe(429)
  expect(await stateOf(other.id)).toBe('failed')
  server.travel(HOUR)
  desk = await createDesk(server)
  expect((await readAgain(id)).status).toBe(201)
})
