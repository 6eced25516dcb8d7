import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { askForPreview, cleanUpOcr, createOcrResult, mockOcr } from '../../../../tests/support/api/receipt-ocr.ts'
import {
  createRandomPhoto,
  createSubmission,
  receiptFields,
  receiptForm,
} from '../../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../../tests/support/database/alter-schema.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests, type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { ocrLoad } from '../ocr-queue.ts'
import type { Facts, OcrResult } from '../ocr-result.ts'
import { handleOcrJob } from '../receipt-ocr.service.ts'
import { readPreview } from './ocr-preview.service.ts'

const HOUR = 3_600_000
const ORIGIN = 'https://app.example'
const settings = { LOG_LEVEL: 'silent', CORS_ORIGINS: ORIGIN }

const server = serverForTests(settings)
const listen = ({ app }: Pick<TestApp, 'app'>) => app.listen({ host: '127.0.0.1', port: 0 })
beforeAll(() => listen(server))

const people = actorsOf(server)
type Member = Awaited<ReturnType<typeof people.member>>
const ask = ({ headers }: Member, photo: Buffer) => askForPreview(server, headers, photo)
/** What a new member is offered for a new picture with this OCR result. */
async function offered(result: OcrResult) {
  mockOcr(server, result)
  return (await ask(await people.member(), await createRandomPhoto())).body.data
}

const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
const noFacts = { purchase_amount: null, purchase_date: null, invoice_number: null }
const nothing = { ...noFacts, picture_problem: null, merchant: null, places: {} }
const thirtyOne = createOcrResult({ totalSen: 3100 })
const all = createOcrResult({ totalSen: 3100, date: '2026-11-20', invoice: '700144' })
const complete = {
  ...{ ...nothing, purchase_amount: '31.00', purchase_date: '2026-11-20', invoice_number: '700144' },
  places: { purchase_amount: place, purchase_date: place, invoice_number: place },
  sure: ['purchase_amount', 'purchase_date', 'invoice_number'],
}

