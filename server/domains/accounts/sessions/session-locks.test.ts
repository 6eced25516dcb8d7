import { expect, onTestFinished, test } from 'vitest'
import { createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { connect } from '../../../../tests/support/api/calls.ts'
import { countWaiting } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
const people = actorsOf(server)

/** While a member is locked, `end` waits for them and has locked none of their sessions. */
async function expectMemberFirst<Ended>({ id }: { id: number }, sessions: number, end: () => Promise<Ended>) {
  const client = await server.deps.db.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('BEGIN')
  await client.query({ text: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', values: [id] })
  const ending = end()
  await expect.poll(() => countWaiting(server)).toBe(1)
  const own = { text: 'SELECT FROM sessions WHERE user_id = $1 FOR UPDATE NOWAIT', values: [id] }
  expect((await client.query(own)).rowCount).toBe(sessions)
  await client.query('ROLLBACK')
  return ending
}

/** Deleting an account locks the member, then the keys of their vouchers, then their sessions. */
test.each([
  ['signing out other devices', 'DELETE', '/user/sessions'],
  ['a logout', 'POST', '/logout'],
] as const)('R-1.02 %s locks no session before its member', async (_, method, path) => {
  const member = await people.member()
  const call = connect(server, { headers: await createMemberSession(server.deps, member) })
  expect(await expectMemberFirst(member, 2, () => call(method, path, {}))).toMatchObject({ status: 200 })
})

test('R-1.02 the clean-up locks no expired session that opened a voucher before its member', async () => {
  const member = await people.member({ stamps: 5 })
  await member.open((await member.claimNew()).id)
  server.travel(31 * 86_400_000)
  const cleaned = await expectMemberFirst(member, 1, async () => accountsCleanUp(server.deps).sessions?.())
  expect(cleaned).toBeGreaterThanOrEqual(1)
  expect((await server.sql('SELECT FROM voucher_keys')).rowCount).toBe(0)
})
