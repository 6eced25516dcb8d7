import { randomUUID } from 'node:crypto'
import type { memberWallet } from '@stampus/contract/console/members'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { UNDO_MS } from '@stampus/contract/limits'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { giveStamps } from '../../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { confirm, listConfirmable } from '../../../../tests/support/api/confirmations.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { reversalMail } from '../../review/reversals/reversals.mail.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { vouchersCleanUp } from './vouchers.service.ts'

const server = serverForTests()
let operators: Awaited<ReturnType<typeof createReversalDesks>>
beforeAll(async () => {
  operators = await createReversalDesks(server)
})
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

/** A member with so many stamps of one receipt, which can no longer be undone. */
async function withApproved(stamps: number) {
  const claimant = await createClaimant(server.deps, 0)
  const { id } = await createSubmission(server.deps, { userId: claimant.id, amountSen: stamps * 1000 })
  await operators.desk.approve(id)
  server.travel(UNDO_MS + 1)
  await takeWaitingMail(server)
  return { claimant, receiptId: id, own: vouchersOf(server, claimant) }
}

test('R-5.01 R-5.02 R-5.03 a reversal voids the newest vouchers until the balance is not below zero', async () => {
  const { receiptId, claimant, own } = await withApproved(8)
  await giveStamps(server.deps, claimant.id, 1)
  const [tea, cake] = [
    await createReward(server.deps, { title: 'Teh tarik', stamps: 3, stock: 5 }),
    await createReward(server.deps, { title: 'Kek batik', stamps: 2, stock: 5 }),
  ]
  const first = await own.claim(cake)
  const second = await own.claim(tea)
  const third = await own.claim(cake)
  expect((await own.wallet()).stamp_balance).toBe(2)
  const { data: before } = await operators.manager.call<{ data: { if_taken_back: unknown } }>(
    'GET',
    `/submissions/${receiptId}/history`,
  )
  expect(before.if_taken_back).toEqual({
    balance: 2,
    stamps: 8,
    balance_after: 1,
    vouchers: [
      { id: third.data.id, title: 'Kek batik', stamps: 2 },
      { id: second.data.id, title: 'Teh tarik', stamps: 3 },
      { id: first.data.id, title: 'Kek batik', stamps: 2 },
    ],
  })
  expect((await operators.reverse(receiptId, { status: 'rejected' })).status).toBe(201)
  expect((await own.wallet()).stamp_balance).toBe(1)
  for (const { data } of [first, second, third])
    expect((await own.show(data.id)).data).toMatchObject({
      state: 'voided',
      voided_by: 'reversal',
      stamps_back: true,
      reason: null,
    })
  expect(await endsInLedger(claimant.id)).toEqual([
    ['Kek batik', 'below_zero', receiptId],
    ['Teh tarik', 'below_zero', receiptId],
    ['Kek batik', 'below_zero', receiptId],
    ...claims(3),
  ])
})

/** Of each entry of a voucher in the ledger that managers see: its title, how it ended, and the receipt of the reversal. */
async function endsInLedger(memberId: number) {
  const { data } = await operators.manager.call<AnswerOf<typeof memberWallet>>('GET', `/members/${memberId}/wallet`)
  return data.flatMap(({ voucher, voucher_end, reversed_submission_id }) =>
    voucher ? [[voucher.title, voucher_end, reversed_submission_id]] : [],
  )
}

const claims = (count: number) => Array.from({ length: count }, () => [expect.any(String), null, null])

test('D-53 R-3.01 the ledger that managers see says how a voucher ended whose stamps came back', async () => {
  operators = await createReversalDesks(server)
  const claimant = await createClaimant(server.deps, 20)
  const own = vouchersOf(server, claimant)
  const claim = async (title: string, given = {}) =>
    (await own.claim(await createReward(server.deps, { title, ...given }))).data
  await own.giveBack((await claim('Given back')).id)
  const { id } = await claim('Voided')
  const voiding = { state: 'ready', reason: 'Closed', stamps_back: true }
  expect((await operators.manager.call('POST', `/vouchers/${id}/void`, voiding)).status).toBe(200)
  const { reward_id } = await claim('Recalled')
  await operators.manager.call('POST', `/rewards/${reward_id}/recall`, { version: 2, reason: 'Closed' })
  await vouchersCleanUp(server.deps).vouchers?.()
  await claim('Expired', { valid_days: 1 })
  server.travel(3 * 86_400_000)
  await vouchersCleanUp(server.deps).vouchers?.()
  operators = await createReversalDesks(server)
  const ends = await endsInLedger(claimant.id)
  expect(ends.filter(([, end]) => end !== null)).toEqual([
    ['Expired', 'expired', null],
    ['Recalled', 'recalled', null],
    ['Voided', 'voided', null],
    ['Given back', 'returned', null],
  ])
})

test('R-5.04 D-101 a manager who confirms a reversal sees the vouchers that it voids', async () => {
  const { receiptId, claimant, own } = await withApproved(45)
  const requester = await createDesk(server, { role: 'manager', name: 'Rosli' })
  const gift = { stamps: 10, reason: 'A gift', request_id: randomUUID() }
  expect((await requester.call('POST', `/members/${claimant.id}/stamp-corrections`, gift)).status).toBe(201)
  const { data } = await own.claim(await createReward(server.deps, { title: 'Teh tarik', stamps: 20 }))
  const reversal = await operators.reverse(receiptId, { status: 'rejected' }, requester)
  expect(reversal.data.confirmations).toMatchObject([{ state: 'waiting' }])
  const [request] = await listConfirmable(operators.manager)
  expect(request).toMatchObject({
    stamps: -45,
    balance: 35,
    if_taken_back: {
      balance: 35,
      stamps: 45,
      balance_after: 10,
      vouchers: [{ id: data.id, title: 'Teh tarik', stamps: 20 }],
    },
  })
  expect((await confirm(operators.manager, request?.id ?? 0)).status).toBe(201)
  expect((await own.wallet()).stamp_balance).toBe(10)
})

