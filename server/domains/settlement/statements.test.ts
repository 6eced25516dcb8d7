import { expect, test } from 'vitest'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createOwnerSession, createWorkingPhone } from '../../../tests/support/api/counters.ts'
import {
  createSettlementDesk,
  createStall,
  issueMarch,
  type Stall,
  startYear,
  travelToDay,
} from '../../../tests/support/api/statements.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertEvent, updateVoucher } from '../rewards/vouchers/vouchers.store.ts'
import { csvRows } from './statement-file.ts'
import { calendarOf } from './statements.service.ts'
import { listOfMerchant } from './statements.store.ts'

const server = serverForTests()
checkedLedger(server)

/** A stall in March of a new year, so that no other test has statements of its months. */
async function openStall() {
  const year = startYear(server)
  return { ...year, goTo: (day: string) => travelToDay(server, year.day(day)), stall: await createStall(server) }
}
const createManager = () => createSettlementDesk(server)
const line = (shown: object) => ({ id: null, kind: 'used', way: 'counter', reason: null, dispute: null, ...shown })
/** The months with a statement and what they come to. */
const totalsOf = async (stall: Stall) => (await stall.statements()).map(({ month, total_sen }) => [month, total_sen])

test('R-6.01 a live statement lists each hand-over of a month of the campus with time, reward, way and amount, and its total', async () => {
  const { march, april, day, stall } = await openStall()
  const first = await stall.handOver()
  const at = server.deps.now().toISOString()
  const free = await stall.handOver({ title: 'A sticker', title_ms: 'Pelekat', owed_sen: 0 })
  const back = await stall.handOver()
  expect((await back.takeBack()).status).toBe(200)
  const midnight = Temporal.ZonedDateTime.from(`${day('04-01')}T00:00[${server.deps.config.TIME_ZONE}]`)
  server.travel(midnight.epochMilliseconds - 1000 - server.deps.now().getTime())
  const last = await stall.handOver({ owed_sen: 100 })
  const lastAt = server.deps.now().toISOString()
  server.travel(1000)
  await stall.handOver({ owed_sen: 350 })
  const { data } = await stall.statement(march)
  expect(data).toEqual({
    month: march,
    state: 'live',
    total_sen: 280,
    lines: 3,
    open_disputes: 0,
    issued_at: null,
    accepted_at: null,
    paid_at: null,
    payment_reference: null,
    rows: [
      line({ at, number: first.number, title: 'Kopi O', amount_sen: 180 }),
      line({ at, number: free.number, title: 'A sticker', title_ms: 'Pelekat', amount_sen: 0 }),
      line({ at: lastAt, number: last.number, title: 'Kopi O', amount_sen: 100 }),
    ],
  })
  expect(await totalsOf(stall)).toEqual([
    [april, 350],
    [march, 280],
  ])
  expect((await stall.statement(day('02'))).status).toBe(404)
})

test('R-6.01 a manager issues the statement of a month that is over, with the figures that were seen; then it is frozen', async () => {
  const { march, april, goTo, stall } = await openStall()
  const early = await createManager()
  await stall.handOver()
  expect(await early.issue(stall, march)).toMatchObject({ status: 409, message: 'This month is not over yet.' })
  goTo('04-02')
  const [manager, other] = [await createManager(), await createManager()]
  const changed = { status: 409, message: 'This statement has changed meanwhile. Check its figures again.' }
  for (const [lines, total_sen] of [
    [1, 170],
    [2, 180],
  ] as const)
    expect(await manager.issueAs(stall.merchantId, march, { lines, total_sen })).toMatchObject(changed)
  expect((await manager.issue(stall, april)).status).toBe(404)
  const issuedNow = { status: 200, message: 'The statement is issued. Its lines stay as they are.' }
  const again = { status: 409, message: 'This statement was issued already.' }
  const answers = await Promise.all([1, 2].map(() => manager.issue(stall, march)))
  expect(answers).toMatchObject([issuedNow, issuedNow])
  const { data } = await stall.statement(march)
  expect(data).toMatchObject({ state: 'issued', total_sen: 180, lines: 1, issued_at: server.deps.now().toISOString() })
  expect(data.rows).toMatchObject([{ id: expect.any(Number), amount_sen: 180 }])
  expect(await other.issue(stall, march)).toMatchObject(again)
  expect((await stall.statement(march)).data).toEqual(data)
  const { id } = (await manager.show(stall, march)).data
  const entry = { operator_id: manager.id, action: 'statement.issued' }
  expect(await findAuditEntries(server, 'statement', Number(id))).toMatchObject([entry])
})

