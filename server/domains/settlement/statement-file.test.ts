import { beforeAll, expect, test } from 'vitest'
import { createOwnerSession } from '../../../tests/support/api/counters.ts'
import { createSettlementDesk, createStall, travelToDay } from '../../../tests/support/api/statements.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { csvRows } from './statement-file.ts'
import { calendarOf } from './statements.service.ts'
import { listOfMerchant } from './statements.store.ts'

const server = serverForTests()
beforeAll(async () => {
  travelToDay(server, '2028-03-10')
})

const HEAD =
  '\ufeff"merchant","month","state","at","kind","way","number","reward","amount","currency","reason","dispute","answer"'

test('R-6.03 an owner and a manager download the lines as CSV with amounts that add up, and no cell runs as a formula', async () => {
  const stall = await createStall(server)
  const used = await stall.handOver({ title: '=HYPERLINK("http://evil.example")' })
  const voided = await stall.handOver({ owed_sen: 205 })
  await (await createSettlementDesk(server)).voidUsed(voided.id)
  travelToDay(server, '2028-04-02')
  const manager = await createSettlementDesk(server)
  await manager.issue(stall, '2028-03')
  const { rows } = (await stall.statement('2028-03')).data
  await stall.dispute(rows[0]?.id ?? null, '@SUM(A1:A9)\n+1')
  const answer = await server.app.inject({
    url: `/api/counter/owner/merchants/${stall.merchantId}/statements/2028-03/export`,
    headers: await createOwnerSession(server.deps, stall.owner),
  })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="statement-2028-03-2028-04-02.csv"',
  ])
  const at = '"2028-03-10 12:00:00"'
  const [head, ...lines] = answer.body.split('\r\n')
  expect(head).toBe(HEAD)
  expect(lines).toEqual([
    `"Kopi Kita","2028-03","issued",${at},"used","counter","'${used.number}","'=HYPERLINK(""http://evil.example"")","1.80","RM","","'@SUM(A1:A9)\n'+1",""`,
    `"Kopi Kita","2028-03","issued",${at},"used","counter","'${voided.number}","Kopi O","2.05","RM","","",""`,
    `"Kopi Kita","2028-03","issued",${at},"voided","","'${voided.number}","Kopi O","-2.05","RM","","",""`,
    '',
  ])
  expect(await manager.file('/statements/export?month=2028-03')).toBe(answer.body)
  expect(await manager.file('/statements/export?month=2028-02')).toBe(`${HEAD}\r\n`)
  const { rows: entries } = await server.sql(
    "SELECT operator_id, owner_id FROM audit_entries WHERE action = 'statements.exported' ORDER BY id",
  )
  expect(entries).toEqual([
    { operator_id: null, owner_id: stall.owner.id },
    { operator_id: manager.id, owner_id: null },
    { operator_id: manager.id, owner_id: null },
  ])
})

test('R-6.03 a file that is cut off says so', async () => {
  const stall = await createStall(server)
  await stall.handOver()
  await stall.handOver()
  const { deps } = server
  const statements = await listOfMerchant(deps.db.pool, calendarOf(deps), stall.merchantId)
  const rows: unknown[][] = []
  for await (const row of csvRows(deps, statements, 1)) rows.push(row)
  expect(rows).toHaveLength(2)
  expect(rows[1]?.[0]).toBe('Only the newest 1 rows are in this file.')
})
