import { texts } from '@stampus/contract/texts'
import { findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, withoutServerRendering } from '../support/web.ts'

test.use({ expectedErrors: /status of 500/ })

const broken = { status: 500, json: { message: 'Oops' } }

test('S-8.07 S-8.08 S-8.09 merchants, deals and announcements that fail to load can be retried, and none are named', async ({
  page,
  server,
}) => {
  for (const [path, calls, failed, none] of [
    ['/app/merchants', '**/api/merchants*', texts.merchantsFailed, texts.noMerchants],
    ['/app/deals', '**/api/advertisements*', texts.dealsFailed, texts.noDeals],
    ['/app/announcements', '**/api/announcements*', texts.announcementsFailed, texts.noAnnouncements],
  ] as const) {
    let answer: typeof broken | { json: { data: [] } } = broken
    await page.route(calls, (route) => route.fulfill(answer))
    await page.goto(withoutServerRendering(path))
    await expect(page.getByText(failed)).toBeVisible()
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Retry' }).click()
    const links = page.getByRole('main').getByRole('listitem').locator('a[href]:not([href^="tel:"])')
    await expect.poll(() => links.count(), path).toBeGreaterThanOrEqual(15)
    answer = { json: { data: [] } }
    await page.route(calls, (route) => route.fulfill(answer))
    await page.reload()
    await expect(page.getByText(none)).toBeVisible()
    await page.unroute(calls)
  }

  const { id } = await findMerchant(server, 'Boba Bukit')
  await page.route(`**/api/merchants/${id}`, (route) => route.fulfill(broken))
  await page.goto(`/app/merchants/${id}`)
  await expect(page.getByText(texts.merchantFailed)).toBeVisible()
  await page.unroute(`**/api/merchants/${id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
})