test('R-6.01 R-4.06 what is voided, taken back or entered late is billed in its own month, or in the next one if that was issued, and earlier months are issued first', async () => {
  const { year, march, april, may, goTo, stall } = await openStall()
  const kept = await stall.handOver({ owed_sen: 100 })
  const [before, after] = [await stall.handOver({ owed_sen: 200 }), await stall.handOver()]
  expect((await (await createManager()).voidUsed(before.id)).status).toBe(200)
  const voided = { kind: 'voided', way: null, title: 'Kopi O' }
  const ofBefore = line({ at: expect.any(String), ...voided, number: before.number, amount_sen: -200 })
  expect((await stall.statement(march)).data.rows.at(-1)).toEqual(ofBefore)
  goTo('03-31')
  const [first, second] = [stall.note(await stall.claim()), stall.note(await stall.claim())]
  server.travel(13 * 3_600_000)
  expect((await stall.enterLate(first)).status).toBe(201)
  const late = { at: first.noted_at, way: 'late', amount_sen: 180 }
  const ofFirst = line({ ...late, number: first.number, title: 'Kopi O' })
  expect((await stall.statement(march)).data.rows).toContainEqual(ofFirst)

  const manager = await createManager()
  expect((await manager.issue(stall, march)).status).toBe(200)
  expect((await stall.enterLate(second)).status).toBe(201)
  expect((await manager.voidUsed(after.id)).status).toBe(200)
  const { id: phoneId, cashier } = await createWorkingPhone(server.deps, { owner: stall.owner })
  await inTransaction(server.deps.db.pool, async (tx) => {
    const taken = { voucherId: kept.id, kind: 'unused' as const, phoneId, cashierId: cashier.id, stampsBack: false }
    await insertEvent(tx, { ...taken, at: server.deps.now() })
    await updateVoucher(tx, { id: kept.id, state: 'ready', at: server.deps.now() })
  })
  const next = [late, { ...voided, number: after.number, amount_sen: -180 }, { kind: 'unused', amount_sen: -100 }]
  expect((await stall.statement(april)).data.rows).toMatchObject(next)

  goTo('05-10')
  const used = await stall.handOver({ owed_sen: 300 })
  goTo('06-01')
  const later = await createManager()
  const message = `Issue the statement of April ${year} first.`
  expect(await later.issue(stall, may)).toMatchObject({ status: 409, message })
  for (const month of [april, may]) expect((await later.issue(stall, month)).status).toBe(200)
  // A clock that is behind: the change is of May, whose statement is out.
  server.travel(-86_400_000)
  await later.voidUsed(used.id)
  server.travel(86_400_000)
  expect(await totalsOf(stall)).toEqual([
    [`${year}-06`, -300],
    [may, 300],
    [april, -100],
    [march, 460],
  ])
})

