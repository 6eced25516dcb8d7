import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  adjustStamps,
  askToApprove,
  changeRole,
  confirm,
  decline,
  listConfirmable,
  requestApproval,
  withdraw,
} from '../../../../tests/support/api/confirmations.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { connectDesk, type Desk } from '../../../../tests/support/api/desk.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/submissions.service.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let requester: Desk
let second: Desk
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
  requester = await people.reviewer()
  second = await people.manager({ name: 'Devi' })
})

/** A receipt of RM 600.00 whose approval waits for a second operator. */
const asked = (given: Parameters<typeof insertReceipt>[1] = {}) => requestApproval(server, requester, given)
const large = (given: object = {}) => insertReceipt(server.deps, { amountSen: 60_000, ...given })

test('D-101 a request lapses when the member deletes the account, and its texts are erased', async () => {
  const member = await people.member()
  const { requestId } = await asked({ userId: member.id })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await confirm(second, requestId)).toMatchObject({ status: 409, message: texts.confirmationClosed })
  expect(await listConfirmable(second)).toEqual([])
  const text = 'SELECT state, request, answer FROM confirmations WHERE id = $1'
  expect(await rowsOf(server, text, requestId)).toEqual([{ state: 'lapsed', request: {}, answer: null }])
})

test('D-101 an approval can be confirmed after the limit was raised or the member suspended, with the signal shown', async () => {
  const { config } = server.deps
  const { userId, requestId } = await asked()
  expect((await second.call('POST', `/members/${userId}/suspension`, { reason: 'Forged' })).status).toBe(201)
  const limit = config.LARGE_AMOUNT_SEN
  config.LARGE_AMOUNT_SEN = 100_000
  const [request] = await listConfirmable(second)
  expect(request?.id).toBe(requestId)
  expect(request?.item?.signals.map(({ kind }) => kind)).toContain('suspended')
  expect((await confirm(second, requestId)).status).toBe(201)
  const below = await insertReceipt(server.deps, { amountSen: 90_000 })
  expect((await requester.approve(below.id)).data.status).toBe('approved')
  config.LARGE_AMOUNT_SEN = limit
  expect(await balance(userId)).toBe(50)
})

