import type { Page } from '@playwright/test'
import { updateProfile } from '@stampus/contract/accounts'
import { suspend } from '@stampus/contract/console/members'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { aisyah, isTokenValid, logOutElsewhere, manager, registerMember } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  accountMenu,
  heading,
  logIn,
  logInAtHome,
  openTab,
  readSessionToken,
  storageAfterRestart,
  tabLink,
} from '../support/web.ts'

test('S-4.01 S-3.01 D-07 logging out deletes everything, in the browser and on the server', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  await logIn(page, aisyah)
  const token = await readSessionToken(page)
  expect(await isTokenValid(server, token)).toBe(true)
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('session')])).toEqual([
    null,
    null,
  ])
  await expect.poll(() => isTokenValid(server, token)).toBe(false)
})

test('D-07 logging out does not wait for the server', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, aisyah)
  await page.route('**/api/logout', () => undefined)
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
})

test('S-4.02 S-8.03 S-2.36 D-13 an expired session leads to the login and back', async ({ page, server }) => {
  const person = await registerMember(server)
  await page.goto('/login')
  await logInAtHome(page, person)
  await logOutElsewhere(server, await readSessionToken(page))
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=session_expired&redirect=%2Fapp%2Fprofile')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await logIn(page, person)
  await expect(page).toHaveURL('/app/profile')
})

test('D-10 D-13 S-2.18 a member logged out by a password change elsewhere sees the possible reason', async ({
  page,
  server,
}) => {
  const person = await registerMember(server)
  const changed = { current_password: person.password, password: 'Roti-Canai-3-Keping' }
  await page.goto('/login')
  await logInAtHome(page, person)
  const { name, email, token } = person
  const input = { name, email, ...changed, password_confirmation: changed.password }
  await callApi(server, updateProfile, input, bearerHeader(token))
  await openTab(page, 'History')
  await expect(page).toHaveURL('/login?reason=session_expired&redirect=%2Fapp%2Fsubmissions')
  await expect(page.getByText('or you signed out or changed your password or email on another device')).toBeVisible()
})

test('D-13 an expired session on a public page ends silently', async ({ page, server }) => {
  await page.goto('/login')
  await logInAtHome(page, aisyah)
  await logOutElsewhere(server, await readSessionToken(page))
  await page.goto('/terms-and-conditions')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL('/terms-and-conditions')
})

test('S-6.03 S-4.03 S-2.36 D-04 a member whom a manager suspends is logged out of the open app, with the reason', async ({
  page,
  server,
  member,
}) => {
  await page.goto('/login')
  await logInAtHome(page, member)
  const headers = await signInOperator(server, manager)
  await callApi(server, suspend, { id: member.id, reason: 'Forged receipts' }, headers)
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await expect(page.getByText('Forged receipts')).toHaveCount(0)
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('session')])).toEqual([
    null,
    null,
  ])
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await loginButton(page).click()
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await expect(accountMenu(page)).toBeHidden()
})

test('D-12 S-3.01 without Remember me the session ends with the browser; with it the session stays', async ({
  page,
  anotherBrowser,
}) => {
  await page.goto('/login')
  await logIn(page, aisyah)
  const reopened = await (await anotherBrowser(await storageAfterRestart(page))).newPage()
  await reopened.goto('/')
  await expect(heading(reopened, 'Welcome, Guest')).toBeVisible()
  await reopened.goto('/login')
  await logIn(reopened, aisyah, { remember: true })
  const again = await (await anotherBrowser(await storageAfterRestart(reopened))).newPage()
  await again.goto('/')
  await expect(heading(again, `Welcome, ${aisyah.name}`)).toBeVisible()
})

test('D-12 a reload and a second tab keep the session, and tabs log in and out together', async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, aisyah)
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  await page.reload()
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(accountMenu(other)).toBeHidden()
})

test('S-6.04 S-7.16 every API call sends the token', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, aisyah)
  const token = await readSessionToken(page)
  const carried: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) carried.push(request.headers().authorization)
  })
  const headings = { Merchants: 'Merchants', History: 'My Submissions', Profile: 'My Profile' }
  for (const [name, title] of Object.entries(headings)) {
    await tabLink(page, name).click()
    await expect(heading(page, title)).toBeVisible()
  }
  await page.goto('/')
  await expect.poll(() => carried.length).toBeGreaterThan(6)
  expect(new Set(carried)).toEqual(new Set([`Bearer ${token}`]))
})

test('S-3.07 S-9.08 during login its own button is busy, with a small white spinner', async ({ page }) => {
  const answer = await holdLogin(page)
  const button = loginButton(page)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(1)
  const ring = button.locator('span[aria-hidden]').first()
  await expect(ring).toHaveCSS('width', '16px')
  await expect(ring).toHaveCSS('border-top-color', await button.evaluate((shown) => getComputedStyle(shown).color))
  answer()
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
})

test('S-9.09 a login that the server answers after ten minutes still succeeds', async ({ page }) => {
  await page.clock.install()
  const answer = await holdLogin(page)
  await page.clock.fastForward('10:00')
  await expect(loginButton(page)).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
})

test.describe('while the code that sends the login is late', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })
  const sendingCode = '**/assets/loginCall-*'

  test('S-3.07 S-9.09 a login that was submitted before its code arrived is sent once it is there', async ({
    page,
  }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(sendingCode, async (route) => {
      await held
      await route.continue()
    })
    await submitLogin(page)
    await expect(loginButton(page)).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  })

  test('S-8.01 a login whose code cannot be loaded says so and works at the next attempt', async ({ page }) => {
    await page.route(sendingCode, (route) => route.abort())
    await submitLogin(page)
    const message = 'An unexpected error occurred. Please try again.'
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(message)
    await page.unroute(sendingCode)
    await loginButton(page).click()
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  })
})

const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true })

/** Sends the login, which reaches the server only when the returned function is called. */
async function holdLogin(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/login', async (route) => {
    await promise
    await route.continue()
  })
  await submitLogin(page)
  return resolve
}

async function submitLogin(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(aisyah.email)
  await page.getByLabel('Password', { exact: true }).fill(aisyah.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}
