import { expect, test } from 'vitest'
import { voucherCallsOf } from '../../../tests/support/api/rewards.ts'
import { createSettlementDesk, createStall, type Stall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()

const HOUR_MS = 3_600_000
const NOTHING = { way: null, by: null, phone: null, billed_in: null, undone: null }

/** A voucher that was noted at a stall on a day at noon. */
async function noted(day: string, reward: Parameters<Stall['claim']>[0] = {}) {
  if (day) travelToDay(server, day)
  const stall = await createStall(server)
  const voucher = await stall.claim(reward)
  return { stall, voucher, entry: stall.note(voucher) }
}
type Noted = Awaited<ReturnType<typeof noted>>

/** Hands the voucher over at the counter; returns the phone's calls. */
async function handOver({ stall, voucher, entry }: Noted) {
  const phone = await stall.openPhone()
  await phone('POST', '/vouchers/check', { number: entry.number, code: entry.code })
  await phone('POST', `/vouchers/${voucher.id}/hand-over`, {}, { 'idempotency-key': crypto.randomUUID() })
  return phone
}

/** The question about the late entry that managers get. */
const ask = async ({ stall }: Noted) => (await (await createSettlementDesk(server)).lateOf(stall))[0]

/** Enters a hand-over later, and returns the question about it. */
async function enter(one: Noted) {
  expect((await one.stall.enterLate(one.entry)).status).toBe(201)
  return ask(one)
}

test('R-4.06 a manager reads when, where and by whom a voucher was used before a late entry, and which statement bills it', async () => {
  const one = await noted('2031-03-31')
  await handOver(one)
  const by = expect.stringMatching(/^Aminah /)
  const ended = { at: '2031-03-31T04:00:00.000Z', way: 'counter', by, phone: 'Till 1', billed_in: null, undone: null }
  const unbilled = await enter(one)
  expect([unbilled?.voucher_state, unbilled?.ended]).toEqual(['used', ended])
  server.travel(20 * HOUR_MS)
  await (await createSettlementDesk(server)).issue(one.stall, '2031-03')
  expect((await ask(one))?.ended).toEqual({ ...ended, billed_in: '2031-03' })
})

test('R-2.02 R-4.06 a manager reads since when a voucher was given back, voided, recalled or expired, and who voided it', async () => {
  const at = '2031-05-10T04:00:00.000Z'
  const returned = await noted('2031-05-10')
  await returned.voucher.member.giveBack(returned.voucher.id)
  expect((await enter(returned))?.ended).toEqual({ at, ...NOTHING })
  const mistaken = await noted('')
  const { voidVoucher } = voucherCallsOf(await createSettlementDesk(server))
  expect((await voidVoucher(mistaken.voucher.id, { stamps_back: true })).status).toBe(200)
  const late = await enter(mistaken)
  expect([late?.voucher_state, late?.ended]).toEqual(['voided', { at, ...NOTHING, by: 'Devi Nair' }])
  const recalled = await noted('')
  const { recall } = voucherCallsOf(await createSettlementDesk(server))
  expect((await recall(recalled.voucher.reward_id)).status).toBe(200)
  server.travel(600_000)
  const over = await enter(recalled)
  expect([over?.voucher_state, over?.ended]).toEqual(['voided', { at, ...NOTHING }])
  const expired = await noted('', { valid_days: 1 })
  travelToDay(server, '2031-05-11')
  server.travel(11 * HOUR_MS + 50 * 60_000)
  const entry = expired.stall.note(expired.voucher)
  server.travel(HOUR_MS)
  const question = await enter({ ...expired, entry })
  expect([question?.voucher_state, question?.ended]).toEqual([
    'expired',
    { at: '2031-05-11T16:00:00.000Z', ...NOTHING },
  ])
})

test('R-4.06 a manager reads that a hand-over was taken back or voided after the late entry that it kept out', async () => {
  const takenBack = await noted('2031-07-10')
  const phone = await handOver(takenBack)
  expect((await enter(takenBack))?.ended).toMatchObject({ at: '2031-07-10T04:00:00.000Z', undone: null })
  server.travel(30_000)
  const at = '2031-07-10T04:00:30.000Z'
  expect((await phone('POST', `/vouchers/${takenBack.voucher.id}/take-back`, {})).status).toBe(200)
  const undone = { kind: 'unused', at }
  expect((await ask(takenBack))?.ended).toMatchObject({ at: '2031-07-10T04:00:00.000Z', undone })
  const voided = await noted('')
  await handOver(voided)
  await enter(voided)
  await (await createSettlementDesk(server)).voidUsed(voided.voucher.id)
  expect((await ask(voided))?.ended?.undone).toEqual({ kind: 'voided', at })
})