test('D-96 a chosen picture is read, and not again when its receipt is sent; the result of the last one is stored, for an hour', async () => {
  const member = await people.member()
  const [photo, other] = [await createRandomPhoto(), await createRandomPhoto()]
  const times = mockOcr(server, all)
  for (const _ of [1, 2]) expect(await ask(member, photo)).toMatchObject({ status: 200, body: { data: complete } })
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

test('D-96 only clear facts are suggested, the number without its letters, and a picture that is hard to read is named', async () => {
  const suggested = { invoice_number: '0042', places: { invoice_number: place }, sure: ['invoice_number'] }
  expect(await offered(createOcrResult({ invoice: 'CS-0042' }))).toEqual({ ...nothing, ...suggested })
  const unclear = (confidence: number) => createOcrResult({ invoice: '09158', confidence })
  expect(await offered(unclear(0.51))).toMatchObject({ invoice_number: null })
  expect(await offered(unclear(0.61))).toMatchObject({ invoice_number: '09158' })
  for (const [problem, picture_problem] of [
    ['dark', 'dark'],
    ['blurred', 'blurred'],
    ['cut off', 'cut_off'],
    ['no receipt', 'no_receipt'],
  ] as const)
    expect(await offered({ ...createOcrResult(), problem })).toMatchObject({ picture_problem })
})

test('D-96 a picture that cannot be read is no error; nothing is read with RECEIPT_OCR=off or for a client that has gone, and what a stopped preview wrote is removed', async () => {
  const member = await people.member()
  const photo = await createRandomPhoto()
  mockOcr(server, new OcrError('time'))
  for (const file of [photo, Buffer.from('no picture')])
    expect(await ask(member, file)).toMatchObject({ status: 200, body: { data: null } })
  const times = mockOcr(server, thirtyOne)
  const off = { ...server.deps, config: { ...server.deps.config, RECEIPT_OCR: 'off' as const } }
  const incoming = await server.deps.incoming.receive(Readable.from([photo]), { maxBytes: RECEIPT_MAX_BYTES })
  const file = { name: 'receipt.jpg', type: 'image/jpeg', incoming }
  expect(await readPreview(off, { userId: member.id, file })).toBeUndefined()
  const sender = { holder: 'gone', signal: AbortSignal.abort(), counts: true }
  expect(await readPreview(server.deps, { userId: member.id, file: { ...file, sender } })).toBeUndefined()
  expect(times()).toBe(0)
  server.deps.reader = () => new Promise(() => undefined)
  // OCR starts by combining its time limit with the signal of the client.
  const begun = vi.spyOn(AbortSignal, 'any')
  const leaving = new AbortController()
  const left = { ...file, sender: { holder: 'leaves', signal: leaving.signal, counts: true } }
  const reading = readPreview(server.deps, { userId: member.id, file: left })
  await expect.poll(() => begun.mock.calls.length, { interval: 1 }).toBe(1)
  leaving.abort()
  expect(await reading).toBeUndefined()
  expect(existsSync(`${incoming.path}.full.webp`)).toBe(true)
  begun.mockRestore()
  await incoming.discard()
})

type Asked = { accept?: string; signal?: AbortSignal; to?: TestApp }

/** Chooses a picture in a client that reads the answer line by line. */
async function askForLines({ headers }: Member, { accept = LINES_TYPE, signal, to = server }: Asked = {}) {
  const { port } = to.app.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/api/readings`, {
    method: 'POST',
    headers: { ...headers, accept, origin: ORIGIN },
    body: receiptForm({}, { bytes: await createRandomPhoto() }),
    ...(signal && { signal }),
  })
}

test('D-96 a member has sixty previews an hour, and none counts as a sent receipt', async () => {
  const member = await people.member()
  const photo = await createRandomPhoto()
  mockOcr(server, createOcrResult())
  expect((await ask(member, photo)).status).toBe(200)
  for (const file of [photo, Buffer.from('A file that is no picture counts, too: receiving it costs as much.')]) {
    await rowsOf(server, 'UPDATE rate_counters SET hits = 59 WHERE key = $1', `readings-ahead|${member.id}`)
    expect((await ask(member, file)).status).toBe(200)
    expect((await ask(member, photo)).status).toBe(429)
  }
  const rejected = await askForLines(member)
  expect([rejected.status, rejected.headers.get('content-type')]).toEqual([429, 'application/json; charset=utf-8'])
  const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
  expect((await member.send(fields, { bytes: photo })).statusCode).toBe(201)
})

/** Yields the lines of a response as they arrive. */
async function* linesOf({ body }: Response) {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + part).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

async function allLinesOf(answer: Response): Promise<object[]> {
  const lines = []
  for await (const line of linesOf(answer)) lines.push(line)
  return lines
}

/** A picture that a member has chosen, in OCR until the test says what is found. */
async function begin(given: Asked = {}) {
  const { to = server } = given
  const member = await actorsOf(to).member()
  const end = Promise.withResolvers<OcrResult>()
  const begun = Promise.withResolvers<{ say: (facts: Facts) => void; signal: AbortSignal | undefined }>()
  to.deps.reader = (_picture, { signal, onFacts } = {}) => {
    begun.resolve({ say: (facts) => onFacts?.(facts), signal })
    return end.promise
  }
  const asked = askForLines(member, given)
  return { member, asked, end, ...(await begun.promise) }
}

/** What is stored as offered to a member. */
async function offersTo({ id }: Member): Promise<string[]> {
  const text = `SELECT fact || ' ' || value AS offer FROM offered_facts WHERE user_id = $1 ORDER BY 1`
  return (await rowsOf<{ offer: string }>(server, text, id)).map(({ offer }) => offer)
}

const uploads = () => readdir(join(server.deps.config.DATA_DIR, 'incoming'))

test('D-96 D-103 facts come line by line during OCR, one line for each change, the last one marked, and each is stored before', async () => {
  const { member, asked, say, end } = await begin()
  say({})
  say(thirtyOne)
  const answer = await asked
  const lines = linesOf(answer)
  const places = { purchase_amount: place }
  expect((await lines.next()).value).toEqual({ data: { ...nothing, purchase_amount: '31.00', places } })
  expect(await offersTo(member)).toEqual(['purchase_amount 3100'])
  say(thirtyOne)
  say(createOcrResult({ totalSen: 3700, date: '2026-11-20' }))
  const changed = { purchase_amount: '37.00', purchase_date: '2026-11-20' }
  const data = { ...nothing, ...changed, places: { ...places, purchase_date: place } }
  expect((await lines.next()).value).toEqual({ data })
  const stored = ['purchase_amount 3100', 'purchase_amount 3700', 'purchase_date 2026-11-20']
  expect(await offersTo(member)).toEqual(stored)
  expect(ocrLoad().running).toBe(1)
  end.resolve({ ...all, problem: 'cut off' })
  const last = { ...complete, picture_problem: 'cut_off', sure: [] }
  expect((await lines.next()).value).toEqual({ data: last, done: true })
  expect((await lines.next()).done).toBe(true)
  expect(await offersTo(member)).toEqual(['invoice_number 700144', ...stored])
  expect(await uploads()).toEqual([])
  const names = ['content-type', 'cache-control', 'x-accel-buffering', 'access-control-allow-origin']
  expect(names.map((name) => answer.headers.get(name))).toEqual([LINES_TYPE, 'no-store', 'no', ORIGIN])
  expect([answer.status, answer.headers.has('x-request-id')]).toEqual([200, true])
})

test('D-103 a line whose values cannot be stored is not sent', async () => {
  const { asked, say, end } = await begin()
  await alterSchema(server.deps, 'ALTER TABLE offered_facts ADD CONSTRAINT broken CHECK (false) NOT VALID')
  try {
    say(thirtyOne)
    end.resolve(all)
    expect(await allLinesOf(await asked)).toEqual([{ data: { ...nothing, sure: [] }, done: true }])
  } finally {
    await alterSchema(server.deps, 'ALTER TABLE offered_facts DROP CONSTRAINT broken')
  }
})

test('D-96 a client that does not accept lines gets one JSON response at the end', async () => {
  const { asked, say, end } = await begin({ accept: 'application/json' })
  say(thirtyOne)
  end.resolve(all)
  expect(await (await asked).json()).toEqual({ data: complete })
})

test.each([
  ['that cannot be read', new OcrError('time'), 200],
  ['whose reading breaks the server', new Error('Broken'), 500],
])('D-96 the lines of a picture %s end with one without data, and its file is removed', async (_, error, status) => {
  const { member, asked, say, end } = await begin()
  say(thirtyOne)
  const answer = await asked
  expect(await uploads()).toHaveLength(1)
  end.reject(error)
  expect((await allLinesOf(answer)).at(-1)).toEqual({ data: null, done: true })
  expect(await uploads()).toEqual([])
  expect(ocrLoad()).toEqual({ running: 0, waiting: 0 })
  mockOcr(server, error)
  expect((await askForLines(member)).status).toBe(status)
})

test('D-96 a client that leaves between two lines stops OCR, and the file is removed', async () => {
  const leaving = new AbortController()
  const { asked, say, signal } = await begin({ signal: leaving.signal })
  say(thirtyOne)
  await linesOf(await asked).next()
  expect(signal?.aborted).toBe(false)
  leaving.abort()
  if (signal && !signal.aborted) await once(signal, 'abort')
  say(all)
  await expect.poll(() => ocrLoad()).toEqual({ running: 0, waiting: 0 })
  await expect.poll(() => uploads()).toEqual([])
})

test('D-96 a stopping server lets running OCR send its last lines', async () => {
  const own = await testApp(settings)
  await listen(own)
  const { asked, say, end } = await begin({ to: own })
  say(thirtyOne)
  const answer = await asked
  // The headers were sent before the server began to stop, so they must already say that the connection closes.
  expect(answer.headers.get('connection')).toBe('close')
  const lines = linesOf(answer)
  await lines.next()
  const closed = own.close()
  end.resolve(all)
  expect((await lines.next()).value).toEqual({ data: complete, done: true })
  await closed
})