test('R-5.02 older vouchers stay ready when the newest ones suffice', async () => {
  const { receiptId, claimant, own } = await withApproved(3)
  await giveStamps(server.deps, claimant.id, 4)
  const reward = await createReward(server.deps, { stamps: 3 })
  const older = await own.claim(reward)
  const newer = await own.claim(reward)
  await operators.reverse(receiptId, { status: 'pending' })
  expect((await own.show(older.data.id)).data.state).toBe('ready')
  expect((await own.show(newer.data.id)).data.state).toBe('voided')
  expect((await own.wallet()).stamp_balance).toBe(1)
})

test('R-5.02 R-5.03 R-5.04 used vouchers stay used; the balance stays below zero, and the mail says so', async () => {
  const { receiptId, own } = await withApproved(5)
  const reward = await createReward(server.deps, { title: 'Nasi lemak', stamps: 3 })
  const other = await createReward(server.deps, { title: 'Kek batik', title_ms: 'Kek batik coklat', stamps: 2 })
  const used = await own.claim(reward)
  await own.handOver(used.data, operators.manager)
  await own.claim(other)
  await takeWaitingMail(server)
  await operators.reverse(receiptId, { status: 'rejected', reason: 'A copy.' })
  expect((await own.show(used.data.id)).data.state).toBe('used')
  expect((await own.wallet()).stamp_balance).toBe(-3)
  expect(await own.claim(other)).toMatchObject({ status: 409, code: 'negative_balance' })
  const jobs = await takeWaitingMail(server)
  expect(jobs.map(({ kind }) => kind)).toEqual(['reversal'])
  const mails = catchMail(server)
  await reversalMail(server.deps)(jobs[0]?.id ?? 0)
  const [mail] = mails
  for (const text of [
    'The stamps were already spent, so this voucher can no longer be used: "Kek batik".',
    'Your balance is -3 stamps. New stamps fill it up first; then you can claim rewards again.',
  ])
    expect(mail?.text).toContain(text)
  expect(mail?.text).not.toContain('Nasi lemak')
})

test('R-5.02 a voucher that has expired ends first, without being called voided', async () => {
  const { receiptId, own } = await withApproved(4)
  const old = await own.claim(await createReward(server.deps, { stamps: 2, valid_days: 1 }))
  const newer = await own.claim(await createReward(server.deps, { stamps: 2, valid_days: 90 }))
  server.travel(3 * 86_400_000)
  // The sessions of the former ones have ended.
  operators = await createReversalDesks(server)
  await operators.reverse(receiptId, { status: 'rejected' })
  expect((await own.show(old.data.id)).data).toMatchObject({ state: 'expired', voided_by: null })
  expect((await own.show(newer.data.id)).data).toMatchObject({ state: 'voided', voided_by: 'reversal' })
})

test('R-5.02 R-3.08 a voucher of a recalled reward ends first and as recalled, with its stamps and its mail', async () => {
  const { receiptId, own } = await withApproved(4)
  const [first, second] = [await createReward(server.deps), await createReward(server.deps)]
  const recalled = await own.claim(first)
  const newer = await own.claim(second)
  const recall = { version: 2, reason: 'The stall has closed.' }
  expect((await operators.manager.call('POST', `/rewards/${first.id}/recall`, recall)).status).toBe(200)
  const { data } = await operators.manager.call<{ data: { if_taken_back: unknown } }>(
    'GET',
    `/submissions/${receiptId}/history`,
  )
  expect(data.if_taken_back).toEqual({
    balance: 0,
    stamps: 4,
    balance_after: 0,
    vouchers: [{ id: newer.data.id, title: 'Kopi O', stamps: 2 }],
  })
  await takeWaitingMail(server)
  await operators.reverse(receiptId, { status: 'rejected' })
  expect((await own.wallet()).stamp_balance).toBe(0)
  expect((await own.show(recalled.data.id)).data).toMatchObject({
    state: 'voided',
    voided_by: 'recall',
    stamps_back: true,
    reason: 'The stall has closed.',
  })
  expect((await own.show(newer.data.id)).data).toMatchObject({ state: 'voided', voided_by: 'reversal' })
  const events = await operators.manager.call<{ data: { events: { kind: string; operator: unknown }[] } }>(
    'GET',
    `/vouchers/${recalled.data.id}`,
  )
  expect(events.data.events[0]).toMatchObject({ kind: 'recalled', operator: null })
  const mails = (await takeWaitingMail(server)).map(({ kind, id }) => ({ kind, id }))
  expect(mails).toContainEqual({ kind: 'voucher-ended', id: recalled.data.id })
  expect(mails).not.toContainEqual({ kind: 'voucher-ended', id: newer.data.id })
})

test('R-5.02 a reversal while a counter confirms: the voucher is either used or voided', async () => {
  for (let round = 0; round < 5; round++) {
    const { receiptId, own } = await withApproved(2)
    const claimed = await own.claim(await createReward(server.deps, { stamps: 2 }))
    await own.check(claimed.data, operators.manager)
    const [handedOver] = await Promise.all([
      operators.manager.call<{ status: number }>('POST', `/vouchers/${claimed.data.id}/hand-over`, {
        request_id: randomUUID(),
      }),
      operators.reverse(receiptId, { status: 'rejected' }),
    ])
    const { state } = (await own.show(claimed.data.id)).data
    expect([state, (await own.wallet()).stamp_balance]).toEqual(
      handedOver.status === 200 ? ['used', -2] : ['voided', 0],
    )
  }
})
