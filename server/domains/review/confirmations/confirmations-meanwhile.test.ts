import { texts } from '@stampus/contract/texts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { confirm, decline, listConfirmable } from '../../../../tests/support/api/confirmations.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import type { CardAnswer } from '../../../../tests/support/api/operators.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests, testApp } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

type Desk = Awaited<ReturnType<typeof createDesk>>

const server = serverForTests()
let requester: Desk
let second: Desk
beforeAll(async () => {
  requester = await createDesk(server)
  second = await createDesk(server, { role: 'manager' })
})
afterEach(async () => {
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
})

const balance = (userId: number) => findBalance(server.deps.db.pool, userId)

async function asked(given: Parameters<typeof createSubmission>[1] = {}) {
  const made = await createSubmission(server.deps, { amountSen: 60_000, ...given })
  return { ...made, requestId: (await requester.approve(made.id)).data.confirmation?.id ?? 0 }
}

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
  const member = await createSignedInMember(server.deps)
  const made = await createSubmission(server.deps, { userId: member.id, amountSen: 60_000 })
  const { data } = await requester.approve(made.id, 'Nur Aisyah bought a racket')
  const requestId = data.confirmation?.id ?? 0
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await confirm(second, requestId)).toMatchObject({ status: 409, message: texts.confirmationClosed })
  expect(await listConfirmable(second)).toEqual([])
  const stored = await server.deps.db.pool.query({
    text: 'SELECT state, request, answer FROM confirmations WHERE id = $1',
    values: [requestId],
  })
  expect(stored.rows).toEqual([{ state: 'lapsed', request: {}, answer: null }])
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
    expect((await requester.approve((await createSubmission(deps, { amountSen: 90_000 })).id)).data.status).toBe(
      'approved',
    )
    deps.config.LARGE_AMOUNT_SEN = 2000
    expect((await requester.approve((await createSubmission(deps)).id)).data.confirmation).toMatchObject({
      state: 'waiting',
    })
  } finally {
    deps.config.LARGE_AMOUNT_SEN = limit
  }
  expect((await confirm(second, requestId)).status).toBe(201)
  expect(await balance(userId)).toBe(50)
})

test('D-101 D-50 a request cannot be confirmed when the operator who asked has a conflict of interest since', async () => {
  const { id: merchantId } = await createMerchant(server.deps)
  const { requestId } = await asked({ merchantId })
  const values = [requester.id, merchantId]
  await server.deps.db.pool.query({
    text: 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)',
    values,
  })
  expect(await confirm(second, requestId)).toMatchObject({ status: 409, message: texts.requesterHasConflict })
  expect((await decline(second, requestId)).status).toBe(201)
})

test('D-101 D-55 the approval of an escalated receipt is confirmed by a manager', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const { id, userId } = await createSubmission(server.deps, { amountSen: 60_000 })
  await requester.escalate(id, 'Two totals on it')
  const requestId = (await manager.approve(id)).data.confirmation?.id ?? 0
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
  const [manager, reviewer] = [await createDesk(own, { role: 'manager' }), await createDesk(own)]
  const { id } = await createSubmission(own.deps, { amountSen: 60_000 })
  expect((await manager.show(id)).data.second_person).toBe('available')
  await reviewer.escalate(id, 'Two totals on it')
  expect((await manager.show(id)).data.second_person).toBe('nobody')
  expect((await manager.approve(id)).data).toMatchObject({ status: 'approved', confirmation: null })
  await own.close()
})

test('D-101 a request of an operator who was removed or lost the role since can only be declined', async () => {
  const [manager, leaving] = [await createDesk(server, { role: 'manager' }), await createDesk(server)]
  const { id, userId } = await createSubmission(server.deps, { amountSen: 60_000 })
  await requester.escalate(id, 'Two totals on it')
  const first = (await manager.approve(id)).data.confirmation?.id ?? 0
  const card = await second.call<CardAnswer>('GET', `/operators/${manager.id}`)
  const change = { name: 'Devi', role: 'reviewer', addresses: [], merchant_ids: [], version: card.data.version }
  expect((await second.call('PUT', `/operators/${manager.id}`, change)).status).toBe(200)
  const third = await createDesk(server, { role: 'manager' })
  expect(await confirm(third, first)).toMatchObject({ status: 409, message: texts.requesterGone })
  expect(await balance(userId)).toBe(0)
  const other = await createSubmission(server.deps, { amountSen: 60_000 })
  const last = (await leaving.approve(other.id)).data.confirmation?.id ?? 0
  // As if the removal and the request happened at once.
  const text = 'UPDATE operators SET removed_at = $2, password_hash = NULL WHERE id = $1'
  await server.deps.db.pool.query({ text, values: [leaving.id, server.deps.now()] })
  expect(await confirm(third, last)).toMatchObject({ status: 409, message: texts.requesterGone })
  expect(await balance(other.userId)).toBe(0)
  for (const requestId of [first, last]) expect((await decline(third, requestId)).status).toBe(201)
})

test('D-101 a request about an unknown receipt, or with an unknown id, is a 404', async () => {
  expect((await confirm(second, 987_654)).status).toBe(404)
  expect((await decline(second, 987_654)).status).toBe(404)
  expect((await second.call('DELETE', '/confirmations/987654')).status).toBe(404)
})
