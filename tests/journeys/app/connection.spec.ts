import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  bobaBukit,
  expectSettled,
  heading,
  openAs,
  openTab,
  receipts,
  recentActivity,
  stampCard,
  withoutServerRendering,
} from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_|status of 503/ })

const api = '**/api/**'
const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re offline.' })

test('D-94 when no request gets a response, a bar says how old the page is, and no page that was seen shows an error', async ({
  page,
  context,
}) => {
  await page.clock.install({ time: '2026-11-26T04:04:00Z' })
  await openAs(page, aisyah)
  const visitAll = async (check: () => Promise<void>) => {
    await expect(stampCard(page)).toBeVisible()
    await expect(recentActivity(page).getByRole('listitem')).toHaveCount(2)
    await check()
    await page.getByRole('button', { name: 'Stamp history' }).click()
    await expect(stampCard(page).getByText(/^RM/).first()).toBeVisible()
    await check()
    await openTab(page, 'Merchants')
    await bobaBukit(page).click()
    await expect(heading(page, 'Boba Bukit')).toBeVisible()
    await check()
    await openTab(page, 'History')
    await receipts(page).first().getByRole('link').first().click()
    await expect(page.getByText('Invoice number')).toBeVisible()
    await check()
    await openTab(page, 'Home')
    for (const name of [/^Popular deals/i, /^Announcements/]) {
      await page.getByRole('main').getByRole('link', { name }).click()
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click()
      await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
      await check()
      await page.goBack()
      await page.goBack()
    }
  }
  await visitAll(() => expectSettled(page))
  await openTab(page, 'Profile')
  await expect(page.getByRole('main').getByText(aisyah.email)).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await context.route(api, (route) => route.abort())
  await page.clock.fastForward('00:30:00')
  await openTab(page, 'Home')
  await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of 12:0\d\.$/)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await visitAll(async () => {
    await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of 12:0\d\.$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  })
  await openTab(page, 'Profile')
  await expect(page.getByRole('main').getByText(aisyah.email)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('D-94 offline, a home page without deals keeps its text instead of an error, and one failed request shows no bar', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await context.route('**/api/advertisements*', (route) => route.fulfill({ json: { data: [] } }))
  await openAs(page, aisyah, withoutServerRendering('/'))
  await expect(page.getByText(texts.noDeals)).toBeVisible()
  await openTab(page, 'Profile')
  await page.clock.fastForward('00:01:00')
  await context.route(api, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/advertisements'))
  await openTab(page, 'Home')
  await failed
  await expect(bar(page)).toBeVisible()
  await expect(page.getByText(texts.noDeals)).toBeVisible()
  await expect(page.getByText(texts.dealsFailed)).toBeHidden()

  await context.unroute(api)
  await expect(bar(page)).toBeHidden()
  await openTab(page, 'Profile')
  await watchForBar(page)
  await context.route('**/api/submissions*', (route) => route.abort())
  const checked = page.waitForResponse((response) => response.request().method() === 'HEAD')
  await openTab(page, 'History')
  await expect(page.getByText(texts.submissionsFailed)).toBeVisible()
  expect((await checked).ok()).toBe(true)
  expect(await wasBarSeen(page)).toBe(false)
})

test('D-94 no bar shows for a request that the app cancels, nor for a server that responds with an error', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto(withoutServerRendering('/'))
  await expectSettled(page)
  await watchForBar(page)
  const checks = await failApi(context, () => undefined)
  const isOfMerchants = (request: Request) => new URL(request.url()).pathname === '/api/merchants'
  const begun = page.waitForRequest(isOfMerchants)
  const cancelled = page.waitForEvent('requestfailed', isOfMerchants)
  await openTab(page, 'Merchants')
  await begun
  // The request begins before its page is shown, and only leaving the page cancels it.
  await expect(heading(page, 'Merchants')).toBeVisible()
  await openTab(page, 'Home')
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
  await page.clock.runFor(10_000)
  expect(checks.count).toBe(0)
  expect(await wasBarSeen(page)).toBe(false)
  await context.unroute(api)

  await page.goto('/')
  await watchForBar(page)
  await context.route(api, (route) => route.fulfill({ status: 503, body: '' }))
  await openTab(page, 'Merchants')
  await expect(page.getByText(texts.merchantsFailed)).toBeVisible()
  await page.clock.runFor(60_000)
  expect(await wasBarSeen(page)).toBe(false)
})

test('D-94 offline, the server is checked after 1, 2, 4, 8, 16 and 30 seconds while the page is visible, and the bar goes when it responds', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/')
  await expectSettled(page)
  const held: Route[] = []
  await context.route(api, (route) => void held.push(route))
  await openTab(page, 'Merchants')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  const checks = await failApi(context)
  await Promise.all(held.filter((route) => !route.request().failure()).map((route) => route.abort()))
  await waitForFailures(page)
  for (const [at, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    await page.clock.runFor(seconds * 1000 - 100)
    expect(checks.count).toBe(at)
    await page.clock.runFor(100)
    await waitForFailures(page)
    expect(checks.count).toBe(at + 1)
  }
  await setHidden(page, true)
  await page.clock.runFor(300_000)
  expect(checks.count).toBe(7)
  await setHidden(page, false)
  await expect.poll(() => checks.count).toBe(8)
  await page.clock.resume()
  await context.unroute(api)

  await test.step('what failed appears without a reload', async () => {
    await page.goto('/')
    await page.evaluate(() => Object.assign(window, { sameVisit: true }))
    await context.route(api, (route) => route.abort())
    await openTab(page, 'Merchants')
    await expect(page.getByText(texts.merchantsFailed)).toBeVisible()
    await expect(bar(page)).toHaveText('You’re offline.')
    await context.unroute(api)
    await expect(bobaBukit(page)).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true)
  })

  await page.goto('/app/merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await context.setOffline(true)
  await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of \d{1,2}:\d{2}\.$/)
  const more = await failApi(context)
  await context.setOffline(false)
  await expect.poll(() => more.count).toBeGreaterThan(0)
  await expect(bar(page)).toBeVisible()
  await context.unroute(api)
  await expect(bar(page)).toBeHidden()
})

/** A page must know of failures before its clock goes on: a request that is made after them fails after them. */
const waitForFailures = (page: Page) => page.evaluate(() => fetch('/api/announcements').catch(() => undefined))

/** Lets all requests to the API fail from now on. Counts the checks of the connection. */
async function failApi(context: BrowserContext, answer?: () => void) {
  const checks = { count: 0 }
  await context.route(api, (route) => {
    if (route.request().method() === 'HEAD') checks.count += 1
    return answer ? answer() : route.abort()
  })
  return checks
}

/** Records whether the bar is shown, even for a moment. */
function watchForBar(page: Page) {
  return page.evaluate(() => {
    const look = () => {
      if (document.body.textContent?.includes('You’re offline.')) Object.assign(window, { wasBarSeen: true })
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

const wasBarSeen = (page: Page) => page.evaluate(() => 'wasBarSeen' in window)

function setHidden(page: Page, isHidden: boolean) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
