import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { connect } from '../../../../tests/support/api/calls.ts'
import { askToApprove, confirm, decline } from '../../../../tests/support/api/confirmations.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, sendReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { makeAppeal } from '../../submissions/appeals/appeals.service.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
const balance = checkedLedger(server)
let desk: Desk
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
  await rowsOf(server, 'UPDATE merchants SET receipts_per_day = 10')
})
beforeEach(async () => {
  desk = await people.reviewer()
})

/** A member who sends receipts and withdraws them. */
const createSender = async () => connectSender((await people.member()).id)

async function connectSender(userId: number) {
  const headers = await createMemberSession(server.deps, { id: userId })
  const call = connect(server, { headers })
  const fields = (given = {}) => receiptFields(server.deps, merchantId, given)
  const send = async (
    sent: ReturnType<typeof fields> & { corrects?: number } = fields(),
    key?: string,
    photo?: Buffer,
  ) => {
    const answer = await sendReceipt(server, { ...headers, ...(key && { 'idempotency-key': key }) }, sent, {
      bytes: photo ?? (await createRandomPhoto()),
    })
    return { status: answer.statusCode, ...answer.json(), id: Number(answer.json().data?.id) }
  }
  const withdraw = (id: number, language = 'en') =>
    call('POST', `/submissions/${id}/withdrawal`, {}, { 'x-language': language })
  const show = (id: number) => call('GET', `/submissions/${id}`)
  const list = async (query = '') =>
    (await call<{ data: { id: number; appeal: object | null }[] }>('GET', `/submissions${query}`)).data
  const ids = async (query?: string) => (await list(query)).map(({ id }) => id)
  return { userId, headers, fields, send, withdraw, show, list, ids }
}

test('D-102 a withdrawn receipt is gone for its member, and the same receipt can be sent again; the answer has the language of the request, and another member gets a 404', async () => {
  const { fields, send, withdraw, show, ids } = await createSender()
  const [kept, same] = [await send(), fields()]
  const { id } = await send(same)
  expect((await send(same)).status).toBe(422)
  expect((await (await createSender()).withdraw(id)).status).toBe(404)
  expect(await withdraw(id)).toMatchObject({ status: 200, message: 'Your receipt has been withdrawn.' })
  expect((await show(id)).status).toBe(404)
  for (const query of ['', '?status=all', '?status=pending', '?status=rejected'])
    expect(await ids(query)).not.toContain(id)
  expect(await ids()).toEqual([kept.id])
  const again = await send(same)
  expect(again.status).toBe(201)
  expect(await ids()).toEqual([again.id, kept.id])
  expect((await withdraw(id)).status).toBe(404)
  expect(await withdraw(again.id, 'ms')).toMatchObject({ status: 200, message: 'Resit anda telah ditarik balik.' })
})

test('D-102 a decided receipt cannot be withdrawn, nor one whose approval waits for a second operator', async () => {
  const { send, fields, withdraw, show } = await createSender()
  const decided = await send()
  await desk.approve(decided.id)
  expect(await withdraw(decided.id)).toMatchObject({
    status: 409,
    message: 'This receipt has just been checked, so you can no longer withdraw it.',
  })
  const [second, large] = [await people.reviewer(), await send(fields({ purchase_amount: '600.00' }))]
  const asked = await askToApprove(desk, large.id)
  // Members do not see that a second operator must confirm.
  expect((await show(large.id)).data).toMatchObject({ status: 'pending', may_withdraw: true })
  expect(await withdraw(large.id)).toMatchObject({
    status: 409,
    message: "We're finishing the check of this receipt, so you can no longer withdraw it.",
  })
  expect((await decline(second, asked)).status).toBe(201)
  expect((await withdraw(large.id)).status).toBe(200)
  expect((await confirm(second, asked)).status).toBe(409)
})

test('D-102 a withdrawal ends the lease: the reviewer gets a clear 409, and the next receipt', async () => {
  const { send, withdraw } = await createSender()
  const reviewer = await people.reviewer()
  const [open, next] = [await send(), await send()]
  expect((await reviewer.renew(open.id)).data.id).toBe(open.id)
  expect((await reviewer.next()).data.id).toBe(open.id)
  await withdraw(open.id)
  expect(await rowsOf(server, 'SELECT submission_id FROM leases WHERE submission_id = $1', open.id)).toEqual([])
  const gone = { status: 409, message: 'The member has withdrawn this receipt.' }
  expect(await reviewer.approve(open.id)).toMatchObject(gone)
  expect(await reviewer.reject(open.id, 'Blurred')).toMatchObject(gone)
  expect(await reviewer.renew(open.id)).toMatchObject(gone)
  expect(await reviewer.escalate(open.id, 'Strange')).toMatchObject(gone)
  const served = await reviewer.next()
  expect([served.status, served.data.status]).toEqual([200, 'pending'])
  expect((await reviewer.renew(next.id)).data.id).toBe(next.id)
})

