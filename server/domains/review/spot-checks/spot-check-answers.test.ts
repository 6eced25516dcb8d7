import { texts } from '@stampus/contract/texts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { approveNewSubmission, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)
let decider: Desk
let checker: Desk
let check: ReturnType<typeof spotChecksAt>
let manager: ReturnType<typeof spotChecksAt>
beforeAll(async () => {
  decider = await people.reviewer({ name: 'Rosli' })
  manager = spotChecksAt(await people.manager())
})
beforeEach(async () => {
  await rowsOf(server, 'UPDATE spot_checks SET closed_at = now()')
  checker = await people.reviewer({ name: 'Devi' })
  check = spotChecksAt(checker)
})

type Corrections = Parameters<typeof approveNewSubmission>[2]
const approved = (corrections?: Corrections) => approveNewSubmission(server, decider, corrections)
const takeId = async () => (await check.take()).data.id

/** The disagreement about a submission as managers see it after its undo time. */
async function disagreementOn(submissionId: number) {
  server.travel(11_000)
  return (await manager.list()).data.find(({ submission_id }) => submission_id === submissionId)
}

test('D-51 a spot check shows the facts as typed, and agrees when it makes the same corrections, also to a merchant that was deactivated or raised its minimum since', async () => {
  const shop = await createMerchant(server.deps, { name: 'Kedai Runcit Cahaya' })
  const corrections = { purchase_amount: '24.10', merchant_id: String(shop.id), invoice_number: '88231' }
  const made = await approved(corrections)
  const { data } = await check.take()
  const typed = { purchase_amount: '25.00', invoice_no: made.invoiceNo, merchant: { id: made.merchantId } }
  expect(data).toMatchObject(typed)
  expect(JSON.stringify(data)).not.toMatch(/24\.10|88231|Cahaya/)
  await rowsOf(server, 'UPDATE merchants SET is_active = false, minimum_spend_sen = 9000 WHERE id = $1', shop.id)
  expect((await check.giveVerdict(data.id, { status: 'approved', corrections })).status).toBe(201)
  expect(await disagreementOn(made.id)).toBeUndefined()
})

const ONLY_24_10 = [{ field: 'purchase_amount', decided: '24.10', checked: '25.00' }]
test.each<[string, Corrections, Corrections, object[] | undefined]>([
  [
    'disagrees on a fact that was approved as typed',
    undefined,
    { purchase_amount: '25.30' },
    [{ field: 'purchase_amount', decided: '25.00', checked: '25.30' }],
  ],
  [
    'disagrees on another fact and on one that it leaves as typed',
    { purchase_amount: '24.10' },
    { invoice_number: '991' },
    [{ field: 'invoice_number', decided: expect.any(String), checked: '991' }, ...ONLY_24_10],
  ],
  ['disagrees without a correction', { purchase_amount: '24.10' }, undefined, ONLY_24_10],
  [
    'agrees if its number differs only in leading zeros',
    { invoice_number: '0088231' },
    { invoice_number: '88231' },
    undefined,
  ],
  [
    'names no number that differs only in leading zeros',
    { invoice_number: '0077', purchase_amount: '24.10' },
    { invoice_number: '77', purchase_amount: '24.90' },
    [{ field: 'purchase_amount', decided: '24.10', checked: '24.90' }],
  ],
])('D-42 D-51 a spot check of facts %s', async (_what, decided, checked, differences) => {
  const made = await approved(decided)
  await check.giveVerdict(await takeId(), { status: 'approved', ...(checked && { corrections: checked }) })
  const found = await disagreementOn(made.id)
  expect(found?.differences).toEqual(differences)
  const sides = [decided, checked].map((facts) => ({ is_corrected: facts !== undefined }))
  if (found) expect([found.first, found.second]).toMatchObject(sides)
})

test('D-42 D-51 leading zeros of the number alone are no correction in a decision, and its spot check agrees without one', async () => {
  const { id, invoiceNo } = await insertReceipt(server.deps)
  await decider.decide({ id, status: 'approved', corrections: { invoice_number: `00${invoiceNo}` } })
  server.travel(11_000)
  await check.giveVerdict(await takeId(), { status: 'approved' })
  expect(await disagreementOn(id)).toBeUndefined()
})

