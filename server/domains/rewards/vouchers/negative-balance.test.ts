import type { memberWallet } from '@stampus/contract/console/members'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { UNDO_MS } from '@stampus/contract/limits'
import { beforeAll, expect, test } from 'vitest'
import { giveStamps } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { adjustStamps, confirm, listConfirmable } from '../../../../tests/support/api/confirmations.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createReward, voucherCallsOf } from '../../../../tests/support/api/rewards.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { reversalMail } from '../../review/review.mail.ts'
import { vouchersCleanUp } from './vouchers.service.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
checkedLedger(server)
let operators: Awaited<ReturnType<typeof createReversalDesks>>
/** Lets days pass, and with them the sessions of the operators. */
async function wait(days: number) {
  server.travel(days * DAY_MS)
  operators = await createReversalDesks(server)
}
beforeAll(() => wait(0))

/** A member with so many stamps of one receipt, which can no longer be undone, and some that were given. */
async function withApproved(stamps: number, given = 0) {
  const own = await people.member()
  const { id } = await createSubmission(server.deps, { userId: own.id, amountSen: stamps * 1000 })
  await operators.desk.approve(id)
  server.travel(UNDO_MS + 1)
  if (given > 0) await giveStamps(server.deps, own.id, given)
  return { receiptId: id, own }
}

/** What managers read about the stamps of a receipt before they take them back. */
async function ifTakenBack(receiptId: number) {
  const path = `/submissions/${receiptId}/history`
  return (await operators.manager.call<{ data: { if_taken_back: unknown } }>('GET', path)).data.if_taken_back
}

/** Of each entry of a voucher in the ledger that managers see: its title, how it ended, and the receipt of the reversal. */
async function endsInLedger(memberId: number) {
  const { data } = await operators.manager.call<AnswerOf<typeof memberWallet>>('GET', `/members/${memberId}/wallet`)
  return data.flatMap(({ voucher, voucher_end, reversed_submission_id }) =>
    voucher ? [[voucher.title, voucher_end, reversed_submission_id]] : [],
  )
}

const byReversal = { state: 'voided', voided_by: 'reversal' }

test('R-5.01 R-5.02 R-5.03 a reversal voids the newest vouchers until the balance is not below zero', async () => {
  const { receiptId, own } = await withApproved(5, 4)
  const tea = await createReward(server.deps, { title: 'Teh tarik', stamps: 3, stock: 5 })
  const cake = await createReward(server.deps, { title: 'Kek batik', stamps: 2, stock: 5 })
  const { data: first } = await own.claim(cake)
  const { data: second } = await own.claim(tea)
  const { data: third } = await own.claim(cake)
  const vouchers = [
    { id: third.id, title: 'Kek batik', stamps: 2 },
    { id: second.id, title: 'Teh tarik', stamps: 3 },
  ]
  expect(await ifTakenBack(receiptId)).toEqual({ balance: 2, stamps: 5, balance_after: 2, vouchers })
  expect((await operators.reverse(receiptId, { status: 'rejected' })).status).toBe(201)
  expect((await own.wallet()).stamp_balance).toBe(2)
  for (const { id } of [second, third])
    expect((await own.show(id)).data).toMatchObject({ ...byReversal, stamps_back: true, reason: null })
  expect((await own.show(first.id)).data.state).toBe('ready')
  expect(await endsInLedger(own.id)).toEqual([
    ['Teh tarik', 'below_zero', receiptId],
    ['Kek batik', 'below_zero', receiptId],
    ...Array(3).fill([expect.any(String), null, null]),
  ])
})

test('D-53 R-3.01 the ledger that managers see says how a voucher ended whose stamps came back', async () => {
  const own = await people.member({ stamps: 20 })
  const console = voucherCallsOf(operators.manager)
  await own.giveBack((await own.claimNew({ title: 'Given back' })).id)
  const { id } = await own.claimNew({ title: 'Voided' })
  expect((await console.voidVoucher(id, { stamps_back: true })).status).toBe(200)
  await console.recall((await own.claimNew({ title: 'Recalled' })).reward_id)
  await vouchersCleanUp(server.deps).vouchers?.()
  await own.claimNew({ title: 'Expired', valid_days: 1 })
  await wait(3)
  await vouchersCleanUp(server.deps).vouchers?.()
  expect((await endsInLedger(own.id)).filter(([, end]) => end !== null)).toEqual([
    ['Expired', 'expired', null],
    ['Recalled', 'recalled', null],
    ['Voided', 'voided', null],
    ['Given back', 'returned', null],
  ])
})

