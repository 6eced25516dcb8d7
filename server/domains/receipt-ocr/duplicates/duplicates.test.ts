import { beforeEach, describe, expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, mockOcr, runOcrJob } from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { cropAndStripe } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import type { Numbers } from '../ocr-result.ts'
import { handleOcrJob, ocrCleanUp } from '../receipt-ocr.service.ts'

const DAY = 86_400_000

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeEach(async () => {
  // So that no receipts of earlier tests are found.
  server.travel(91 * DAY)
  desk = await createDesk(server)
  merchantId = (await createMerchant(server.deps)).id
})

const paper = ['103', '12.50', '18.90', '2026', '31.40', '700144', '8723', '990012345']
/** Another photo of the same receipt: one number more, one less. */
const again = ['103', '12.50', '18.90', '2026', '31.40', '387', '8723', '990012345']
/** Another receipt of the same till. */
const next = ['103', '2026', '44.10', '5.20', '7.70', '700391', '9.95', '9.99', '990012345']

/** A receipt whose picture has these numbers. */
function withNumbers(numbers: string[], given: Parameters<typeof createSubmission>[1] = {}): Promise<number> {
  return withResult({ numbers }, given)
}

async function withResult(
  facts: Partial<Numbers>,
  given: Parameters<typeof createSubmission>[1] = {},
): Promise<number> {
  const { id } = await createSubmission(server.deps, { merchantId, ...given })
  await runOcrJob(server.deps, id, createOcrResult(facts))
  return id
}
const signalsOf = async (id: number) =>
  (await desk.show(id)).data.signals.map(({ kind, submission_id }) => [kind, submission_id])

test('D-51 a receipt photographed again is a signal on both, with its reason and the other picture', async () => {
  const first = await withNumbers(paper)
  const other = await withNumbers(next)
  const duplicate = await withNumbers(again)
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  expect(await signalsOf(first)).toEqual([['same_receipt', duplicate]])
  expect(await signalsOf(other)).toEqual([])
  const [signal] = (await desk.show(duplicate)).data.signals
  expect(signal?.text).toMatch(
    /^Possible duplicate of receipt \d+: same paper receipt, sent before by another member on .* \(pending\)$/,
  )
  expect(signal?.picture?.url).toContain('/files/')
})

test('D-51 a faint receipt is recognised by numbers that only one pass of OCR found, on either picture', async () => {
  const [clear, faint] = [paper.slice(0, 5), { numbers: ['103', '1', '2', '3'], doubtful: paper.slice(1) }]
  const first = await withResult(faint)
  const duplicate = await withNumbers(clear)
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  expect(await signalsOf(await withResult(faint))).toContainEqual(['same_receipt', duplicate])
})

test('D-51 many later copies do not crowd out the first receipt', async () => {
  const first = await withNumbers(paper)
  for (let copies = 0; copies < 11; copies += 1) await withNumbers(paper)
  expect(await signalsOf(await withNumbers(paper))).toContainEqual(['same_receipt', first])
})

test('D-51 the very same file is one signal', async () => {
  const photo = await createRandomPhoto()
  const first = await withNumbers(paper, { photo })
  const duplicate = await withNumbers(paper, { photo })
  expect(await signalsOf(duplicate)).toEqual([['same_file', first]])
})

test('D-51 look-alikes are found at every merchant, which is named, among the receipts of the last 90 days', async () => {
  const other = await createMerchant(server.deps, { name: 'Kedai Runcit Cahaya' })
  const first = await withNumbers(paper, { merchantId: other.id })
  const duplicate = await withNumbers(again)
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  const [signal] = (await desk.show(duplicate)).data.signals
  expect(signal?.text).toMatch(
    /^Possible duplicate of receipt \d+: same paper receipt, sent before at Kedai Runcit Cahaya by another member on .* \(pending\)$/,
  )
  server.travel(91 * DAY)
  desk = await createDesk(server)
  expect(await signalsOf(await withNumbers(again))).toEqual([])
})