test('D-42 D-50 D-51 corrections in a spot check must be valid facts of an existing merchant, not of the checker’s own', async () => {
  const { invoiceNo } = await approved()
  const id = await takeId()
  const correct = (corrections: object) => check.giveVerdict(id, { status: 'approved', corrections })
  expect((await correct({ purchase_date: '2999-01-01' })).errors).toEqual({ purchase_date: [texts.futureDate] })
  for (const wrong of [{ purchase_amount: '1,2,3' }, { merchant_id: '999999999' }])
    expect(await correct(wrong)).toMatchObject({ status: 422 })
  expect((await correct({ invoice_number: `00${invoiceNo}` })).errors).toEqual({
    corrections: ['Change at least one fact, or approve the receipt as it is.'],
  })
  const rejected = { status: 'rejected', reason_code: 'unreadable', corrections: { invoice_number: '7' } } as const
  expect(await check.giveVerdict(id, rejected)).toMatchObject({ status: 422 })
  const shop = await createMerchant(server.deps)
  await checker.join(shop.id)
  expect(await correct({ merchant_id: String(shop.id) })).toMatchObject({
    status: 403,
    message: 'You are linked to this member or merchant, so another operator must decide on this receipt.',
  })
  expect((await check.giveVerdict(id, { status: 'approved' })).status).toBe(201)
})

test('D-51 a spot check shows look-alikes with their status at the time of the decision', async () => {
  const photo = 'one picture'
  const before = await insertReceipt(server.deps, { photo })
  const second = await insertReceipt(server.deps, { photo })
  await decider.reject(second.id, 'Already used')
  server.travel(11_000)
  const later = await insertReceipt(server.deps, { photo })
  await decider.approve(before.id)
  server.travel(11_000)
  const { data } = await check.take()
  expect(data.invoice_no).toBe(second.invoiceNo)
  expect(data.look_alikes).toMatchObject([
    { kind: 'same_file', submission_id: later.id, picture: { url: expect.any(String) } },
    { kind: 'same_file', submission_id: before.id },
  ])
  expect(data.look_alikes.map(({ text }) => text.replace(/ on .* \(/, ' on … ('))).toEqual([
    `Receipt ${later.id} looks like this one: same picture, sent later at Kopi Kita by another member on … (after the decision)`,
    `Possible duplicate of receipt ${before.id}: same picture, sent before at Kopi Kita by another member on … (pending)`,
  ])
  expect(JSON.stringify(data)).not.toMatch(/reject|approve|already used/i)
})

test('D-51 a spot check shows the look-alikes of the typed invoice, not of the corrected one', async () => {
  const typed = await insertReceipt(server.deps)
  const { merchantId } = typed
  const corrected = await insertReceipt(server.deps, { merchantId })
  const made = await insertReceipt(server.deps, { merchantId, invoiceNo: typed.invoiceNo })
  await decider.decide({ id: made.id, status: 'approved', corrections: { invoice_number: corrected.invoiceNo } })
  server.travel(11_000)
  const { data } = await check.take()
  expect(data.look_alikes.map(({ kind, submission_id }) => [kind, submission_id])).toEqual([['same_invoice', typed.id]])
  expect(JSON.stringify(data.look_alikes)).not.toContain(corrected.invoiceNo)
})

test('D-50 D-51 a receipt typed for the checker’s own merchant goes to another checker; one that is open when its merchant becomes that of the checker gets no answer', async () => {
  const shop = await createMerchant(server.deps)
  const made = await approved({ merchant_id: String(shop.id) })
  await checker.join(made.merchantId)
  expect(await check.take()).toMatchObject({ data: null, waiting: 0 })
  const { merchantId } = await approved()
  const id = await takeId()
  await checker.join(merchantId)
  expect((await check.giveVerdict(id, { status: 'approved' })).status).toBe(403)
})
