import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  confirm,
  decline,
  listConfirmable,
  ownRequests,
  requestApproval,
  withdraw,
} from '../../../../tests/support/api/confirmations.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ SPOT_CHECK_PERCENT: '100' })
const people = actorsOf(server)
const balance = checkedLedger(server)
let requester: Desk
let second: Desk
beforeAll(async () => {
  requester = await people.reviewer({ name: 'Rosli' })
  second = await people.reviewer({ name: 'Devi' })
})

/** A receipt of RM 600.00, which earns 50 stamps, whose approval waits for a second operator. */
const asked = (given: Parameters<typeof insertReceipt>[1] = {}) => requestApproval(server, requester, given)
/** The request about a receipt that this operator may confirm. */
const requestFor = async (id: number, desk = second) =>
  (await listConfirmable(desk)).find(({ submission_id }) => submission_id === id)

test('D-101 an approval above RM 500 takes effect when a second operator confirms it', async () => {
  await takeWaitingMail(server)
  const member = await people.member()
  const { id, userId } = await insertReceipt(server.deps, { userId: member.id, amountSen: 60_000 })
  const { status, data } = await requester.approve(id, 'Clear picture')
  const confirmation = { state: 'waiting', asked_by: 'Rosli', mine: true }
  expect([status, data]).toMatchObject([201, { status: 'pending', decision: null, confirmation }])
  expect(await balance(userId)).toBe(0)
  expect(await takeWaitingMail(server)).toEqual([])
  expect(await member.call('GET', `/submissions/${id}`)).toMatchObject({ data: { status: 'pending' } })
  const request = await requestFor(id)
  expect(request).toMatchObject({
    ...{ kind: 'approval', stamps: 50, words: 'Clear picture', asked_by: { id: requester.id, name: 'Rosli' } },
    item: { id, status: 'pending', purchase_amount: '600.00' },
  })
  expect(await confirm(second, request?.id ?? 0)).toMatchObject({ status: 201, data: { state: 'confirmed' } })
  expect(await balance(userId)).toBe(50)
  expect((await takeWaitingMail(server)).map(({ kind }) => kind)).toEqual(['decision'])
  expect(await second.history(id)).toMatchObject({
    decisions: [{ operator: { name: 'Rosli' }, confirmed_by: { name: 'Devi' } }],
    confirmations: [{ state: 'confirmed', asked_by: { name: 'Rosli' }, closed_by: { name: 'Devi' } }],
  })
  const askedBy = { field: 'asked_by', before: null, after: String(requester.id) }
  const notes = { field: 'admin_notes', before: null, after: 'Clear picture' }
  expect(await findAuditEntries(server, 'submission', id)).toMatchObject([
    { operator_id: requester.id, action: 'submission.confirmation_asked' },
    { operator_id: second.id, action: 'submission.approved', changes: expect.arrayContaining([askedBy, notes]) },
  ])
})

test('D-101 an approval of RM 500.00 takes effect at once; the larger of the typed and the corrected amount counts', async () => {
  const { id } = await insertReceipt(server.deps, { amountSen: 50_000 })
  expect((await requester.approve(id)).data).toMatchObject({ status: 'approved', confirmation: null })
  for (const [amountSen, typed, corrected, stamps] of [
    [60_000, '600.00', '60.00', 6],
    [6000, '60.00', '600.00', 50],
  ] as const) {
    const made = await insertReceipt(server.deps, { amountSen })
    const wrong = { purchase_date: '2999-01-01' }
    expect((await requester.decide({ id: made.id, status: 'approved', corrections: wrong })).status).toBe(422)
    const corrections = { purchase_amount: corrected }
    const { data } = await requester.decide({ id: made.id, status: 'approved', corrections })
    expect(data).toMatchObject({ status: 'pending', purchase_amount: typed, confirmation: { state: 'waiting' } })
    const request = await requestFor(made.id)
    expect(request?.corrections).toEqual([{ field: 'purchase_amount', corrected }])
    expect((await confirm(second, request?.id ?? 0)).status).toBe(201)
    const decided = { status: 'approved', purchase_amount: corrected, decision: { stamps } }
    expect((await second.show(made.id)).data).toMatchObject(decided)
  }
})

test('D-101 a receipt that waits for confirmation is not served, and another decision on it is rejected', async () => {
  const { id, requestId } = await asked()
  expect((await second.next()).data?.id).not.toBe(id)
  const conflict = { status: 409, message: texts.waitsForConfirmation }
  for (const desk of [requester, second])
    for (const answer of [
      await desk.approve(id),
      await desk.reject(id, 'Too dark'),
      await desk.renew(id),
      await desk.escalate(id, 'Please look'),
    ])
      expect(answer).toMatchObject(conflict)
  expect(await second.offered()).not.toContain(id)
  expect((await withdraw(requester, requestId)).status).toBe(200)
  expect((await second.renew(id)).status).toBe(200)
})

