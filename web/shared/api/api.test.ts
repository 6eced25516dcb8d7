import { currentUser } from '@stampus/contract/accounts'
import { list } from '@stampus/contract/submissions'
import { afterEach, expect, test, vi } from 'vitest'
import { browserOfEachTest, type Reply } from '../../../tests/support/browser/browser-globals.ts'

const browser = browserOfEachTest()
afterEach(() => vi.unstubAllEnvs())

/** Opens a page with a session whose token is `old`. `user` is the member that the session holds. */
async function openPage() {
  browser.reloadAs(7, { token: 'old', user })
  const [api, sessions] = [await import('./api.ts'), await import('../storage/session.ts')]
  const read = () => {
    const { token, ended } = sessions.useSession.getState()
    return { token, ended, isStored: browser.storage.getItem('session') !== null }
  }
  return { ...api, ...sessions, read }
}

const user = {
  id: 7,
  name: 'Nurul Izzah',
  email: 'nurul@student.campus.edu.my',
  email_verified_at: '2026-11-01T00:00:00.000Z',
  suspended: false,
  created_at: '2026-11-01T00:00:00.000Z',
  profile_avatar_url: null,
  placeholder_image_url: null,
}
const expired = { status: 401, body: { message: 'Unauthenticated.' } }

/** Holds all requests until the returned function answers the oldest one. */
function holdRequests() {
  const held: ((reply: { status: number; body?: unknown }) => void)[] = []
  browser.state.respond = () => new Promise((resolve) => held.push(resolve))
  return (reply: { status: number; body?: unknown }) => held.shift()?.(reply)
}

test('S-4.02 D-13 a 401 for the current token ends the session', async () => {
  const page = await openPage()
  browser.state.respond = () => expired
  await expect(page.call(list, {})).rejects.toMatchObject({ status: 401 })
  expect(browser.requests[0]?.headers.authorization).toBe('Bearer old')
  expect(page.read()).toEqual({ token: null, ended: 'session_expired', isStored: false })
})

test('S-4.02 D-13 a late 401 for a token that a new login has replaced ends nothing', async () => {
  const page = await openPage()
  const answer = holdRequests()
  const late = page.call(list, {}).catch((error) => error)
  page.signIn({ token: 'new', user, remember: true })
  answer(expired)
  expect(await late).toMatchObject({ status: 401 })
  expect(page.read()).toEqual({ token: 'new', ended: null, isStored: true })
})

test('S-4.02 a 401 for a token that was passed to the call itself does not end the session', async () => {
  const page = await openPage()
  browser.state.respond = () => expired
  await expect(page.call(list, {}, { token: 'other' })).rejects.toMatchObject({ status: 401 })
  expect(browser.requests[0]?.headers.authorization).toBe('Bearer other')
  expect(page.read()).toEqual({ token: 'old', ended: null, isStored: true })
})

for (const status of [0, 403, 404, 409, 422, 429, 500])
  test(`S-4.02 an answer with status ${status} keeps the session`, async () => {
    const page = await openPage()
    browser.state.respond = ({ path }) => (path === '/api/user' ? { status: 200, body: { data: user } } : { status })
    await expect(page.call(list, {})).rejects.toMatchObject({ status })
    expect(page.read()).toEqual({ token: 'old', ended: null, isStored: true })
  })

const portal = '<!doctype html><title>Campus Wi-Fi</title>'
test.each([
  { status: 401, text: portal },
  { status: 401, body: { error: 'authentication_required' } },
])('S-4.02 a 401 that is not the server’s ends no session: %j', async (reply) => {
  const page = await openPage()
  browser.state.respond = () => reply
  await expect(page.call(list, {})).rejects.toMatchObject({ status: 0, message: '' })
  await expect(page.refreshUser()).rejects.toMatchObject({ status: 0 })
  expect(page.read()).toEqual({ token: 'old', ended: null, isStored: true })
})

