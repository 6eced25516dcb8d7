import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import {
  adjustStamps,
  confirm,
  decline,
  listConfirmable,
  requestApproval,
  withdraw,
} from '../../../../tests/support/api/confirmations.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, insertReadableReceipt, runOcrJob } from '../../../../tests/support/api/receipt-ocr.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
const balance = checkedLedger(server)
let requester: Desk
let one: Desk
let other: Desk
let merchantId: number
beforeAll(async () => {
  requester = await people.manager()
  one = await people.manager()
  other = await people.manager()
  merchantId = (await createMerchant(server.deps)).id
})

const codes = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const asked = (given: Parameters<typeof insertReceipt>[1] = {}) =>
  requestApproval(server, requester, { merchantId, ...given })

test('D-101 when two confirmations, a decline and a withdrawal come at once, exactly one succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, userId, requestId } = await asked()
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one]
    const answers = await Promise.all([
      confirm(first, requestId),
      round % 3 === 0 ? decline(second, requestId) : confirm(second, requestId),
      round % 3 === 1 ? requester.undo(id) : withdraw(requester, requestId),
    ])
    const taken = answers.filter(({ status }) => status < 300)
    expect(taken).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const isConfirmed = taken[0] === answers[0] || (round % 3 !== 0 && taken[0] === answers[1])
    expect(await balance(userId)).toBe(isConfirmed ? 50 : 0)
  }
})

test('D-101 stamp adjustments, or one and a reversal, at once never pass 50 stamps without a second manager', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { id: userId } = await people.member()
    const answers = await Promise.all([30, 30, 30, 20].map((stamps) => adjustStamps(requester, userId, stamps)))
    expect(codes(answers)).toEqual([201, 201, 201, 201])
    expect(await balance(userId)).toBeLessThanOrEqual(50)
    const waiting = answers.flatMap(({ data }) => data.confirmation_id ?? [])
    expect(waiting.length).toBeGreaterThanOrEqual(2)
    const confirmed = await Promise.all(waiting.flatMap((id) => [confirm(one, id), confirm(other, id)]))
    expect(codes(confirmed)).toEqual([...waiting.map(() => 201), ...waiting.map(() => 409)])
    expect(await balance(userId)).toBe(110)
    const { id, userId: reversed } = await insertReceipt(server.deps, { merchantId, amountSen: 40_000 })
    expect((await one.approve(id)).data.decision?.stamps).toBe(40)
    server.travel(11_000)
    const decision_id = (await requester.history(id)).decisions[0]?.id
    const both = await Promise.all([
      requester.call('POST', `/submissions/${id}/reversal`, { decision_id, status: 'rejected', reason: 'A copy.' }),
      adjustStamps(requester, reversed, 30),
    ])
    expect(codes(both)).toEqual([201, 201])
    // Either the 40 stamps were taken or the 30 were given, never both.
    expect([0, 70]).toContain(await balance(reversed))
  }
})

test('D-41 D-101 of two requests for one purchase, or for look-alikes, that are confirmed at once, the second is rejected', async () => {
  for (let round = 0; round < 4; round += 1) {
    const isPurchase = round % 2 === 0
    const same = isPurchase ? { invoiceNo: String(90_000 + round) } : { photo: randomUUID() }
    const [first, second] = [await asked(same), await asked(same)]
    const answers = await Promise.all([confirm(one, first.requestId), confirm(other, second.requestId)])
    expect(codes(answers)).toEqual([201, 409])
    const [approved, left, refused] =
      answers[0].status === 201 ? [first, second, answers[1]] : [second, first, answers[0]]
    expect((await balance(first.userId)) + (await balance(second.userId))).toBe(50)
    const elsewhere = { message: texts.approvedElsewhere(approved.id), submission_id: approved.id }
    expect(refused).toMatchObject(isPurchase ? elsewhere : { message: texts.alikeApproved })
    const shown = (await listConfirmable(one)).find(({ id }) => id === left.requestId)?.item?.approved_alike
    expect(shown).toEqual([approved.id])
    if (isPurchase) expect((await withdraw(requester, left.requestId)).status).toBe(200)
    else expect((await confirm(one, left.requestId, shown)).status).toBe(201)
  }
})

