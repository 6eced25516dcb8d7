import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { postForm } from '../../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { askForPreview, cleanUpOcr, createOcrResult, mockOcr } from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission, receiptFields } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import type { OcrResult } from '../ocr-result.ts'
import { handleOcrJob } from '../receipt-ocr.service.ts'
import { readPreview } from './ocr-preview.service.ts'

const HOUR = 3_600_000

const server = serverForTests()

const people = actorsOf(server)
type Member = Awaited<ReturnType<typeof people.member>>
const ask = ({ headers }: Pick<Member, 'headers'>, photo: Buffer) => askForPreview(server, headers, photo)
/** What a new member is offered for a new picture with this OCR result. */
async function offered(result: OcrResult) {
  mockOcr(server, result)
  return (await ask(await people.member(), await createRandomPhoto())).body.data
}

test('D-96 a chosen picture is read, and not again when its receipt is sent; the result of the last one is stored, for an hour', async () => {
  const member = await people.member()
  const [photo, other] = [await createRandomPhoto(), await createRandomPhoto()]
  const times = mockOcr(server, createOcrResult({ totalSen: 3100, date: '2026-11-20', invoice: '700144' }))
  const expected = { purchase_amount: '31.00', purchase_date: '2026-11-20', invoice_number: '700144' }
  for (const _ of [1, 2]) expect(await ask(member, photo)).toMatchObject({ status: 200, body: { data: expected } })
  const { id } = await createSubmission(server.deps, { userId: member.id, photo })
  await handleOcrJob(server.deps)(id)
  expect(times()).toBe(1)
  const text = 'SELECT result IS NOT NULL AS read FROM receipt_ocr WHERE submission_id = $1'
  expect(await rowsOf(server, text, id)).toEqual([{ read: true }])
  for (const picture of [other, photo]) await ask(member, picture)
  expect(times()).toBe(3)
  server.travel(HOUR)
  await ask(member, photo)
  expect(times()).toBe(4)
  const stored = () => rowsOf(server, 'SELECT user_id FROM ocr_previews')
  await cleanUpOcr(server.deps)
  expect(await stored()).toEqual([{ user_id: member.id }])
  server.travel(HOUR)
  await cleanUpOcr(server.deps)
  expect(await stored()).toEqual([])
})

test('D-96 only clear facts are suggested, and the number without its letters and only with clear digits', async () => {
  expect(await offered(createOcrResult({ invoice: 'CS-0042' }))).toEqual({
    purchase_amount: null,
    purchase_date: null,
    invoice_number: '0042',
    picture_problem: null,
    merchant: null,
    places: { invoice_number: { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 } },
    sure: ['invoice_number'],
  })
  const unclear = (confidence: number) => createOcrResult({ invoice: '09158', confidence })
  expect(await offered(unclear(0.51))).toMatchObject({ invoice_number: null })
  expect(await offered(unclear(0.61))).toMatchObject({ invoice_number: '09158' })
})

test('D-96 the answer names a picture that is hard to read', async () => {
  const member = await people.member()
  const problems = ['dark', 'blurred', 'cut off', 'no receipt'] as const
  const named: unknown[] = []
  for (const problem of problems) {
    mockOcr(server, { ...createOcrResult(), problem })
    named.push((await ask(member, await createRandomPhoto())).body.data)
  }
  const answers = ['dark', 'blurred', 'cut_off', 'no_receipt'].map((picture_problem) => ({ picture_problem }))
  expect(named).toMatchObject(answers)
})

test('D-96 a picture that cannot be read is no error, and its receipt can be sent', async () => {
  const member = await people.member()
  const photo = await createRandomPhoto()
  mockOcr(server, new OcrError('time'))
  expect(await ask(member, photo)).toMatchObject({ status: 200, body: { data: null } })
  expect(await ask(member, Buffer.from('no picture'))).toMatchObject({ status: 200, body: { data: null } })
  const times = mockOcr(server, createOcrResult({ totalSen: 100 }))
  const off = { ...server.deps, config: { ...server.deps.config, RECEIPT_OCR: 'off' as const } }
  const incoming = await server.deps.incoming.receive(Readable.from([photo]), { maxBytes: RECEIPT_MAX_BYTES })
  const file = { name: 'receipt.jpg', type: 'image/jpeg', incoming }
  expect(await readPreview(off, { userId: member.id, file })).toBeUndefined()
  const sender = { holder: 'gone', signal: AbortSignal.abort(), counts: true }
  expect(await readPreview(server.deps, { userId: member.id, file: { ...file, sender } })).toBeUndefined()
  await incoming.discard()
  expect(times()).toBe(0)
})

test('D-96 a stopped preview waits until its picture is written, so that it is removed', async () => {
  const member = await people.member()
  server.deps.reader = () => new Promise(() => undefined)
  const incoming = await server.deps.incoming.receive(Readable.from([await createRandomPhoto()]), {
    maxBytes: RECEIPT_MAX_BYTES,
  })
  const leaving = new AbortController()
  const sender = { holder: 'leaves', signal: leaving.signal, counts: true }
  const file = { name: 'receipt.jpg', type: 'image/jpeg', incoming, sender }
  // OCR starts by combining its time limit with the signal of the client.
  const begun = vi.spyOn(AbortSignal, 'any')
  const reading = readPreview(server.deps, { userId: member.id, file })
  await expect.poll(() => begun.mock.calls.length, { interval: 1 }).toBe(1)
  leaving.abort()
  expect(await reading).toBeUndefined()
  expect(existsSync(`${incoming.path}.full.webp`)).toBe(true)
  begun.mockRestore()
  await incoming.discard()
})

test('D-96 a member has sixty previews an hour, and none counts as a sent receipt', async () => {
  const member = await people.member()
  const photo = await createRandomPhoto()
  mockOcr(server, createOcrResult())
  const useAllButOne = () =>
    rowsOf(server, 'UPDATE rate_counters SET hits = 59 WHERE key = $1', `readings-ahead|${member.id}`)
  expect((await ask(member, photo)).status).toBe(200)
  await useAllButOne()
  expect((await ask(member, photo)).status).toBe(200)
  expect((await ask(member, photo)).status).toBe(429)
  await useAllButOne()
  // A file that is no picture counts, too: receiving it costs as much.
  const receipt_image = new File(['no picture'], 'receipt.txt', { type: 'text/plain' })
  expect((await postForm(server, '/readings', { receipt_image }, member.headers)).status).toBe(200)
  expect((await ask(member, photo)).status).toBe(429)
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  expect((await member.send(fields, { bytes: photo })).statusCode).toBe(201)
})
