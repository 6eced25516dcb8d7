import { expect, test } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const browser = browserOfEachTest()

/** Opens a page with a stored session, in the run of the browser that began it or in a later one. */
async function openPage(given: { remember: boolean; isSameRun: boolean }) {
  const { remember, isSameRun } = given
  browser.storage.setItem('token', 'secret')
  browser.reloadAs(7, { token: 'secret', remember })
  Object.assign(document, { cookie: isSameRun ? 'theme=dark; stampus_run=1' : 'theme=dark' })
  const { useSession } = await import('./session.ts')
  return useSession.getState().token
}

test('D-12 S-3.01 a session without Remember me survives a reload, but not a restart of the browser', async () => {
  expect(await openPage({ remember: false, isSameRun: true })).toBe('secret')
  expect(await openPage({ remember: false, isSameRun: false })).toBeNull()
  expect([browser.storage.getItem('session'), browser.storage.getItem('token')]).toEqual([null, null])
})

test('D-12 S-3.01 a session with Remember me survives a restart of the browser', async () => {
  expect(await openPage({ remember: true, isSameRun: false })).toBe('secret')
  expect(document.cookie).toMatch(/^stampus_member=1; Max-Age=31536000; SameSite=Lax/)
})

test('S-3.01 an answer that says nothing new about the member leaves the user as it is', async () => {
  await openPage({ remember: true, isSameRun: true })
  const { mergeUser, useSession } = await import('./session.ts')
  const { user, isFresh } = useSession.getState()
  expect(isFresh).toBe(false)
  mergeUser({ id: 7 })
  expect(useSession.getState()).toMatchObject({ isFresh: true, token: 'secret' })
  expect(useSession.getState().user).toBe(user)
  mergeUser({ name: 'Aina' })
  expect(useSession.getState().user).toEqual({ id: 7, name: 'Aina' })
  expect(JSON.parse(browser.storage.getItem('session') ?? '{}').user).toEqual({ id: 7, name: 'Aina' })
})

test('R-3.03 the opened vouchers leave the device when another member signs in, and stay while the same one does', async () => {
  await openPage({ remember: true, isSameRun: true })
  const { mergeUser, signIn, useSession } = await import('./session.ts')
  const { user } = useSession.getState()
  browser.storage.setItem('vouchers', '{"owner":7,"opened":{}}')
  mergeUser({ name: 'Aina' })
  if (user) signIn({ token: 'newer', user })
  expect(browser.storage.getItem('vouchers')).not.toBeNull()
  if (user) signIn({ token: 'another', user: { ...user, id: 8 } })
  expect(browser.storage.getItem('vouchers')).toBeNull()
})
