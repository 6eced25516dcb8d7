import type { Locator, Page, Route } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, findMerchant, newPerson } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { boxOf, goTo, PHONE, withLargeText } from '../support/walk.ts'
import {
  accountMenu,
  expectSettled,
  heading,
  openAs,
  receipts,
  recordApiCalls,
  register,
  scrollToEnd,
  tabLink,
} from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const snap = (page: Page) => page.locator('label:has([data-snap])')
/** The notification that holds this text has this colour. */
const expectColour = (text: Locator, colour: string) =>
  expect(text.locator(`xpath=ancestor::*[contains(@class, "bg-${colour}-tint")]`)).toHaveCount(1)
const notices = (page: Page) => page.getByRole('status', { name: 'Notifications' })

test('S-2.02 S-2.03 S-2.04 S-2.06 S-2.09 S-9.06 D-94 the avatar opens the menu, which offers to install the app until the member declines, the current tab is marked, and large text is large everywhere', async ({
  page,
  server,
}) => {
  await openAs(page, aisyah)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
  await expect(accountMenu(page)).toContainText(/^AB/)
  const profile = page.getByRole('link', { name: 'My Profile' })
  const install = page.getByRole('button', { name: 'Install app' })
  await expect(profile).toBeHidden()
  await accountMenu(page).click()
  await expect(profile).toBeVisible()
  await expect(install).toBeHidden()
  expect(await page.evaluate(offerInstall)).toBe(true)
  await expect(install).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(install).toBeHidden()
  expect(await page.evaluate(offerInstall)).toBe(true)
  await install.click()
  await expect(install).toBeHidden()
  await expect(profile).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
  expect(await page.evaluate(offerInstall)).toBe(true)
  await accountMenu(page).click()
  await expect(profile).toBeVisible()
  await expect(install).toBeHidden()
  await page.mouse.click(20, 400)
  await expect(profile).toBeHidden()
  await accountMenu(page).click()
  await profile.click()
  await expect(page).toHaveURL('/app/profile')
  await expect(profile).toBeHidden()
  await expect(heading(page, 'My Profile')).toBeVisible()

  const marked = tabBar(page).locator('[aria-current="page"]')
  const tabs = { Home: '/', Merchants: '/app/merchants', Profile: '/app/profile', History: '/app/submissions' }
  for (const [name, path] of Object.entries(tabs)) {
    await tabLink(page, name).click()
    await expect(page).toHaveURL(path)
    await expect(marked).toHaveText([name])
  }
  // And that of the pages below it, in any form of their addresses.
  await receipts(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/app\/submissions\/\d+$/)
  await expect(marked).toHaveText(['History'])
  const { id } = await findMerchant(server, 'Boba Bukit')
  const below: Record<string, string[]> = {
    '/MERCHANTS//boba-bukit/': ['Merchants'],
    '/app/deals': [],
    [`/%61pp/merchants/${id}`]: ['Merchants'],
  }
  for (const [path, shown] of Object.entries(below)) {
    await goTo(page, path)
    await expect(marked, path).toHaveText(shown)
    // Not only named for screen readers.
    for (const name of Object.keys(tabs)) {
      const tab = expect(tabLink(page, name), path)
      await (shown.includes(name) ? tab : tab.not).toHaveCSS('font-weight', '600')
    }
  }

  await test.step('text twice as large is twice as large everywhere', async () => {
    await page.setViewportSize(PHONE)
    await goTo(page, '/app/merchants')
    const chip = page.getByRole('link', { name: 'Groceries', exact: true })
    const parts = [heading(page, 'Merchants'), tabLink(page, 'Home'), chip]
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const sizes = () => Promise.all(parts.map((part) => part.evaluate(sizeOf)))
    const plain = await sizes()
    await withLargeText(page, async () => {
      for (const [at, size] of (await sizes()).entries())
        expect(size / (plain[at] ?? size), `part ${at}`).toBeGreaterThanOrEqual(1.9)
      const overflow = (tab: Element) => tab.scrollWidth - tab.clientWidth
      for (const name of Object.keys(tabs)) expect(await tabLink(page, name).evaluate(overflow), name).toBe(0)
      expect((await snap(page).locator('svg').boundingBox())?.width).toBe(28)
    })
  })
})

/**
 * Sends the event that Chromium sends where an app can be installed; a headless one never does. Returns whether its own
 * prompt is suppressed.
 */
function offerInstall() {
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  Object.assign(offer, { prompt: async () => ({ outcome: 'dismissed' }) })
  return !dispatchEvent(offer)
}

test('S-2.06 D-01 touching a tab fetches its page and its list, but for a guest nothing of members; a visited tab appears at once', async ({
  page,
}) => {
  for (const touch of ['pointerdown', 'focus']) {
    await page.goto('/')
    await expectSettled(page)
    // The code that listens to touches is loaded with the notifications.
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
    const calls = recordApiCalls(page)
    const code = page.waitForRequest(/\/assets\/merchants-/)
    await tabLink(page, 'History').hover()
    const tab = tabLink(page, 'Merchants')
    await (touch === 'focus' ? tab.focus() : tab.dispatchEvent(touch))
    await code
    await expect.poll(() => calls).toContain('GET /api/merchants?is_active=1&page=1')
    await tabLink(page, 'Merchants').click()
    await expect(page.getByRole('link', { name: 'Boba Bukit' })).toBeVisible()
    expect(calls.filter((one) => one.startsWith('GET /api/merchants?'))).toHaveLength(1)
    expect(calls.filter((one) => one.includes('/submissions'))).toEqual([])
  }

  await openAs(page, aisyah)
  for (const [name, title] of [
    ['Merchants', 'Merchants'],
    ['History', 'My Submissions'],
    ['Home', /^Welcome/],
  ] as const) {
    await tabLink(page, name).click()
    await expect(heading(page, title)).toBeVisible()
    await expectSettled(page)
  }
  expect(await readNextFrame(page, 'Merchants')).toContain('Boba Bukit')
  expect(await readNextFrame(page, 'History')).toContain('RM')
  expect(await readNextFrame(page, 'Home')).toContain('Welcome')
})

