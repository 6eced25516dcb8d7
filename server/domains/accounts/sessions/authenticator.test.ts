import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMember, createMemberSession, giveStamps } from '../../../../tests/support/api/accounts.ts'
import { get, post } from '../../../../tests/support/api/calls.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { accountsCleanUp } from '../clean-up.ts'

let server: TestApp

const DAY = 24 * 60 * 60 * 1000

beforeEach(async () => {
  server = await testApp()
})
afterEach(() => server.close())

/** When a session was last used. It is stored after the response, so poll it before going on. */
async function lastUse(): Promise<number> {
  const { rows } = await server.deps.db.pool.query('SELECT max(last_used_at) AS at FROM sessions')
  return (rows[0].at as Date).getTime()
}

const count = async (table: string) => (await server.deps.db.pool.query(`SELECT FROM ${table}`)).rowCount

async function cleanUp(): Promise<void> {
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
}

test('D-10 a session ends after 30 days without use, and after 90 days in all', async () => {
  const member = await createMember(server.deps)
  const [idle, used] = [await createMemberSession(server.deps, member), await createMemberSession(server.deps, member)]
  for (const day of [29, 58, 87]) {
    server.travel(29 * DAY)
    const now = server.deps.now().getTime()
    expect((await get(server, '/user', used)).status).toBe(200)
    await expect.poll(lastUse).toBeGreaterThanOrEqual(now)
    if (day === 58) expect((await get(server, '/user', idle)).status).toBe(401)
  }
  server.travel(4 * DAY)
  expect((await get(server, '/user', used)).status).toBe(401)
  await cleanUp()
  expect(await count('sessions')).toBe(0)
})

test('D-10 the last use of a session is stored at most once a minute', async () => {
  const headers = await createMemberSession(server.deps, await createMember(server.deps))
  const first = await lastUse()
  server.travel(50_000)
  await get(server, '/user', headers)
  server.travel(20_000)
  await get(server, '/user', headers)
  // If the first use had been stored, the second would not be.
  await expect.poll(lastUse).toBeGreaterThanOrEqual(first + 60_000)
})

test('D-20 accounts not verified within 7 days are deleted with their sessions; suspended and verified ones stay', async () => {
  await createMemberSession(server.deps, await createMember(server.deps, { verified: false }))
  const verified = await createMember(server.deps)
  const suspended = await createMember(server.deps, { verified: false, suspended: true })
  server.travel(6 * DAY)
  const young = await createMember(server.deps, { verified: false })
  await cleanUp()
  expect(await count('users')).toBe(4)
  server.travel(2 * DAY)
  await cleanUp()
  const { rows } = await server.deps.db.pool.query('SELECT id FROM users ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual([verified.id, suspended.id, young.id])
  expect(await count('sessions')).toBe(0)
})

test('D-20 D-45 an unverified account with stamps is never deleted', async () => {
  const member = await createMember(server.deps, { verified: false })
  await giveStamps(server.deps, member.id)
  server.travel(8 * DAY)
  await cleanUp()
  expect(
    (await server.deps.db.pool.query({ text: 'SELECT FROM users WHERE id = $1', values: [member.id] })).rowCount,
  ).toBe(1)
})

test('D-22 a pending address is cancelled once its link has expired', async () => {
  const member = await createMember(server.deps)
  const { id, password } = member
  await server.deps.db.pool.query({
    text: 'UPDATE users SET pending_email = $2 WHERE id = $1',
    values: [id, 'n@campus.edu.my'],
  })
  await server.deps.db.pool.query({
    text: "INSERT INTO email_changes (user_id, old_email, new_email, created_at) VALUES ($1, 'o', 'n', $2)",
    values: [id, server.deps.now()],
  })
  const pending = async () =>
    (await get(server, '/user', await createMemberSession(server.deps, member))).body.data?.pending_email
  server.travel(59 * 60_000)
  await cleanUp()
  expect(await pending()).toBe('n@campus.edu.my')
  server.travel(2 * 60_000)
  await cleanUp()
  expect(await pending()).toBeNull()
  expect((await post(server, '/login', { email: member.email, password })).status).toBe(200)
})
