import type { SubmissionRow } from '@stampus/contract/consoleSubmissions'
import type { Meta } from '@stampus/contract/fields'
import * as texts from '@stampus/contract/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, anOperator, aSignedMember, operatorHeaders } from '../testing/accounts.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aDesk } from '../testing/desk.ts'
import { aMerchant } from '../testing/merchants.ts'
import { aSubmission } from '../testing/submissions.ts'
import { makeAppeal } from './appeals.ts'
import { csvRows } from './csv.ts'

let server: TestApp
let desk: Awaited<ReturnType<typeof aDesk>>
beforeAll(async () => {
  server = await testApp({ MAX_RECEIPT_AGE_DAYS: '36500' })
  desk = await aDesk(server)
})
afterAll(() => server.close())

type List = { status: number; message: string; errors: Record<string, string[]>; data: SubmissionRow[]; meta: Meta }

const search = (query: Record<string, string | number>) =>
  desk.call<List>('GET', `/submissions?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`)
const found = async (query: Record<string, string | number>) => (await search(query)).data.map(({ id }) => id)
const sql = (text: string, values: unknown[] = []) => server.deps.db.pool.query({ text, values })

/** A CSV file as an operator downloads it. */
async function download(query = '', operator?: { id: number }) {
  const headers = await operatorHeaders(server.deps, operator ?? (await anOperator(server.deps)))
  return server.app.inject({ url: `/api/console/submissions/export?${query}`, headers })
}

test('D-52 operators find submissions by merchant, person, invoice, status and dates, the newest first', async () => {
  const { deps } = server
  const [merchant, member] = [await aMerchant(deps), await aMember(deps, { name: 'Zúlaikha 100% Ali' })]
  const given = { merchantId: merchant.id, userId: member.id }
  const first = await aSubmission(deps, { ...given, invoiceNo: '00077123', date: '2026-11-01' })
  const second = await aSubmission(deps, { ...given, amountSen: 990 })
  const elsewhere = await aSubmission(deps)
  await desk.approve(first.id)
  await sql(`UPDATE submissions SET created_at = '2026-11-02T16:30:00Z' WHERE id = $1`, [first.id])
  const of = { merchant_id: merchant.id }
  expect(await found(of)).toEqual([second.id, first.id])
  expect(await found({ member_id: member.id })).toEqual([second.id, first.id])
  expect(await found({ ...of, person: 'laikha 100% a' })).toEqual([second.id, first.id])
  expect(await found({ ...of, person: member.email.toUpperCase() })).toEqual([second.id, first.id])
  expect(await found({ ...of, person: 'laikha%Ali' })).toEqual([])
  expect(await found({ ...of, number: ' 77123' })).toEqual([first.id])
  expect(await found({ ...of, status: 'approved' })).toEqual([first.id])
  expect(await found({ ...of, amount_from: '9.90', amount_to: '24.99' })).toEqual([second.id])
  expect(await found({ ...of, amount_from: '25' })).toEqual([first.id])
  expect(await found({ ...of, purchased_on: '2026-11-01' })).toEqual([first.id])
  // Half past midnight of the 3rd on the campus.
  expect(await found({ ...of, received_from: '2026-11-03', received_to: '2026-11-03' })).toEqual([first.id])
  expect(await found({ ...of, received_to: '2026-11-02' })).toEqual([])
  expect(await found({ ...of, received_from: '2026-11-04' })).toEqual([second.id])
  expect(await found({})).toContain(elsewhere.id)
  expect((await search({ ...of, status: 'approved' })).data).toEqual([
    {
      id: first.id,
      status: 'approved',
      purchase_date: '2026-11-01',
      purchase_amount: '25.00',
      invoice_no: '00077123',
      stamps: 2,
      created_at: '2026-11-02T16:30:00.000Z',
      decided_at: expect.any(String),
      member: { id: member.id, name: member.name, email: member.email },
      merchant: { id: merchant.id, name: merchant.name },
    },
  ])
})