/** The text of `main` in the first frame after a tab was pressed. */
async function readNextFrame(page: Page, name: string): Promise<string> {
  return tabLink(page, name).evaluate(async (link) => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    ;(link as HTMLElement).click()
    await frame()
    return document.querySelector('main')?.textContent ?? ''
  })
}

test('S-4.14 S-8.10 S-9.01 a notification has the colour of its type, covers neither the page heading nor the tab bar, and fades after five seconds or goes when it is closed', async ({
  page,
}) => {
  await page.clock.install()
  await openAs(page, aisyah, '/app/profile')
  let answer: Parameters<Route['fulfill']>[0] = { json: { message: '', ended: 2 } }
  await page.route('**/api/user/sessions', (route) => route.fulfill(answer))
  // Measured once it has arrived.
  await page.clock.pauseAt(Date.now() + 600_000)
  await signOutOthers(page)
  const slip = notices(page).locator('> div')
  await expectColour(slip.getByText('2 devices were signed out.'), 'approved')
  await page.evaluate(() => window.scrollTo(0, 0))
  await slip.evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)))
  const { top, bottom } = await boxOf(slip)
  const title = await boxOf(heading(page, 'My Profile'))
  expect(bottom <= title.top || title.bottom <= top).toBe(true)
  expect(bottom).toBeLessThanOrEqual((await boxOf(tabBar(page))).top)
  await page.clock.runFor(4_900)
  await expect(slip).not.toHaveClass(/opacity-0/)
  await page.clock.runFor(300)
  await expect(slip).toHaveClass(/opacity-0/)
  await page.clock.runFor(150)
  await expect(slip).toHaveCount(0)

  answer = { status: 429, json: { message: texts.tooManyRequests } }
  await signOutOthers(page)
  await expectColour(page.getByText(texts.tooManyRequests).last(), 'rejected')
  await page.clock.resume()
  await page.reload()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Somebody else')
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await expectColour(slip.getByText('Not saved yet'), 'pending')
  await page.getByRole('button', { name: /^Close/ }).click()
  await expect(notices(page)).toBeEmpty()
})

test('S-2.01 S-2.02 S-2.06 S-2.08 S-4.14 S-8.02 D-03 on a phone the header has one line, Snap and the tab bar cover no end of a page, in landscape the bar is low, and notifications appear above a keyboard and the bar', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.route('**/api/register', (route) => route.abort())
  await page.goto('/register')
  await register(page, newPerson())
  await page.getByRole('button', { name: /^Close/ }).click()
  await expect(notices(page)).toBeEmpty()
  const repeated = page.getByLabel('Confirm password')
  await repeated.press('Enter')
  await expect(notices(page)).toContainText(texts.network)
  await expect(repeated).toBeFocused()
  expect((await boxOf(notices(page).locator('> div'))).bottom).toBeLessThan(400)
  await repeated.blur()
  expect((await boxOf(notices(page).locator('> div'))).bottom).toBeLessThan(400)

  await page.setViewportSize({ width: 360, height: 616 })
  await goTo(page, '/')
  const upload = await boxOf(page.getByRole('link', { name: 'Upload receipt' }))
  expect(upload.bottom).toBeLessThanOrEqual((await boxOf(snap(page))).top)
  await page.goto('/?lang=ms')
  const header = page.getByRole('banner')
  const login = await boxOf(header.getByRole('link', { name: 'Log masuk' }))
  expect(login.top).toBeGreaterThanOrEqual(0)
  expect(login.bottom).toBeLessThanOrEqual(64)
  const name = header.getByText('Stampus')
  expect(await name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)

  await context.clearCookies()
  await page.clock.install()
  await openAs(page, aisyah)
  for (const path of ['/app/merchants', '/app/submissions', '/app/deals', '/app/announcements', '/', '/app/profile']) {
    await goTo(page, path)
    for (const size of [PHONE, { width: 640, height: 360 }]) {
      await page.setViewportSize(size)
      // More rows move the end of the page.
      await expect(async () => {
        await scrollToEnd(page)
        const last = await boxOf(page.getByRole('contentinfo').getByRole('link').last())
        expect(last.bottom, path).toBeLessThanOrEqual((await boxOf(snap(page))).top)
      }).toPass()
    }
    const { top, bottom } = await boxOf(tabBar(page))
    expect([bottom, bottom - top <= 48]).toEqual([360, true])
  }
  await page.route('**/api/user/sessions', (route) => route.fulfill({ json: { message: '', ended: 2 } }))
  const closing = notices(page).getByRole('button')
  await page.clock.pauseAt(Date.now() + 600_000)
  for (let times = 1; times <= 6; times += 1) {
    await signOutOthers(page)
    await expect(closing).toHaveCount(times)
    await expect(page.locator('dialog')).toHaveCount(0)
  }
  await closing.last().scrollIntoViewIfNeeded()
  expect((await boxOf(closing.last())).bottom).toBeLessThanOrEqual((await boxOf(tabBar(page))).top)
})

/** By key, because a notification may cover the buttons for a while. */
async function signOutOthers(page: Page) {
  await page.getByRole('button', { name: 'Sign out other devices' }).press('Enter')
  await page.getByRole('button', { name: 'Sign them out' }).press('Enter')
}