test('R-6.02 the list of managers begins with what is to be done: answer, issue, pay', async () => {
  const { march, april, goTo, stall: disputed } = await openStall()
  const [live, issued] = [await createStall(server), await createStall(server)]
  const stalls = [disputed, live, issued]
  for (const stall of stalls) await stall.handOver()
  goTo('04-10')
  const manager = await createManager()
  for (const stall of [disputed, issued]) await manager.issue(stall, march)
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

test('R-6.01 the database refuses changes of what was issued', async () => {
  const { stall, one, two, id, lineIds } = await issueMarch(server, [{}, {}])
  const [lineId = 0, otherLineId] = lineIds
  await stall.dispute(lineId, 'It was two.')
  const disputeId = (await one.disputesOf(stall))[0]?.id ?? 0
  await one.answerDispute(disputeId, 70)
  const adjustment = '(SELECT max(id) FROM statement_adjustments)'
  const refuse = (change: string) => expect(server.sql(change), change).rejects.toMatchObject({ code: '42501' })
  for (const change of [
    `UPDATE statement_lines SET amount_sen = 99999 WHERE id = ${lineId}`,
    `DELETE FROM statement_lines WHERE id = ${otherLineId}`,
    `INSERT INTO statement_lines (statement_id, adjustment_id, amount_sen) VALUES (${id}, ${adjustment}, 70)`,
    `UPDATE statements SET total_sen = 99999 WHERE id = ${id}`,
    `UPDATE statements SET month = '2020-01-01' WHERE id = ${id}`,
    `UPDATE statements SET total_sen = total_sen WHERE id = ${id}`,
    `DELETE FROM statements WHERE id = ${id}`,
    `UPDATE line_disputes SET answer = 'Never.' WHERE id = ${disputeId}`,
    `UPDATE statement_adjustments SET amount_sen = 7000 WHERE id = ${adjustment}`,
  ])
    await refuse(change)
  await two.pay(id)
  await refuse(`UPDATE statements SET paid_at = NULL, paid_by = NULL, payment_reference = NULL WHERE id = ${id}`)
})

const HEAD =
  '\ufeff"merchant","month","state","at","kind","way","number","reward","amount","currency","reason","dispute","answer"'

test('R-6.03 an owner and a manager download the lines as CSV with amounts that add up, no cell runs as a formula, and a file that is cut off says so', async () => {
  const { deps } = server
  const { march, goTo, day, stall } = await openStall()
  const used = await stall.handOver({ title: '=HYPERLINK("http://evil.example")' })
  const voided = await stall.handOver({ owed_sen: 205 })
  await (await createManager()).voidUsed(voided.id)
  goTo('04-02')
  const manager = await createManager()
  await manager.issue(stall, march)
  const { rows } = (await stall.statement(march)).data
  await stall.dispute(rows[0]?.id ?? null, '@SUM(A1:A9)\n+1')
  const answer = await server.app.inject({
    url: `/api/counter/owner/merchants/${stall.merchantId}/statements/${march}/export`,
    headers: await createOwnerSession(deps, stall.owner),
  })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    `attachment; filename="statement-${march}-${day('04-02')}.csv"`,
  ])
  const begin = `"Kopi Kita","${march}","issued","${day('03-10')} 12:00:00"`
  const file = [
    HEAD,
    `${begin},"used","counter","'${used.number}","'=HYPERLINK(""http://evil.example"")","1.80","RM","","'@SUM(A1:A9)\n'+1",""`,
    `${begin},"used","counter","'${voided.number}","Kopi O","2.05","RM","","",""`,
    `${begin},"voided","","'${voided.number}","Kopi O","-2.05","RM","","",""`,
    '',
  ].join('\r\n')
  expect(answer.body).toBe(file)
  expect(await manager.file(`/statements/export?month=${march}`)).toBe(file)
  expect(await manager.file('/statements/export?month=2020-02')).toBe(`${HEAD}\r\n`)
  const exported = "SELECT operator_id, owner_id FROM audit_entries WHERE action = 'statements.exported' ORDER BY id"
  const [byOwner, byManager] = [
    { operator_id: null, owner_id: stall.owner.id },
    { operator_id: manager.id, owner_id: null },
  ]
  expect((await server.sql(exported)).rows).toEqual([byOwner, byManager, byManager])
  const first = []
  const statements = await listOfMerchant(deps.db.pool, calendarOf(deps), stall.merchantId)
  for await (const [cell] of csvRows(deps, statements, 1)) first.push(cell)
  expect(first).toEqual(['Kopi Kita', 'Only the newest 1 rows are in this file.'])
})
