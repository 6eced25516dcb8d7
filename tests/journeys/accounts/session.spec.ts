import type { Page } from '@playwright/test'
import { suspend } from '@stampus/contract/console/members'
import { texts } from '@stampus/contract/texts'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { isTokenValid, logOutElsewhere, manager } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { accountMenu, heading, logIn, moveTo, openTab, readSessionToken } from '../support/web.ts'

test('S-3.01 S-4.01 D-07 D-12 tabs log in and out together, a session that is not remembered ends with the browser, and logging out deletes everything without waiting for the server', async ({
  page,
  context,
  server,
  member,
  anotherBrowser,
}) => {
  await page.goto('/')
  const other = await context.newPage()
  await logIn(other, member)
  await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
  // A browser that is closed loses its session cookies.
  const { cookies, origins } = await context.storageState()
  const kept = { cookies: cookies.filter(({ expires }) => expires > 0), origins }
  const reopened = await (await anotherBrowser(kept)).newPage()
  await reopened.goto('/')
  await expect(heading(reopened, 'Welcome, Guest')).toBeVisible()
  await reopened.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(reopened, member, { remember: true })
  expect(await reopened.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').remember)).toBe(true)

  const token = await readSessionToken(page)
  await signOut(page)
  expect(await readStoredSession(page)).toEqual([null, null])
  await expect.poll(() => isTokenValid(server, token)).toBe(false)
  await expect(accountMenu(other)).toBeHidden()
  await logIn(page, member)
  await page.route('**/api/logout', () => undefined)
  await signOut(page)
})

test('S-2.18 S-2.36 S-4.02 S-4.03 S-6.03 S-8.03 D-04 D-10 D-13 a session that ended elsewhere leads to the login and back, with the reason, and ends silently on a public page', async ({
  page,
  server,
  member,
}) => {
  await logIn(page, member)
  await openQuietPage(page)
  await logOutElsewhere(server, await readSessionToken(page))
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=session_expired&redirect=%2Fapp%2Fprofile')
  expect(await readStoredSession(page)).toEqual([null, null])
  await logIn(page, member)
  await expect(page).toHaveURL('/app/profile')

  await logOutElsewhere(server, await readSessionToken(page))
  await page.goto('/terms-and-conditions')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL('/terms-and-conditions')

  await moveTo(page, '/login')
  await logIn(page, member)
  await openQuietPage(page)
  const headers = await signInOperator(server, manager)
  await callApi(server, suspend, { id: member.id, reason: 'Forged receipts' }, headers)
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await expect(page.getByText('Forged receipts')).toHaveCount(0)
  const support = page.getByRole('main').getByRole('link', { name: 'support@stampus.example' })
  await expect(support).toHaveAttribute('href', 'mailto:support@stampus.example')
  expect(await readStoredSession(page)).toEqual([null, null])
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: texts.suspended })).toBeVisible()
})

/** Late requests of home would end the session first. */
async function openQuietPage(page: Page) {
  await moveTo(page, '/terms-and-conditions')
  await expect(heading(page, 'Terms and Conditions')).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const readStoredSession = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('session')])

async function signOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}
