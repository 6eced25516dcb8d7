import { expect, test, vi } from 'vitest'
import { suspend } from '../../../tests/support/api/accounts.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { minuteOf } from '../../../tests/support/api/counter-vouchers.ts'
import { connectDesk } from '../../../tests/support/api/desk.ts'
import { voucherCallsOf } from '../../../tests/support/api/rewards.ts'
import {
  createSettlementDesk,
  createStall,
  type Stall,
  startYear,
  travelToDay,
} from '../../../tests/support/api/statements.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listLate } from './questions.service.ts'

const server = serverForTests()
checkedLedger(server)

const IS_PAID = { status: 409, message: 'A hand-over of this voucher is paid for already, so no other one can be.' }
const createManager = () => createSettlementDesk(server)
const questionsOf = async (stall: Stall) => (await createManager()).lateOf(stall)
const idsOf = async ({ id }: { id: number }): Promise<number[]> =>
  (await server.sql('SELECT id FROM late_hand_overs WHERE voucher_id = $1 ORDER BY id', [id])).rows.map((row) => row.id)

/** A stall, and a voucher that was noted there. */
async function noteVoucher({ on = '03-10', valid_days = 14 } = {}) {
  const months = startYear(server)
  if (on !== '03-10') travelToDay(server, months.day(on))
  const stall = await createStall(server)
  const voucher = await stall.claim({ valid_days })
  /** The voucher's state and what its member has. */
  const state = async () => [
    (await voucher.member.show(voucher.id)).data.state,
    (await voucher.member.wallet()).stamp_balance,
  ]
  return { ...months, stall, voucher, noted: stall.note(voucher), state }
}
type Noted = Awaited<ReturnType<typeof noteVoucher>>
const giveBack = ({ voucher }: Noted) => voucher.member.giveBack(voucher.id)
/** Enters what was noted; returns the question about it. */
async function enter({ stall, noted }: Noted) {
  expect((await stall.enterLate(noted)).status).toBe(201)
  return (await questionsOf(stall))[0]
}

test('R-4.06 one code entered by two phones for two minutes is one question, and is paid once', async () => {
  const { march, stall, voucher, state } = await noteVoucher()
  // This code fits the minute before and the one after.
  server.travel(45_000)
  const first = stall.note(voucher)
  await voucher.member.giveBack(voucher.id)
  server.travel(60_000)
  const second = { ...first, noted_at: minuteOf(server.deps.now()) }
  for (const _ of ['first phone', 'second phone'])
    for (const noted of [first, second]) expect((await stall.enterLate(noted)).status).toBe(201)
  const [question, ...others] = await questionsOf(stall)
  const { id, number } = voucher
  const facts = { phone: 'Till 1', voucher_state: 'returned', owed_sen: 180 }
  expect(question).toMatchObject({ voucher: { id, number, title: 'Kopi O' }, ...facts })
  expect([question?.reports.map(({ noted_at }) => noted_at), others]).toEqual([
    [first.noted_at, second.noted_at, first.noted_at, second.noted_at],
    [],
  ])
  expect([question?.is_settled, question?.if_paid]).toEqual([false, { stamps: 'taken', needed: 2, available: 5 }])
  const managers = [await createManager(), await createManager()]
  const ids = await idsOf(voucher)
  const answers = await Promise.all(ids.flatMap((id) => managers.map((manager) => manager.answerLate(id, true))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 200)?.message).toBe(
    'The voucher is used, and paid for in the next statement. Its 2 stamps were taken again.',
  )
  const row = { kind: 'late', number, amount_sen: 180, reason: 'The till’s note shows it.' }
  expect((await stall.statement(march)).data).toMatchObject({ total_sen: 180, lines: 1, rows: [row] })
  expect(await state()).toEqual(['used', 3])
  const ended = { ended_at: first.noted_at, stamps_back: false }
  expect((await voucher.member.show(id)).data).toMatchObject(ended)
  const [entry, ...more] = await findAuditEntries(server, 'voucher', id)
  expect([entry?.action, more]).toEqual(['voucher.late_paid', []])
})

test.each(['first', 'last'])(
  'R-4.06 an answer of an earlier release was about one report, the %s one, so the other one still waits for its own',
  async (answered) => {
    const one = await noteVoucher()
    const { march, stall, voucher } = one
    const manager = await createManager()
    await giveBack(one)
    for (const _ of ['first', 'last']) await enter(one)
    const ids = await idsOf(voucher)
    const [refused = 0, open = 0] = answered === 'first' ? ids : ids.toReversed()
    await server.sql(
      `INSERT INTO statement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at, late_id)
     VALUES ($1, 0, 'No.', $2, $3, $4)`,
      [stall.merchantId, manager.id, server.deps.now(), refused],
    )
    expect((await questionsOf(stall)).map(({ id, reports }) => [id, reports.length])).toEqual([[open, 1]])
    expect(await manager.answerLate(refused, true)).toMatchObject({ status: 409 })
    expect((await manager.answerLate(open, true)).status).toBe(200)
    expect([await questionsOf(stall), await stall.total(march)]).toEqual([[], 180])
  },
)

