import { beforeEach, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import {
  createOcrResult,
  insertReadableReceipt,
  insertReadReceipt,
  mockOcr,
  useOcrSeconds,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { registerJobs } from '../../../register-jobs.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const server = serverForTests()
const people = actorsOf(server)
let desk: Desk
beforeEach(async () => {
  desk = await people.reviewer()
})

type Answer = { status: number; message: string; data: { reading_state: string } }
const readAgain = (id: number, by = desk) => by.call<Answer>('POST', `/submissions/${id}/reading`, {})
const stateOf = async (id: number) => (await desk.show(id)).data.reading_state

/** A receipt whose picture could not be read. */
async function createUnreadable() {
  const made = await insertReadableReceipt(server.deps)
  mockOcr(server, new OcrError('time'))
  await handleOcrJob(server.deps)(made.id)
  return made
}

test('D-108 a reviewer has a picture read again that could not be read, although the member has no OCR time left', async () => {
  const { id, userId } = await createUnreadable()
  expect(await stateOf(id)).toBe('failed')
  await useOcrSeconds(server.deps, userId, 300)
  await rowsOf(server, "DELETE FROM pgboss.job WHERE name = 'reading'")
  expect(await readAgain(id)).toMatchObject({ status: 201, data: { reading_state: 'pending' } })
  mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await registerJobs(server.deps)
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('read')
  const text = "SELECT operator_id FROM audit_entries WHERE action = 'submission.read_again' AND subject_id = $1"
  expect(await rowsOf(server, text, id)).toEqual([{ operator_id: desk.id }])
  await server.deps.jobs.stop()
})

test('D-50 D-108 managers, too, have a picture read again that is illegible or not read yet; none is that was read or decided, is open with another operator, or has a conflict of interest', async () => {
  const manager = await people.manager()
  const illegible = await insertReadReceipt(server.deps, createOcrResult())
  expect(await stateOf(illegible.id)).toBe('illegible')
  const waiting = await insertReceipt(server.deps)
  const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr').mockResolvedValue()
  expect(await stateOf(waiting.id)).toBe('pending')
  for (const { id } of [illegible, waiting]) expect((await readAgain(id, manager)).status).toBe(201)
  const jobs = [illegible.id, waiting.id].map((id) => [id, { again: true }])
  expect(enqueue.mock.calls.map(([, id, options]) => [id, options])).toEqual(jobs)
  const read = await insertReadReceipt(server.deps, createOcrResult({ totalSen: 2500 }))
  const [decided, open, own] = [await createUnreadable(), await createUnreadable(), await createUnreadable()]
  await desk.reject(decided.id, 'Too dark')
  await (await people.reviewer()).renew(open.id)
  await desk.join(own.merchantId)
  enqueue.mockClear()
  expect((await readAgain(read.id)).message).toBe('Only a picture that could not be read can be read again.')
  for (const [id, status] of [
    [read.id, 409],
    [decided.id, 409],
    [open.id, 409],
    [own.id, 403],
    [999_999, 404],
  ] as const)
    expect([id, (await readAgain(id)).status]).toEqual([id, status])
  expect(enqueue).not.toHaveBeenCalled()
  server.deps.config.RECEIPT_OCR = 'off'
  expect(await stateOf(waiting.id)).toBe('off')
  server.deps.config.RECEIPT_OCR = 'on'
  enqueue.mockRestore()
})

test('D-108 a receipt is read again three times an hour, and an operator has thirty read', async () => {
  const { id } = await createUnreadable()
  for (const _ of [1, 2, 3]) expect((await readAgain(id)).status).toBe(201)
  expect((await readAgain(id, await people.reviewer())).status).toBe(429)
  await fillLimit(server, `read-again|operator|${desk.id}`, 30)
  const other = await createUnreadable()
  expect((await readAgain(other.id)).status).toBe(429)
  expect(await stateOf(other.id)).toBe('failed')
  server.travel(3_600_000)
  desk = await people.reviewer()
  expect((await readAgain(id)).status).toBe(201)
})
