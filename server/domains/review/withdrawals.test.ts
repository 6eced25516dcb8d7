import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { askToApprove, confirm, decline } from '../../../tests/support/api/confirmations.ts'
import type { Desk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, insertReceipt, receiptFields } from '../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { makeAppeal } from '../submissions/submissions.service.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
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

/** A member who has receipts and withdraws them. `send` is the call of the app, `make` only inserts. */
async function createSender() {
  const member = await people.member()
  const { id: userId, call, submit } = member
  const make = async (given: Parameters<typeof insertReceipt>[1] = {}) =>
    (await insertReceipt(server.deps, { userId, merchantId, ...given })).id
  const withdraw = (id: number, language = 'en') =>
    call('POST', `/submissions/${id}/withdrawal`, {}, { 'x-language': language })
  const show = (id: number) => call('GET', `/submissions/${id}`)
  const list = async (query = '') =>
    (await call<{ data: { id: number; appeal: object | null }[] }>('GET', `/submissions${query}`)).data
  const ids = async (query?: string) => (await list(query)).map(({ id }) => id)
  return { userId, submit, make, withdraw, show, list, ids }
}

test('D-102 D-40 a withdrawn receipt is gone for its member, and the same receipt can be sent again, not with its old key; the answer has the language of the request, and another member gets a 404', async () => {
  const { submit, make, withdraw, show, ids } = await createSender()
  await rowsOf(server, 'UPDATE merchants SET receipts_per_day = 2 WHERE id = $1', merchantId)
  const [kept, same, bytes] = [await make(), receiptFields(server.deps, merchantId), await createRandomPhoto()]
  const send = (key: string) => submit(merchantId, same, { bytes, key })
  const { id } = (await send('draft-1')).data
  expect((await send('draft-2')).status).toBe(422)
  expect((await (await createSender()).withdraw(id)).status).toBe(404)
  expect(await withdraw(id)).toMatchObject({ status: 200, message: 'Your receipt has been withdrawn.' })
  expect((await show(id)).status).toBe(404)
  for (const query of ['', '?status=all', '?status=pending', '?status=rejected'])
    expect(await ids(query)).not.toContain(id)
  const idempotency_key = ["You've withdrawn this receipt. To send it again, start a new submission."]
  expect(await send('draft-1')).toMatchObject({ status: 422, errors: { idempotency_key } })
  expect(await ids()).toEqual([kept])
  const again = await send('draft-2')
  expect(again.status).toBe(201)
  expect(await ids()).toEqual([again.data.id, kept])
  expect((await withdraw(id)).status).toBe(404)
  expect(await withdraw(again.data.id, 'ms')).toMatchObject({ status: 200, message: 'Resit anda telah ditarik balik.' })
})

test('D-102 a decided receipt cannot be withdrawn, nor one whose approval waits for a second operator', async () => {
  const { make, withdraw, show } = await createSender()
  const decided = await make()
  await desk.approve(decided)
  expect(await withdraw(decided)).toMatchObject({
    status: 409,
    message: 'This receipt has just been checked, so you can no longer withdraw it.',
  })
  const [second, large] = [await people.reviewer(), await make({ amountSen: 60_000 })]
  const asked = await askToApprove(desk, large)
  // Members do not see that a second operator must confirm.
  expect((await show(large)).data).toMatchObject({ status: 'pending', may_withdraw: true })
  expect(await withdraw(large)).toMatchObject({
    status: 409,
    message: "We're finishing the check of this receipt, so you can no longer withdraw it.",
  })
  expect((await decline(second, asked)).status).toBe(201)
  expect((await withdraw(large)).status).toBe(200)
  expect((await confirm(second, asked)).status).toBe(409)
})

