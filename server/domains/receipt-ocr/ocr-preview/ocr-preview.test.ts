import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { expect, test, vi } from 'vitest'
import { createSignedInMember, type SignedInMember } from '../../../../tests/support/api/accounts.ts'
import { postForm } from '../../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, mockOcr } from '../../../../tests/support/api/receipt-ocr.ts'
import {
  createRandomPhoto,
  createSubmission,
  receiptFields,
  sendReceipt,
} from '../../../../tests/support/api/submissions.ts'
import { serverForTests, type TestApp } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { handleOcrJob, ocrCleanUp } from '../receipt-ocr.service.ts'
import { readPreview } from './ocr-preview.service.ts'

const HOUR = 3_600_000

const server = serverForTests()

const ask = ({ app }: Pick<TestApp, 'app'>, { headers }: Pick<SignedInMember, 'headers'>, picture: Buffer) => {
  const receipt_image = new File([new Uint8Array(picture)], 'receipt.jpg', { type: 'image/jpeg' })
  return postForm({ app }, '/readings', { receipt_image }, headers)
}

test('D-96 a chosen picture is read, and not again when its receipt is sent', async () => {
  const member = await createSignedInMember(server.deps)
  const photo = await createRandomPhoto()
  const times = mockOcr(server, createOcrResult({ totalSen: 3100, date: '2026-11-20', invoice: '700144' }))
  const expected = { purchase_amount: '31.00', purchase_date: '2026-11-20', invoice_number: '700144' }
  expect(await ask(server, member, photo)).toMatchObject({ status: 200, body: { data: expected } })
  expect(await ask(server, member, photo)).toMatchObject({ status: 200, body: { data: expected } })
  const { id } = await createSubmission(server.deps, { userId: member.id, photo })
  await handleOcrJob(server.deps)(id)
  expect(times()).toBe(1)
  const { rowCount } = await server.deps.db.pool.query({
    text: 'SELECT FROM receipt_ocr WHERE submission_id = $1 AND result IS NOT NULL',
    values: [id],
  })
  expect(rowCount).toBe(1)
})

test('D-96 only clear facts are suggested, and the number without its letters', async () => {
  const member = await createSignedInMember(server.deps)
  mockOcr(server, createOcrResult({ invoice: 'CS-0042' }))
  const { body } = await ask(server, member, await createRandomPhoto())
  expect(body.data).toEqual({
    purchase_amount: null,
    purchase_date: null,
    invoice_number: '0042',
    picture_problem: null,
    merchant: null,
    places: { invoice_number: { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 } },
    sure: ['invoice_number'],
  })
})

test('D-96 a number with an unclear digit is not suggested', async () => {
  const member = await createSignedInMember(server.deps)
  const unclear = createOcrResult({ invoice: '09158' })
  for (const [confidence, offered] of [
    [0.51, null],
    [0.61, '09158'],
  ] as const) {
    mockOcr(server, { ...unclear, ...(unclear.invoice && { invoice: { ...unclear.invoice, confidence } }) })
    const { body } = await ask(server, member, await createRandomPhoto())
    expect(body.data).toMatchObject({ invoice_number: offered })
  }
})

test.each([
  ['dark', 'dark'],
  ['blurred', 'blurred'],
  ['cut off', 'cut_off'],
  ['no receipt', 'no_receipt'],
] as const)('D-96 the answer names a picture that is hard to read: %s', async (problem, named) => {
  const member = await createSignedInMember(server.deps)
  mockOcr(server, { ...createOcrResult(), problem })
  const { body } = await ask(server, member, await createRandomPhoto())
  expect(body.data?.picture_problem).toBe(named)
})

test('D-96 the result of one picture of a member is stored, for an hour', async () => {
  const member = await createSignedInMember(server.deps)
  const [one, other] = [await createRandomPhoto(), await createRandomPhoto()]
  const times = mockOcr(server, createOcrResult())
  for (const picture of [one, other, one]) await ask(server, member, picture)
  expect(times()).toBe(3)
  server.travel(HOUR)
  await ask(server, member, one)
  expect(times()).toBe(4)
  const clean = async () => Promise.all(Object.values(ocrCleanUp(server.deps)).map((part) => part()))
  await clean()
  const countStored = async () => (await server.deps.db.pool.query('SELECT FROM ocr_previews')).rowCount
  expect(await countStored()).toBe(1)
  server.travel(HOUR)
  await clean()
  expect(await countStored()).toBe(0)
})

test('D-96 a picture that cannot be read is no error, and its receipt can be sent', async () => {
  const member = await createSignedInMember(server.deps)
  const photo = await createRandomPhoto()
  mockOcr(server, new OcrError('time'))
  expect(await ask(server, member, photo)).toMatchObject({ status: 200, body: { data: null } })
  expect(await ask(server, member, Buffer.from('no picture'))).toMatchObject({ status: 200, body: { data: null } })
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
  const member = await createSignedInMember(server.deps)
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
  const member = await createSignedInMember(server.deps)
  const photo = await createRandomPhoto()
  mockOcr(server, createOcrResult())
  expect((await ask(server, member, photo)).status).toBe(200)
  await server.deps.db.pool.query({
    text: 'UPDATE rate_counters SET hits = 59 WHERE key = $1',
    values: [`readings-ahead|${member.id}`],
  })
  expect((await ask(server, member, photo)).status).toBe(200)
  expect((await ask(server, member, photo)).status).toBe(429)
  await server.deps.db.pool.query({
    text: 'UPDATE rate_counters SET hits = 59 WHERE key = $1',
    values: [`readings-ahead|${member.id}`],
  })
  // A file that is no picture counts, too: receiving it costs as much.
  const receipt_image = new File(['no picture'], 'receipt.txt', { type: 'text/plain' })
  expect((await postForm(server, '/readings', { receipt_image }, member.headers)).status).toBe(200)
  expect((await ask(server, member, photo)).status).toBe(429)
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  expect((await sendReceipt(server, member.headers, fields, { bytes: photo })).statusCode).toBe(201)
})
