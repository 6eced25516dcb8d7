import { expect, type Locator, type Page } from '@playwright/test'
import { login } from '@stampus/contract/accounts'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { MEMBER_COOKIE } from '@stampus/contract/settings'
import type { Person, Picture } from '../../support/browser/people.ts'

/**
 * Opens a page, home by default, as a member with a session that the server made: only journeys about signing in type a
 * password. In the browser the session begins with the next page that it loads.
 */
export async function openAs(page: Page, person: Person, path = '/', { remember = false } = {}) {
  const { token, user, url } = await startSession(page, person)
  await page.context().addCookies([{ name: MEMBER_COOKIE, value: '1', url, sameSite: 'Lax' }])
  await page.addInitScript(
    ([key, session]) => {
      // A sandboxed page has no storage.
      if (origin === 'null' || sessionStorage.getItem(`begun ${key}`)) return
      sessionStorage.setItem(`begun ${key}`, '1')
      localStorage.setItem('token', key)
      localStorage.setItem('session', session)
      // biome-ignore lint/suspicious/noDocumentCookie: as the app marks a run of the browser
      document.cookie = 'stampus_run=1; SameSite=Strict; Path=/'
    },
    [token, JSON.stringify({ token, refreshToken: null, user, remember })] as const,
  )
  await page.goto(path)
  await expect(accountMenu(page)).toBeVisible()
  await expectSettled(page)
}

async function startSession({ request }: Page, { email, password }: Person) {
  const answer = await request.post(`/api${login.path}`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()}`)
  const { token, user }: AnswerOf<typeof login> = await answer.json()
  return { token, user, url: new URL(answer.url()).origin }
}

/**
 * Logs in on the shown login page, or on `/login`, and waits for the next page. With the keyboard: a pointer that stays over
 * a link of the next page would prefetch what it leads to.
 */
export async function logIn(page: Page, { email, password }: Person, { remember = false } = {}) {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (remember) await page.getByLabel('Remember me').check()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(accountMenu(page)).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
  await expectSettled(page)
}

/** Signs out with the account menu. */
export async function signOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}

/** Fills in the shown registration form and submits it. */
export async function register(page: Page, { name, email, password }: Person) {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel(/I agree to the terms/).check()
  await page.getByRole('button', { name: 'Register' }).click()
}

export const accountMenu = (page: Page) => page.getByRole('button', { name: /account menu|menu akaun/ })

/**
 * A URL whose page is not rendered by the server and requests its content itself, so that a test can replace it: pages
 * with a query are not rendered.
 */
export const withoutServerRendering = (path: string) => `${path}?`

/** A tab of the bar at the bottom. */
export const tabLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Opens a tab without hovering over it first, which would already request its page. */
export const openTab = (page: Page, name: string) => tabLink(page, name).dispatchEvent('click')

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** The content that identifies pages: home's card and receipts, the rows of the history, one of the merchants. */
export const stampCard = (page: Page) => page.getByRole('region', { name: 'Stamp card' })
export const recentActivity = (page: Page) => page.getByRole('region', { name: 'Recent Activity' })
export const receipts = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' })
export const bobaBukit = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Boba Bukit' })

/** Holds requests back until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The page is complete and loads nothing more. */
export async function expectSettled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
}

/** The error under a field, which a screen reader announces with it. */
export async function expectFieldError(field: Locator, words: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(escaped(words)))
}

/** Chooses a file in the receipt form: a given one, or one on this disk. */
export async function choosePicture(page: Page, picture: Picture | string) {
  await page.getByLabel(/^Choose (a|another) (photo|picture)$/).setInputFiles(picture)
}

/** Presses a button. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** Scrolls to the end of the page. */
export async function scrollToEnd(page: Page) {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
}

/** The API requests of the page from now on, such as `GET /api/user`. */
export function recordApiCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}

/** The token of the page's session. */
export async function readSessionToken(page: Page): Promise<string> {
  return (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
}

function escaped(words: string) {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Presses Tab until the control with this name has the focus. */
export async function pressTabUntil(page: Page, name: string) {
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

/** Moves to another page without loading the app again, as a link in it does. */
export async function moveTo(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({ key: String(performance.now()) }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
