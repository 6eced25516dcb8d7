import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission, insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let desk: Desk
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})
beforeEach(async () => {
  desk = await people.reviewer()
})

const DAY_MS = 86_400_000
const createReceipt = (given: Parameters<typeof insertReceipt>[1] = {}) =>
  insertReceipt(server.deps, { merchantId, ...given })
const correct = (id: number, corrections: object, by = desk) =>
  by.call('POST', `/submissions/${id}/decision`, { status: 'approved', corrections })
const daysAgo = (days: number) =>
  dayIn(server.deps.config.TIME_ZONE, new Date(server.deps.now().getTime() - days * DAY_MS))
const correctionsOf = (id: number) =>
  rowsOf(server, 'SELECT field, typed, corrected FROM fact_corrections WHERE submission_id = $1 ORDER BY id', id)

test('D-45 D-55 a corrected amount earns its stamps, and is stored and audited next to the typed one', async () => {
  const { id, userId, invoiceNo } = await createReceipt({ amountSen: 1200 })
  const { status, data } = await correct(id, { purchase_amount: '121.00', invoice_number: invoiceNo })
  expect([status, data]).toMatchObject([201, { purchase_amount: '121.00', decision: { stamps: 12 } }])
  expect(await balance(userId)).toBe(12)
  expect(await correctionsOf(id)).toEqual([{ field: 'purchase_amount', typed: '12.00', corrected: '121.00' }])
  const [entry] = await findAuditEntries(server, 'submission', id)
  expect(entry?.changes).toEqual([
    { field: 'status', before: 'pending', after: 'approved' },
    { field: 'stamps', before: '0', after: '12' },
    { field: 'purchase_amount', before: '12.00', after: '121.00' },
  ])
})

test('D-45 the member sees the corrected and the typed values until the decision is undone, which restores everything that was typed', async () => {
  const member = await people.member()
  const other = await createMerchant(server.deps, { name: 'Nasi Kandar Line' })
  const { id, invoiceNo } = await createReceipt({ userId: member.id, amountSen: 1200 })
  const [today, before] = [daysAgo(0), daysAgo(2)]
  const shown = async () => (await member.call<{ data: object }>('GET', `/submissions/${id}`)).data
  const facts = { purchase_date: before, purchase_amount: '21.50' }
  const corrections = { merchant_id: other.id, invoice_number: '00777001', ...facts }
  const corrected = { merchant: { id: other.id }, invoice_no: '00777001', ...facts }
  expect((await correct(id, corrections)).data).toMatchObject(corrected)
  expect(await shown()).toMatchObject({
    purchase_amount: '21.50',
    merchant: { name: 'Nasi Kandar Line' },
    corrections: [
      { field: 'merchant', typed: 'Kopi Kita', corrected: 'Nasi Kandar Line' },
      { field: 'invoice_no', typed: invoiceNo, corrected: '00777001' },
      { field: 'purchase_date', typed: today, corrected: before },
      { field: 'purchase_amount', typed: '12.00', corrected: '21.50' },
    ],
  })
  const typed = { merchant: { id: merchantId }, invoice_no: invoiceNo, purchase_date: today, purchase_amount: '12.00' }
  expect((await desk.undo(id)).data).toMatchObject({ ...typed, status: 'pending' })
  expect(await shown()).toMatchObject({ purchase_amount: '12.00', corrections: [] })
  expect(await correctionsOf(id)).toHaveLength(4)
  expect((await correct(id, corrections)).status).toBe(201)
})

test('D-42 D-45 D-50 corrections follow the rules of the day on which the receipt was sent, and name no merchant of the reviewer', async () => {
  const { id } = await createReceipt()
  const [closed, own] = [await createMerchant(server.deps, { is_active: false }), await createMerchant(server.deps)]
  const errorsOf = async (corrections: object) => (await correct(id, corrections)).errors
  expect(await errorsOf({ purchase_date: daysAgo(-1) })).toEqual({ purchase_date: [texts.futureDate] })
  expect(await errorsOf({ purchase_date: daysAgo(61) })).toEqual({ purchase_date: [texts.oldReceipt(60)] })
  expect(await errorsOf({ merchant_id: 999_999_999 })).toEqual({ merchant_id: [texts.merchantUnknown] })
  expect(await errorsOf({ merchant_id: closed.id })).toEqual({ merchant_id: [texts.merchantInactive] })
  expect(await errorsOf({ purchase_amount: '12.345' })).toEqual({ corrections: [texts.invalidAmount] })
  const rejected = { id, status: 'rejected', reason: 'Blurred', corrections: { purchase_amount: '1.00' } } as const
  expect((await desk.decide(rejected)).status).toBe(422)
  await desk.join(own.id)
  expect(await correct(id, { merchant_id: own.id })).toMatchObject({ status: 403, message: texts.conflictOfInterest })
  const typed = { status: 'pending', purchase_amount: '25.00', merchant: { id: merchantId } }
  expect((await desk.show(id)).data).toMatchObject(typed)
  server.travel(DAY_MS)
  desk = await people.reviewer()
  expect((await correct(id, { purchase_date: daysAgo(0) })).errors).toEqual({ purchase_date: [texts.futureDate] })
  expect((await correct(id, { purchase_date: daysAgo(61), merchant_id: own.id })).status).toBe(201)
})

