import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import {
  askToApprove,
  changeRole,
  confirm,
  decline,
  listConfirmable,
  requestApproval,
  withdraw,
} from '../../../../tests/support/api/confirmations.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests, testApp } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let requester: Desk
let second: Desk
beforeAll(async () => {
  requester = await people.reviewer()
  second = await people.manager()
})

/** A receipt of RM 600.00 whose approval waits for a second operator. */
const asked = (given: Parameters<typeof createSubmission>[1] = {}) => requestApproval(server, requester, given)

test('D-101 D-41 a confirmation is rejected when a duplicate was approved meanwhile, and names it', async () => {
  const { id: merchantId } = await createMerchant(server.deps)
  const same = { merchantId, invoiceNo: '778899' }
  const [first, other] = [await asked(same), await asked(same)]
  expect((await confirm(second, first.requestId)).status).toBe(201)
  expect(await confirm(second, other.requestId)).toMatchObject({
    status: 409,
    message: texts.approvedElsewhere(first.id),
    submission_id: first.id,
  })
  expect(await balance(other.userId)).toBe(0)
  expect((await decline(second, other.requestId)).status).toBe(201)
  const again = await requester.approve(other.id)
  expect(again).toMatchObject({ status: 409, submission_id: first.id })
  expect(await listConfirmable(second)).toEqual([])
})

test('D-101 corrections are part of the request: they apply on confirmation, and invalid ones are rejected at once', async () => {
  const { id, userId } = await createSubmission(server.deps, { amountSen: 60_000, invoiceNo: '5501' })
  const wrong = await requester.decide({ id, status: 'approved', corrections: { purchase_date: '2999-01-01' } })
  expect(wrong).toMatchObject({ status: 422, errors: { purchase_date: [texts.futureDate] } })
  const sent = await requester.decide({ id, status: 'approved', corrections: { invoice_number: '5502' } })
  expect(sent.data).toMatchObject({ status: 'pending', invoice_no: '5501', confirmation: { state: 'waiting' } })
  expect((await confirm(second, sent.data.confirmation?.id ?? 0)).status).toBe(201)
  expect((await second.show(id)).data).toMatchObject({ status: 'approved', invoice_no: '5502' })
  expect(await balance(userId)).toBe(50)
})

test('D-101 a request lapses when the member deletes the account, and its texts are erased', async () => {
  const member = await people.member()
  const { requestId } = await asked({ userId: member.id })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await confirm(second, requestId)).toMatchObject({ status: 409, message: texts.confirmationClosed })
  expect(await listConfirmable(second)).toEqual([])
  const text = 'SELECT state, request, answer FROM confirmations WHERE id = $1'
  expect(await rowsOf(server, text, requestId)).toEqual([{ state: 'lapsed', request: {}, answer: null }])
})

test('D-101 the approval for a member who was suspended meanwhile can be confirmed, with the signal shown', async () => {
  const { userId, requestId } = await asked()
  expect((await second.call('POST', `/members/${userId}/suspension`, { reason: 'Forged' })).status).toBe(201)
  const [request] = await listConfirmable(second)
  expect(request?.item?.signals.map(({ kind }) => kind)).toContain('suspended')
  expect((await confirm(second, requestId)).status).toBe(201)
  expect(await balance(userId)).toBe(50)
})

test('D-101 a request keeps waiting when the limit is raised; a lower limit applies to the next approval', async () => {
  const { deps } = server
  const limit = deps.config.LARGE_AMOUNT_SEN
  const { userId, requestId } = await asked()
  try {
    deps.config.LARGE_AMOUNT_SEN = 100_000
    expect(await listConfirmable(second)).toMatchObject([{ id: requestId }])
    const [below, above] = [await createSubmission(deps, { amountSen: 90_000 }), await createSubmission(deps)]
    expect((await requester.approve(below.id)).data.status).toBe('approved')
    deps.config.LARGE_AMOUNT_SEN = 2000
    expect((await requester.approve(above.id)).data.confirmation).toMatchObject({ state: 'waiting' })
  } finally {
    deps.config.LARGE_AMOUNT_SEN = limit
  }
  expect((await confirm(second, requestId)).status).toBe(201)
  expect(await balance(userId)).toBe(50)
})

test('D-101 D-50 a request cannot be confirmed when the operator who asked has a conflict of interest since', async () => {
  const { id: merchantId } = await createMerchant(server.deps)
  const { requestId } = await asked({ merchantId })
  await requester.join(merchantId)
  expect(await confirm(second, requestId)).toMatchObject({ status: 409, message: texts.requesterHasConflict })
  expect((await decline(second, requestId)).status).toBe(201)
})

test('D-101 D-55 the approval of an escalated receipt is confirmed by a manager', async () => {
  const manager = await people.manager()
  const { id, userId } = await createSubmission(server.deps, { amountSen: 60_000 })
  await requester.escalate(id, 'Two totals on it')
  const requestId = await askToApprove(manager, id)
  expect(await confirm(requester, requestId)).toMatchObject({ status: 403, message: texts.forbidden })
  expect(await decline(requester, requestId)).toMatchObject({ status: 403 })
  const offered = async (desk: Desk) => (await listConfirmable(desk)).map((request) => request.id)
  expect(await offered(requester)).not.toContain(requestId)
  expect(await offered(second)).toContain(requestId)
  expect((await confirm(second, requestId)).status).toBe(201)
  expect(await balance(userId)).toBe(50)
})

test('D-101 D-55 without another manager, the approval of an escalated receipt takes effect at once', async () => {
  const own = await testApp()
  const [manager, reviewer] = [await actorsOf(own).manager(), await actorsOf(own).reviewer()]
  const { id } = await createSubmission(own.deps, { amountSen: 60_000 })
  expect((await manager.show(id)).data.second_person).toBe('available')
  await reviewer.escalate(id, 'Two totals on it')
  expect((await manager.show(id)).data.second_person).toBe('nobody')
  expect((await manager.approve(id)).data).toMatchObject({ status: 'approved', confirmation: null })
  await own.close()
})

test('D-101 a request of an operator who was removed or lost the role since can only be declined', async () => {
  const [manager, leaving, third] = [await people.manager(), await people.reviewer(), await people.manager()]
  const { id, userId } = await createSubmission(server.deps, { amountSen: 60_000 })
  await requester.escalate(id, 'Two totals on it')
  const first = await askToApprove(manager, id)
  expect((await changeRole(second, manager, 'reviewer')).status).toBe(200)
  const other = await requestApproval(server, leaving)
  // As if the removal and the request happened at once.
  const text = 'UPDATE operators SET removed_at = $2, password_hash = NULL WHERE id = $1'
  await rowsOf(server, text, leaving.id, server.deps.now())
  for (const requestId of [first, other.requestId]) {
    expect(await confirm(third, requestId)).toMatchObject({ status: 409, message: texts.requesterGone })
    expect((await decline(third, requestId)).status).toBe(201)
  }
  for (const member of [userId, other.userId]) expect(await balance(member)).toBe(0)
})

test('D-101 a request about an unknown receipt, or with an unknown id, is a 404', async () => {
  for (const act of [confirm, decline, withdraw]) expect((await act(second, 987_654)).status).toBe(404)
})