test('D-52 a number finds the receipt of that number beside the invoices, after # or its name the receipt alone', async () => {
  const { deps } = server
  const own = await aSubmission(deps)
  const invoice = await aSubmission(deps, { invoiceNo: `00${own.id}` })
  expect(await found({ number: own.id })).toEqual([invoice.id, own.id])
  for (const alone of [`#${own.id}`, `Receipt ${own.id}`, ` receipt #0${own.id}`])
    expect(await found({ number: alone }), alone).toEqual([own.id])
  expect(await found({ number: `#${'9'.repeat(30)}` })).toEqual([])
  const longest = await aSubmission(deps, { invoiceNo: '9'.repeat(30) })
  expect(await found({ number: '9'.repeat(30) })).toEqual([longest.id])
})

test('D-52 what was handed on to a manager and what was appealed is found, whatever became of it', async () => {
  const { deps } = server
  const { merchantId, id: plain } = await aSubmission(deps)
  const [handedOn, appealed] = [await aSubmission(deps, { merchantId }), await aSubmission(deps, { merchantId })]
  await desk.escalate(handedOn.id, 'Is this a till slip?')
  await desk.reject(appealed.id, 'Unreadable')
  await makeAppeal(deps, { userId: appealed.userId, submissionId: appealed.id, message: 'It is not.' })
  const of = { merchant_id: merchantId }
  expect(await found({ ...of, raised: 'escalated' })).toEqual([handedOn.id])
  expect(await found({ ...of, raised: 'appealed' })).toEqual([appealed.id])
  expect(await found(of)).toEqual([appealed.id, handedOn.id, plain])
})

test('D-52 merchants to narrow by are found by a part of the name, or by id', async () => {
  const { deps } = server
  const [inner, first] = [
    await aMerchant(deps, { name: 'Kedai Ciku' }),
    await aMerchant(deps, { name: 'Ciku & Co', is_active: false }),
  ]
  const names = async (query: string) => (await desk.call<{ data: object[] }>('GET', `/merchant-choices?${query}`)).data
  expect(await names('search=cikù')).toEqual([
    { id: first.id, name: 'Ciku & Co' },
    { id: inner.id, name: 'Kedai Ciku' },
  ])
  expect(await names(`id=${inner.id}`)).toEqual([{ id: inner.id, name: 'Kedai Ciku' }])
})

test('D-52 a filter that cannot be is refused in words', async () => {
  const refused = await search({ number: 'INV-7', received_from: '2026-02-30', status: 'lost' })
  expect([refused.status, refused.errors]).toEqual([
    422,
    { number: [texts.invalidReceiptNumber], received_from: [texts.invalidDate], status: [texts.invalidChoice] },
  ])
  expect((await search({ purchased_on: '0000-01-01' })).errors).toEqual({ purchased_on: [texts.invalidDate] })
  expect((await search({ received_to: '9999-12-31', page: 1000 })).status).toBe(200)
})

test('D-52 D-34 the list comes in pages of 25 that name the next', async () => {
  const { userId, merchantId } = await aSubmission(server.deps)
  await copies(merchantId, 30)
  const [first, second] = [
    await search({ merchant_id: merchantId }),
    await search({ merchant_id: merchantId, page: 2 }),
  ]
  expect([first.data.length, first.meta.has_more, second.data.length, second.meta.has_more]).toEqual([
    25,
    true,
    6,
    false,
  ])
  const all = [...first.data, ...second.data]
  expect(new Set(all.map(({ id }) => id)).size).toBe(31)
  expect(all.every(({ member }) => member.id === userId)).toBe(true)
})

test('D-52 D-92 a deleted member has no address here, and is not found by what stands for it', async () => {
  const { id, userId } = await aSubmission(server.deps)
  await sql("UPDATE users SET name = 'Deleted member', email = 'deleted-' || id, deleted_at = now() WHERE id = $1", [
    userId,
  ])
  const { data } = await search({ member_id: userId })
  expect(data[0]?.member).toEqual({ id: userId, name: 'Deleted member', email: null })
  expect(await found({ person: 'Deleted member' })).not.toContain(id)
})

test('D-52 D-50 neither guests nor members see other people’s submissions', async () => {
  const { headers } = await aSignedMember(server.deps)
  for (const path of ['/submissions', '/submissions/export', '/submissions/1/history']) {
    const url = `/api/console${path}`
    for (const sent of [{}, headers])
      expect([url, (await server.app.inject({ url, headers: sent })).statusCode]).toEqual([url, 401])
  }
})