test('D-41 a correction cannot make a receipt a duplicate: a 409 names the first', async () => {
  const first = await createReceipt()
  await desk.approve(first.id)
  const { id, userId } = await createReceipt()
  const twice = await correct(id, { invoice_number: `00${first.invoiceNo}` })
  expect(twice).toMatchObject({ status: 409, submission_id: first.id, message: texts.approvedElsewhere(first.id) })
  const own = await createReceipt({ userId })
  const again = await correct(id, { invoice_number: own.invoiceNo })
  expect(again).toMatchObject({ status: 409, submission_id: own.id, message: texts.sentElsewhere(own.id) })
  expect(await correctionsOf(id)).toEqual([])
})

test('D-45 a corrected approval cannot be undone after its member has sent the typed facts again', async () => {
  const { id, userId, invoiceNo } = await createReceipt()
  await correct(id, { invoice_number: `8${invoiceNo}` })
  await createReceipt({ userId, invoiceNo })
  expect(await desk.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
})

/** A merchant that accepts one receipt a day from each member, of RM 20.00 and more. */
async function createStrictMerchant() {
  const { id } = await createMerchant(server.deps)
  await rowsOf(server, 'UPDATE merchants SET minimum_spend_sen = 2000, receipts_per_day = 1 WHERE id = $1', id)
  return id
}

test('D-53 D-45 a corrected receipt follows the rules of its merchant, and counts towards the daily limit of the day on which it was sent', async () => {
  const strict = await createStrictMerchant()
  const { id, userId } = await createReceipt({ merchantId: strict })
  const tooLittle = { purchase_amount: [texts.minimumSpend('RM\u202f20.00')] }
  expect((await correct(id, { purchase_amount: '19.99' })).errors).toEqual(tooLittle)
  const second = await createReceipt({ userId })
  const moved = { merchant_id: strict }
  expect((await correct(second.id, { ...moved, purchase_amount: '19.99' })).errors).toEqual(tooLittle)
  expect((await correct(second.id, moved)).errors).toEqual({ merchant_id: [texts.dailyReceiptsSent(1)] })
  expect((await correct(id, { purchase_amount: '20.00' })).status).toBe(201)
  const other = await createReceipt()
  server.travel(DAY_MS)
  desk = await people.reviewer()
  await createReceipt({ merchantId: strict, userId: other.userId })
  expect((await correct(other.id, moved)).status).toBe(201)
})

test('D-41 D-45 D-53 corrections and new receipts at once approve one of two with the same number, and keep a merchant’s daily limit', async () => {
  const other = await people.reviewer()
  for (let round = 0; round < 3; round += 1) {
    const [first, second] = [await createReceipt(), await createReceipt()]
    const invoice_number = `555${first.invoiceNo}`
    const approved = await Promise.all([
      correct(first.id, { invoice_number }),
      correct(second.id, { invoice_number }, other),
    ])
    expect(approved.map(({ status }) => status).sort()).toEqual([201, 409])
    const merchant_id = await createStrictMerchant()
    const [one, two] = [await createReceipt(), await createReceipt()]
    await rowsOf(server, 'UPDATE submissions SET user_id = $2 WHERE id = $1', two.id, one.userId)
    const sent = createSubmission(server.deps, { userId: one.userId, merchantId: merchant_id }).then(
      () => 201,
      () => 422,
    )
    const corrected = [correct(one.id, { merchant_id }), correct(two.id, { merchant_id }, other)]
    const answers = [await sent, ...(await Promise.all(corrected)).map(({ status }) => status)]
    expect(answers.sort()).toEqual([201, 422, 422])
  }
})
