import { afterEach, expect, test, vi } from 'vitest'
import { suspend } from '../../../tests/support/api/accounts.ts'
import { connectDesk } from '../../../tests/support/api/desk.ts'
import { createSettlementDesk, createStall, type Stall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'
import { listLate } from './late.service.ts'
import { findSettlementErrors } from './settlement-check.store.ts'

const server = serverForTests()
afterEach(async () => {
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
  expect(await findSettlementErrors(server.deps.db.pool)).toEqual([])
})

let year = 2050
const minuteNow = () => new Date(Math.floor(server.deps.now().getTime() / 60_000) * 60_000).toISOString()

async function openStall() {
  year += 1
  travelToDay(server, `${year}-03-10`)
  const stall = await createStall(server)
  const phones = [await stall.openPhone(), await stall.openPhone()]
  const enter = async (noted: { number: string; code: string; noted_at: string }, phone = 0) => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answer = await phones[phone]?.('POST', '/late-hand-overs', noted, key)
    expect(answer?.status).toBe(201)
    return answer
  }
  return { stall, enter, month: `${year}-03` }
}
const questionsOf = async ({ merchantId }: Stall) =>
  (await (await createSettlementDesk(server)).open()).late.filter(({ merchant }) => merchant.id === merchantId)
const totalOf = async (stall: Stall, month: string) => (await stall.statement(month)).data?.total_sen ?? 0

test('R-4.06 one code entered by two phones for two minutes is one question, and is paid once', async () => {
  const { stall, enter, month } = await openStall()
  const voucher = await stall.claim()
  // This code fits the minute before and the one after.
  server.travel(45_000)
  const first = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  await voucher.member.giveBack(voucher.id)
  server.travel(60_000)
  const second = { ...first, noted_at: minuteNow() }
  for (const phone of [0, 1]) for (const noted of [first, second]) await enter(noted, phone)
  const [question, ...others] = await questionsOf(stall)
  expect([question?.reports.map(({ noted_at }) => noted_at), others]).toEqual([
    [first.noted_at, second.noted_at, first.noted_at, second.noted_at],
    [],
  ])
  expect([question?.is_settled, question?.if_paid]).toEqual([false, { stamps: 'taken', needed: 2, available: 5 }])
  const managers = [await createSettlementDesk(server), await createSettlementDesk(server)]
  const { rows } = await server.deps.db.pool.query<{ id: number }>({
    text: 'SELECT id FROM late_hand_overs WHERE voucher_id = $1 ORDER BY id',
    values: [voucher.id],
  })
  const answers = await Promise.all(rows.flatMap(({ id }) => managers.map((manager) => manager.answerLate(id, true))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 200)?.message).toBe(
    'The voucher is used, and paid for in the next statement. Its 2 stamps were taken again.',
  )
  expect(await totalOf(stall, month)).toBe(180)
  expect((await voucher.member.show(voucher.id)).data.state).toBe('used')
  expect((await voucher.member.wallet()).stamp_balance).toBe(3)
})

test('R-4.06 what was handed over and paid for cannot be paid for again by a late entry', async () => {
  const { stall, enter, month } = await openStall()
  const voucher = await stall.claim()
  const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  expect(await enter(noted)).toMatchObject({ message: 'Entered. The voucher is used.' })
  await enter(noted, 1)
  const [question] = await questionsOf(stall)
  expect(question).toMatchObject({ voucher_state: 'used', is_settled: true })
  const manager = await createSettlementDesk(server)
  expect(await manager.answerLate(question?.id ?? 0, true)).toMatchObject({
    status: 409,
    message: 'A hand-over of this voucher is paid for already, so no other one can be.',
  })
  expect((await manager.answerLate(question?.id ?? 0, false)).status).toBe(200)
  expect(await totalOf(stall, month)).toBe(180)
})

