import { setTimeout as pause } from 'node:timers/promises'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createOperator, createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { insertReceipt, insertRejectedCopies } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { limitedRows } from '../../../platform/http/csv.ts'
import { csvRows } from './csv-export.ts'

const server = serverForTests({ MAX_RECEIPT_AGE_DAYS: '36500' })
let desk: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  desk = await createDesk(server)
})

/** A CSV file as an operator downloads it. */
async function download(query = '', operator?: { id: number }) {
  const headers = await createOperatorSession(server.deps, operator ?? (await createOperator(server.deps)))
  return server.app.inject({ url: `/api/console/submissions/export?${query}`, headers })
}

test('D-52 a reviewer’s CSV file quotes every cell, has the operator and the corrections, and names no member', async () => {
  const { deps } = server
  const merchant = await createMerchant(deps, { name: 'Kopi "Ria", Blok 2' })
  const member = await createMember(deps, { name: 'Siti Aminah' })
  const given = { merchantId: merchant.id, userId: member.id, amountSen: 123_450, invoiceNo: '0042' }
  const { id } = await insertReceipt(deps, { ...given, date: '2026-11-01' })
  await desk.decide({ id, status: 'approved', corrections: { purchase_amount: '12.00', invoice_number: '0043' } })
  const other = await insertReceipt(deps, { ...given, date: '2026-11-02' })
  await desk.decide({ id: other.id, status: 'rejected', reason: 'Blurred', reason_code: 'unreadable' })
  await server.sql(
    `UPDATE submissions SET created_at = '2026-11-02T16:30:05Z', decided_at = '2026-11-03T17:00:00Z' WHERE id = $1`,
    [id],
  )
  const { statusCode, headers, body } = await download(`merchant_id=${merchant.id}`)
  expect([statusCode, headers]).toEqual([
    200,
    expect.objectContaining({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="submissions-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    }),
  ])
  const [head, newest, row, end] = body.split('\r\n')
  expect(head).toBe(
    '\ufeff"id","status","received_at","decided_at","decided_by","reason_code","merchant_id","merchant","purchase_date","amount","currency","invoice_number","corrections","member_id","stamps","rejection_reason","admin_comments"',
  )
  expect(newest).toContain(`"Devi Nair","unreadable","${merchant.id}"`)
  // Half past midnight of the 3rd and one o'clock of the 4th, on the campus.
  expect(row).toBe(
    `"${id}","approved","2026-11-03 00:30:05","2026-11-04 01:00:00","Devi Nair","","${merchant.id}","Kopi ""Ria"", Blok 2","2026-11-01","12.00","RM","'0043","invoice_number: 0042 -> 0043; purchase_amount: 1234.50 -> 12.00","${member.id}","1","",""`,
  )
  expect(end).toBe('')
  expect(body).not.toContain('Siti')
  expect(body).not.toContain(member.email)
})

test('D-52 D-55 only a manager exports names and emails; the audit log says so, and has the filters, but not the person searched for', async () => {
  const { deps } = server
  const [reviewer, manager] = [await createOperator(deps), await createOperator(deps, { role: 'manager' })]
  const member = await createMember(deps, { name: 'Siti Aminah' })
  await insertReceipt(deps, { userId: member.id })
  const query = `person=${member.email}&status=pending&amount_from=9.90`
  await download(query, reviewer)
  const { body } = await download(query, manager)
  expect(body.split('\r\n')[0]).toContain('"member_id","member","email","stamps"')
  expect(body).toContain(`"${member.id}","Siti Aminah","${member.email}","0"`)
  const { rows } = await server.sql(
    `SELECT e.action, e.subject_kind, e.subject_id, e.changed_fields, v.changes
     FROM audit_entries e JOIN audit_values v ON v.entry_id = e.id WHERE e.operator_id = ANY($1) ORDER BY e.id`,
    [[reviewer.id, manager.id]],
  )
  const changes = [
    { field: 'status', before: null, after: 'pending' },
    { field: 'amount_from', before: null, after: '9.90' },
  ]
  const changed_fields = ['status', 'person', 'amount_from']
  const entry = { action: 'submissions.exported', subject_kind: 'operator' }
  expect(rows).toMatchObject([
    { ...entry, subject_id: reviewer.id, changed_fields, changes },
    { ...entry, subject_id: manager.id, changed_fields: [...changed_fields, 'names_and_emails'] },
  ])
})

test('D-52 a spreadsheet runs nothing of any cell, and keeps numbers, days and times of names as the texts they are', async () => {
  const starts = ['=1+1', '+1', '-1', '@cmd', '\u200b=1', '\ufeff=1', '\u2060\u00ad+1', '\u202e@x', '\u00a0=1']
  const more = ['＝1', '－1', '＠x', '\u2212 1', '\tx', '\rx']
  const numbers = [
    ...['000123456789012345678901', '4171009000204', '007', '12', '03-5550 1234', '0012 3456', '1E5', '1-2', '3/11'],
    ...['1,234', '12:30', '50%', '$5', '(5)', '\u200b12', ' 12', '１２３', '٠١٢', '½'],
  ]
  const inside = [
    ['a;=1', "a;'=1"],
    ['a;"=1', 'a;\'""=1'],
    ['a; \u200b=1', "a;' \u200b=1"],
    ['a\n=1', "a\n'=1"],
    ['a\t@b', "a\t'@b"],
    ['a;＋1', "a;'＋1"],
    ['1 = 1; ok - fine', '1 = 1; ok - fine'],
  ] as const
  const cells = [...[...starts, ...more, ...numbers].map((name) => [name, `'${name}`] as const), ...inside]
  const { id: userId } = await createMember(server.deps)
  for (const [name] of cells) {
    const { id: merchantId } = await createMerchant(server.deps)
    await server.sql('UPDATE merchants SET name = $2 WHERE id = $1', [merchantId, name])
    await insertReceipt(server.deps, { userId, merchantId, amountSen: 1_250, invoiceNo: '00042' })
  }
  const [, ...rows] = (await download(`member_id=${userId}`)).body.trim().split(/\r\n(?="\d)/)
  for (const [at, [, cell]] of cells.entries()) {
    const row = rows.at(-1 - at)
    expect(row).toContain(`","${cell}","`)
    expect(row).toMatch(/"\d{4}-\d\d-\d\d","12\.50","RM","'00042",/)
  }
})

test('D-52 the file has every row of the filtered list once, and says in its last row if it is truncated', async () => {
  const { merchantId } = await insertReceipt(server.deps)
  await insertRejectedCopies(server.deps, merchantId, 2500)
  const rows = (await download(`merchant_id=${merchantId}`)).body.trim().split('\r\n').slice(1)
  expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(2501)
  expect(rows).toHaveLength(2501)
  const last = async (limit: number) => {
    const filters = { merchant_id: merchantId }
    const search = { filters, operatorId: desk.id, now: server.deps.now(), timeZone: 'Asia/Kuala_Lumpur' }
    const cells: unknown[] = []
    for await (const [cell] of csvRows(server.deps, search, limit)) cells.push(cell)
    return [cells.length, cells.at(-1)]
  }
  expect(await last(2500)).toEqual([2501, texts.exportTruncated(2500)])
  expect(await last(2501)).toEqual([2501, expect.any(Number)])
})

test('D-52 an operator can export 20 files an hour', async () => {
  const operator = await createOperator(server.deps)
  const statuses: number[] = []
  for (let times = 0; times < 21; times += 1) statuses.push((await download('status=approved', operator)).statusCode)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
})

test('D-52 many files at once read from the database two at a time, so that others get connections', async () => {
  let [reading, most] = [0, 0]
  const fetchRows = async () => {
    reading += 1
    most = Math.max(most, reading)
    await pause(20)
    reading -= 1
    return [1]
  }
  const file = async () => {
    const rows = []
    for await (const row of limitedRows({ columns: ['id'], fetchRows, cellsOf: (id: number) => [id] }, 5))
      rows.push(row)
    return rows
  }
  expect(await Promise.all(Array.from({ length: 8 }, file))).toEqual(Array(8).fill([[1]]))
  expect(most).toBe(2)
})
