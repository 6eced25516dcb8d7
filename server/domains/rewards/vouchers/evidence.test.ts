import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'

const server = serverForTests()
const people = actorsOf(server)
let userId: number
let voucherId: number
beforeAll(async () => {
  await people.member()
  const member = await people.member({ stamps: 5 })
  userId = member.id
  voucherId = (await member.claimNew()).id
})

test.each([
  ['used without an event', "UPDATE vouchers SET state = 'used', used_at = now(), ended_at = now() WHERE id = $1"],
  ['ended without an event', "UPDATE vouchers SET state = 'returned', ended_at = now() WHERE id = $1"],
  ['of other stamps than were taken', 'UPDATE vouchers SET stamps = 3 WHERE id = $1'],
  [
    'taken twice from the stock',
    'UPDATE rewards SET taken = 2 WHERE id = (SELECT reward_id FROM vouchers WHERE id = $1)',
  ],
  ['of another member', 'UPDATE vouchers SET user_id = (SELECT min(id) FROM users) WHERE id = $1'],
])('R-1.01 the ledger check finds a voucher that is %s', async (_what, change) => {
  const { pool } = server.deps.db
  const undone = new Error('undone')
  const found = inTransaction(pool, async (tx) => {
    await tx.query({ text: change, values: [voucherId] })
    expect(await findLedgerErrors(tx)).not.toEqual([])
    throw undone
  })
  await expect(found).rejects.toBe(undone)
  expect(await findLedgerErrors(pool)).toEqual([])
})

test('R-1.01 an entry of a voucher names one event, which makes one entry, negative for a claim', async () => {
  const insert = (columns: string, values: string) =>
    server.sql(`INSERT INTO ledger_entries (user_id, created_at, ${columns}) VALUES ($1, now(), ${values})`, [userId])
  const claim = `(SELECT id FROM voucher_events WHERE voucher_id = ${voucherId} AND kind = 'claimed')`
  await expect(insert('kind, stamps, voucher_event_id', `'redemption', -2, ${claim}`)).rejects.toThrow('unique')
  const { rows } = await server.sql(
    `INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at) VALUES ($1, 'unused', false, now()) RETURNING id`,
    [voucherId],
  )
  const other = Number(rows[0]?.id)
  for (const [columns, values] of [
    ['kind, stamps, voucher_event_id', `'redemption', 2, ${other}`],
    ['kind, stamps, voucher_event_id', `'redemption_return', -2, ${other}`],
    ['kind, stamps, voucher_event_id', `'approval', 2, ${other}`],
    ['kind, stamps', "'redemption', -2"],
    ['kind, stamps, voucher_event_id, stamp_adjustment_id', `'redemption', -2, ${other}, 1`],
  ] as const)
    await expect(insert(columns, values), values).rejects.toThrow('ledger_entries_kind_check')
})
