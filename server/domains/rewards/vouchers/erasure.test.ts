import type { AdminVoucher, show } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { openVoucher } from '../../../../tests/support/api/counter-vouchers.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createReward, createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
const balanceOf = checkedLedger(server)

test('R-3.06 deleting the account voids ready vouchers without their stamps and keeps the facts, which managers see without a name and reasons', async () => {
  const member = await people.member({ stamps: 20 })
  const { id: ready } = await member.claimNew({ stock: 1 })
  const used = await member.claimNew()
  const [{ id: returned }, { id: voided }] = [await member.claimNew(), await member.claimNew()]
  const { id: expired } = await member.claimNew({ valid_days: 1 })
  server.travel(2 * DAY_MS)
  const manager = await createVoucherDesk(server)
  await member.open(ready)
  await member.handOver(used, manager)
  await member.giveBack(returned)
  await manager.voidVoucher(voided, { reason: 'Aina Rahman was served already.' })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const query = `member_id=${member.id}`
  const { data } = await manager.call<{ data: AdminVoucher[] }>('GET', `/vouchers?${query}`)
  const deleted = { id: member.id, name: 'Deleted member', is_deleted: true }
  expect(data).toMatchObject([
    { id: expired, state: 'expired', member: deleted },
    { id: voided, state: 'voided', member: deleted },
    { id: returned, state: 'returned', member: deleted },
    { id: used.id, state: 'used', member: deleted },
    { id: ready, state: 'voided', member: deleted },
  ])
  expect(await balanceOf(member.id)).toBe(20 - 2 - 2 - 2)
  for (const kept of ['SELECT FROM voucher_keys', "SELECT FROM voucher_reasons WHERE reason LIKE '%Aina%'"])
    expect((await server.sql(kept)).rowCount).toBe(0)
  const shown = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${voided}`)
  expect(shown.data.member).toEqual(deleted)
  expect(shown.data.events.map((event) => event.reason)).toEqual(['', null])
  const log = await manager.call<object>('GET', `/audit?subject_kind=voucher&subject_id=${voided}`)
  expect(JSON.stringify(log)).not.toContain('Aina')
  const rows = (await manager.file(`/vouchers/export?${query}`)).split('\r\n').filter((row) => row.startsWith('"'))
  expect(rows.map((row) => row.split('","')[7])).toEqual(Array(5).fill(String(member.id)))
})

test('R-3.06 deleting the account removes the keys of its claims, also those that name another voucher', async () => {
  const { deps } = server
  const member = await people.member({ stamps: 20 })
  const first = await member.claim(await createReward(deps), 'aina.rahman@campus.edu.my')
  for (const key of [first.data.id + 1, first.data.id + 2, first.data.id])
    expect((await member.claim(await createReward(deps), String(key))).status).toBe(201)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const { rows } = await server.sql('SELECT id, idempotency_key AS key FROM vouchers WHERE user_id = $1', [member.id])
  expect(rows).toHaveLength(4)
  for (const { id, key } of rows) expect(key).toBe(`voucher ${id}`)
})

test('R-3.06 R-4.02 a counter sees `Deleted member` for a hand-over of today whose member deleted the account', async () => {
  const { counter, claimant, id, number, code } = await openVoucher(server)
  await counter.check(number, code())
  await counter.handOver(id)
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  expect(await counter.today()).toMatchObject([{ id, name: 'Deleted member', cashier: 'Aminah' }])
})
