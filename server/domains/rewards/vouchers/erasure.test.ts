import type { AdminVoucher, show } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { afterEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { openVoucher } from '../../../../tests/support/api/counter-vouchers.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createReward, createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

const DAY_MS = 86_400_000
const REASON = 'Aina Rahman was served already.'

const server = serverForTests()
const people = actorsOf(server)
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

test('R-3.06 deleting the account voids ready vouchers without their stamps and keeps the facts', async () => {
  const manager = await createVoucherDesk(server)
  const member = await people.member({ stamps: 20 })
  const { id: ready } = await member.claimNew({ title: 'ready', stock: 1 })
  const used = await member.claimNew({ title: 'used' })
  const { id: returned } = await member.claimNew({ title: 'returned' })
  const { id: voided } = await member.claimNew({ title: 'voided' })
  await member.claimNew({ title: 'expired', valid_days: 1 })
  await member.open(ready)
  await member.handOver(used, manager)
  await member.giveBack(returned)
  await manager.voidVoucher(voided, { reason: REASON })
  server.travel(2 * DAY_MS)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const { rows } = await server.sql(
    `SELECT v.title, v.state, EXISTS (SELECT FROM voucher_keys k WHERE k.voucher_id = v.id) AS has_key
     FROM vouchers v WHERE v.user_id = $1 ORDER BY v.id`,
    [member.id],
  )
  expect(rows).toEqual([
    { title: 'ready', state: 'voided', has_key: false },
    { title: 'used', state: 'used', has_key: false },
    { title: 'returned', state: 'returned', has_key: false },
    { title: 'voided', state: 'voided', has_key: false },
    { title: 'expired', state: 'expired', has_key: false },
  ])
  expect(await findBalance(server.deps.db.pool, member.id)).toBe(20 - 2 - 2 - 2)
  const reasons = await server.sql("SELECT FROM voucher_reasons WHERE reason LIKE '%Aina%'")
  expect(reasons.rowCount).toBe(0)
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

test('R-3.06 managers see the vouchers of a deleted account under `Deleted member` and without reasons', async () => {
  const manager = await createVoucherDesk(server)
  const member = await people.member({ stamps: 20 })
  const [ready, used, voided] = [await member.claimNew(), await member.claimNew(), await member.claimNew()]
  await member.handOver(used, manager)
  await manager.voidVoucher(voided.id, { reason: REASON })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const deleted = { id: member.id, name: 'Deleted member', is_deleted: true }
  const query = `member_id=${member.id}`
  const { data } = await manager.call<{ data: AdminVoucher[] }>('GET', `/vouchers?${query}`)
  expect(data).toMatchObject([
    { id: voided.id, state: 'voided', member: deleted },
    { id: used.id, state: 'used', member: deleted },
    { id: ready.id, state: 'voided', member: deleted },
  ])
  const shown = await manager.call<AnswerOf<typeof show>>('GET', `/vouchers/${voided.id}`)
  expect(shown.data.member).toEqual(deleted)
  expect(shown.data.events.map((event) => event.reason)).toEqual(['', null])
  const log = await manager.call<object>('GET', `/audit?subject_kind=voucher&subject_id=${voided.id}`)
  expect(JSON.stringify(log)).not.toContain('Aina')
  const rows = (await manager.file(`/vouchers/export?${query}`)).split('\r\n').filter((row) => row.startsWith('"'))
  expect(rows.map((row) => row.split('","')[7])).toEqual(Array(3).fill(String(member.id)))
})

test('R-3.06 R-4.02 a counter sees `Deleted member` for a hand-over of today whose member deleted the account', async () => {
  const { counter, claimant, id, number, code } = await openVoucher(server)
  await counter.check(number, code())
  await counter.handOver(id)
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  expect(await counter.today()).toMatchObject([{ id, name: 'Deleted member', cashier: 'Aminah' }])
})
