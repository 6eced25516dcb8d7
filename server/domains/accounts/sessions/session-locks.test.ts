import { expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { lockVoucher } from '../../rewards/vouchers/vouchers.store.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()

type Headers = Record<string, string>
const endings: Record<string, (headers: Headers) => Promise<{ statusCode: number }>> = {
  'signing out other devices': (headers) => server.app.inject({ method: 'DELETE', url: '/api/user/sessions', headers }),
  'a logout': (headers) => server.app.inject({ method: 'POST', url: '/api/logout', headers }),
}

/** Deleting an account locks the member, then the keys of their vouchers, then their sessions. */
test.each(Object.keys(endings))('R-1.02 %s locks no session before its member', async (name) => {
  const { pool } = server.deps.db
  const member = await createMember(server.deps)
  await createMemberSession(server.deps, member)
  const headers = await createMemberSession(server.deps, member)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({ text: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', values: [member.id] })
    const ending = endings[name]?.(headers)
    await expect.poll(countWaiting).toBe(1)
    const sessions = { text: 'SELECT FROM sessions WHERE user_id = $1 FOR UPDATE NOWAIT', values: [member.id] }
    expect((await client.query(sessions)).rowCount).toBe(2)
    await client.query('ROLLBACK')
    expect((await ending)?.statusCode).toBe(200)
  } finally {
    client.release(true)
  }
})

test('R-1.02 the clean-up locks no expired session that opened a voucher before its member', async () => {
  const { deps, travel } = server
  const claimant = await createClaimant(deps, 5)
  const own = vouchersOf(server, claimant)
  const { data } = await own.claim(await createReward(deps))
  await own.call('POST', `/vouchers/${data.id}/key`, {})
  travel(31 * 86_400_000)
  const client = await deps.db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({ text: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', values: [claimant.id] })
    const cleaning = accountsCleanUp(deps).sessions?.()
    await expect.poll(countWaiting).toBe(1)
    const sessions = { text: 'SELECT FROM sessions WHERE user_id = $1 FOR UPDATE NOWAIT', values: [claimant.id] }
    expect((await client.query(sessions)).rowCount).toBe(1)
    await client.query('ROLLBACK')
    expect(await cleaning).toBeGreaterThanOrEqual(1)
    expect((await client.query({ text: 'SELECT FROM voucher_keys', values: [] })).rowCount).toBe(0)
  } finally {
    client.release(true)
  }
})

/** A hand-over locks the voucher, then deletes its key; a session that ends deletes the key, then keeps it for late entries. */
test.each(Object.keys(endings))('R-1.02 %s does not wait for a voucher that is being handed over', async (name) => {
  const { deps } = server
  const claimant = await createClaimant(deps, 5)
  const { data } = await vouchersOf(server, claimant).claim(await createReward(deps))
  const opener = await createMemberSession(deps, claimant)
  await vouchersOf(server, { headers: opener }).call('POST', `/vouchers/${data.id}/key`, {})
  const client = await deps.db.pool.connect()
  try {
    await client.query('BEGIN')
    await lockVoucher(client, data.id)
    const ending = endings[name]?.(name === 'a logout' ? opener : claimant.headers)
    const ended = ending?.then(({ statusCode }) => statusCode)
    expect(
      await Promise.race([
        ended,
        expect
          .poll(countWaiting)
          .toBe(1)
          .then(() => 'waits'),
      ]),
    ).toBe(200)
    await client.query('ROLLBACK')
  } finally {
    client.release(true)
  }
})

async function countWaiting(): Promise<number> {
  const { rows } = await server.deps.db.pool.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}