describe('the same picture, without any OCR result', () => {
  const otherItems = [{ name: 'Mee goreng mamak', qty: 1, sen: 700 }]

  async function unread(photo: Buffer): Promise<number> {
    const { id } = await createSubmission(server.deps, { photo, merchantId: (await createMerchant(server.deps)).id })
    mockOcr(server, new OcrError('time'))
    await handleOcrJob(server.deps)(id)
    return id
  }

  test('D-51 a cropped and striped copy at another merchant is a hint on both', async () => {
    const photo = await drawReceipt(kopiKitaReceipt)
    const first = await unread(photo)
    const copy = await unread(await cropAndStripe(photo))
    expect(await signalsOf(copy)).toEqual([['same_receipt', first]])
    expect(await signalsOf(first)).toEqual([['same_receipt', copy]])
    expect((await desk.show(copy)).data.signals[0]).toMatchObject({
      text: expect.stringContaining(" looks similar, but one of the two pictures couldn't be read: sent before at "),
      is_hint: true,
    })
  })

  test('D-51 another receipt of the same till is no signal', async () => {
    await unread(await drawReceipt({ ...kopiKitaReceipt, merchant: 'Warung Kak Ros', invoice: '70501' }))
    const next = { ...kopiKitaReceipt, merchant: 'Warung Kak Ros', invoice: '70655', items: otherItems, totalSen: 700 }
    expect(await signalsOf(await unread(await drawReceipt(next)))).toEqual([])
  })
})

describe('a second receipt for the same meal at the same till', () => {
  const meal = ['103', '12.50', '18.90', '2026', '31.40', '8723', '990012345']
  const first = { numbers: [...meal, '700144'], invoice: '700144', date: '2026-11-05' }

  async function secondSignals(
    facts: Parameters<typeof createOcrResult>[0],
    earlier: typeof facts = first,
  ): Promise<unknown[]> {
    const slip = async (says: typeof facts) => {
      const { id } = await createSubmission(server.deps, { merchantId })
      await runOcrJob(server.deps, id, createOcrResult(says))
      return id
    }
    await slip(earlier)
    const second = await slip(facts)
    return (await desk.show(second)).data.signals.filter(({ kind }) => kind === 'same_receipt')
  }

  const next = { numbers: [...meal, '700391'], invoice: '700391', date: '2026-11-12' }

  test('D-51 with another legible invoice number and date is another purchase', async () => {
    expect(await secondSignals(next)).toHaveLength(0)
  })

  test.each([
    ['the date is the same', { numbers: [...meal, '700391'], invoice: '700391', date: '2026-11-05' }],
    ['the number is the same', { ...first, date: '2026-11-12' }],
    ['the date is covered', { numbers: [...meal, '700391'], invoice: '700391' }],
    ['the number is covered', { numbers: meal, date: '2026-11-12' }],
    ['number and date are not clear', { ...next, confidence: 0.5 }],
  ])('D-51 if %s it is a duplicate', async (_what, facts) => {
    expect(await secondSignals(facts)).toHaveLength(1)
  })

  test('D-51 is a duplicate if the number and date of the earlier receipt are not clear', async () => {
    expect(await secondSignals(next, { ...first, confidence: 0.5 })).toHaveLength(1)
  })
})

test('D-51 a duplicate is found among hundreds of receipts that share its common numbers', async () => {
  const first = await withNumbers(paper)
  const { userId } = await createSubmission(server.deps, { merchantId })
  await server.deps.db.pool.query({
    text: `WITH sent AS (
             INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
               original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, created_at)
             SELECT $1, $2, '2026-11-01', 100, n::text, n::text, n::text::bytea, '', '', '', '', 1, 1, $3
             FROM generate_series(1, 300) n RETURNING id),
           kept AS (
             INSERT INTO receipt_ocr (submission_id, ocr_version, numbers, matches, read_at)
             SELECT id, 1, ARRAY['103', '2026', '990012345'], false, $3 FROM sent)
           INSERT INTO receipt_numbers SELECT $2, unnest(ARRAY['103', '2026', '990012345']), id FROM sent`,
    values: [userId, merchantId, server.deps.now()],
  })
  expect(await signalsOf(await withNumbers(again))).toContainEqual(['same_receipt', first])
})

test('D-51 the numbers of a receipt move with its correction to another merchant', async () => {
  const right = (await createMerchant(server.deps)).id
  const first = await withNumbers(paper)
  const corrections = { merchant_id: right }
  expect((await desk.decide({ id: first, status: 'approved', corrections })).status).toBe(201)
  expect(await signalsOf(await withNumbers(again, { merchantId: right }))).toEqual([['same_receipt', first]])
})

test('D-51 numbers are stored for 90 days', async () => {
  await withNumbers(paper)
  const clean = async () => Promise.all(Object.values(ocrCleanUp(server.deps)).map((part) => part()))
  const left = async () => (await server.deps.db.pool.query('SELECT FROM receipt_numbers')).rowCount
  const prints = async () =>
    (await server.deps.db.pool.query('SELECT DISTINCT submission_id FROM picture_codes')).rowCount
  server.travel(91 * DAY)
  await withNumbers(next)
  await clean()
  expect(await left()).toBe(next.length)
  expect(await prints()).toBe(1)
})