test('S-4.02 S-8.01 a page with status 200, as of a captive portal, is no answer', async () => {
  const page = await openPage()
  const { useConnection } = await import('./connection.ts')
  browser.state.respond = () => ({ status: 200, text: portal })
  await expect(page.call(list, {})).rejects.toMatchObject({ status: 0 })
  expect(useConnection.getState().isDoubtful).toBe(true)
})

test.each([200, 201, 204, 250, 299])('S-9.09 S-8.01 a status of %i is a success', async (status) => {
  const page = await openPage()
  browser.state.respond = () => ({ status, body: { data: [] } })
  expect(await page.call(list, {})).toEqual({ data: [] })
})

test.each([300, 399, 400])('S-9.09 S-8.01 a status of %i is none, whatever comes with it', async (status) => {
  const page = await openPage()
  browser.state.respond = () => ({ status, body: { message: '', data: [] } })
  await expect(page.call(list, {})).rejects.toMatchObject({ status })
})

test('D-94 a request that the app cancels says nothing about the connection', async () => {
  const page = await openPage()
  const { useConnection } = await import('./connection.ts')
  holdRequests()
  const leaving = new AbortController()
  const left = page.call(list, {}, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(useConnection.getState().isDoubtful).toBe(false)
})

test('D-31 a 404 without the server’s message takes nothing away that is shown', async () => {
  const page = await openPage()
  const { isMissing } = await import('./CallError.ts')
  const errorOf = async (reply: Reply) => {
    browser.state.respond = () => reply
    return page.call(list, {}).catch((error) => error)
  }
  expect(isMissing(await errorOf({ status: 404, body: { message: 'Not found.' } }))).toBe(true)
  const unknown = await errorOf({ status: 404, text: portal })
  expect([unknown.status, isMissing(unknown), isMissing(unknown, true)]).toEqual([404, false, true])
})

test('D-13 an expired session that is found when the app starts ends without leaving the page', async () => {
  const page = await openPage()
  browser.state.respond = () => expired
  await expect(page.refreshUser({ startUp: true })).rejects.toMatchObject({ status: 401 })
  expect(page.read()).toEqual({ token: null, ended: null, isStored: false })
  page.signIn({ token: 'new', user, remember: true })
  await expect(page.refreshUser()).rejects.toMatchObject({ status: 401 })
  expect(page.read()).toEqual({ token: null, ended: 'session_expired', isStored: false })
})

test('S-6.03 S-4.03 a rejected call of a suspended member logs out with the reason', async () => {
  const page = await openPage()
  browser.state.respond = ({ path }) =>
    path === '/api/user' ? { status: 200, body: { data: { ...user, suspended: true } } } : { status: 403 }
  await expect(page.call(list, {})).rejects.toMatchObject({ status: 403 })
  await vi.waitFor(() => expect(page.read()).toEqual({ token: null, ended: 'suspended', isStored: false }))
})

test('S-6.03 a late answer about the member before does not end the session of the next one', async () => {
  const page = await openPage()
  const answer = holdRequests()
  const refreshing = page.refreshUser()
  await vi.waitFor(() => expect(browser.requests.map(({ path }) => path)).toEqual([`/api${currentUser.path}`]))
  page.signIn({ token: 'new', user: { ...user, id: 8 }, remember: true })
  answer({ status: 200, body: { data: { ...user, suspended: true } } })
  await refreshing
  expect(page.read()).toEqual({ token: 'new', ended: null, isStored: true })
  expect(page.useSession.getState().user?.id).toBe(8)
})

test('D-66 an app that was built for the API of another server calls it there, and shows its pictures', async () => {
  vi.stubEnv('VITE_API_BASE', 'https://api.campus.test/api/')
  const { call, fileUrl } = await openPage()
  browser.state.respond = () => ({ status: 200, body: { data: [] } })
  await call(list, {})
  expect(browser.requests[0]).toMatchObject({
    path: 'https://api.campus.test/api/submissions',
    headers: { authorization: 'Bearer old' },
  })
  expect(fileUrl('/files/a.webp')).toBe('https://api.campus.test/files/a.webp')
})
