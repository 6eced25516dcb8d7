import * as texts from '@stampus/contract/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, signedIn } from '../../../../tests/support/api/accounts.ts'
import { get } from '../../../../tests/support/api/calls.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

async function endOthers(headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ method: 'DELETE', url: '/api/user/sessions', headers })
  return { status: answer.statusCode, body: answer.json() }
}

test('D-10 a member ends all their other sessions, and no other member’s', async () => {
  const [member, other] = [await aMember(server.deps), await aMember(server.deps)]
  const own = await signedIn(server.deps, member)
  const elsewhere = [await signedIn(server.deps, member), await signedIn(server.deps, member)]
  const others = await signedIn(server.deps, other)
  expect(await endOthers(own)).toEqual({ status: 200, body: { message: texts.otherSessionsEnded, ended: 2 } })
  for (const headers of elsewhere) expect((await get(server, '/user', headers)).status).toBe(401)
  for (const headers of [own, others]) expect((await get(server, '/user', headers)).status).toBe(200)
  expect((await endOthers(own)).body.ended).toBe(0)
})

test('D-10 unverified and suspended members can end other sessions, guests cannot', async () => {
  for (const given of [{ verified: false }, { suspended: true }]) {
    const member = await aMember(server.deps, given)
    await signedIn(server.deps, member)
    expect((await endOthers(await signedIn(server.deps, member))).body.ended).toBe(1)
  }
  expect((await endOthers()).status).toBe(401)
})