test('R-4.06 a late entry of a suspended member that was paid uses the voucher up', async () => {
  const one = await noteVoucher()
  const { march, stall, voucher, noted } = one
  await suspend(server.deps, voucher.member.id)
  const question = await enter(one)
  expect(question?.if_paid).toEqual({ stamps: 'held', needed: 2, available: 0 })
  const message = 'The voucher is used, and paid for in the next statement.'
  expect(await (await createManager()).answerLate(question?.id ?? 0, true)).toMatchObject({ status: 200, message })
  const end = 'UPDATE suspensions SET ended_at = $2, ended_by = operator_id WHERE user_id = $1'
  await server.sql(end, [voucher.member.id, server.deps.now()])
  const { number, code } = noted
  expect((await (await stall.openPhone())('POST', '/vouchers/check', { number, code })).status).toBe(409)
  expect(await stall.total(march)).toBe(180)
})

test('R-4.06 stamps that a member has spent meanwhile are not taken, and the manager reads how many are missing', async () => {
  const one = await noteVoucher()
  const { march, stall, voucher, state } = one
  await giveBack(one)
  for (const _ of [1, 2]) await voucher.member.claim({ id: voucher.reward_id, version: 2 })
  const question = await enter(one)
  expect(question?.if_paid).toEqual({ stamps: 'missing', needed: 2, available: 1 })
  const manager = await createManager()
  expect((await manager.answerLate(question?.id ?? 0, true)).message).toBe(
    'The voucher is used, and paid for in the next statement. Its stamps could not be taken: it needs 2, the member has 1.',
  )
  expect([await stall.total(march), await state()]).toEqual([180, ['used', 1]])
  expect((await voucher.member.show(voucher.id)).data.stamps_back).toBe(false)
  const voiding = await voucherCallsOf(manager).voidVoucher(voucher.id, { state: 'used', stamps_back: true })
  expect(voiding.status).toBe(409)
})

test('R-6.02 a disputed refusal that is paid after all makes the voucher a used one, to the sen that the answer says', async () => {
  const one = await noteVoucher()
  const { march, april, day, stall, state } = one
  await giveBack(one)
  const question = await enter(one)
  const before = await state()
  const first = await createManager()
  const refuse = () => first.answerLate(question?.id ?? 0, false)
  expect((await Promise.all([refuse(), refuse()])).map(({ status }) => status)).toEqual([200, 200])
  const answered = { status: 409, message: 'This late hand-over was answered already.' }
  expect(await (await createManager()).answerLate(question?.id ?? 0, true)).toMatchObject(answered)
  expect([await questionsOf(stall), await state()]).toEqual([[], before])
  const row = { kind: 'late', amount_sen: 0, reason: 'The till’s note shows it.' }
  expect((await stall.statement(march)).data.rows).toMatchObject([row])
  const entries = await findAuditEntries(server, 'voucher', one.voucher.id)
  expect(entries.map(({ action }) => action)).toEqual(['voucher.late_refused'])
  travelToDay(server, day('04-02'))
  const manager = await createManager()
  await manager.issue(stall, march)
  await stall.dispute((await stall.statement(march)).data.rows[0]?.id ?? null, 'We did.')
  const [dispute] = await manager.disputesOf(stall)
  expect((await manager.answerDispute(dispute?.id ?? 0, 250)).status).toBe(200)
  expect(await stall.total(april)).toBe(250)
  expect((await stall.statement(march)).data.rows[0]?.dispute?.adjusted_sen).toBe(250)
  expect(await state()).toEqual(['used', 3])
})