test('R-4.06 an answer of an earlier release was about one report, so the other reports of the voucher still wait for theirs', async () => {
  const { stall, enter, month } = await openStall()
  const { pool } = server.deps.db
  const manager = await createSettlementDesk(server)
  for (const answered of ['first', 'last'] as const) {
    const voucher = await stall.claim()
    const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
    await voucher.member.giveBack(voucher.id)
    for (const phone of [0, 1]) await enter(noted, phone)
    const { rows } = await pool.query<{ id: number }>({
      text: 'SELECT id FROM late_hand_overs WHERE voucher_id = $1 ORDER BY id',
      values: [voucher.id],
    })
    const ids = rows.map(({ id }) => id)
    const [refused, open] = answered === 'first' ? ids : ids.toReversed()
    await pool.query({
      text: `INSERT INTO settlement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at, late_id)
        VALUES ($1, 0, 'No.', $2, $3, $4)`,
      values: [stall.merchantId, manager.id, server.deps.now(), refused],
    })
    const questions = await questionsOf(stall)
    expect(questions.map(({ id, reports }) => [id, reports.length])).toEqual([[open, 1]])
    expect(await manager.answerLate(refused ?? 0, true)).toMatchObject({ status: 409 })
    expect((await manager.answerLate(open ?? 0, true)).status).toBe(200)
    expect(await questionsOf(stall)).toEqual([])
  }
  expect(await totalOf(stall, month)).toBe(360)
})

test('R-4.06 the questions about late entries are read with two statements, however many there are', async () => {
  const { stall, enter } = await openStall()
  for (const _ of [1, 2, 3]) {
    const voucher = await stall.claim()
    const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
    await voucher.member.giveBack(voucher.id)
    await enter(noted)
  }
  const query = vi.spyOn(server.deps.db.pool, 'query')
  const found = await listLate(server.deps, 100)
  expect([found.length >= 3, query.mock.calls.length]).toEqual([true, 2])
  query.mockRestore()
})

test('R-4.06 a late entry of a suspended member that was paid uses the voucher up', async () => {
  const { stall, enter, month } = await openStall()
  const voucher = await stall.claim()
  const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  const { pool } = server.deps.db
  const { rows } = await pool.query<{ user_id: number }>({
    text: 'SELECT user_id FROM vouchers WHERE id = $1',
    values: [voucher.id],
  })
  const userId = rows[0]?.user_id ?? 0
  await suspend(server.deps, userId)
  await enter(noted)
  const [question] = await questionsOf(stall)
  expect(question?.if_paid).toEqual({ stamps: 'held', needed: 2, available: 0 })
  const manager = await createSettlementDesk(server)
  expect((await manager.answerLate(question?.id ?? 0, true)).message).toBe(
    'The voucher is used, and paid for in the next statement.',
  )
  await pool.query({
    text: 'UPDATE suspensions SET ended_at = $2, ended_by = operator_id WHERE user_id = $1',
    values: [userId, server.deps.now()],
  })
  const phone = await stall.openPhone()
  expect((await phone('POST', '/vouchers/check', { number: voucher.number, code: noted.code })).status).toBe(409)
  expect(await totalOf(stall, month)).toBe(180)
})

test('R-4.06 stamps that a member has spent meanwhile are not taken, and the manager reads how many are missing', async () => {
  const { stall, enter, month } = await openStall()
  const voucher = await stall.claim()
  const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  await voucher.member.giveBack(voucher.id)
  for (const _ of [1, 2]) await voucher.member.claim({ id: voucher.reward_id, version: 2 })
  await enter(noted)
  const [question] = await questionsOf(stall)
  expect(question?.if_paid).toEqual({ stamps: 'missing', needed: 2, available: 1 })
  const manager = await createSettlementDesk(server)
  expect((await manager.answerLate(question?.id ?? 0, true)).message).toBe(
    'The voucher is used, and paid for in the next statement. Its stamps could not be taken: it needs 2, the member has 1.',
  )
  expect([await totalOf(stall, month), (await voucher.member.wallet()).stamp_balance]).toEqual([180, 1])
  expect((await voucher.member.show(voucher.id)).data).toMatchObject({ state: 'used', stamps_back: false })
  const voiding = { state: 'used', reason: 'Twice.', stamps_back: true }
  expect(await manager.call('POST', `/vouchers/${voucher.id}/void`, voiding)).toMatchObject({ status: 409 })
})

