import { expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  giveStamps,
} from '../../../../tests/support/api/accounts.ts'
import { get, post } from '../../../../tests/support/api/calls.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()

const DAY = 24 * 60 * 60 * 1000

/** When the sessions of a member were last used. It is stored after the response, so poll it before going on. */
async function lastUse({ id }: { id: number }): Promise<number> {
  const { rows } = await server.sql('SELECT max(last_used_at) AS at FROM sessions WHERE user_id = $1', [id])
  return (rows[0].at as Date).getTime()
}

const countSessions = async (ids: number[]) =>
  (await server.sql('SELECT FROM sessions WHERE user_id = ANY($1)', [ids])).rowCount
/** Which of these accounts are left after the clean-up. */
async function leftOf(members: { id: number }[]): Promise<number[]> {
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  const ids = members.map(({ id }) => id)
  const { rows } = await server.sql('SELECT id FROM users WHERE id = ANY($1) ORDER BY id', [ids])
  return rows.map(({ id }) => id)
}

test('D-10 a session ends after 30 days without use, and after 90 days in all', async () => {
  const member = await createMember(server.deps)
  const [idle, used] = [await createMemberSession(server.deps, member), await createMemberSession(server.deps, member)]
  for (const day of [29, 58, 87]) {
    server.travel(29 * DAY)
    const now = server.deps.now().getTime()
    expect((await get(server, '/user', used)).status).toBe(200)
    await expect.poll(() => lastUse(member)).toBeGreaterThanOrEqual(now)
    if (day === 58) expect((await get(server, '/user', idle)).status).toBe(401)
  }
  server.travel(4 * DAY)
  expect((await get(server, '/user', used)).status).toBe(401)
  expect(await leftOf([member])).toEqual([member.id])
  expect(await countSessions([member.id])).toBe(0)
})

test('D-10 the last use of a session is stored at most once a minute', async () => {
  const member = await createSignedInMember(server.deps)
  const first = await lastUse(member)
  for (const ms of [50_000, 20_000]) {
    server.travel(ms)
    await get(server, '/user', member.headers)
  }
  // If the first use had been stored, the second would not be.
  await expect.poll(() => lastUse(member)).toBeGreaterThanOrEqual(first + 60_000)
})

test('D-20 D-45 accounts not verified within 7 days are deleted with their sessions; verified and suspended ones and those with stamps stay', async () => {
  const { deps } = server
  const waiting = await createSignedInMember(deps, { verified: false })
  const verified = await createMember(deps)
  const suspended = await createMember(deps, { verified: false, suspended: true })
  const rich = await createMember(deps, { verified: false })
  await giveStamps(deps, rich.id)
  server.travel(6 * DAY)
  const young = await createMember(deps, { verified: false })
  const all = [waiting, verified, suspended, rich, young]
  expect(await leftOf(all)).toHaveLength(5)
  server.travel(2 * DAY)
  expect(await leftOf(all)).toEqual([verified, suspended, rich, young].map(({ id }) => id))
  expect(await countSessions(all.map(({ id }) => id))).toBe(0)
})

test('D-22 a pending address is cancelled once its link has expired', async () => {
  const { id, email, password } = await createMember(server.deps)
  await server.sql("UPDATE users SET pending_email = 'n@campus.edu.my' WHERE id = $1", [id])
  const change = "INSERT INTO email_changes (user_id, old_email, new_email, created_at) VALUES ($1, 'o', 'n', $2)"
  await server.sql(change, [id, server.deps.now()])
  for (const [minutes, pending] of [
    [59, 'n@campus.edu.my'],
    [2, null],
  ] as const) {
    server.travel(minutes * 60_000)
    await leftOf([])
    const { body } = await get(server, '/user', await createMemberSession(server.deps, { id }))
    expect(body.data?.pending_email).toBe(pending)
  }
  expect((await post(server, '/login', { email, password })).status).toBe(200)
})
