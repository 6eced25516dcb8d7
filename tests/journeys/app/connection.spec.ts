import { texts } from '@stampus/contract/texts'
import { aisyah } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { offlineBar as bar } from '../support/kept-answers.ts'
import { bobaBukit, openAs, openTab, receipts, recentActivity, stampCard } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_/ })

const api = '**/api/**'

test('D-94 when no request gets a response, a bar says how old the page is, what was seen stays through pages and back, and what was never seen fails and appears by itself', async ({
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
    await openTab(page, 'History')
    await receipts(page).first().getByRole('link').first().click()
    await expect(page.getByText('Invoice number')).toBeVisible()
    await check()
    await page.goBack()
    await expect(receipts(page).first()).toBeVisible()
    await openTab(page, 'Home')
    await openTab(page, 'Profile')
    await expect(page.getByRole('main').getByText(aisyah.email)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await visitAll(() => expect(bar(page)).toBeHidden())
  await context.route(api, (route) => route.abort())
  await page.clock.fastForward('01:00:00')
  await openTab(page, 'Home')
  await visitAll(async () => {
    await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of 12:0\d\.$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  })
  await openTab(page, 'Merchants')
  await expect(page.getByText(texts.merchantsFailed)).toBeVisible()
  await expect(bar(page)).toHaveText('You’re offline.')
  await context.unroute(api)
  await page.clock.runFor(30_000)
  await expect(bobaBukit(page)).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)

  // The bar follows the browser, but stays until the server responds.
  await context.setOffline(true)
  await expect(bar(page)).toHaveText(/^You’re offline\. Shown as of \d{1,2}:\d{2}\.$/)
  await context.route(api, (route) => route.abort())
  const checked = page.waitForRequest((request) => request.method() === 'HEAD')
  await context.setOffline(false)
  await checked
  await expect(bar(page)).toBeVisible()
  await context.unroute(api)
  await page.clock.runFor(30_000)
  await expect(bar(page)).toBeHidden()
})
