import { randomUUID } from 'node:crypto'
import type { AdminVoucher, show } from '@stampus/contract/console/vouchers'
import type { HandOverRow } from '@stampus/contract/counter/handOvers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { afterEach, expect, test } from 'vitest'
import { voucherCode } from '../../../../tests/support/api/codes.ts'
import { connectCounter, createWorkingPhone } from '../../../../tests/support/api/counters.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

const statesOf = async (userId: number) => {
  const text = `SELECT v.title, v.state, EXISTS (SELECT FROM voucher_keys k WHERE k.voucher_id = v.id) AS has_key
    FROM vouchers v WHERE v.user_id = $1 ORDER BY v.id`
  return (await server.deps.db.pool.query({ text, values: [userId] })).rows
}

test('R-3.06 deleting the account voids ready vouchers without their stamps and keeps the facts', async () => {
  const { deps } = server
  const manager = await createDesk(server, { role: 'manager' })
  const claimant = await createClaimant(deps, 20)
  const member = vouchersOf(server, claimant)
  const claim = async (title: string, given: object = {}) =>
    (await member.claim(await createReward(deps, { title, ...given }))).data
  const [ready, used, returned, voided] = [
    await claim('ready', { stock: 1 }),
    await claim('used'),
    await claim('returned'),
    await claim('voided'),
  ]
  await claim('expired', { valid_days: 1 })
  await member.call('POST', `/vouchers/${ready.id}/key`, {})
  await member.handOver(used, manager)
  await member.giveBack(returned.id)
  const reason = 'Aina Rahman was served already.'
  await manager.call('POST', `/vouchers/${voided.id}/void`, { state: 'ready', reason, stamps_back: false })
  server.travel(2 * DAY_MS)
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  expect(await statesOf(claimant.id)).toEqual([
    { title: 'ready', state: 'voided', has_key: false },
    { title: 'used', state: 'used', has_key: false },
    { title: 'returned', state: 'returned', has_key: false },
    { title: 'voided', state: 'voided', has_key: false },
    { title: 'expired', state: 'expired', has_key: false },
  ])
  expect(await findBalance(deps.db.pool, claimant.id)).toBe(20 - 2 - 2 - 2)
  const reasons = await deps.db.pool.query("SELECT FROM voucher_reasons WHERE reason LIKE '%Aina%'")
  expect(reasons.rowCount).toBe(0)
})

test('R-3.06 deleting the account removes the keys of its claims, also those that name another voucher', async () => {
  const { deps } = server
  const claimant = await createClaimant(deps, 20)
  const member = vouchersOf(server, claimant)
  const first = await member.claim(await createReward(deps), 'aina.rahman@campus.edu.my')
  for (const key of [first.data.id + 1, first.data.id + 2, first.data.id])
    expect((await member.claim(await createReward(deps), String(key))).status).toBe(201)
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  const text = 'SELECT id, idempotency_key AS key FROM vouchers WHERE user_id = $1'
  const { rows } = await deps.db.pool.query<{ id: number; key: string }>({ text, values: [claimant.id] })
  expect(rows).toHaveLength(4)
  for (const { id, key } of rows) expect(key).toBe(`voucher ${id}`)
})

test('R-3.06 managers see the vouchers of a deleted account under `Deleted member` and without reasons', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const claimant = await createClaimant(server.deps, 20)
  const member = vouchersOf(server, claimant)
  const [ready, used, voided] = [
    (await member.claim(await createReward(server.deps))).data,
    (await member.claim(await createReward(server.deps))).data,
    (await member.claim(await createReward(server.deps))).data,
  ]
  await member.handOver(used, manager)
  const reason = 'Aina Rahman was served already.'
  await manager.call('POST', `/vouchers/${voided.id}/void`, { state: 'ready', reason, stamps_back: false })
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  const deleted = { id: claimant.id, name: 'Deleted member', is_deleted: true }
  const query = `member_id=${claimant.id}`
  const { data } = await manager.call<{ data: AdminVoucher[] }>('GET', `/vouchers?${query}`)
  expect(data.map(({ id, state, member }) => ({ id, state, member }))).toEqual([
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
  expect(rows.map((row) => row.split('","')[7])).toEqual([
    String(claimant.id),
    String(claimant.id),
    String(claimant.id),
  ])
})

test('R-3.06 R-4.02 a counter sees `Deleted member` for a hand-over of today whose member deleted the account', async () => {
  const { deps } = server
  const phone = await createWorkingPhone(deps)
  const counter = connectCounter(server, phone)
  const claimant = await createClaimant(deps, 20)
  const member = vouchersOf(server, claimant)
  const { data: voucher } = await member.claim(await createReward(deps, { merchant_id: phone.merchantId }))
  const { data: device } = await member.call<{ data: { key: string } }>('POST', `/vouchers/${voucher.id}/key`, {})
  const code = voucherCode(device.key, deps.now().getTime())
  await counter('POST', '/vouchers/check', { number: voucher.number, code })
  await counter('POST', `/vouchers/${voucher.id}/hand-over`, {}, { 'idempotency-key': randomUUID() })
  expect((await deleteOwnAccount(server, claimant)).status).toBe(200)
  const today = await counter<HandOverRow[]>('GET', '/hand-overs')
  expect(today.data).toMatchObject([{ id: voucher.id, name: 'Deleted member', cashier: 'Aminah' }])
})
