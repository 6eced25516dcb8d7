import { expect, test } from 'vitest'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'

const server = serverForTests()

const sql = (text: string, values: unknown[] = []) => server.sql(text, values)

/** A claimed voucher with the event of its claim. */
async function claimed() {
  const claimant = await createClaimant(server.deps, 5)
  const reward = await createReward(server.deps)
  const { data } = await vouchersOf(server, claimant).claim(reward)
  const { rows } = await sql('SELECT id FROM voucher_events WHERE voucher_id = $1', [data.id])
  return { userId: claimant.id, rewardId: reward.id, id: data.id, eventId: Number(rows[0]?.id) }
}

test('R-1.01 an entry of a voucher names one event, which makes one entry, negative for a claim', async () => {
  const { userId, eventId } = await claimed()
  const insert = (columns: string, values: string) =>
    sql(`INSERT INTO ledger_entries (user_id, created_at, ${columns}) VALUES ($1, now(), ${values})`, [userId])
  await expect(insert('kind, stamps, voucher_event_id', `'redemption', -2, ${eventId}`)).rejects.toThrow('unique')
  const { rows } = await sql(
    `INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at)
     SELECT voucher_id, 'unused', false, now() FROM voucher_events WHERE id = $1 RETURNING id`,
    [eventId],
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
  await claimed()
  const { id } = await claimed()
  const { pool } = server.deps.db
  expect(await findLedgerErrors(pool)).toEqual([])
  const undone = new Error('undone')
  const found = inTransaction(pool, async (tx) => {
    await tx.query({ text: change, values: [id] })
    expect(await findLedgerErrors(tx)).not.toEqual([])
    throw undone
  })
  await expect(found).rejects.toBe(undone)
})
