import type pg from 'pg'
import { expect, test } from 'vitest'
import { createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { connect } from '../../../../tests/support/api/calls.ts'
import { vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { lockVoucher } from '../../rewards/vouchers/vouchers.store.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
const people = actorsOf(server)

const endings = {
  'signing out other devices': (headers: Record<string, string>) =>
    connect(server, { headers })('DELETE', '/user/sessions'),
  'a logout': (headers: Record<string, string>) => connect(server, { headers })('POST', '/logout', {}),
}
const names = ['signing out other devices', 'a logout'] as const

/** Works in a transaction that is rolled back by `release`, or at the end. */
async function holding(work: (client: pg.PoolClient, release: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = await server.deps.db.pool.connect()
  try {
    await client.query('BEGIN')
    await work(client, () => client.query('ROLLBACK'))
  } finally {
    client.release(true)
  }
}

/** While a member is locked, `end` waits for them and has locked none of their sessions. */
async function expectMemberFirst<Ended>({ id }: { id: number }, sessions: number, end: () => Promise<Ended>) {
  let ending: Promise<Ended> | undefined
  await holding(async (client, release) => {
    await client.query({ text: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', values: [id] })
    ending = end()
    await expect.poll(countWaiting).toBe(1)
    const own = { text: 'SELECT FROM sessions WHERE user_id = $1 FOR UPDATE NOWAIT', values: [id] }
    expect((await client.query(own)).rowCount).toBe(sessions)
    await release()
    await ending
  })
  return ending
}

/** Deleting an account locks the member, then the keys of their vouchers, then their sessions. */
test.each(names)('R-1.02 %s locks no session before its member', async (name) => {
  const member = await people.member()
  const headers = await createMemberSession(server.deps, member)
  expect(await expectMemberFirst(member, 2, () => endings[name](headers))).toMatchObject({ status: 200 })
})

test('R-1.02 the clean-up locks no expired session that opened a voucher before its member', async () => {
  const member = await people.member({ stamps: 5 })
  await member.open((await member.claimNew()).id)
  server.travel(31 * 86_400_000)
  const cleaned = await expectMemberFirst(member, 1, async () => accountsCleanUp(server.deps).sessions?.())
  expect(cleaned).toBeGreaterThanOrEqual(1)
  expect((await server.sql('SELECT FROM voucher_keys')).rowCount).toBe(0)
})

/** A hand-over locks the voucher, then deletes its key; a session that ends deletes the key, then keeps it for late entries. */
test.each(names)('R-1.02 %s does not wait for a voucher that is being handed over', async (name) => {
  const member = await people.member({ stamps: 5 })
  const { id } = await member.claimNew()
  const opener = await createMemberSession(server.deps, member)
  await vouchersOf(server, { headers: opener }).open(id)
  await holding(async (client, release) => {
    await lockVoucher(client, id)
    const ended = endings[name](name === 'a logout' ? opener : member.headers).then(({ status }) => status)
    const waits = expect
      .poll(countWaiting)
      .toBe(1)
      .then(() => 'waits')
    expect(await Promise.race([ended, waits])).toBe(200)
    await release()
  })
})

async function countWaiting(): Promise<number> {
  const { rows } = await server.sql(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}
