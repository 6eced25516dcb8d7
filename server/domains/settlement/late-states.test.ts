import { expect, test } from 'vitest'
import { createSettlementDesk, createStall, type Stall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'

const server = serverForTests()

const HOUR_MS = 3_600_000
const minuteNow = () => new Date(Math.floor(server.deps.now().getTime() / 60_000) * 60_000).toISOString()

type Noted = { number: string; code: string; noted_at: string }

/** Enters a hand-over later, and returns the question about it that managers get. */
async function enter(stall: Stall, noted: Noted) {
  const phone = await stall.openPhone()
  const { status } = await phone('POST', '/late-hand-overs', noted, { 'idempotency-key': crypto.randomUUID() })
  expect(status).toBe(201)
  return ask(stall)
}

async function ask(stall: Stall) {
  const manager = await createSettlementDesk(server)
  return (await manager.open()).late.find(({ merchant }) => merchant.id === stall.merchantId)
}

test('R-4.06 a manager reads when, where and by whom a voucher was used before a late entry, and which statement bills it', async () => {
  travelToDay(server, '2031-03-31')
  const stall = await createStall(server)
  const voucher = await stall.claim()
  const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  const phone = await stall.openPhone()
  await phone('POST', '/vouchers/check', { number: voucher.number, code: voucher.code() })
  await phone('POST', `/vouchers/${voucher.id}/hand-over`, {}, { 'idempotency-key': crypto.randomUUID() })
  const at = '2031-03-31T04:00:00.000Z'
  const unbilled = await enter(stall, noted)
  const by = expect.stringMatching(/^Aminah /)
  expect(unbilled).toMatchObject({ voucher_state: 'used' })
  expect(unbilled?.ended).toEqual({ at, way: 'counter', by, phone: 'Till 1', billed_in: null, undone: null })
  server.travel(20 * HOUR_MS)
  await (await createSettlementDesk(server)).issue(stall, '2031-03')
  expect((await ask(stall))?.ended).toEqual({
    at,
    way: 'counter',
    by,
    phone: 'Till 1',
    billed_in: '2031-03',
    undone: null,
  })
})

test('R-4.06 a manager reads since when a voucher was given back, voided or expired, and who voided it', async () => {
  travelToDay(server, '2031-05-10')
  const returned = await createStall(server)
  const back = await returned.claim()
  const noted = { number: back.number, code: back.code(), noted_at: minuteNow() }
  await back.member.giveBack(back.id)
  const at = '2031-05-10T04:00:00.000Z'
  const nobody = { way: null, by: null, phone: null, billed_in: null, undone: null }
  expect((await enter(returned, noted))?.ended).toEqual({ at, ...nobody })

  const voided = await createStall(server)
  const mistaken = await voided.claim()
  const notedToo = { number: mistaken.number, code: mistaken.code(), noted_at: minuteNow() }
  const manager = await createSettlementDesk(server)
  const reason = { state: 'ready', reason: 'Claimed by mistake.', stamps_back: true }
  expect(await manager.call('POST', `/vouchers/${mistaken.id}/void`, reason)).toHaveProperty('data')
  const late = await enter(voided, notedToo)
  expect([late?.voucher_state, late?.ended]).toEqual(['voided', { at, ...nobody, by: 'Devi Nair' }])

  const over = await createStall(server)
  const expired = await over.claim({ valid_days: 1 })
  travelToDay(server, '2031-05-11')
  server.travel(11 * HOUR_MS + 50 * 60_000)
  const last = { number: expired.number, code: expired.code(), noted_at: minuteNow() }
  server.travel(HOUR_MS)
  const question = await enter(over, last)
  expect([question?.voucher_state, question?.ended]).toEqual(['expired', { at: '2031-05-11T16:00:00.000Z', ...nobody }])
})

test('R-4.06 a manager reads that a hand-over was taken back or voided after the late entry that it kept out', async () => {
  travelToDay(server, '2031-07-10')
  const [takenBack, voided] = [await createStall(server), await createStall(server)]
  const first = await takenBack.claim()
  const noted = { number: first.number, code: first.code(), noted_at: minuteNow() }
  const phone = await takenBack.openPhone()
  await phone('POST', '/vouchers/check', { number: first.number, code: first.code() })
  await phone('POST', `/vouchers/${first.id}/hand-over`, {}, { 'idempotency-key': crypto.randomUUID() })
  expect((await enter(takenBack, noted))?.ended).toMatchObject({ at: '2031-07-10T04:00:00.000Z', undone: null })
  server.travel(30_000)
  expect((await phone('POST', `/vouchers/${first.id}/take-back`, {})).status).toBe(200)
  expect((await ask(takenBack))?.ended).toMatchObject({
    at: '2031-07-10T04:00:00.000Z',
    undone: { kind: 'unused', at: '2031-07-10T04:00:30.000Z' },
  })

  const other = await voided.claim()
  const notedToo = { number: other.number, code: other.code(), noted_at: minuteNow() }
  const till = await voided.openPhone()
  await till('POST', '/vouchers/check', { number: other.number, code: other.code() })
  await till('POST', `/vouchers/${other.id}/hand-over`, {}, { 'idempotency-key': crypto.randomUUID() })
  await enter(voided, notedToo)
  await (await createSettlementDesk(server)).voidUsed(other.id)
  expect((await ask(voided))?.ended?.undone).toEqual({ kind: 'voided', at: '2031-07-10T04:00:30.000Z' })
})

test('R-2.02 R-4.06 a manager reads when a reward was recalled, also before the job ended its voucher', async () => {
  travelToDay(server, '2031-08-10')
  const stall = await createStall(server)
  const voucher = await stall.claim({ valid_days: 1 })
  const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  const manager = await createSettlementDesk(server)
  const { data: reward } = await manager.call<{ data: { version: number } }>('GET', `/rewards/${voucher.reward_id}`)
  const recall = { version: reward.version, reason: 'The stall has closed.' }
  expect(await manager.call('POST', `/rewards/${voucher.reward_id}/recall`, recall)).toHaveProperty('data')
  server.travel(600_000)
  const recalled = { at: '2031-08-10T04:00:00.000Z', way: null, by: null, phone: null, billed_in: null, undone: null }
  const entered = await enter(stall, noted)
  expect([entered?.voucher_state, entered?.ended]).toEqual(['voided', recalled])
})
