import { texts } from '@stampus/contract/texts'
import { beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { approveNewSubmission, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)
beforeEach(() => rowsOf(server, 'UPDATE spot_checks SET closed_at = now()'))

async function desks() {
  const [decider, checker] = [await people.reviewer({ name: 'Rosli' }), await people.reviewer({ name: 'Devi' })]
  const manager = spotChecksAt(await people.manager())
  return { decider, checker, check: spotChecksAt(checker), manager }
}

/** The disagreement about a submission as managers see it after its undo time. */
async function disagreementOn(submissionId: number, manager: ReturnType<typeof spotChecksAt>) {
  server.travel(11_000)
  return (await manager.list()).data.find(({ submission_id }) => submission_id === submissionId)
}

test('D-51 a spot check that corrects a receipt approved as typed is a disagreement that names both values', async () => {
  const { decider, check, manager } = await desks()
  const made = await approveNewSubmission(server, decider)
  const { data } = await check.take()
  const corrections = { purchase_amount: '25.30', invoice_number: made.invoiceNo }
  expect((await check.giveVerdict(data.id, { status: 'approved', corrections })).status).toBe(201)
  expect(await disagreementOn(made.id, manager)).toMatchObject({
    first: { operator: 'Rosli', status: 'approved', is_corrected: false },
    second: { operator: 'Devi', status: 'approved', is_corrected: true },
    differences: [{ field: 'purchase_amount', decided: '25.00', checked: '25.30' }],
  })
})

test('D-51 a spot check shows the facts as typed, and agrees when it makes the same corrections as the decision', async () => {
  const { decider, check, manager } = await desks()
  const shop = await createMerchant(server.deps, { name: 'Kedai Runcit Cahaya' })
  const corrections = { purchase_amount: '24.10', merchant_id: String(shop.id), invoice_number: '88231' }
  const made = await approveNewSubmission(server, decider, corrections)
  const { data } = await check.take()
  expect(data).toMatchObject({
    purchase_amount: '25.00',
    invoice_no: made.invoiceNo,
    merchant: { id: made.merchantId },
  })
  expect(JSON.stringify(data)).not.toMatch(/24\.10|88231|Cahaya/)
  await check.giveVerdict(data.id, { status: 'approved', corrections })
  expect(await disagreementOn(made.id, manager)).toBeUndefined()
})

type Corrections = Parameters<typeof approveNewSubmission>[2]
const ONLY_24_10 = [{ field: 'purchase_amount', decided: '24.10', checked: '25.00' }]
test.each<[string, Corrections, Corrections, object[] | undefined]>([
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
])('D-42 D-51 a spot check of corrected facts %s', async (_what, decided, checked, differences) => {
  const { decider, check, manager } = await desks()
  const made = await approveNewSubmission(server, decider, decided)
  const verdict = { status: 'approved', ...(checked && { corrections: checked }) } as const
  await check.giveVerdict((await check.take()).data.id, verdict)
  expect((await disagreementOn(made.id, manager))?.differences).toEqual(differences)
})

test('D-42 D-51 leading zeros of the invoice number alone are no correction, neither in the decision nor in its spot check', async () => {
  const { decider, check, manager } = await desks()
  const made = await createSubmission(server.deps)
  const corrections = { invoice_number: `00${made.invoiceNo}` }
  await decider.decide({ id: made.id, status: 'approved', corrections })
  server.travel(11_000)
  const { id } = (await check.take()).data
  const errors = { corrections: ['Change at least one fact, or approve the receipt as it is.'] }
  expect(await check.giveVerdict(id, { status: 'approved', corrections })).toMatchObject({ status: 422, errors })
  await check.giveVerdict(id, { status: 'approved' })
  expect(await disagreementOn(made.id, manager)).toBeUndefined()
})

test('D-51 a spot check may correct to a merchant that was deactivated since, and below a minimum that rose since', async () => {
  const { decider, check, manager } = await desks()
  const shop = await createMerchant(server.deps)
  const corrections = { merchant_id: String(shop.id), purchase_amount: '24.10' }
  const made = await approveNewSubmission(server, decider, corrections)
  const { id } = (await check.take()).data
  await rowsOf(server, 'UPDATE merchants SET is_active = false, minimum_spend_sen = 9000 WHERE id = $1', shop.id)
  expect((await check.giveVerdict(id, { status: 'approved', corrections })).status).toBe(201)
  expect(await disagreementOn(made.id, manager)).toBeUndefined()
})

test('D-50 D-51 a spot check cannot correct to the checker’s own merchant', async () => {
  const { decider, checker, check } = await desks()
  await approveNewSubmission(server, decider)
  const { id } = (await check.take()).data
  const shop = await createMerchant(server.deps)
  await checker.join(shop.id)
  const corrections = { merchant_id: String(shop.id) }
  expect(await check.giveVerdict(id, { status: 'approved', corrections })).toMatchObject({
    status: 403,
    message: 'You are linked to this member or merchant, so another operator must decide on this receipt.',
  })
  expect((await check.giveVerdict(id, { status: 'approved' })).status).toBe(201)
})

test('D-42 D-51 corrections in a spot check must be valid facts of an existing merchant', async () => {
  const { decider, check } = await desks()
  const { invoiceNo } = await approveNewSubmission(server, decider)
  const { id } = (await check.take()).data
  const correct = (corrections: object) => check.giveVerdict(id, { status: 'approved', corrections })
  expect(await correct({ purchase_date: '2999-01-01' })).toMatchObject({
    status: 422,
    errors: { purchase_date: [texts.futureDate] },
  })
  expect(await correct({ purchase_amount: '1,2,3' })).toMatchObject({ status: 422 })
  expect(await correct({ merchant_id: '999999999' })).toMatchObject({ status: 422 })
  expect(await correct({ invoice_number: invoiceNo })).toMatchObject({
    status: 422,
    errors: { corrections: ['Change at least one fact, or approve the receipt as it is.'] },
  })
  const rejected = { status: 'rejected', reason_code: 'unreadable', corrections: { invoice_number: '7' } } as const
  expect(await check.giveVerdict(id, rejected)).toMatchObject({ status: 422 })
})

test('D-51 a correction in a spot check does not change the receipt; only managers see it in the history', async () => {
  const { decider, check } = await desks()
  const made = await approveNewSubmission(server, decider)
  await check.giveVerdict((await check.take()).data.id, { status: 'approved', corrections: { invoice_number: '4471' } })
  const { invoice_no, decisions } = await (await people.manager()).history(made.id)
  expect(invoice_no).toBe(made.invoiceNo)
  expect(decisions[0]?.second_look).toMatchObject({
    status: 'approved',
    corrections: [{ field: 'invoice_number', typed: made.invoiceNo, corrected: '4471' }],
    operator: { name: 'Devi' },
    settlement: null,
  })
})

test('D-51 a spot check shows look-alikes with their status at the time of the decision', async () => {
  const { decider, check } = await desks()
  const photo = await createRandomPhoto()
  const before = await createSubmission(server.deps, { photo })
  const second = await createSubmission(server.deps, { photo })
  await decider.reject(second.id, 'Already used')
  server.travel(11_000)
  const later = await createSubmission(server.deps, { photo })
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
  const { decider, check } = await desks()
  const merchantId = (await createMerchant(server.deps)).id
  const typed = await createSubmission(server.deps, { merchantId })
  const corrected = await createSubmission(server.deps, { merchantId })
  const made = await createSubmission(server.deps, { merchantId, invoiceNo: typed.invoiceNo })
  await decider.decide({ id: made.id, status: 'approved', corrections: { invoice_number: corrected.invoiceNo } })
  server.travel(11_000)
  const { data } = await check.take()
  expect(data.look_alikes.map(({ kind, submission_id }) => [kind, submission_id])).toEqual([['same_invoice', typed.id]])
  expect(JSON.stringify(data.look_alikes)).not.toContain(corrected.invoiceNo)
})

test('D-50 D-51 a receipt typed for the checker’s own merchant goes to another checker', async () => {
  const { decider, checker, check } = await desks()
  const shop = await createMerchant(server.deps)
  const made = await approveNewSubmission(server, decider, { merchant_id: String(shop.id) })
  await checker.join(made.merchantId)
  expect(await check.take()).toMatchObject({ data: null, waiting: 0 })
})
