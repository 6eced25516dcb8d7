import type { Page } from '@playwright/test'
import { updateProfile } from '@stampus/contract/accounts'
import { suspend } from '@stampus/contract/console/members'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { aisyah, isTokenValid, logOutElsewhere, manager } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { accountMenu, heading, logIn, openAs, openTab, readSessionToken, storageAfterRestart } from '../support/web.ts'

test('D-12 S-4.01 S-3.01 D-07 tabs log in and out together, a session that is not remembered ends with the browser, and logging out deletes everything without waiting for the server', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, aisyah)
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  await page.reload()
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()

  const reopened = await (await anotherBrowser(await storageAfterRestart(page))).newPage()
  await reopened.goto('/')
  await expect(heading(reopened, 'Welcome, Guest')).toBeVisible()
  await reopened.goto('/login')
  await logIn(reopened, aisyah, { remember: true })
  const again = await (await anotherBrowser(await storageAfterRestart(reopened))).newPage()
  await again.goto('/')
  await expect(heading(again, `Welcome, ${aisyah.name}`)).toBeVisible()

  const token = await readSessionToken(page)
  expect(await isTokenValid(server, token)).toBe(true)
  await signOut(page)
  expect(await readStoredSession(page)).toEqual([null, null])
  await expect.poll(() => isTokenValid(server, token)).toBe(false)
  await expect(accountMenu(other)).toBeHidden()

  await logIn(page, aisyah)
  await page.route('**/api/logout', () => undefined)
  await signOut(page)
})

test('S-4.02 S-8.03 S-2.36 D-13 D-10 S-2.18 S-6.03 S-4.03 D-04 a session that ended elsewhere leads to the login and back, with the reason, and ends silently on a public page', async ({
  page,
  server,
  member,
}) => {
  await openAs(page, member)
  await logOutElsewhere(server, await readSessionToken(page))
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=session_expired&redirect=%2Fapp%2Fprofile')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await logIn(page, member)
  await expect(page).toHaveURL('/app/profile')

  await logOutElsewhere(server, await readSessionToken(page))
  await page.goto('/terms-and-conditions')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL('/terms-and-conditions')

  const changed = { current_password: member.password, password: 'Roti-Canai-3-Keping' }
  await openAs(page, member)
  const { name, email, token } = member
  const input = { name, email, ...changed, password_confirmation: changed.password }
  await callApi(server, updateProfile, input, bearerHeader(token))
  await openTab(page, 'History')
  await expect(page).toHaveURL('/login?reason=session_expired&redirect=%2Fapp%2Fsubmissions')
  await expect(page.getByText('or you signed out or changed your password or email on another device')).toBeVisible()

  await openAs(page, { ...member, password: changed.password })
  const headers = await signInOperator(server, manager)
  await callApi(server, suspend, { id: member.id, reason: 'Forged receipts' }, headers)
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await expect(page.getByText('Forged receipts')).toHaveCount(0)
  expect(await readStoredSession(page)).toEqual([null, null])
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(changed.password)
  const refused = page.waitForResponse('**/api/login')
  await loginButton(page).click()
  expect((await refused).status()).toBe(403)
  await expect(page.getByRole('main').getByText(texts.suspended).first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expect(accountMenu(page)).toBeHidden()
})

test.describe('while the code that sends the login is late', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('S-8.01 S-3.07 S-9.08 S-9.09 a login whose code cannot be loaded can be tried again, and its button is busy until the code has arrived and the server has answered, even for ten minutes', async ({
    page,
  }) => {
    const sendingCode = '**/assets/loginCall-*'
    await page.clock.install()
    await page.route(sendingCode, (route) => route.abort())
    await submitLogin(page)
    const message = 'An unexpected error occurred. Please try again.'
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message)
    await page.unroute(sendingCode)
    const answer = await hold(page, '**/api/login')
    const button = loginButton(page)
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(1)
    const ring = button.locator('span[aria-hidden]').first()
    await expect(ring).toHaveCSS('width', '16px')
    await expect(ring).toHaveCSS('border-top-color', await button.evaluate((shown) => getComputedStyle(shown).color))
    await page.clock.fastForward('10:00')
    await expect(button).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

    await signOut(page)
    const release = await hold(page, sendingCode)
    await submitLogin(page)
    await expect(button).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  })
})

const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true })

const readStoredSession = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('session')])

async function signOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}

/** Holds these requests until the returned function is called. */
async function hold(page: Page, requests: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(requests, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function submitLogin(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(aisyah.email)
  await page.getByLabel('Password', { exact: true }).fill(aisyah.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}
