import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { aDesk } from '../testing/desk.ts'
import { aMerchant } from '../testing/merchants.ts'
import { aReading, read } from '../testing/readings.ts'
import { aPhoto, aSubmission } from '../testing/submissions.ts'
import type { Numbers } from './reading.ts'
import { readingsCleanUp } from './readings.ts'

const DAY = 86_400_000

let server: TestApp
let desk: Awaited<ReturnType<typeof aDesk>>
let merchantId: number
beforeAll(async () => {
  server = await testApp()
})
beforeEach(async () => {
  desk = await aDesk(server)
  merchantId = (await aMerchant(server.deps)).id
})
afterAll(() => server.close())

const paper = ['103', '12.50', '18.90', '2026', '31.40', '700144', '8723', '990012345']
/** The same paper photographed anew: one number more, one less. */
const again = ['103', '12.50', '18.90', '2026', '31.40', '387', '8723', '990012345']
/** Another receipt of the same till. */
const next = ['103', '2026', '44.10', '5.20', '7.70', '700391', '9.95', '9.99', '990012345']

/** A receipt whose picture says these numbers. */
function withNumbers(numbers: string[], given: Parameters<typeof aSubmission>[1] = {}): Promise<number> {
  return saying({ numbers }, given)
}

async function saying(said: Partial<Numbers>, given: Parameters<typeof aSubmission>[1] = {}): Promise<number> {
  const { id } = await aSubmission(server.deps, { merchantId, ...given })
  await read(server.deps, id, aReading(said))
  return id
}
const signalsOf = async (id: number) =>
  (await desk.show(id)).data.signals.map(({ kind, submission_id }) => [kind, submission_id])

test('D-51 a receipt photographed again is a signal on both, with its reason and the other picture', async () => {
  const first = await withNumbers(paper)
  const other = await withNumbers(next)
  const twin = await withNumbers(again)
  expect(await signalsOf(twin)).toEqual([['same_receipt', first]])
  expect(await signalsOf(first)).toEqual([['same_receipt', twin]])
  expect(await signalsOf(other)).toEqual([])
  const [signal] = (await desk.show(twin)).data.signals
  expect(signal?.text).toMatch(/^This paper, on another picture, was also sent by another member on .* \(pending\)$/)
  expect(signal?.picture?.url).toContain('/files/')
})

test('D-51 a faint receipt is known again by what one reading saw, on either picture', async () => {
  const [clear, faint] = [paper.slice(0, 5), { numbers: ['103', '1', '2', '3'], doubtful: paper.slice(1) }]
  const first = await saying(faint)
  const twin = await withNumbers(clear)
  expect(await signalsOf(twin)).toEqual([['same_receipt', first]])
  expect(await signalsOf(await saying(faint))).toContainEqual(['same_receipt', twin])
})

test('D-51 the very same file is said once', async () => {
  const photo = await aPhoto()
  const first = await withNumbers(paper, { photo })
  const twin = await withNumbers(paper, { photo })
  expect(await signalsOf(twin)).toEqual([['same_file', first]])
})

test('D-51 twins are looked for among the receipts of the merchant and of the last 90 days', async () => {
  await withNumbers(paper)
  expect(await signalsOf(await withNumbers(again, { merchantId: (await aMerchant(server.deps)).id }))).toEqual([])
  server.travel(91 * DAY)
  desk = await aDesk(server)
  expect(await signalsOf(await withNumbers(again))).toEqual([])
})

test('D-51 a twin is found among hundreds of receipts that share its common numbers', async () => {
  const first = await withNumbers(paper)
  const { userId } = await aSubmission(server.deps, { merchantId })
  await server.deps.db.pool.query({
    text: `WITH sent AS (
             INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
               original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, created_at)
             SELECT $1, $2, '2026-11-01', 100, n::text, n::text, n::text::bytea, '', '', '', '', 1, 1, $3
             FROM generate_series(1, 300) n RETURNING id),
           kept AS (
             INSERT INTO readings (submission_id, reader, numbers, fits, read_at)
             SELECT id, 1, ARRAY['103', '2026', '990012345'], false, $3 FROM sent)
           INSERT INTO reading_numbers SELECT $2, unnest(ARRAY['103', '2026', '990012345']), id FROM sent`,
    values: [userId, merchantId, server.deps.now()],
  })
  expect(await signalsOf(await withNumbers(again))).toContainEqual(['same_receipt', first])
})

test('D-51 the numbers of a receipt move with its correction to another merchant', async () => {
  const right = (await aMerchant(server.deps)).id
  const first = await withNumbers(paper)
  const corrections = { merchant_id: right }
  expect((await desk.decide({ id: first, status: 'approved', corrections })).status).toBe(201)
  expect(await signalsOf(await withNumbers(again, { merchantId: right }))).toEqual([['same_receipt', first]])
})

test('D-51 numbers are kept for 90 days', async () => {
  await withNumbers(paper)
  const clean = async () => Promise.all(Object.values(readingsCleanUp(server.deps)).map((part) => part()))
  const left = async () => (await server.deps.db.pool.query('SELECT FROM reading_numbers')).rowCount
  server.travel(91 * DAY)
  await withNumbers(next)
  await clean()
  expect(await left()).toBe(next.length)
})