test('D-102 a withdrawal ends the lease: the reviewer gets a clear 409, and the next receipt', async () => {
  const { make, withdraw } = await createSender()
  const open = await make()
  await make()
  expect((await desk.renew(open)).data.id).toBe(open)
  await withdraw(open)
  expect(await rowsOf(server, 'SELECT submission_id FROM leases WHERE submission_id = $1', open)).toEqual([])
  const { approve, reject, renew, escalate } = desk
  const answers = [
    await approve(open),
    await reject(open, 'Blurred'),
    await renew(open),
    await escalate(open, 'Strange'),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 409, message: 'The member has withdrawn this receipt.' })
  expect((await desk.next()).data.status).toBe('pending')
})

test('D-102 operators find a withdrawn receipt as "withdrawn" in search, history and look-alikes', async () => {
  const { userId, make, withdraw } = await createSender()
  const manager = await people.manager()
  const same = { invoiceNo: '40201', photo: 'one picture' }
  const id = await make(same)
  await withdraw(id)
  expect(await manager.call('GET', `/submissions?status=withdrawn&member_id=${userId}`)).toMatchObject({
    data: [{ id, status: 'withdrawn', decided_at: null }],
  })
  const withdrawn_at = expect.any(String)
  expect(await manager.history(id)).toMatchObject({ status: 'withdrawn', withdrawn_at, decisions: [] })
  const { signals, recent } = (await manager.show(await make(same))).data
  expect(signals.map(({ kind, submission_id }) => [kind, submission_id])).toEqual([
    ['same_invoice', id],
    ['same_file', id],
  ])
  expect(signals[0]?.text).toContain('(withdrawn)')
  expect(recent.of_member).toMatchObject([{ id, status: 'withdrawn' }])
  expect(await manager.file(`/submissions/export?status=withdrawn&member_id=${userId}`)).toContain('"withdrawn"')
})

test('D-102 three withdrawals in 30 days are a signal, and older ones are not', async () => {
  const { make, withdraw } = await createSender()
  const kindsOf = async (id: number) => (await desk.signals(id)).map(({ kind }) => kind)
  for (let count = 0; count < 3; count += 1) await withdraw(await make())
  expect(await kindsOf(await make())).toContain('often_withdrawn')
  server.travel(31 * 86_400_000)
  desk = await people.reviewer()
  expect(await kindsOf(await make())).not.toContain('often_withdrawn')
})

test('D-102 a withdrawn corrected receipt is not linked, and its original can be corrected again', async () => {
  const { userId, list, make, withdraw, show } = await createSender()
  const original = await make()
  await desk.reject(original, 'Blurred')
  const corrected = await make({ corrects: original })
  expect((await show(original)).data).toMatchObject({ corrected_by: corrected })
  await withdraw(corrected)
  expect((await show(original)).data).toMatchObject({ corrected_by: null })
  await makeAppeal(server.deps, { userId, submissionId: original, message: 'Please look again.' })
  expect(await list()).toMatchObject([{ id: original, appeal: { outcome: null } }])
})

test('D-102 withdrawing is limited to 20 an hour', async () => {
  const { withdraw } = await createSender()
  const answers: number[] = []
  for (let count = 0; count < 21; count += 1) answers.push((await withdraw(1)).status)
  expect(answers).toEqual([...Array(20).fill(404), 429])
})

test('D-102 when a decision and a withdrawal come at once, exactly one of them counts, in 12 rounds', async () => {
  const { userId, make, withdraw } = await createSender()
  let stamps = 0
  for (let round = 0; round < 12; round += 1) {
    const id = await make()
    const decide = () => (round % 3 === 0 ? desk.reject(id, 'Blurred') : desk.approve(id))
    // A head start of some milliseconds, now for the one and now for the other.
    const [decisionWaits, withdrawalWaits] = round % 2 === 0 ? [0, round] : [round, 0]
    const [decision, withdrawal] = await Promise.all([
      pause(decisionWaits).then(decide),
      pause(withdrawalWaits).then(() => withdraw(id)),
    ])
    const statuses = `${decision.status} ${withdrawal.status}`
    expect(['201 409', '409 200']).toContain(statuses)
    stamps += statuses === '201 409' && round % 3 !== 0 ? 2 : 0
    expect(await balance(userId)).toBe(stamps)
  }
})
