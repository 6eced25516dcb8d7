import { texts } from '@stampus/contract/texts'
import { beforeEach, expect, test } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { approveNewSubmission, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
beforeEach(async () => {
  await server.deps.db.pool.query('UPDATE spot_checks SET closed_at = now()')
})

async function desks() {
  const [decider, checker] = [await createDesk(server, { name: 'Rosli' }), await createDesk(server, { name: 'Devi' })]
  const manager = spotChecksAt(await createDesk(server, { role: 'manager' }))
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

test('D-51 a spot check disagrees when it corrects different facts than the decision, or none', async () => {
  const { decider, check, manager } = await desks()
  const one = await approveNewSubmission(server, decider, { purchase_amount: '24.10' })
  await check.giveVerdict((await check.take()).data.id, { status: 'approved', corrections: { invoice_number: '991' } })
  const other = await approveNewSubmission(server, decider, { purchase_amount: '24.10' })
  await check.giveVerdict((await check.take()).data.id, { status: 'approved' })
  expect((await disagreementOn(one.id, manager))?.differences).toEqual([
    { field: 'invoice_number', decided: one.invoiceNo, checked: '991' },
    { field: 'purchase_amount', decided: '24.10', checked: '25.00' },
  ])
  expect((await disagreementOn(other.id, manager))?.differences).toEqual([
    { field: 'purchase_amount', decided: '24.10', checked: '25.00' },
  ])
})

test('D-42 D-51 a spot check agrees when its invoice number differs from the decision’s only in leading zeros', async () => {
  const { decider, check, manager } = await desks()
  const made = await approveNewSubmission(server, decider, { invoice_number: '0088231' })
  const corrections = { invoice_number: '88231' }
  await check.giveVerdict((await check.take()).data.id, { status: 'approved', corrections })
  expect(await disagreementOn(made.id, manager)).toBeUndefined()
})

test('D-42 D-51 leading zeros of the invoice number alone are no correction in a spot check', async () => {
  const { decider, check } = await desks()
  const { invoiceNo } = await approveNewSubmission(server, decider)
  const { id } = (await check.take()).data
  expect(
    await check.giveVerdict(id, { status: 'approved', corrections: { invoice_number: `00${invoiceNo}` } }),
  ).toMatchObject({
    status: 422,
    errors: { corrections: ['Change at least one fact, or approve the receipt as it is.'] },
  })
})

test('D-42 D-51 a spot check that approves as typed agrees when the decision corrected only leading zeros', async () => {
  const { decider, check, manager } = await desks()
  const made = await createSubmission(server.deps)
  await decider.decide({ id: made.id, status: 'approved', corrections: { invoice_number: `00${made.invoiceNo}` } })
  server.travel(11_000)
  await check.giveVerdict((await check.take()).data.id, { status: 'approved' })
  expect(await disagreementOn(made.id, manager)).toBeUndefined()
})

test('D-42 D-51 a disagreement does not name invoice numbers that differ only in leading zeros', async () => {
  const { decider, check, manager } = await desks()
  const made = await approveNewSubmission(server, decider, { invoice_number: '0077', purchase_amount: '24.10' })
  const corrections = { invoice_number: '77', purchase_amount: '24.90' }
  await check.giveVerdict((await check.take()).data.id, { status: 'approved', corrections })
  expect((await disagreementOn(made.id, manager))?.differences).toEqual([
    { field: 'purchase_amount', decided: '24.10', checked: '24.90' },
  ])
})

test('D-51 a spot check may correct to a merchant that was deactivated since, and below a minimum that rose since', async () => {
  const { decider, check, manager } = await desks()
  const shop = await createMerchant(server.deps)
  const corrections = { merchant_id: String(shop.id), purchase_amount: '24.10' }
  const made = await approveNewSubmission(server, decider, corrections)
  const { id } = (await check.take()).data
  const text = 'UPDATE merchants SET is_active = false, minimum_spend_sen = 9000 WHERE id = $1'
  await server.deps.db.pool.query({ text, values: [shop.id] })
  expect((await check.giveVerdict(id, { status: 'approved', corrections })).status).toBe(201)
  expect(await disagreementOn(made.id, manager)).toBeUndefined()
})

test('D-50 D-51 a spot check cannot correct to the checker’s own merchant', async () => {
  const { decider, checker, check } = await desks()
  await approveNewSubmission(server, decider)
  const { id } = (await check.take()).data
  const shop = await createMerchant(server.deps)
  const text = 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)'
  await server.deps.db.pool.query({ text, values: [checker.id, shop.id] })
  expect(
    await check.giveVerdict(id, { status: 'approved', corrections: { merchant_id: String(shop.id) } }),
  ).toMatchObject({
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
  const desk = await createDesk(server, { role: 'manager' })
  const made = await approveNewSubmission(server, decider)
  await check.giveVerdict((await check.take()).data.id, { status: 'approved', corrections: { invoice_number: '4471' } })
  type Shown = { data: { invoice_no: string; decisions: { second_look: object }[] } }
  const { data } = await desk.call<Shown>('GET', `/submissions/${made.id}/history`)
  expect(data.invoice_no).toBe(made.invoiceNo)
  expect(data.decisions[0]?.second_look).toMatchObject({
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
  const [typed, corrected] = [
    await createSubmission(server.deps, { merchantId }),
    await createSubmission(server.deps, { merchantId }),
  ]
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
  const text = 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)'
  await server.deps.db.pool.query({ text, values: [checker.id, made.merchantId] })
  expect(await check.take()).toMatchObject({ data: null, waiting: 0 })
})
