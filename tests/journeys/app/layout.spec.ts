import type { Locator, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, findMerchant, newPerson, registerUnverifiedMember } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectNotice } from '../support/notices.ts'
import {
  accountMenu,
  expectSettled,
  heading,
  logIn,
  openAs,
  receipts,
  register,
  scrollToEnd,
  tabLink,
} from '../support/web.ts'

test('S-2.02 S-2.03 S-2.04 S-2.05 S-2.06 S-2.09 S-9.06 the avatar replaces Login and opens the menu, and the current tab is marked', async ({
  page,
  server,
}) => {
  await page.goto('/')
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  await expect(accountMenu(page)).toBeHidden()
  await login.click()
  await logIn(page, aisyah)
  await expect(login).toBeHidden()
  await expect(accountMenu(page)).toContainText(/^AB/)
  const profile = page.getByRole('link', { name: 'My Profile' })
  await expect(profile).toBeHidden()
  await accountMenu(page).click()
  await expect(profile).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.mouse.click(20, 400)
  await expect(profile).toBeHidden()
  await accountMenu(page).click()
  await profile.click()
  await expect(page).toHaveURL('/app/profile')
  await expect(profile).toBeHidden()
  await expect(heading(page, 'My Profile')).toBeVisible()

  const marked = tabBar(page).locator('[aria-current]')
  const tabs = { Home: '/', Merchants: '/app/merchants', Profile: '/app/profile', History: '/app/submissions' }
  for (const [name, path] of Object.entries(tabs)) {
    await tabLink(page, name).click()
    await expect(page).toHaveURL(path)
    await expect(tabLink(page, name)).toHaveAttribute('aria-current', 'page')
    await expect(marked).toHaveCount(1)
  }
  // And that of the pages below it.
  await receipts(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/app\/submissions\/\d+$/)
  await expect(marked).toHaveText('History')
  const { id } = await findMerchant(server, 'Boba Bukit')
  const below = { [`/app/merchants/${id}`]: ['Merchants'], '/merchants/boba-bukit': ['Merchants'], '/app/deals': [] }
  for (const [path, shown] of Object.entries(below)) {
    await page.goto(path)
    await expect(marked, path).toHaveText(shown)
    // Not only named for screen readers.
    const weights = await tabBar(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, getComputedStyle(link).fontWeight]))
    expect(weights.filter(([, weight]) => weight === '600').map(([name]) => name)).toEqual(shown)
  }
})

const link = '?id=1&hash=a&expires=4000000000&signature=b'
const withoutTabBar = {
  guest: [
    '/login',
    '/register',
    `/email/verification${link}`,
    '/password/reset',
    `/email/keep${link}`,
    '/browser/unlock',
  ],
  member: ['/submit', '/app/submissions/new/1'],
}
const withTabBar = {
  guest: [
    '/',
    '/terms-and-conditions',
    '/privacy-policy',
    '/app/merchants',
    '/app/merchants/1',
    '/merchants/boba-bukit',
    '/app/deals',
    '/deals/1',
    '/app/announcements',
    '/nowhere',
  ],
  member: [
    '/',
    '/app/profile',
    '/app/submissions',
    '/app/submissions/1',
    '/app/announcements/1',
    '/app/rewards',
    '/app/history',
    '/app/history/stamps',
    '/app/campaigns',
    '/app/badges',
    '/app/leaderboard',
    '/app/contact',
    '/app/links',
  ],
}