test('D-101 D-55 the approval of an escalated receipt is confirmed by a manager', async () => {
  const manager = await people.manager()
  const { id, userId } = await large()
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

test('D-50 D-101 a request of an operator who was removed, lost the role or has a conflict of interest since can only be declined; an unknown one is a 404', async () => {
  const [manager, leaving, third] = [await people.manager(), await people.reviewer(), await people.manager()]
  const { id, userId } = await large()
  await requester.escalate(id, 'Two totals on it')
  const first = await askToApprove(manager, id)
  expect((await changeRole(second, manager, 'reviewer')).status).toBe(200)
  const [other, conflicted] = [await requestApproval(server, leaving), await asked()]
  const corrections = { merchant_id: conflicted.merchantId }
  const corrected = await requester.decide({ id: (await large()).id, status: 'approved', corrections })
  // As if the removal and the request happened at once.
  const text = 'UPDATE staff SET console_removed_at = $2, console_password_hash = NULL WHERE id = $1'
  await rowsOf(server, text, leaving.id, server.deps.now())
  await requester.join(conflicted.merchantId)
  for (const [requestId, message] of [
    [first, texts.requesterGone],
    [other.requestId, texts.requesterGone],
    [conflicted.requestId, texts.requesterHasConflict],
    [corrected.data.confirmation?.id ?? 0, texts.requesterHasConflict],
  ] as const) {
    expect(await confirm(third, requestId)).toMatchObject({ status: 409, message })
    expect((await decline(third, requestId)).status).toBe(201)
  }
  for (const member of [userId, other.userId]) expect(await balance(member)).toBe(0)
  for (const act of [confirm, decline, withdraw]) expect((await act(second, 987_654)).status).toBe(404)
})

type Adjusted = Awaited<ReturnType<typeof adjustStamps>>
const adjust = (userId: number, stamps: number, given: object = {}, by = operators.manager) =>
  adjustStamps(by, userId, stamps, given)
const requestOf = ({ data }: Adjusted) => data.confirmation_id ?? 0
const createUser = async (stamps = 0) => (await people.member({ stamps })).id
const leftFor = async (userId: number) =>
  (await operators.manager.call<{ unconfirmed_left: number }>('GET', `/members/${userId}/wallet`)).unconfirmed_left

test('D-101 D-53 fifty stamps within 7 days are adjusted at once; one more waits for a second manager', async () => {
  const userId = await createUser()
  expect(await leftFor(userId)).toBe(50)
  expect((await adjust(userId, 30)).data).toEqual({ balance: 30, confirmation_id: null })
  expect((await adjust(userId, -20)).data).toEqual({ balance: 10, confirmation_id: null })
  expect(await leftFor(userId)).toBe(0)
  await takeWaitingMail(server)
  const asked = await adjust(userId, 1)
  expect(asked).toMatchObject({ status: 201, data: { balance: 10, confirmation_id: expect.any(Number) } })
  expect(await takeWaitingMail(server)).toEqual([])
  expect(await listConfirmable(second)).toMatchObject([
    { id: requestOf(asked), kind: 'adjustment', stamps: 1, words: 'A welcome gift', item: null, balance: 10 },
  ])
  expect(await confirm(second, requestOf(asked))).toMatchObject({ status: 201, data: { state: 'confirmed' } })
  expect(await balance(userId)).toBe(11)
  expect((await takeWaitingMail(server)).map(({ kind }) => kind)).toEqual(['stamp-correction'])
  const text = `SELECT e.operator_id, e.action, e.changed_fields FROM audit_entries e
    WHERE e.subject_kind = 'member' AND e.subject_id = $1 ORDER BY e.id DESC LIMIT 2`
  expect(await rowsOf(server, text, userId)).toEqual([
    { operator_id: second.id, action: 'member.stamps_corrected', changed_fields: ['stamps', 'asked_by'] },
    {
      operator_id: operators.manager.id,
      action: 'member.confirmation_asked',
      changed_fields: ['confirmation', 'stamps_asked', 'reason'],
    },
  ])
})

test('D-101 D-53 a repeated request counts as one request, and its stamps are entered once', async () => {
  const userId = await createUser()
  const request_id = randomUUID()
  const first = await adjust(userId, 80, { request_id })
  const repeated = await adjust(userId, 80, { request_id })
  expect(repeated.data).toEqual(first.data)
  expect(await adjust(userId, 81, { request_id })).toMatchObject({ status: 409, message: texts.keyReused })
  expect((await confirm(second, requestOf(first))).status).toBe(201)
  expect((await adjust(userId, 80, { request_id })).data).toEqual({ balance: 80, confirmation_id: null })
  expect((await confirm(second, requestOf(first))).status).toBe(409)
  expect(await balance(userId)).toBe(80)
})

test('R-5.03 D-101 of two waiting write-offs of one balance, only one can be confirmed', async () => {
  const userId = await createUser(-60)
  const writeOff = { reason: 'Our own mistake', balance: -60 }
  const [first, other] = [await adjust(userId, 60, writeOff), await adjust(userId, 60, writeOff)]
  const gift = await adjust(userId, 60)
  expect((await confirm(second, requestOf(first))).status).toBe(201)
  expect(await balance(userId)).toBe(0)
  expect(await confirm(second, requestOf(other))).toMatchObject({
    status: 409,
    message: "The member's balance has changed since this was requested. Decline it, then look at the balance again.",
  })
  expect(await balance(userId)).toBe(0)
  expect(await decline(second, requestOf(other))).toMatchObject({ status: 201 })
  expect((await confirm(second, requestOf(gift))).status).toBe(201)
  expect(await balance(userId)).toBe(60)
})

test('D-101 D-50 a reviewer cannot confirm a stamp adjustment, and a manager cannot confirm one for their own account', async () => {
  const own = await people.member()
  const holder = await people.manager({ email: own.email })
  const id = requestOf(await adjust(own.id, 51))
  expect((await confirm(operators.desk, id)).status).toBe(403)
  expect(await confirm(operators.manager, id)).toMatchObject({ status: 403, message: texts.confirmOwn })
  expect(await confirm(holder, id)).toMatchObject({ status: 403, message: texts.ownAccount })
  expect(await listConfirmable(operators.desk)).toEqual([])
  expect(await listConfirmable(holder)).not.toContainEqual(expect.objectContaining({ id }))
  expect((await withdraw(operators.manager, id)).status).toBe(200)
})

test('D-101 D-45 reversals count together with stamp adjustments, and wait beyond 50 stamps', async () => {
  const { decided, reverse, history } = operators
  const userId = await createUser()
  const approved = () => decided('approved', { userId, amountSen: 40_000 })
  const [first, other] = [await approved(), await approved()]
  expect((await reverse(first.id, { status: 'rejected' })).data).toMatchObject({ status: 'rejected' })
  expect(await leftFor(userId)).toBe(10)
  const second_person = { outcomes: ['pending', 'rejected'], available: true }
  expect((await operators.manager.history(other.id)).second_person).toEqual(second_person)
  const sent = await reverse(other.id, { status: 'rejected', reason: 'It is a copy.' })
  const waiting = { kind: 'reversal', state: 'waiting', outcome: 'rejected', stamps: -40 }
  expect(sent).toMatchObject({ status: 201, data: { status: 'approved', confirmations: [waiting] } })
  const conflict = { status: 409, message: texts.waitsForConfirmation }
  expect(await reverse(other.id, { status: 'pending' })).toMatchObject(conflict)
  const [request] = (await listConfirmable(second)).filter(({ submission_id }) => submission_id === other.id)
  expect(request).toMatchObject({ words: 'It is a copy.', item: { status: 'approved' } })
  expect((await confirm(second, request?.id ?? 0)).status).toBe(201)
  expect(await balance(userId)).toBe(0)
  const data = await history(other.id)
  expect(data).toMatchObject({ status: 'rejected', rejection_reason: 'It is a copy.' })
  expect(data.decisions.at(-1)).toMatchObject({ operator: { name: 'Tan Mei Fong' }, confirmed_by: { name: 'Devi' } })
  expect(data.confirmations).toMatchObject([{ state: 'confirmed', closed_by: { name: 'Devi' } }])
})

test('D-101 a reversal to an approval above RM 500 waits, and an appeal cannot be reopened meanwhile', async () => {
  const { reverse, decided, manager } = operators
  const { id, userId } = await decided('rejected', { amountSen: 60_000 })
  const sent = await reverse(id, { status: 'approved', reason: 'It is legible.' })
  expect(sent.data).toMatchObject({ status: 'rejected', confirmations: [{ state: 'waiting', outcome: 'approved' }] })
  const entry = (await findAuditEntries(server, 'submission', id)).at(-1)
  expect(entry?.changes).toContainEqual({ field: 'status_asked', before: null, after: 'approved' })
  await makeAppeal(server.deps, { userId, submissionId: id, message: 'It is mine' })
  const open = (await manager.appeals()).data.find(({ item }) => item.id === id)
  const conflict = { status: 409, message: texts.waitsForConfirmation }
  expect(await manager.answer(open?.id ?? 0, 'reopened')).toMatchObject(conflict)
  expect((await confirm(second, sent.data.confirmations[0]?.id ?? 0)).status).toBe(201)
  expect(await balance(userId)).toBe(50)
})

test('D-101 the limit counts per operator, member and 7 days, and includes waiting requests', async () => {
  const [first, other] = [await createUser(), await createUser()]
  const asked = await adjust(first, 60)
  expect(asked.data.confirmation_id).not.toBeNull()
  expect((await adjust(first, 1)).data.confirmation_id).not.toBeNull()
  expect((await adjust(other, 50)).data.confirmation_id).toBeNull()
  expect((await adjust(first, 50, {}, second)).data).toEqual({ balance: 50, confirmation_id: null })
  expect((await decline(second, requestOf(asked))).status).toBe(201)
  expect(await leftFor(first)).toBe(49)
  server.travel(7 * 86_400_000 + 1)
  const again = await connectDesk(server, operators.manager)
  expect((await adjust(other, 50, {}, again)).data).toEqual({ balance: 100, confirmation_id: null })
})

test('D-101 D-55 without another manager, the approval of an escalated receipt takes effect at once', async () => {
  server.travel(31 * 86_400_000)
  const [manager, reviewer] = [await people.manager(), await people.reviewer()]
  const { id } = await large()
  expect((await manager.show(id)).data.second_person).toBe('available')
  await reviewer.escalate(id, 'Two totals on it')
  expect((await manager.show(id)).data.second_person).toBe('nobody')
  expect((await manager.approve(id)).data).toMatchObject({ status: 'approved', confirmation: null })
})
