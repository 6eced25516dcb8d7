import type { Page, Route } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, findMerchant, newPerson } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectNotice } from '../support/notices.ts'
import { sendButton } from '../support/receipt-form.ts'
import { boxOf, goTo, withLargeText } from '../support/walk.ts'
import { accountMenu, heading, openAs, receipts, register, scrollToEnd, tabLink } from '../support/web.ts'

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const snap = (page: Page) => page.locator('label:has([data-snap])')
const notices = (page: Page) => page.getByRole('status', { name: 'Notifications' })

test('S-2.02 S-2.03 S-2.04 S-2.05 S-2.06 S-2.09 S-9.06 the avatar replaces Login and opens the menu, and the current tab is marked', async ({
  page,
  server,
}) => {
  await page.goto('/')
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  await expect(accountMenu(page)).toBeHidden()
  await expect(login).toHaveAttribute('href', /^\/login/)
  await openAs(page, aisyah)
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
  const below = { '/merchants/boba-bukit': ['Merchants'], '/app/deals': [], [`/app/merchants/${id}`]: ['Merchants'] }
  for (const [path, shown] of Object.entries(below)) {
    await goTo(page, path)
    await expect(marked, path).toHaveText(shown)
    // Not only named for screen readers.
    const weights = await tabBar(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent, getComputedStyle(link).fontWeight]))
    expect(weights.filter(([, weight]) => weight === '600').map(([name]) => name)).toEqual(shown)
  }
})

test('S-4.14 S-8.10 S-9.01 a notification has the colour of its type, covers neither the page heading nor the tab bar, and fades after five seconds or goes when it is closed', async ({
  page,
}) => {
  await page.clock.install()
  await openAs(page, aisyah, '/app/profile')
  let answer: Parameters<Route['fulfill']>[0] = { json: { message: '', ended: 2 } }
  await page.route('**/api/user/sessions', (route) => route.fulfill(answer))
  const signOutOthers = async () => {
    await page.getByRole('button', { name: 'Sign out other devices' }).click()
    await page.getByRole('button', { name: 'Sign them out' }).click()
  }
  // Measured once it has arrived.
  await page.clock.pauseAt(Date.now() + 600_000)
  await signOutOthers()
  const slip = notices(page).locator('> div')
  await expect(slip).toContainText('2 devices were signed out.')
  await expectNotice(slip.getByText('2 devices were signed out.'), 'success')
  await page.evaluate(() => window.scrollTo(0, 0))
  await slip.evaluate((shown) => Promise.all(shown.getAnimations().map(({ finished }) => finished)))
  const { top, bottom } = await boxOf(slip)
  const title = await boxOf(heading(page, 'My Profile'))
  expect(bottom <= title.top || title.bottom <= top).toBe(true)
  expect(bottom).toBeLessThanOrEqual((await boxOf(tabBar(page))).top)
  await accountMenu(page).click()
  await page.keyboard.press('Escape')
  await page.clock.runFor(4_900)
  await expect(slip).not.toHaveClass(/opacity-0/)
  await page.clock.runFor(300)
  await expect(slip).toHaveClass(/opacity-0/)
  await page.clock.runFor(150)
  await expect(slip).toHaveCount(0)

  answer = { status: 429, json: { message: texts.tooManyRequests } }
  await signOutOthers()
  const refused = page.getByText(texts.tooManyRequests).last()
  await expect(refused).toBeVisible()
  await expectNotice(refused, 'error')
  await page.clock.resume()
  await page.reload()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Somebody else')
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await expectNotice(slip.getByText('Not saved yet'), 'warning')
  await page.getByRole('button', { name: /^Close/ }).click()
  await expect(notices(page)).toBeEmpty()
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
    await expect(notices(page)).toBeEmpty()
    const repeated = page.getByLabel('Confirm password')
    await repeated.press('Enter')
    await expect(notices(page)).toContainText(texts.network)
    await expect(repeated).toBeFocused()
    expect((await boxOf(notices(page).locator('> div'))).bottom).toBeLessThan(400)
    await repeated.blur()
    expect((await boxOf(notices(page).locator('> div'))).bottom).toBeLessThan(400)
  })
})

test('S-2.01 S-2.02 S-2.06 S-2.08 S-4.14 D-03 on a phone the header has one line, Snap and the tab bar cover no end of a page, and in landscape the bar is low and covers no notification', {
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

  await context.clearCookies()
  await page.clock.install()
  await openAs(page, aisyah)
  const paths = ['/app/merchants', '/app/submissions', '/app/deals', '/app/announcements', '/', '/app/profile']
  for (const path of paths) {
    await goTo(page, path)
    for (const [width, height] of [
      [390, 844],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height })
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
  // By key, because a notification may cover the buttons for a while.
  for (let times = 1; times <= 6; times += 1) {
    await page.getByRole('button', { name: 'Sign out other devices' }).press('Enter')
    await page.getByRole('button', { name: 'Sign them out' }).press('Enter')
    await expect(closing).toHaveCount(times)
    await expect(page.locator('dialog')).toHaveCount(0)
  }
  await closing.last().scrollIntoViewIfNeeded()
  expect((await boxOf(closing.last())).bottom).toBeLessThanOrEqual((await boxOf(tabBar(page))).top)
  await page.clock.resume()

  // A phone's form has buttons of its own.
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/app/submissions/new/1')
  await sendButton(page).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectNoAxeViolations(page)
})

test('S-2.06 S-4.14 text twice as large is twice as large everywhere, labels of tabs stay apart, and the camera of Snap is smaller than its button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/app/merchants')
  const chip = page.getByRole('link', { name: 'Groceries', exact: true })
  const parts = [heading(page, 'Merchants'), tabLink(page, 'Home'), chip]
  const sizes = () =>
    Promise.all(parts.map((part) => part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))))
  const plain = await sizes()
  await withLargeText(page, async () => {
    const large = await sizes()
    for (const [at, size] of large.entries())
      expect(size / (plain[at] ?? size), `part ${at}`).toBeGreaterThanOrEqual(1.9)
    const { width = 0 } = (await snap(page).locator('svg').boundingBox()) ?? {}
    expect(width).toBeGreaterThanOrEqual(24)
    expect(width).toBeLessThanOrEqual(((await snap(page).boundingBox())?.width ?? 0) * 0.6)
    const labels = await tabBar(page).evaluate((bar) =>
      Array.from(bar.querySelectorAll('a'), (link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    )
    expect(labels).toHaveLength(4)
    for (const [place, { left, right, top }] of labels.entries()) {
      const before = labels[place - 1]
      const isApart = !before || left >= before.right || top >= before.bottom
      expect(isApart, `label ${place}`).toBe(true)
      expect(right, `label ${place}`).toBeLessThanOrEqual(390)
    }
  })
})