test('R-6.02 a hand-over at the desk that is paid after all is paid once, whatever is disputed or entered after that', async () => {
  const { march, april, stall, voucher, noted, state } = await noteVoucher({ on: '03-31' })
  const desk = await createManager()
  const { check, handOver, voidVoucher } = voucherCallsOf(desk)
  await check(noted.number, noted.code)
  await handOver(voucher.id)
  expect((await voidVoucher(voucher.id, { state: 'used', stamps_back: true })).status).toBe(200)
  server.travel(20 * 3_600_000)
  const manager = await createManager()
  await manager.issue(stall, march)
  for (const { id } of (await stall.statement(march)).data.rows) await stall.dispute(id, 'We did hand it over.')
  const disputes = await manager.disputesOf(stall)
  expect(disputes.map(({ line }) => line.kind)).toEqual(['used', 'voided'])
  const [used = 0, voided = 0] = disputes.map(({ id }) => id)
  expect((await manager.answerDispute(used, 180)).status).toBe(200)
  expect(await manager.answerDispute(voided, 180)).toMatchObject(IS_PAID)
  expect((await manager.answerDispute(voided, 0)).status).toBe(200)
  expect((await voucherCallsOf(await connectDesk(server, desk)).takeBack(voucher.id)).status).toBe(409)
  expect((await stall.enterLate(noted)).status).toBe(201)
  const [question] = await questionsOf(stall)
  expect(question).toMatchObject({ voucher_state: 'used', is_settled: true })
  expect(await manager.answerLate(question?.id ?? 0, true)).toMatchObject(IS_PAID)
  expect((await manager.answerLate(question?.id ?? 0, false)).status).toBe(200)
  expect((await manager.answerLate(question?.id ?? 0, true)).status).toBe(409)
  expect([await stall.total(april), await state()]).toEqual([180, ['used', 3]])
})

test('R-4.06 the database refuses a second settlement of a voucher', async () => {
  const { id } = await (await createStall(server)).handOver()
  const again = `INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, stamps_back, created_at)
    SELECT voucher_id, kind, way, phone_id, cashier_id, false, created_at FROM voucher_events
    WHERE voucher_id = $1 AND kind = 'used'`
  await expect(server.sql(again, [id])).rejects.toMatchObject({ constraint: 'vouchers_one_settlement' })
})

/** Hands the voucher over at the counter; returns the phone's calls. */
async function handOver({ stall, voucher, noted }: Noted) {
  const phone = await stall.openPhone()
  await phone('POST', '/vouchers/check', { number: noted.number, code: noted.code })
  await phone('POST', `/vouchers/${voucher.id}/hand-over`, {}, { 'idempotency-key': crypto.randomUUID() })
  return phone
}
const desk = async () => voucherCallsOf(await createManager())
const NOTHING = { way: null, by: null, phone: null, billed_in: null, undone: null }
const AT_COUNTER = { way: 'counter', by: expect.stringMatching(/^Aminah /), phone: 'Till 1' }

test('R-2.02 R-4.06 a manager reads since when a voucher was over before a late entry, and who ended it; all questions take two statements', async () => {
  const voidOne = async ({ voucher: { id } }: Noted) => (await desk()).voidVoucher(id, { stamps_back: true })
  for (const [state, end, ended] of [
    ['returned', giveBack, {}],
    ['voided', voidOne, { by: 'Devi Nair' }],
    ['voided', async ({ voucher }: Noted) => (await desk()).recall(voucher.reward_id), {}],
    ['used', handOver, AT_COUNTER],
  ] as const) {
    const one = await noteVoucher()
    const at = server.deps.now().toISOString()
    await end(one)
    server.travel(600_000)
    const question = await enter(one)
    expect([question?.voucher_state, question?.ended]).toEqual([state, { at, ...NOTHING, ...ended }])
  }
  const expiring = await noteVoucher({ valid_days: 1 })
  travelToDay(server, expiring.day('03-11'))
  server.travel(11 * 3_600_000 + 50 * 60_000)
  const noted = expiring.stall.note(expiring.voucher)
  server.travel(3_600_000)
  const question = await enter({ ...expiring, noted })
  const at = `${expiring.year}-03-11T16:00:00.000Z`
  expect([question?.voucher_state, question?.ended]).toEqual(['expired', { at, ...NOTHING }])
  const query = vi.spyOn(server.deps.db.pool, 'query')
  expect((await listLate(server.deps, 100)).length).toBeGreaterThan(4)
  expect(query).toHaveBeenCalledTimes(2)
  query.mockRestore()
})

test('R-4.06 a manager reads which statement bills the hand-over that kept a late entry out, and that it was taken back or voided since', async () => {
  const billed = await noteVoucher()
  await handOver(billed)
  await enter(billed)
  travelToDay(server, billed.day('04-02'))
  await (await createManager()).issue(billed.stall, billed.march)
  expect((await questionsOf(billed.stall))[0]?.ended).toMatchObject({ ...AT_COUNTER, billed_in: billed.march })
  for (const kind of ['unused', 'voided']) {
    const one = await noteVoucher()
    const phone = await handOver(one)
    expect((await enter(one))?.ended).toMatchObject({ undone: null })
    server.travel(30_000)
    if (kind === 'voided') await (await createManager()).voidUsed(one.voucher.id)
    else await phone('POST', `/vouchers/${one.voucher.id}/take-back`, {})
    const undone = { kind, at: server.deps.now().toISOString() }
    expect((await questionsOf(one.stall))[0]?.ended).toMatchObject({ ...AT_COUNTER, undone })
  }
})
