import { expect, type Locator, type Page } from '@playwright/test'
import type { Person, Picture } from '../../support/browser/people.ts'

/** Signs in on the login page that is shown, or on `/login`, and waits for the page this leads to. */
export async function signIn(page: Page, { email, password }: Person, { remember = false } = {}) {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (remember) await page.getByLabel('Remember me').check()
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(accountMenu(page)).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
  await expectSettled(page)
}

/** Signs in, and waits until home has asked for all that it shows a member: of its calls none is under way. */
export async function signInAtHome(page: Page, person: Person) {
  const told = ['/api/wallet', '/api/submissions'].map((path) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === path),
  )
  await signIn(page, person)
  await Promise.all(told)
}

/** Fills in the registration that is shown, and sends it. */
export async function register(page: Page, { name, email, password }: Person) {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel(/I agree to the terms/).check()
  await page.getByRole('button', { name: 'Register' }).click()
}

export const accountMenu = (page: Page) => page.getByRole('button', { name: /account menu/ })

/** An address whose page comes without its content and asks for it itself, as a test's own answer wants: with a query, none is rendered. */
export const unrendered = (path: string) => `${path}?`

/** A tab of the bar at the bottom. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Follows a tab without passing over it first, which already asks for its page. */
export const followTab = (page: Page, name: string) => tab(page, name).dispatchEvent('click')

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** What pages are known by: home's card and receipts, the rows of the history, one of the merchants. */
export const stampCard = (page: Page) => page.getByRole('region', { name: 'Stamp card' })
export const recentActivity = (page: Page) => page.getByRole('region', { name: 'Recent Activity' })
export const receipts = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' })
export const bobaBukit = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Boba Bukit' })

/** The page stands and nothing on it is waited for. */
export async function expectSettled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

/** The words that stand under a field and are told to a screen reader with it. */
export async function expectFault(field: Locator, words: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(escaped(words)))
}

/** Chooses a file in the receipt form: one that is given, or one on this disk. */
export async function choosePicture(page: Page, picture: Picture | string) {
  await page.getByLabel(/^Choose (a|another) picture$/).setInputFiles(picture)
}

/** Scrolls to the end of the page, as a thumb would. */
export async function scrollToEnd(page: Page) {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
}

/** The paths that the page asks of the API from now on, as `GET /api/user`. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}

/** The token of the page's session, under its own key (S-3.01). */
export async function fingerprintAppKey(page: Page): Promise<string> {
  return (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
}

/** What a browser keeps when it is closed: all but the cookies of its session. */
export async function keptOverRestart(page: Page) {
  const { cookies, origins } = await page.context().storageState()
  return { cookies: cookies.filter(({ expires }) => expires > 0), origins }
}

function escaped(words: string) {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Presses Tab until the control of this name has the focus. */
export async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const control = document.activeElement as HTMLInputElement | null
      return (control?.labels?.[0] ?? control)?.textContent?.trim()
    })
    if (label === name) return
  }
  throw new Error(`Tab does not reach ${name}`)
}