test('D-102 operators find a withdrawn receipt as "withdrawn" in search, history and look-alikes', async () => {
  const { userId, send, fields, withdraw } = await createSender()
  const manager = await people.manager()
  const [same, photo] = [fields(), await createRandomPhoto()]
  const { id } = await send(same, undefined, photo)
  await withdraw(id)
  expect(await manager.call('GET', `/submissions?status=withdrawn&member_id=${userId}`)).toMatchObject({
    data: [{ id, status: 'withdrawn', decided_at: null }],
  })
  expect(await manager.history(id)).toMatchObject({
    status: 'withdrawn',
    withdrawn_at: expect.any(String),
    decisions: [],
  })
  const again = await send(same, undefined, photo)
  const { signals, recent } = (await manager.show(again.id)).data
  expect(signals.map(({ kind, submission_id }) => [kind, submission_id])).toEqual([
    ['same_invoice', id],
    ['same_file', id],
  ])
  expect(signals[0]?.text).toContain('(withdrawn)')
  expect(recent.of_member).toMatchObject([{ id, status: 'withdrawn' }])
  expect(await manager.file(`/submissions/export?status=withdrawn&member_id=${userId}`)).toContain('"withdrawn"')
})

test('D-102 three withdrawals in 30 days are a signal, and older ones are not', async () => {
  const sender = await createSender()
  const { send, withdraw } = sender
  const kindsOf = async (id: number) => (await desk.signals(id)).map(({ kind }) => kind)
  for (let count = 0; count < 3; count += 1) await withdraw((await send()).id)
  expect(await kindsOf((await send()).id)).toContain('often_withdrawn')
  server.travel(31 * 86_400_000)
  desk = await people.reviewer()
  const later = await connectSender(sender.userId)
  expect(await kindsOf((await later.send()).id)).not.toContain('often_withdrawn')
})

test('D-102 D-40 a repeat of the key of a withdrawn receipt sends nothing and says why', async () => {
  const { send, fields, withdraw, ids } = await createSender()
  const same = fields()
  const photo = await createRandomPhoto()
  const { id } = await send(same, 'draft-1', photo)
  await withdraw(id)
  expect(await send(same, 'draft-1', photo)).toMatchObject({
    status: 422,
    errors: { idempotency_key: ["You've withdrawn this receipt. To send it again, start a new submission."] },
  })
  expect(await ids()).toEqual([])
  expect((await send(same, 'draft-2')).status).toBe(201)
})

test('D-102 a withdrawn corrected receipt is not linked, and its original can be corrected again', async () => {
  const { userId, list, send, fields, withdraw, show } = await createSender()
  const original = await send()
  await desk.reject(original.id, 'Blurred')
  const corrected = await send({ ...fields(), corrects: original.id })
  expect((await show(original.id)).data?.corrected_by).toBe(corrected.id)
  await withdraw(corrected.id)
  expect((await show(original.id)).data?.corrected_by).toBeNull()
  await makeAppeal(server.deps, { userId, submissionId: original.id, message: 'Please look again.' })
  expect(await list()).toMatchObject([{ id: original.id, appeal: { outcome: null } }])
})

test('D-102 withdrawing is limited to 20 an hour, and does not count against the receipts of a day', async () => {
  const { send, withdraw } = await createSender()
  for (let count = 0; count < 12; count += 1) {
    const { id, status } = await send()
    expect(status).toBe(201)
    expect((await withdraw(id)).status).toBe(200)
  }
  const answers = []
  for (let count = 0; count < 9; count += 1) answers.push((await withdraw(1)).status)
  expect(answers).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 429])
})

test('D-102 when a decision and a withdrawal come at once, exactly one of them counts, in 50 rounds', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { userId, send, withdraw } = await createSender()
    const { id } = await send()
    const decide = () => (round % 3 === 0 ? desk.reject(id, 'Blurred') : desk.approve(id))
    // A head start of some milliseconds, now for the one and now for the other.
    const [decisionWaits, withdrawalWaits] = round % 2 === 0 ? [0, round / 2] : [(round - 1) / 2, 0]
    const [decision, withdrawal] = await Promise.all([
      pause(decisionWaits).then(decide),
      pause(withdrawalWaits).then(() => withdraw(id)),
    ])
    const statuses = `${decision.status} ${withdrawal.status}`
    expect(['201 409', '409 200']).toContain(statuses)
    expect(await balance(userId)).toBe(statuses === '201 409' && round % 3 !== 0 ? 2 : 0)
  }
})