test('D-101 when a request is confirmed while the account is deleted or its operator is removed, one of the two succeeds', async () => {
  for (let round = 0; round < 2; round += 1) {
    const member = await people.member()
    const { requestId, id } = await asked({ userId: member.id })
    const [answer] = await Promise.all([
      confirm(one, requestId),
      deleteOwnAccount(server, member, `10.77.0.${round + 1}`),
    ])
    expect([201, 409]).toContain(answer.status)
    expect((await one.show(id)).status).toBe(200)
    const leaving = await people.reviewer()
    const { userId, requestId: request } = await requestApproval(server, leaving, { merchantId })
    const [confirmed] = await Promise.all([confirm(one, request), requester.call('DELETE', `/operators/${leaving.id}`)])
    expect([201, 409]).toContain(confirmed.status)
    expect(await balance(userId)).toBe(confirmed.status === 201 ? 50 : 0)
  }
})

/** Approves at once what each desk has open. Returns who was too late, and the receipt that was approved before. */
async function approveBoth(first: number, second: number) {
  const answers = await Promise.all([one.approve(first), other.approve(second)])
  expect(codes(answers)).toEqual([201, 409])
  const isFirst = answers[0].status === 201
  expect(answers[isFirst ? 1 : 0].message).toBe(texts.alikeApproved)
  return isFirst ? { late: other, id: second, before: first } : { late: one, id: first, before: second }
}

test('D-41 D-51 when two receipts with the same picture are approved at once, the second approval is rejected until its reviewer has seen the first receipt', async () => {
  for (let round = 0; round < 3; round += 1) {
    const photo = randomUUID()
    const [first, second] = [await insertReceipt(server.deps, { photo }), await insertReceipt(server.deps, { photo })]
    for (const [desk, { id }] of [[one, first] as const, [other, second] as const])
      expect((await desk.renew(id)).data).toMatchObject({ signals: [{ kind: 'same_file' }], approved_alike: [] })
    const { late, id, before } = await approveBoth(first.id, second.id)
    const { approved_alike } = (await late.renew(id)).data
    expect(approved_alike).toEqual([before])
    expect((await late.decide({ id, status: 'approved', approved_alike })).status).toBe(201)
  }
})

test('D-41 D-51 the same goes for two pictures of one paper that OCR reads while both receipts are open', async () => {
  const reading = createOcrResult({ numbers: ['4711', '880123', '1234567', '20:14', '99001'] })
  const [first, second] = [await insertReadableReceipt(server.deps), await insertReadableReceipt(server.deps)]
  for (const [desk, { id }] of [[one, first] as const, [other, second] as const])
    expect((await desk.renew(id)).data.signals).toEqual([])
  for (const { id } of [first, second]) await runOcrJob(server.deps, id, reading)
  await approveBoth(first.id, second.id)
})

test('D-45 D-51 a receipt corrected to the facts of another one, while that one is approved in bulk: only one of them is approved', async () => {
  const yesterday = dayIn('Asia/Kuala_Lumpur', new Date(server.deps.now().getTime() - 86_400_000))
  for (let round = 0; round < 3; round += 1) {
    const { id: merchantId } = await createMerchant(server.deps)
    const [first, second] = [await insertReceipt(server.deps, { merchantId }), await insertReceipt(server.deps)]
    await one.renew(first.id)
    const { offer } = await other.bulk()
    server.travel(1000)
    const corrections = { merchant_id: second.merchantId, invoice_number: second.invoiceNo, purchase_date: yesterday }
    const [decided, { approved, left_out }] = await Promise.all([
      one.decide({ id: first.id, status: 'approved', corrections }),
      other.approveBulk([second.id], offer),
    ])
    if (decided.status === 201) expect(left_out).toEqual([{ id: second.id, reason: texts.hasNewSignal }])
    else expect({ message: decided.message, approved }).toEqual({ message: texts.alikeApproved, approved: [second.id] })
    await (decided.status === 201 ? other.reject(second.id, 'A copy') : one.reject(first.id, 'A copy'))
  }
})