test('S-2.01 S-2.07 S-2.08 S-2.30 S-2.37 the tab bar is hidden on forms and pages of mailed links, logo and footer are complete, and some pages are coming or unknown', {
  tag: '@desktop',
}, async ({ page }) => {
  const home = page.getByRole('banner').getByRole('link', { name: 'Stampus' })
  const footer = page.getByRole('contentinfo')
  const coming: Record<string, string> = { campaigns: 'Campaigns', badges: 'Badges', leaderboard: 'Leaderboard' }
  const open = async (path: string) => {
    await page.goto(path)
    await expectSettled(page)
    // No redirect to another page.
    await expect(page).toHaveURL(path)
    await expect(home).toHaveAttribute('href', '/')
    await expect(home.locator('svg')).toBeVisible()
    const title = coming[path.replace('/app/', '')]
    if (!title) return
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Stampus`)
  }
  for (const visitor of ['guest', 'member'] as const) {
    if (visitor === 'member') await openAs(page, aisyah)
    for (const path of withoutTabBar[visitor]) {
      await open(path)
      await expect(tabBar(page), path).toHaveCount(0)
    }
    for (const path of withTabBar[visitor]) {
      await open(path)
      await expect(tabBar(page), path).toBeVisible()
    }
    if (visitor === 'member') continue
    await home.click()
    await expect(heading(page, 'Welcome, Guest')).toBeVisible()
    await expect(footer).toContainText(`© ${new Date().getFullYear()} Universiti Holdings Sdn. Bhd.`)
    const terms = footer.getByRole('link', { name: 'Terms and Conditions' })
    await expect(terms).toHaveAttribute('href', '/terms-and-conditions')
    await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
    for (const path of ['/nowhere', '/app', '/app/merchants/1/2/3', '/%0d%0ax', '/%E2%80%A8/x']) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(heading(page, 'Page not found')).toBeVisible()
    }
    await page.getByRole('link', { name: 'Go back home' }).click()
    await expect(page).toHaveURL('/')
  }
})

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('S-4.14 S-8.10 S-9.01 a notification covers neither the page heading nor the tab bar, and disappears after five seconds, or when it is closed', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await openAs(page, aisyah, '/app/profile')
  await page.route('**/api/user/sessions', (route) => route.fulfill({ json: { message: '', ended: 2 } }))
  // Measured once it has arrived.
  await page.clock.pauseAt(Date.now() + 600_000)
  await page.getByRole('button', { name: 'Sign out other devices' }).click()
  await page.getByRole('button', { name: 'Sign them out' }).click()
  const notices = page.getByRole('status', { name: 'Notifications' })
  const slip = notices.locator('> div')
  await expect(slip).toContainText('2 devices were signed out.')
  await page.evaluate(() => window.scrollTo(0, 0))
  await slip.evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)))
  const { top, bottom } = await boxOf(slip)
  const title = await boxOf(heading(page, 'My Profile'))
  expect(bottom <= title.top || title.bottom <= top).toBe(true)
  expect(bottom).toBeLessThanOrEqual((await boxOf(tabBar(page))).top)
  await page.clock.resume()

  await openAs(page, await registerUnverifiedMember(server), '/email/verification')
  const resend = page.getByRole('button', { name: 'Resend link' })
  await page.route('**/verification-notification', (route) => route.fulfill({ json: { message: 'On its way.' } }))
  await expect(resend).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 1_200_000)
  await resend.click()
  await expect(notices).toContainText('On its way.')
  await expectNotice(notices.getByText('On its way.'), 'success')
  await accountMenu(page).click()
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.clock.runFor(4_900)
  await expect(notices).toContainText('On its way.')
  await page.clock.runFor(500)
  await expect(notices).toBeEmpty()
  await page.clock.runFor(61_000)
  await page.clock.resume()
  await page.unroute('**/verification-notification')
  await page.route('**/verification-notification', (route) =>
    route.fulfill({ status: 429, json: { message: texts.tooManyRequests } }),
  )
  await resend.click()
  await expect(notices).toContainText(texts.tooManyRequests)
  await expectNotice(notices.getByText(texts.tooManyRequests), 'error')
  await page.getByRole('button', { name: /^Close/ }).click()
  await expect(notices).toBeEmpty()
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('S-4.14 S-8.02 a notification during typing appears above a keyboard in the lower half of the screen, and stays there', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.route('**/api/register', (route) => route.abort())
    await page.goto('/register')
    await register(page, newPerson())
    await page.getByRole('button', { name: /^Close/ }).click()
    const notices = page.getByRole('status', { name: 'Notifications' })
    await expect(notices).toBeEmpty()
    const repeated = page.getByLabel('Confirm password')
    await repeated.press('Enter')
    await expect(notices).toContainText(texts.network)
    await expect(repeated).toBeFocused()
    expect((await boxOf(notices.locator('> div'))).bottom).toBeLessThan(400)
    await repeated.blur()
    expect((await boxOf(notices.locator('> div'))).bottom).toBeLessThan(400)
  })
})

test('S-2.01 S-2.02 S-2.06 S-4.14 on a narrow phone the header has one line, nothing is wider than the screen, and in landscape the bar is low and covers nothing', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/?lang=ms')
  const header = page.getByRole('banner')
  const login = await boxOf(header.getByRole('link', { name: 'Log masuk' }))
  expect(login.top).toBeGreaterThanOrEqual(0)
  expect(login.bottom).toBeLessThanOrEqual(64)
  const name = header.getByText('Stampus')
  expect(await name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)

  await page.setViewportSize({ width: 320, height: 640 })
  const expectNarrow = async (path: string) => {
    await page.goto(path)
    await expectSettled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  await expectNarrow('/privacy-policy?lang=ms')
  await context.clearCookies()
  await openAs(page, aisyah)
  const lists = ['/', '/app/merchants', '/app/submissions', '/app/deals', '/app/announcements', '/app/profile']
  const others = ['/app/rewards', '/app/history', '/app/history/stamps', '/terms-and-conditions', '/privacy-policy']
  for (const path of [...lists, ...others]) await expectNarrow(path)

  await page.clock.install()
  await page.setViewportSize({ width: 640, height: 400 })
  for (const path of lists) {
    await page.goto(path)
    await expectSettled(page)
    const last = page.getByRole('contentinfo').getByRole('link').last()
    await expect(async () => {
      await scrollToEnd(page)
      expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(tabBar(page))).top)
    }).toPass()
    const { top, bottom } = await boxOf(tabBar(page))
    expect([bottom, bottom - top <= 48]).toEqual([400, true])
  }
  await page.route('**/api/user/sessions', (route) => route.fulfill({ json: { message: '', ended: 2 } }))
  const notifications = page.getByRole('status', { name: 'Notifications' }).getByRole('button')
  await page.clock.pauseAt(Date.now() + 600_000)
  // By key, because a notification may cover the buttons for a while.
  for (let times = 1; times <= 6; times += 1) {
    await page.getByRole('button', { name: 'Sign out other devices' }).press('Enter')
    await page.getByRole('button', { name: 'Sign them out' }).press('Enter')
    await expect(notifications).toHaveCount(times)
    await expect(page.locator('dialog')).toHaveCount(0)
  }
  await notifications.last().scrollIntoViewIfNeeded()
  expect((await boxOf(notifications.last())).bottom).toBeLessThanOrEqual((await boxOf(tabBar(page))).top)
})

async function boxOf(shown: Locator) {
  const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {}
  return { top: y, bottom: y + height }
}