test('R-5.04 D-101 a manager who confirms a reversal sees the vouchers that it voids', async () => {
  const { receiptId, own } = await withApproved(45)
  const requester = await people.manager({ name: 'Rosli' })
  expect((await adjustStamps(requester, own.id, 10)).status).toBe(201)
  const { id } = await own.claimNew({ title: 'Teh tarik', stamps: 20 })
  await operators.reverse(receiptId, { status: 'rejected' }, requester)
  const [request] = await listConfirmable(operators.manager)
  const vouchers = [{ id, title: 'Teh tarik', stamps: 20 }]
  const if_taken_back = { balance: 35, stamps: 45, balance_after: 10, vouchers }
  expect(request).toMatchObject({ stamps: -45, balance: 35, if_taken_back })
  expect((await confirm(operators.manager, request?.id ?? 0)).status).toBe(201)
  expect((await own.wallet()).stamp_balance).toBe(10)
})

test('R-5.02 R-5.03 R-5.04 used vouchers stay used; the balance stays below zero, and the mail says so', async () => {
  const { receiptId, own } = await withApproved(5)
  const other = await createReward(server.deps, { title: 'Kek batik', title_ms: 'Kek batik coklat', stamps: 2 })
  const used = await own.claimNew({ title: 'Nasi lemak', stamps: 3 })
  await own.handOver(used, operators.manager)
  await own.claim(other)
  await takeWaitingMail(server)
  await operators.reverse(receiptId, { status: 'rejected', reason: 'A copy.' })
  expect((await own.show(used.id)).data.state).toBe('used')
  expect((await own.wallet()).stamp_balance).toBe(-3)
  expect(await own.claim(other)).toMatchObject({ status: 409, code: 'negative_balance' })
  const jobs = await takeWaitingMail(server)
  expect(jobs.map(({ kind }) => kind)).toEqual(['reversal'])
  const mails = catchMail(server)
  await reversalMail(server.deps)(jobs[0]?.id ?? 0)
  for (const text of [
    'The stamps were already spent, so this voucher can no longer be used: "Kek batik".',
    'Your balance is -3 stamps. New stamps fill it up first; then you can claim rewards again.',
  ])
    expect(mails[0]?.text).toContain(text)
  expect(mails[0]?.text).not.toContain('Nasi lemak')
})

test('R-5.02 R-3.08 vouchers that have expired or were recalled end first, and as such, with their stamps and the mail', async () => {
  const { receiptId, own } = await withApproved(6)
  const expired = await own.claimNew({ valid_days: 1 })
  const [recalled, newer] = [await own.claimNew(), await own.claimNew()]
  await wait(3)
  expect((await voucherCallsOf(operators.manager).recall(recalled.reward_id)).status).toBe(200)
  const vouchers = [{ id: newer.id, title: 'Kopi O', stamps: 2 }]
  expect(await ifTakenBack(receiptId)).toEqual({ balance: 0, stamps: 6, balance_after: 0, vouchers })
  await takeWaitingMail(server)
  await operators.reverse(receiptId, { status: 'rejected' })
  expect((await own.wallet()).stamp_balance).toBe(0)
  expect((await own.show(expired.id)).data).toMatchObject({ state: 'expired', voided_by: null })
  const ended = { state: 'voided', voided_by: 'recall', stamps_back: true, reason: 'The stall has closed.' }
  expect((await own.show(recalled.id)).data).toMatchObject(ended)
  expect((await own.show(newer.id)).data).toMatchObject(byReversal)
  type Shown = { data: { events: { kind: string; operator: unknown }[] } }
  const { data } = await operators.manager.call<Shown>('GET', `/vouchers/${recalled.id}`)
  expect(data.events[0]).toMatchObject({ kind: 'recalled', operator: null })
  const mailed = (await takeWaitingMail(server)).filter(({ kind }) => kind === 'voucher-ended')
  expect(mailed).toMatchObject([{ id: recalled.id }])
})

test('R-5.02 a reversal while a counter confirms: the voucher is either used or voided', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { receiptId, own } = await withApproved(2)
    const voucher = await own.claimNew()
    await own.check(voucher, operators.manager)
    const [handedOver] = await Promise.all([
      voucherCallsOf(operators.manager).handOver(voucher.id),
      operators.reverse(receiptId, { status: 'rejected' }),
    ])
    const { state } = (await own.show(voucher.id)).data
    const expected = handedOver.status === 200 ? ['used', -2] : ['voided', 0]
    expect([state, (await own.wallet()).stamp_balance]).toEqual(expected)
  }
})
