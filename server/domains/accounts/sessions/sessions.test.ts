import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { get } from '../../../../tests/support/api/calls.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

async function endOthers(headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ method: 'DELETE', url: '/api/user/sessions', headers })
  return { status: answer.statusCode, body: answer.json() }
}

test('D-10 a member ends all their other sessions, and no other member’s', async () => {
  const [member, other] = [await createMember(server.deps), await createMember(server.deps)]
  const own = await createMemberSession(server.deps, member)
  const elsewhere = [await createMemberSession(server.deps, member), await createMemberSession(server.deps, member)]
  const others = await createMemberSession(server.deps, other)
  expect(await endOthers(own)).toEqual({ status: 200, body: { message: texts.otherSessionsEnded, ended: 2 } })
  for (const headers of elsewhere) expect((await get(server, '/user', headers)).status).toBe(401)
  for (const headers of [own, others]) expect((await get(server, '/user', headers)).status).toBe(200)
  expect((await endOthers(own)).body.ended).toBe(0)
})

test('D-10 unverified and suspended members can end other sessions, guests cannot', async () => {
  for (const given of [{ verified: false }, { suspended: true }]) {
    const member = await createMember(server.deps, given)
    await createMemberSession(server.deps, member)
    expect((await endOthers(await createMemberSession(server.deps, member))).body.ended).toBe(1)
  }
  expect((await endOthers()).status).toBe(401)
})
