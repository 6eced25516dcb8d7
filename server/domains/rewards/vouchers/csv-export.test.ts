import type { AuditEntry } from '@stampus/contract/console/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperator, createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { csvRows } from './csv-export.ts'
import type { AdminVoucherRow } from './desk.store.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

async function download(query: string, operator: { id: number }) {
  const headers = await createOperatorSession(server.deps, operator)
  return server.app.inject({ url: `/api/console/vouchers/export?${query}`, headers })
}

async function claim(title: string) {
  const member = await createClaimant(server.deps, 5)
  const reward = await createReward(server.deps, { title, merchant_id: null })
  const { data } = await vouchersOf(server, member).claim(reward)
  return { member, reward, voucher: data }
}

test('R-3.01 a manager downloads vouchers as a CSV file that names no member and runs no formula, and the audit log says so', async () => {
  const { member, reward, voucher } = await claim('=1+1')
  await claim('Another')
  const desk = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
  await vouchersOf(server, member).handOver(voucher, desk)
  const manager = await createOperator(server.deps, { role: 'manager' })
  const { statusCode, headers, body } = await download(`reward_id=${reward.id}&member_id=&state=used`, manager)
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="vouchers-\d{4}-\d\d-\d\d\.csv"$/),
  ])
  const [head, row, end] = body.split('\r\n')
  expect(head).toBe(
    '\ufeff"id","number","state","reward_id","reward","merchant_id","merchant","member_id","stamps","stamps_back","owed","currency","claimed_at","last_day","used_at","ended_at"',
  )
  const number = voucher.number.replace(/^\d{4}/, '$& ')
  const time = '"\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d"'
  expect(row).toMatch(
    new RegExp(
      `^"${voucher.id}","${number}","used","${reward.id}","'=1\\+1","","","${member.id}","2","no","0.00","RM",${time},"${voucher.last_day}",${time},${time}$`,
    ),
  )
  expect(end).toBe('')
  expect(body).not.toContain(member.email)
  const { rows } = await server.deps.db.pool.query({
    text: 'SELECT action, changed_fields FROM audit_entries WHERE operator_id = $1',
    values: [manager.id],
  })
  expect(rows).toEqual([{ action: 'vouchers.exported', changed_fields: ['reward_id', 'state'] }])
  const log = await desk.call<{ data: AuditEntry[] }>('GET', `/audit?operator_id=${manager.id}`)
  expect(log.data.map(({ changes }) => changes)).toEqual([
    [
      { field: 'reward_id', before: null, after: '=1+1' },
      { field: 'state', before: null, after: 'used' },
    ],
  ])
})

test('R-3.01 a reviewer cannot download vouchers', async () => {
  expect((await download('', await createOperator(server.deps))).statusCode).toBe(403)
})

test('R-3.01 the last row of a file says when vouchers are missing', async () => {
  const { reward } = await claim('Many')
  const second = await createClaimant(server.deps, 5)
  await vouchersOf(server, second).claim(reward)
  const filter = { userId: undefined, rewardId: reward.id, state: undefined }
  const present = (row: AdminVoucherRow) => ({
    ...row,
    reward: { id: row.reward_id, title: row.title },
    member: { id: row.user_id, name: '', is_deleted: false },
    merchant: null,
    claimed_at: row.claimed_at.toISOString(),
    ended_at: null,
  })
  const cells = []
  for await (const row of csvRows(server.deps, { filter, present }, 1)) cells.push(row[0])
  expect(cells).toEqual([expect.any(Number), 'Only the newest 1 rows are in this file.'])
})
