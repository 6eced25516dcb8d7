import { expect, test } from 'vitest'
import { createMemberSession, createSignedInMember, type SignedInMember } from '../../../tests/support/api/accounts.ts'
import { post, postForm } from '../../../tests/support/api/calls.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { signPath } from '../../platform/storage/signed-addresses.ts'

const server = serverForTests()

const signedMember = () => createSignedInMember(server.deps)
const urlFor = async ({ headers }: Pick<SignedInMember, 'headers'>) =>
  String((await post(server, '/user/data-export', {}, { headers })).body.data?.url)
const statusOf = async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  (await server.app.inject({ method, url })).statusCode

test('D-44 D-91 the address opens only the file of its own member, for 5 to 10 minutes', async () => {
  const [member, other] = [await signedMember(), await signedMember()]
  const url = await urlFor(member)
  expect(url).toMatch(new RegExp(`^/files/data-export/${member.id}\\?expires=\\d+&signature=[\\w-]+&holder=[\\w-]+$`))
  const { APP_KEY } = server.deps.config
  const path = `/files/data-export/${member.id}`
  const expiresAt = new Date(server.deps.now().getTime() + 60_000)
  const wrongUrls = [
    path,
    url.replace(`/${member.id}?`, `/${other.id}?`),
    url.replace(`/${member.id}?`, `/0${member.id}?`),
    url.replace(/expires=(\d)/, 'expires=9$1'),
    url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
    url.replace(/holder=(.)/, (_, first) => `holder=${first === 'A' ? 'B' : 'A'}`),
    url.replace(/&holder=.*/, ''),
    signPath(APP_KEY, path, { purpose: 'picture', expiresAt }),
    signPath(APP_KEY, path, { purpose: 'data-export', expiresAt }),
  ]
  for (const url of wrongUrls) expect([url, await statusOf(url)]).toEqual([url, 403])
  expect(await statusOf(url, 'HEAD')).toBe(403)
  expect(await statusOf(url)).toBe(200)
  server.travel(10 * 60_000)
  expect(await statusOf(url)).toBe(403)
})

test('D-91 the address stops working when the session that requested it logs out, but not when another session does', async () => {
  const member = await signedMember()
  const elsewhere = { headers: await createMemberSession(server.deps, member) }
  const [url, otherUrl] = [await urlFor(member), await urlFor(elsewhere)]
  expect(await statusOf(url)).toBe(200)
  expect((await post(server, '/logout', {}, { headers: member.headers })).status).toBe(200)
  expect(await statusOf(url)).toBe(403)
  expect(await statusOf(otherUrl)).toBe(200)
})

test('D-91 a password change stops every address, also the one of the session that made the change', async () => {
  const member = await signedMember()
  const elsewhere = { headers: await createMemberSession(server.deps, member) }
  const urls = [await urlFor(member), await urlFor(elsewhere)]
  const { name, email, password: current_password, headers } = member
  const form = { name, email, current_password, password: 'Teh-tar1k!', password_confirmation: 'Teh-tar1k!' }
  expect((await postForm(server, '/user/profile', form, headers)).status).toBe(200)
  for (const url of urls) expect(await statusOf(url)).toBe(403)
  expect(await statusOf(await urlFor(member))).toBe(200)
})

test('D-91 a suspension stops the address, and reinstatement does not restore it', async () => {
  const member = await signedMember()
  const manager = await createDesk(server, { role: 'manager' })
  const url = await urlFor(member)
  const path = `/members/${member.id}/suspension`
  for (const [method, given, status] of [
    ['POST', { reason: 'Test' }, 201],
    ['DELETE', undefined, 200],
  ] as const) {
    expect((await manager.call(method, path, given)).status).toBe(status)
    expect(await statusOf(url)).toBe(403)
  }
})
