import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { createOcrResult, mockOcr, useOcrSeconds } from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, receiptForm } from '../../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../../tests/support/database/alter-schema.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { ocrLoad } from '../ocr-queue.ts'
import type { Facts, OcrResult } from '../ocr-result.ts'

const ORIGIN = 'https://app.example'

let server: TestApp
beforeAll(async () => {
  server = await listening()
})
afterAll(() => server?.close())

async function listening() {
  const own = await testApp({ LOG_LEVEL: 'silent', CORS_ORIGINS: ORIGIN })
  await own.app.listen({ host: '127.0.0.1', port: 0 })
  return own
}

const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
const noFacts = { purchase_amount: null, purchase_date: null, invoice_number: null }
const nothing = { ...noFacts, picture_problem: null, merchant: null, places: {} }
const thirtyOne = createOcrResult({ totalSen: 3100 })
const all = createOcrResult({ totalSen: 3100, date: '2026-11-20', invoice: '700144' })
const [total, date, number] = ['purchase_amount', 'purchase_date', 'invoice_number'] as const
const complete = {
  ...nothing,
  purchase_amount: '31.00',
  purchase_date: '2026-11-20',
  invoice_number: '700144',
  places: { [total]: place, [date]: place, [number]: place },
  sure: [total, date, number],
}

type Asked = { photo?: Buffer; accept?: string; signal?: AbortSignal; to?: TestApp }

type Member = { id: number; headers: { authorization: string } }
const newMember = ({ deps }: TestApp = server): Promise<Member> => createSignedInMember(deps)

async function ask({ headers }: Member, { photo, accept = LINES_TYPE, signal, to = server }: Asked = {}) {
  const { port } = to.app.server.address() as AddressInfo
  const body = receiptForm({}, { bytes: photo ?? (await createRandomPhoto()) })
  return fetch(`http://127.0.0.1:${port}/api/readings`, {
    method: 'POST',
    headers: { ...headers, accept, origin: ORIGIN },
    body,
    ...(signal && { signal }),
  })
}

/** Yields the lines of a response as they arrive. */
async function* recogniseLines({ body }: Response) {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + part).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

async function allLinesOf(answer: Response) {
  const lines: unknown[] = []
  for await (const line of recogniseLines(answer)) lines.push(line)
  return lines
}

/** From now on the test controls the result of OCR, and how it ends. */
function heldReading({ deps }: TestApp = server) {
  const end = Promise.withResolvers<OcrResult>()
  const begun = Promise.withResolvers<{ say: (facts: Facts) => void; signal: AbortSignal | undefined }>()
  deps.reader = (_picture, { signal, onFacts } = {}) => {
    begun.resolve({ say: (facts) => onFacts?.(facts), signal })
    return end.promise
  }
  return { begun: begun.promise, end }
}

/** A picture that a member has chosen, in OCR until the test says what is found. */
async function begin(given: Asked = {}) {
  const [member, reading] = [await newMember(given.to), heldReading(given.to)]
  const asked = ask(member, given)
  return { member, asked, end: reading.end, ...(await reading.begun) }
}

/** What is stored as offered to a member. */
async function offersTo({ id }: Member): Promise<string[]> {
  const text = `SELECT fact || ' ' || value AS offer FROM offered_facts WHERE user_id = $1 ORDER BY 1`
  return (await rowsOf<{ offer: string }>(server, text, id)).map(({ offer }) => offer)
}

const uploads = ({ deps }: TestApp = server) => readdir(join(deps.config.DATA_DIR, 'incoming'))

