import { afterEach, expect, test } from 'vitest'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createSettlementDesk, createStall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'
import { findSettlementErrors } from './settlement-check.store.ts'

const server = serverForTests()
afterEach(async () => {
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
  expect(await findSettlementErrors(server.deps.db.pool)).toEqual([])
})

let year = 2027
/** Starts the test in March of a new year, so that no other test has statements of its months. */
function startYear() {
  year += 1
  travelToDay(server, `${year}-03-10`)
  return { march: `${year}-03`, april: `${year}-04`, may: `${year}-05`, day: (rest: string) => `${year}-${rest}` }
}

const sums = ({ rows }: { rows: { amount_sen: number }[] }) => rows.map(({ amount_sen }) => amount_sen)

test('R-6.01 a live statement lists each hand-over with time, reward, way and amount, and its total', async () => {
  const { march, april, day } = startYear()
  const stall = await createStall(server)
  const first = await stall.handOver()
  const at = server.deps.now().toISOString()
  const free = await stall.handOver({ title: 'A sticker', title_ms: 'Pelekat', owed_sen: 0 })
  const back = await stall.handOver()
  expect((await back.takeBack()).status).toBe(200)
  travelToDay(server, day('04-01'))
  await stall.handOver({ owed_sen: 350 })
  const { data } = await stall.statement(march)
  expect(data).toEqual({
    month: march,
    state: 'live',
    total_sen: 180,
    lines: 2,
    open_disputes: 0,
    issued_at: null,
    accepted_at: null,
    paid_at: null,
    payment_reference: null,
    rows: [
      line({ at, number: first.number, title: 'Kopi O', amount_sen: 180 }),
      line({ at, number: free.number, title: 'A sticker', title_ms: 'Pelekat', amount_sen: 0 }),
    ],
  })
  expect((await stall.statements()).map(({ month, total_sen }) => [month, total_sen])).toEqual([
    [april, 350],
    [march, 180],
  ])
  expect((await stall.statement(`${year}-02`)).status).toBe(404)
})

const line = (shown: object) => ({
  id: null,
  kind: 'used',
  way: 'counter',
  reason: null,
  dispute: null,
  ...shown,
})

test('R-6.01 months are those of the campus', async () => {
  const { march, april, day } = startYear()
  const stall = await createStall(server)
  const midnight = Temporal.ZonedDateTime.from(`${day('04-01')}T00:00[${server.deps.config.TIME_ZONE}]`)
  server.travel(midnight.epochMilliseconds - 1000 - server.deps.now().getTime())
  await stall.handOver({ owed_sen: 100 })
  server.travel(1000)
  await stall.handOver({ owed_sen: 200 })
  expect((await stall.statements()).map(({ month, total_sen }) => [month, total_sen])).toEqual([
    [april, 200],
    [march, 100],
  ])
})

test('R-6.01 a manager issues the statement of a month that is over, with the figures that were seen; then it is frozen', async () => {
  const { march, april, day } = startYear()
  const stall = await createStall(server)
  const early = await createSettlementDesk(server)
  await stall.handOver()
  expect(await early.issue(stall, march)).toMatchObject({ status: 409, message: 'This month is not over yet.' })
  travelToDay(server, day('04-02'))
  const manager = await createSettlementDesk(server)
  expect(await manager.issueAs(stall.merchantId, march, { lines: 1, total_sen: 170 })).toMatchObject({
    status: 409,
    message: 'This statement has changed meanwhile. Check its figures again.',
  })
  expect((await manager.issueAs(stall.merchantId, march, { lines: 2, total_sen: 180 })).status).toBe(409)
  expect((await manager.issue(stall, april)).status).toBe(404)
  expect(await manager.issue(stall, march)).toMatchObject({
    status: 200,
    message: 'The statement is issued. Its lines stay as they are.',
  })
  const { data } = await stall.statement(march)
  expect(data).toMatchObject({ state: 'issued', total_sen: 180, lines: 1, issued_at: server.deps.now().toISOString() })
  expect(data.rows).toMatchObject([{ id: expect.any(Number), amount_sen: 180 }])
  expect((await manager.issue(stall, march)).status).toBe(200)
  const other = await createSettlementDesk(server)
  expect(await other.issue(stall, march)).toMatchObject({
    status: 409,
    message: 'This statement was issued already.',
  })
  expect((await stall.statement(march)).data).toEqual(data)
  const { id } = (await manager.show(stall, march)).data
  expect(await findAuditEntries(server, 'statement', Number(id))).toMatchObject([
    { operator_id: manager.id, action: 'statement.issued' },
  ])
})

