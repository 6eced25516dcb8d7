import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { offlineBar as bar } from '../support/kept-answers.ts'
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

test('D-94 when no request gets a response, a bar says how old the page is, and what was seen stays through pages and back, even after an hour', async ({
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
    await page.goBack()
    await expect(bobaBukit(page)).toBeVisible()
    await openTab(page, 'History')
    await receipts(page).first().getByRole('link').first().click()
    await expect(page.getByText('Invoice number')).toBeVisible()
    await check()
    await page.goBack()
    await expect(receipts(page).first()).toBeVisible()
    await openTab(page, 'Home')
    for (const name of [/^Popular deals/i, /^Announcements/]) {
      await page.getByRole('main').getByRole('link', { name }).click()
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click()
      await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
      await check()
      await page.goBack()
      await page.goBack()
    }
    await openTab(page, 'Profile')
    await expect(page.getByRole('main').getByText(aisyah.email)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await visitAll(() => expectSettled(page))
  await expect(bar(page)).toBeHidden()
  await context.route(api, (route) => route.abort())
  await page.clock.fastForward('01:00:00')
  await openTab(page, 'Home')
  await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of 12:0\d\.$/)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await visitAll(async () => {
    await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of 12:0\d\.$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  })
})

test('D-94 offline, a page without deals keeps its text, what was never seen fails and appears by itself when the network returns, and one failed request or an error of the server shows no bar', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await context.route('**/api/advertisements*', (route) => route.fulfill({ json: { data: [] } }))
  await openAs(page, aisyah, withoutServerRendering('/'))
  await page.evaluate(() => Object.assign(window, { sameVisit: true }))
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
  await openTab(page, 'Merchants')
  await expect(page.getByText(texts.merchantsFailed)).toBeVisible()
  await expect(bar(page)).toHaveText('You’re offline.')
  await context.unroute(api)
  await expect(bobaBukit(page)).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await openTab(page, 'Profile')
  await watchForBar(page)
  await context.route('**/api/submissions*', (route) => route.abort())
  const checked = page.waitForResponse((response) => response.request().method() === 'HEAD')
  await openTab(page, 'History')
  await expect(page.getByText(texts.submissionsFailed)).toBeVisible()
  expect((await checked).ok()).toBe(true)
  await context.route('**/api/announcements*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Announcements/ })
    .click()
  await expect(page.getByText(texts.announcementsFailed)).toBeVisible()
  expect(await page.evaluate(() => ['sameVisit' in window, 'wasBarSeen' in window])).toEqual([true, false])
  await context.unrouteAll()

  await test.step('the bar follows the browser, but stays until the server responds', async () => {
    await openTab(page, 'Merchants')
    await expect(bobaBukit(page)).toBeVisible()
    await context.setOffline(true)
    await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of \d{1,2}:\d{2}\.$/)
    let checks = 0
    await context.route(api, (route) => {
      if (route.request().method() === 'HEAD') checks += 1
      return route.abort()
    })
    await context.setOffline(false)
    await expect.poll(() => checks).toBeGreaterThan(0)
    await expect(bar(page)).toBeVisible()
    await context.unroute(api)
    await expect(bar(page)).toBeHidden()
  })
})

/** Records whether the bar is shown, even for a moment. */
function watchForBar(page: Page) {
  return page.evaluate(() => {
    const look = () => {
      if (document.body.textContent?.includes('You’re offline.')) Object.assign(window, { wasBarSeen: true })
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