test('D-101 the operator who asked can undo and has the receipt open again, or can withdraw later', async () => {
  const first = await asked()
  expect((await second.undo(first.id)).status).toBe(403)
  const undone = await requester.undo(first.id)
  expect(undone).toMatchObject({ status: 200, data: { status: 'pending', confirmation: null } })
  expect(undone.data.lease_expires_at).not.toBeNull()
  expect(await confirm(second, first.requestId)).toMatchObject({ status: 409, message: texts.confirmationClosed })
  const later = await asked()
  server.travel(20 * 60_000)
  for (const desk of [requester, second]) await desk.call('GET', '/queue')
  expect((await withdraw(second, later.requestId)).status).toBe(403)
  expect(await withdraw(requester, later.requestId)).toMatchObject({ status: 200, data: { state: 'withdrawn' } })
  expect((await withdraw(requester, later.requestId)).status).toBe(409)
  expect((await findAuditEntries(server, 'submission', later.id)).at(-1)).toEqual({
    operator_id: requester.id,
    action: 'submission.confirmation_withdrawn',
    changes: [
      { field: 'confirmation', before: 'approval', after: 'withdrawn' },
      { field: 'stamps_asked', before: '50', after: null },
    ],
  })
  expect((await second.reject(later.id, 'Too dark')).status).toBe(201)
})

test('D-101 a declined receipt returns to the queue, and the operator who asked reads why', async () => {
  const { id, userId, requestId } = await asked()
  const answer = 'The date is unreadable.'
  expect((await decline(second, requestId, ' ')).errors).toEqual({ answer: [texts.declineReasonRequired] })
  expect((await decline(requester, requestId)).status).toBe(403)
  expect(await decline(second, requestId, answer)).toMatchObject({ status: 201 })
  const entry = (await findAuditEntries(server, 'submission', id)).at(-1)
  expect(entry).toMatchObject({ operator_id: second.id, action: 'submission.confirmation_declined' })
  expect(entry?.changes).toContainEqual({ field: 'asked_by', before: null, after: String(requester.id) })
  expect(entry?.changes).toContainEqual({ field: 'answer', before: null, after: answer })
  expect((await ownRequests(requester))[0]).toMatchObject({ id: requestId, state: 'declined', answer })
  expect(await ownRequests(second)).toEqual([])
  const { confirmation } = (await requester.renew(id)).data
  expect(confirmation).toMatchObject({ state: 'declined', declined_by: 'Devi', answer })
  expect(await balance(userId)).toBe(0)
  expect((await confirm(second, requestId)).status).toBe(409)
})

test('D-101 D-45 only the confirmer can undo a confirmed approval; it then waits for confirmation again', async () => {
  const { id, userId, requestId } = await asked()
  expect((await confirm(second, requestId)).status).toBe(201)
  expect((await second.show(id)).data.decision?.undo_left_ms).toBeGreaterThan(0)
  expect((await requester.show(id)).data.decision?.undo_left_ms).toBeNull()
  expect(await requester.undo(id)).toMatchObject({ status: 409, message: texts.confirmedAlready })
  expect((await second.undo(id)).data).toMatchObject({ status: 'pending', confirmation: { state: 'waiting' } })
  expect(await balance(userId)).toBe(0)
  expect((await confirm(second, requestId)).status).toBe(201)
  expect(await balance(userId)).toBe(50)
})

test('D-101 D-50 operators cannot confirm their own requests, nor confirm or decline with a conflict of interest, at the typed or the corrected merchant', async () => {
  const merchant = await createMerchant(server.deps)
  const [close, far] = [await people.reviewer(), await people.manager()]
  await close.join(merchant.id)
  const { requestId } = await asked({ merchantId: merchant.id })
  expect(await confirm(requester, requestId)).toMatchObject({ status: 403, message: texts.confirmOwn })
  const { id } = await insertReceipt(server.deps, { amountSen: 60_000 })
  const corrections = { merchant_id: merchant.id }
  const { data } = await requester.decide({ id, status: 'approved', corrections })
  const requests = [requestId, data.confirmation?.id ?? 0]
  const refused = { status: 403, message: texts.conflictOfInterest }
  for (const request of requests)
    for (const act of [confirm, decline]) expect(await act(close, request)).toMatchObject(refused)
  const offered = (await listConfirmable(close)).map((request) => request.id)
  expect(offered.filter((request) => requests.includes(request))).toEqual([])
  for (const request of requests) expect((await confirm(far, request)).status).toBe(201)
})

test('D-101 D-51 neither of the two operators of an approval gets its spot check', async () => {
  await rowsOf(server, 'UPDATE spot_checks SET closed_at = now()')
  const { requestId } = await asked()
  await confirm(second, requestId)
  server.travel(11_000)
  for (const desk of [requester, second]) expect((await spotChecksAt(desk).take()).data).toBeNull()
  expect((await spotChecksAt(await people.reviewer()).take()).data).not.toBeNull()
})