test('R-6.01 of two managers who issue a statement at once, one does', async () => {
  const { march, day } = startYear()
  const stall = await createStall(server)
  await stall.handOver()
  travelToDay(server, day('04-02'))
  const managers = [await createSettlementDesk(server), await createSettlementDesk(server)]
  const answers = await Promise.all(managers.map((manager) => manager.issue(stall, march)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const twice = await createStall(server)
  await twice.handOver()
  travelToDay(server, day('05-02'))
  const manager = await createSettlementDesk(server)
  const repeats = await Promise.all([manager.issue(twice, `${year}-04`), manager.issue(twice, `${year}-04`)])
  expect(repeats.map(({ status }) => status)).toEqual([200, 200])
})

test('R-6.01 earlier months of a merchant are issued first', async () => {
  const { march, april, day } = startYear()
  const stall = await createStall(server)
  await stall.handOver()
  travelToDay(server, day('04-10'))
  await stall.handOver()
  travelToDay(server, day('05-02'))
  const manager = await createSettlementDesk(server)
  expect(await manager.issue(stall, april)).toMatchObject({
    status: 409,
    message: `Issue the statement of March ${year} first.`,
  })
  expect((await manager.issue(stall, march)).status).toBe(200)
  expect((await manager.issue(stall, april)).status).toBe(200)
})

test('R-6.01 a hand-over that is voided is taken back in the statement of that time, or in the next one', async () => {
  const { march, april, day } = startYear()
  const stall = await createStall(server)
  const [kept, before, after] = [
    await stall.handOver(),
    await stall.handOver({ owed_sen: 200 }),
    await stall.handOver(),
  ]
  const desk = await createSettlementDesk(server)
  expect((await desk.voidUsed(before.id)).status).toBe(200)
  const live = (await stall.statement(march)).data
  expect([sums(live), live.rows.at(-1)]).toEqual([
    [180, 200, 180, -200],
    line({
      at: expect.any(String),
      kind: 'voided',
      way: null,
      number: before.number,
      title: 'Kopi O',
      amount_sen: -200,
    }),
  ])
  travelToDay(server, day('04-02'))
  const manager = await createSettlementDesk(server)
  expect((await manager.issue(stall, march)).status).toBe(200)
  expect((await manager.voidUsed(after.id)).status).toBe(200)
  expect((await stall.statement(march)).data).toMatchObject({ total_sen: 360, lines: 4 })
  const next = (await stall.statement(april)).data
  expect([next.total_sen, next.rows.map(({ kind, number }) => [kind, number])]).toEqual([
    -180,
    [['voided', after.number]],
  ])
  expect(kept.number).not.toBe(after.number)
})

test('R-6.01 what is voided in a month that was issued meanwhile goes into the next one', async () => {
  const { march, april, may, day } = startYear()
  const stall = await createStall(server)
  const used = await stall.handOver()
  travelToDay(server, day('04-20'))
  await stall.handOver({ owed_sen: 100 })
  travelToDay(server, day('05-01'))
  const manager = await createSettlementDesk(server)
  await manager.issue(stall, march)
  await manager.issue(stall, april)
  // A clock that is behind: the change is of April, whose statement is out.
  server.travel(-86_400_000)
  await manager.voidUsed(used.id)
  server.travel(86_400_000)
  expect((await stall.statements()).map(({ month, total_sen }) => [month, total_sen])).toEqual([
    [may, -180],
    [april, 100],
    [march, 180],
  ])
})

test('R-6.01 R-4.06 a hand-over that is entered late is billed in its own month, or in the next one if that was issued', async () => {
  const { march, april, day } = startYear()
  const stall = await createStall(server)
  travelToDay(server, day('03-31'))
  const vouchers = [await stall.claim(), await stall.claim()]
  const noted_at = new Date(Math.floor(server.deps.now().getTime() / 60_000) * 60_000).toISOString()
  const entries = vouchers.map(({ number, code }) => ({ number, code: code(), noted_at }))
  const enter = async (entry: object | undefined) => {
    const phone = await stall.openPhone()
    const key = { 'idempotency-key': crypto.randomUUID() }
    return (await phone('POST', '/late-hand-overs', entry, key)).status
  }
  server.travel(13 * 3_600_000)
  expect(await enter(entries[0])).toBe(201)
  const { rows } = (await stall.statement(march)).data
  expect(rows).toEqual([
    line({ at: noted_at, way: 'late', number: vouchers[0]?.number, title: 'Kopi O', amount_sen: 180 }),
  ])
  await (await createSettlementDesk(server)).issue(stall, march)
  expect(await enter(entries[1])).toBe(201)
  expect((await stall.statement(april)).data.rows).toMatchObject([{ at: noted_at, way: 'late', amount_sen: 180 }])
  expect((await stall.statement(march)).data.lines).toBe(1)
})

test('R-6.02 the list of managers begins with what is to be done: answer, issue, pay', async () => {
  const { march, april, day } = startYear()
  const stalls = [await createStall(server), await createStall(server), await createStall(server)] as const
  const [disputed, live, issued] = stalls
  for (const stall of stalls) await stall.handOver()
  travelToDay(server, day('04-10'))
  const manager = await createSettlementDesk(server)
  await manager.issue(disputed, march)
  await manager.issue(issued, march)
  await disputed.handOver()
  const { data } = await disputed.statement(march)
  await disputed.dispute(data.rows[0]?.id ?? null, 'This was a large one.')
  type Found = { data: { merchant: { id: number }; month: string; state: string; next: string | null }[] }
  const found = async (query: string) => {
    const { data: rows } = await manager.call<Found>('GET', `/statements${query}`)
    const own = rows.filter(({ merchant }) => stalls.some(({ merchantId }) => merchantId === merchant.id))
    return own.map(({ merchant, month, state, next }) => [merchant.id, month, state, next])
  }
  const all = [
    [disputed.merchantId, march, 'issued', 'answer'],
    [live.merchantId, march, 'live', 'issue'],
    [issued.merchantId, march, 'issued', 'pay'],
    [disputed.merchantId, april, 'live', null],
  ]
  expect(await found('')).toEqual(all)
  expect(await found(`?month=${march}`)).toEqual(all.slice(0, 3))
  expect(await found('?state=live')).toEqual([all[1], all[3]])
  expect(await found(`?merchant_id=${issued.merchantId}`)).toEqual([all[2]])
})