test('D-52 the CSV file of a reviewer quotes every cell, names its decider and corrections, and names no member', async () => {
  const { deps } = server
  const merchant = await aMerchant(deps, { name: 'Kopi "Ria", Blok 2' })
  const member = await aMember(deps, { name: 'Siti Aminah' })
  const given = { merchantId: merchant.id, userId: member.id, amountSen: 123_450, invoiceNo: '0042' }
  const { id } = await aSubmission(deps, { ...given, date: '2026-11-01' })
  await desk.decide({ id, status: 'approved', corrections: { purchase_amount: '12.00', invoice_number: '0043' } })
  const other = await aSubmission(deps, { ...given, date: '2026-11-02' })
  await desk.decide({ id: other.id, status: 'rejected', reason: 'Blurred', reason_code: 'unreadable' })
  await sql(
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
  // Half past midnight of the 3rd, and one o'clock of the 4th, on the campus.
  expect(row).toBe(
    `"${id}","approved","2026-11-03 00:30:05","2026-11-04 01:00:00","Devi Nair","","${merchant.id}","Kopi ""Ria"", Blok 2","2026-11-01","12.00","RM","0043","invoice_number: 0042 -> 0043; purchase_amount: 1234.50 -> 12.00","${member.id}","1","",""`,
  )
  expect(end).toBe('')
  expect(body).not.toContain('Siti')
  expect(body).not.toContain(member.email)
})

test('D-52 only a manager exports names and emails, and the audit log says so', async () => {
  const { deps } = server
  const [reviewer, manager] = [await anOperator(deps), await anOperator(deps, { role: 'manager' })]
  const member = await aMember(deps, { name: 'Siti Aminah' })
  await aSubmission(deps, { userId: member.id })
  await download(`member_id=${member.id}`, reviewer)
  const { body } = await download(`member_id=${member.id}`, manager)
  expect(body.split('\r\n')[0]).toContain('"member_id","member","email","stamps"')
  expect(body).toContain(`"${member.id}","Siti Aminah","${member.email}","0"`)
  const { rows } = await sql(
    'SELECT operator_id, changed_fields FROM audit_entries WHERE operator_id = ANY($1) ORDER BY id',
    [[reviewer.id, manager.id]],
  )
  expect(rows).toEqual([
    { operator_id: reviewer.id, changed_fields: ['member_id'] },
    { operator_id: manager.id, changed_fields: ['member_id', 'names_and_emails'] },
  ])
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@cmd', "'@cmd"],
  ['a;=1', "a;'=1"],
  ['a;"=1', 'a;\'""=1'],
  ['a; \u200b=1', "a;' \u200b=1"],
  ['a\n=1', "a\n'=1"],
  ['a\t@b', "a\t'@b"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u2060\u00ad+1', "'\u2060\u00ad+1"],
  ['\u202e@x', "'\u202e@x"],
  ['\u00a0=1', "'\u00a0=1"],
  ['＝1', "'＝1"],
  ['a;＋1', "a;'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['\u2212 1', "'\u2212 1"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['1 = 1; ok - fine', '1 = 1; ok - fine'],
])('D-52 a spreadsheet runs nothing of a cell that holds %j', async (name, cell) => {
  const { deps } = server
  const merchant = await aMerchant(deps)
  await sql('UPDATE merchants SET name = $2 WHERE id = $1', [merchant.id, name])
  await aSubmission(deps, { merchantId: merchant.id })
  expect((await download(`merchant_id=${merchant.id}`)).body).toContain(`"${merchant.id}","${cell}","`)
})

test('D-52 operators find decisions by their period, who made them and why', async () => {
  const { deps } = server
  const merchant = await aMerchant(deps)
  const other = await aDesk(server)
  const make = async () => (await aSubmission(deps, { merchantId: merchant.id })).id
  const [approved, blurred, own, pending] = [await make(), await make(), await make(), await make()]
  await desk.approve(approved)
  await other.decide({ id: blurred, status: 'rejected', reason: 'Blurred', reason_code: 'unreadable' })
  await other.reject(own, 'Torn')
  await other.approve(pending)
  await other.undo(pending)
  const of = { merchant_id: merchant.id }
  await sql(`UPDATE submissions SET decided_at = '2026-11-02T16:30:00Z' WHERE id = $1`, [blurred])
  await sql(`UPDATE submissions SET decided_at = '2026-10-02T16:30:00Z' WHERE id = ANY($1)`, [[approved, own]])
  expect(await found({ ...of, decided_from: '2026-11-03', decided_to: '2026-11-03' })).toEqual([blurred])
  expect(await found({ ...of, decided_to: '2026-11-02' })).toEqual([own, approved])
  expect(await found({ ...of, operator_id: desk.id })).toEqual([approved])
  expect(await found({ ...of, operator_id: other.id })).toEqual([own, blurred])
  expect(await found({ ...of, reason: 'unreadable' })).toEqual([blurred])
  expect(await found({ ...of, reason: 'own_words' })).toEqual([own])
  const rows = (await download(`merchant_id=${merchant.id}&operator_id=${other.id}&reason=unreadable`)).body
  expect(
    rows
      .trim()
      .split('\r\n')
      .map((row) => row.split(',')[0]),
  ).toEqual(['"id"', `"${blurred}"`])
  const choices = await desk.call<{ data: { id: number; name: string }[] }>('GET', '/operator-choices')
  expect(choices.data).toContainEqual({ id: other.id, name: 'Devi Nair' })
  expect((await search({ reason: 'mood', decided_from: 'x', operator_id: 'me' })).errors).toEqual({
    reason: [texts.invalidChoice],
    decided_from: [texts.invalidDate],
    operator_id: [expect.any(String)],
  })
})

test('D-52 the file holds every row of the filtered list once', async () => {
  const { merchantId } = await aSubmission(server.deps)
  await copies(merchantId, 2500)
  const rows = (await download(`merchant_id=${merchantId}&status=rejected`)).body.trim().split('\r\n').slice(1)
  expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(2500)
  expect(rows).toHaveLength(2500)
})

test('D-52 a file that is cut says so in its last row', async () => {
  const { merchantId } = await aSubmission(server.deps)
  await copies(merchantId, 3)
  const search = { filters: { merchant_id: merchantId }, operatorId: desk.id, timeZone: 'Asia/Kuala_Lumpur' }
  const firstCells = async (limit: number) => {
    const cells: unknown[] = []
    for await (const [cell] of csvRows(server.deps, search, limit)) cells.push(cell)
    return cells
  }
  expect(await firstCells(3)).toEqual([...Array(3).fill(expect.any(Number)), texts.exportCut(3)])
  expect(await firstCells(4)).toEqual(Array(4).fill(expect.any(Number)))
})

test('D-55 who took a file is written down, and not whom they searched for', async () => {
  const operator = await anOperator(server.deps)
  await download('person=Aina&status=pending&amount_from=9.90', operator)
  const { rows } = await sql(
    `SELECT e.action, e.subject_kind, e.subject_id, e.changed_fields, v.changes
     FROM audit_entries e JOIN audit_values v ON v.entry_id = e.id WHERE e.operator_id = $1`,
    [operator.id],
  )
  expect(rows).toEqual([
    {
      action: 'submissions.exported',
      subject_kind: 'operator',
      subject_id: operator.id,
      changed_fields: ['status', 'person', 'amount_from'],
      changes: [
        { field: 'status', before: null, after: 'pending' },
        { field: 'amount_from', before: null, after: '9.90' },
      ],
    },
  ])
})

test('D-52 an operator takes 20 files an hour', async () => {
  const operator = await anOperator(server.deps)
  const statuses: number[] = []
  for (let times = 0; times < 21; times += 1) statuses.push((await download('status=approved', operator)).statusCode)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
})

/** Further rejected submissions of the merchant's one. */
function copies(merchantId: number, count: number) {
  return sql(
    `INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
       picture_width, picture_height, status, created_at)
     SELECT user_id, merchant_id, purchase_date, n, n, n, file_sha256, 1, 1, 'rejected',
       date_trunc('second', created_at) - n / 3 * interval '1 second'
     FROM submissions, generate_series(1, $2::int) n WHERE merchant_id = $1`,
    [merchantId, count],
  )
}