test('R-6.02 a disputed refusal that is paid after all makes the voucher a used one, to the sen that the answer says', async () => {
  const { stall, enter, month } = await openStall()
  const voucher = await stall.claim()
  const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  await voucher.member.giveBack(voucher.id)
  await enter(noted)
  const manager = await createSettlementDesk(server)
  await manager.answerLate((await questionsOf(stall))[0]?.id ?? 0, false)
  travelToDay(server, `${year}-04-02`)
  const later = await createSettlementDesk(server)
  await later.issue(stall, month)
  await stall.dispute((await stall.statement(month)).data.rows[0]?.id ?? null, 'We did.')
  const [dispute] = (await later.open()).disputes.filter(({ merchant }) => merchant.id === stall.merchantId)
  expect((await later.answerDispute(dispute?.id ?? 0, 250)).status).toBe(200)
  expect(await totalOf(stall, `${year}-04`)).toBe(250)
  expect((await stall.statement(month)).data.rows[0]?.dispute?.adjusted_sen).toBe(250)
  expect([(await voucher.member.show(voucher.id)).data.state, (await voucher.member.wallet()).stamp_balance]).toEqual([
    'used',
    3,
  ])
})

test('R-6.02 a hand-over at the desk that is paid after all is paid once, whatever is disputed or entered after that', async () => {
  year += 1
  travelToDay(server, `${year}-03-31`)
  const stall = await createStall(server)
  const voucher = await stall.claim()
  const noted = { number: voucher.number, code: voucher.code(), noted_at: minuteNow() }
  const desk = await createSettlementDesk(server)
  await desk.call('POST', '/vouchers/check', { number: voucher.number, code: voucher.code() })
  await desk.call('POST', `/vouchers/${voucher.id}/hand-over`, { request_id: crypto.randomUUID() })
  const voiding = { state: 'used', reason: 'Twice.', stamps_back: true }
  expect(await desk.call('POST', `/vouchers/${voucher.id}/void`, voiding)).toHaveProperty('data')
  server.travel(20 * 3_600_000)
  const manager = await createSettlementDesk(server)
  await manager.issue(stall, `${year}-03`)
  for (const { id } of (await stall.statement(`${year}-03`)).data.rows) await stall.dispute(id, 'We did hand it over.')
  const disputes = (await manager.open()).disputes.filter(({ merchant }) => merchant.id === stall.merchantId)
  const isPaid = { status: 409, message: 'A hand-over of this voucher is paid for already, so no other one can be.' }
  expect(disputes.map(({ line }) => line.kind)).toEqual(['used', 'voided'])
  expect((await manager.answerDispute(disputes[0]?.id ?? 0, 180)).status).toBe(200)
  expect(await manager.answerDispute(disputes[1]?.id ?? 0, 180)).toMatchObject(isPaid)
  expect((await manager.answerDispute(disputes[1]?.id ?? 0, 0)).status).toBe(200)
  const deskAgain = await connectDesk(server, desk)
  expect(await deskAgain.call('POST', `/vouchers/${voucher.id}/take-back`, {})).toMatchObject({ status: 409 })
  const phone = await stall.openPhone()
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await phone('POST', '/late-hand-overs', noted, key)).status).toBe(201)
  const [question] = await questionsOf(stall)
  expect(await manager.answerLate(question?.id ?? 0, true)).toMatchObject(isPaid)
  expect(await totalOf(stall, `${year}-04`)).toBe(180)
  expect([(await voucher.member.show(voucher.id)).data.state, (await voucher.member.wallet()).stamp_balance]).toEqual([
    'used',
    3,
  ])
})

test('R-4.06 the database refuses a second settlement of a voucher, and the check of the ledger finds one', async () => {
  const { stall } = await openStall()
  const voucher = await stall.handOver()
  const { pool } = server.deps.db
  const again = `INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, stamps_back, created_at)
    SELECT voucher_id, kind, way, phone_id, cashier_id, false, created_at FROM voucher_events
    WHERE voucher_id = ${voucher.id} AND kind = 'used'`
  await expect(pool.query(again)).rejects.toMatchObject({ constraint: 'vouchers_one_settlement' })
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ settlements: string }>(
      "SELECT pg_get_viewdef('settlements'::regclass) AS settlements",
    )
    // The check reads this table and view instead, which have no triggers.
    await client.query('CREATE TEMP TABLE voucher_events AS SELECT * FROM voucher_events')
    await client.query(`CREATE TEMP VIEW settlements AS ${rows[0]?.settlements}`)
    await client.query(again.replace('(voucher_id,', '(id, voucher_id,').replace('SELECT ', 'SELECT id + 1000000, '))
    expect(await findSettlementErrors(client)).toContain(`Voucher ${voucher.id} is paid for 2 times`)
  } finally {
    await client.query('DROP TABLE pg_temp.voucher_events CASCADE')
    client.release()
  }
})
