import type { AuditEntry } from '@stampus/contract/console/audit'
import type { list } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { expect, test } from 'vitest'
import { createOperator, createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createReward, createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { csvRows } from './csv-export.ts'
import type { AdminVoucherRow } from './desk.store.ts'

const server = serverForTests()
const people = actorsOf(server)

async function download(query: string, operator: { id: number }) {
  const headers = await createOperatorSession(server.deps, operator)
  return server.app.inject({ url: `/api/console/vouchers/export?${query}`, headers })
}

async function claim(title: string) {
  const member = await people.member({ stamps: 5 })
  return { member, voucher: await member.claimNew({ title, merchant_id: null }) }
}

test('R-3.01 a manager downloads vouchers as a CSV file that names no member and runs no formula, and the audit log says so', async () => {
  const { member, voucher } = await claim('=1+1')
  await claim('Another')
  const desk = await createVoucherDesk(server)
  await member.handOver(voucher, desk)
  const manager = await createOperator(server.deps, { role: 'manager' })
  const { statusCode, headers, body } = await download(`reward_id=${voucher.reward_id}&member_id=&state=used`, manager)
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="vouchers-\d{4}-\d\d-\d\d\.csv"$/),
  ])
  const [head, row, end] = body.split('\r\n')
  expect(head).toBe(
    '\ufeff"id","number","state","reward_id","reward","merchant_id","merchant","member_id","stamps","stamps_back","owed","currency","claimed_at","last_day","used_at","ended_at"',
  )
  const time = '"\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d"'
  expect(row).toMatch(
    new RegExp(
      `^"${voucher.id}","'${voucher.number}","used","${voucher.reward_id}","'=1\\+1","","","${member.id}","2","no","0.00","RM",${time},"${voucher.last_day}",${time},${time}$`,
    ),
  )
  expect(end).toBe('')
  expect(body).not.toContain(member.email)
  const { rows } = await server.sql('SELECT action, changed_fields FROM audit_entries WHERE operator_id = $1', [
    manager.id,
  ])
  expect(rows).toEqual([{ action: 'vouchers.exported', changed_fields: ['reward_id', 'state'] }])
  const log = await desk.call<{ data: AuditEntry[] }>('GET', `/audit?operator_id=${manager.id}`)
  expect(log.data.map(({ changes }) => changes)).toEqual([
    [
      { field: 'reward_id', before: null, after: '=1+1' },
      { field: 'state', before: null, after: 'used' },
    ],
  ])
})

test('R-3.01 D-53 a manager finds vouchers by their number or by the member, also for the file, whose audit entry names nobody', async () => {
  const { member, voucher } = await claim('Searched')
  const { voucher: second } = await claim('Another')
  const desk = await people.manager()
  const found = async (search: string) =>
    (await desk.call<AnswerOf<typeof list>>('GET', `/vouchers?search=${encodeURIComponent(search)}`)).data.map(
      ({ id }) => id,
    )
  const { number } = voucher
  const spaced = ` ${number.slice(0, 4)} ${number.slice(4)} `
  for (const search of [number, spaced, member.email, member.email.slice(0, -4).toUpperCase()])
    expect(await found(search)).toEqual([voucher.id])
  expect(await found(String(member.id))).toContain(voucher.id)
  for (const search of [number.slice(0, 7), 'Nobody at all']) expect(await found(search)).toEqual([])
  expect(await found('')).toEqual(expect.arrayContaining([voucher.id, second.id]))
  const manager = await createOperator(server.deps, { role: 'manager' })
  const { body } = await download(`search=${encodeURIComponent(member.email)}&state=ready`, manager)
  expect(body.trim().split('\r\n')).toEqual([expect.anything(), expect.stringContaining(`"${voucher.id}",`)])
  const { data } = await desk.call<{ data: AuditEntry[] }>('GET', `/audit?operator_id=${manager.id}`)
  expect(data.map(({ changes }) => changes)).toEqual([[{ field: 'state', before: null, after: 'ready' }]])
  expect(JSON.stringify(data)).not.toContain(member.email)
  expect((await download('', await createOperator(server.deps))).statusCode).toBe(403)
})

test('R-3.01 a merchant is owed only for vouchers that count as handed over, in the list and in the file', async () => {
  const own = await people.member({ stamps: 9 })
  const reward = await createReward(server.deps, { title: 'Owed kopi', owed_sen: 280 })
  const claimOne = async () => (await own.claim(reward)).data
  const [ready, used, voided] = [await claimOne(), await claimOne(), await claimOne()]
  const desk = await createVoucherDesk(server)
  for (const voucher of [used, voided]) await own.handOver(voucher, desk)
  expect((await desk.voidVoucher(voided.id, { state: 'used', stamps_back: true })).status).toBe(200)
  const { data } = await desk.call<AnswerOf<typeof list>>('GET', `/vouchers?reward_id=${reward.id}`)
  const time = expect.stringMatching(/^\d{4}-/)
  expect(data).toMatchObject([
    { id: voided.id, owed_sen: 0, used_at: time },
    { id: used.id, owed_sen: 280, used_at: time },
    { id: ready.id, owed_sen: 0, used_at: null },
  ])
  const { body } = await download(`reward_id=${reward.id}`, await createOperator(server.deps, { role: 'manager' }))
  expect([...body.matchAll(/"([\d.]+)","RM"/g)].map(([, owed]) => owed)).toEqual(['0.00', '2.80', '0.00'])
})

test('R-3.01 the last row of a file says when vouchers are missing', async () => {
  const reward = await createReward(server.deps)
  for (let count = 0; count < 2; count += 1) await (await people.member({ stamps: 5 })).claim(reward)
  const filter = { userId: undefined, rewardId: reward.id, state: undefined }
  const present = (row: AdminVoucherRow) => ({
    ...row,
    reward: { id: row.reward_id, title: row.title },
    member: { id: row.user_id, name: '', is_deleted: false },
    merchant: null,
    claimed_at: row.claimed_at.toISOString(),
    used_at: null,
    ended_at: null,
  })
  const cells = []
  for await (const row of csvRows(server.deps, { filter, present }, 1)) cells.push(row[0])
  expect(cells).toEqual([expect.any(Number), 'Only the newest 1 rows are in this file.'])
})
