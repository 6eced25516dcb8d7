import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import {
  adjustStamps,
  confirm,
  decline,
  requestApproval,
  withdraw,
} from '../../../../tests/support/api/confirmations.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
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

test('D-101 stamp adjustments at once never pass 50 stamps without a second manager', async () => {
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
  }
})

test('D-101 a reversal and a stamp adjustment at once never pass 50 stamps without a second manager', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id, userId } = await insertReceipt(server.deps, { merchantId, amountSen: 40_000 })
    expect((await one.approve(id)).data.decision?.stamps).toBe(40)
    server.travel(11_000)
    const decision_id = (await requester.history(id)).decisions[0]?.id
    const answers = await Promise.all([
      requester.call('POST', `/submissions/${id}/reversal`, { decision_id, status: 'rejected', reason: 'A copy.' }),
      adjustStamps(requester, userId, 30),
    ])
    expect(codes(answers)).toEqual([201, 201])
    // Either the 40 stamps were taken or the 30 were given, never both.
    expect([0, 70]).toContain(await balance(userId))
  }
})

test('D-101 D-41 two requests for one purchase, confirmed at once, make one approval', async () => {
  for (let round = 0; round < 3; round += 1) {
    const same = { invoiceNo: String(90_000 + round) }
    const [first, second] = [await asked(same), await asked(same)]
    const answers = await Promise.all([confirm(one, first.requestId), confirm(other, second.requestId)])
    expect(codes(answers)).toEqual([201, 409])
    const [approved, left, refused] =
      answers[0].status === 201 ? [first, second, answers[1]] : [second, first, answers[0]]
    expect(refused).toMatchObject({ message: texts.approvedElsewhere(approved.id), submission_id: approved.id })
    expect((await balance(first.userId)) + (await balance(second.userId))).toBe(50)
    expect((await withdraw(requester, left.requestId)).status).toBe(200)
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