test('D-96 D-103 facts come line by line during OCR, one line for each change, the last one marked, and each is stored before', async () => {
  const { member, asked, say, end } = await begin()
  say({})
  say(thirtyOne)
  const answer = await asked
  const lines = recogniseLines(answer)
  expect((await lines.next()).value).toEqual({
    data: { ...nothing, purchase_amount: '31.00', places: { [total]: place } },
  })
  expect(await offersTo(member)).toEqual(['purchase_amount 3100'])
  say(thirtyOne)
  say(createOcrResult({ totalSen: 3700, date: '2026-11-20' }))
  const places = { [total]: place, [date]: place }
  const changed = { ...nothing, purchase_amount: '37.00', purchase_date: '2026-11-20', places }
  expect((await lines.next()).value).toEqual({ data: changed })
  const offered = ['purchase_amount 3100', 'purchase_amount 3700', 'purchase_date 2026-11-20']
  expect(await offersTo(member)).toEqual(offered)
  expect(ocrLoad().running).toBe(1)
  end.resolve({ ...all, problem: 'cut off' })
  expect((await lines.next()).value).toEqual({
    data: { ...complete, picture_problem: 'cut_off', sure: [] },
    done: true,
  })
  expect((await lines.next()).done).toBe(true)
  expect(await offersTo(member)).toEqual(['invoice_number 700144', ...offered])
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
  const answer = await asked
  expect(answer.headers.get('content-type')).toMatch('application/json')
  expect(await answer.json()).toEqual({ data: complete })
})

test.each([
  ['that cannot be read', new OcrError('time'), 200],
  ['whose reading breaks the server', new Error('Broken'), 500],
])(
  'D-96 the lines of a picture %s end with one without data, and its file is removed',
  async (_what, error, status) => {
    const { asked, say, end } = await begin()
    say(thirtyOne)
    const answer = await asked
    expect(await uploads()).toHaveLength(1)
    end.reject(error)
    expect((await allLinesOf(answer)).at(-1)).toEqual({ data: null, done: true })
    expect(await uploads()).toEqual([])
    expect(ocrLoad()).toEqual({ running: 0, waiting: 0 })
    mockOcr(server, error)
    expect((await ask(await newMember())).status).toBe(status)
  },
)

test('D-96 a client that leaves between two lines stops OCR, and the file is removed', async () => {
  const leaving = new AbortController()
  const { asked, say, signal } = await begin({ signal: leaving.signal })
  say(thirtyOne)
  await recogniseLines(await asked).next()
  expect(signal?.aborted).toBe(false)
  leaving.abort()
  if (signal && !signal.aborted) await once(signal, 'abort')
  say(all)
  await expect.poll(() => ocrLoad()).toEqual({ running: 0, waiting: 0 })
  await expect.poll(() => uploads()).toEqual([])
})

test('D-96 a client that accepts lines has the same limits: one reading of a picture, requests an hour, seconds an hour, a real picture', async () => {
  const member = await newMember()
  const photo = await createRandomPhoto()
  const times = mockOcr(server, all)
  for (const _ of [1, 2])
    expect(await allLinesOf(await ask(member, { photo }))).toEqual([{ data: complete, done: true }])
  expect(times()).toBe(1)
  await useOcrSeconds(server.deps, member.id, 200)
  expect(await allLinesOf(await ask(member))).toEqual([{ data: null, done: true }])
  expect(await allLinesOf(await ask(member, { photo: Buffer.from('none') }))).toEqual([{ data: null, done: true }])
  await rowsOf(server, 'UPDATE rate_counters SET hits = 60 WHERE key = $1', `readings-ahead|${member.id}`)
  const rejected = await ask(member)
  expect([rejected.status, rejected.headers.get('content-type')]).toEqual([429, 'application/json; charset=utf-8'])
})

test('D-96 a stopping server lets running OCR send its last lines', async () => {
  const own = await listening()
  const { asked, say, end } = await begin({ to: own })
  say(thirtyOne)
  const answer = await asked
  // The headers were sent before the server began to stop, so they must already say that the connection closes.
  expect(answer.headers.get('connection')).toBe('close')
  const lines = recogniseLines(answer)
  await lines.next()
  const closed = own.close()
  end.resolve(all)
  expect((await lines.next()).value).toEqual({ data: complete, done: true })
  await closed
})
