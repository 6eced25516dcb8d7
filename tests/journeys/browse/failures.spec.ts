import { texts } from '@stampus/contract/texts'
import { findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { offlineBar } from '../support/kept-answers.ts'
import { bobaBukit, heading, moveTo } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_|status of 500/ })

const broken = { status: 500, json: { message: 'Oops' } }

test('S-8.07 S-8.08 S-8.09 D-94 what fails to load can be retried, and empty lists say so; offline, a bar says how old the page is, empty lists stay as they are, the ten latest viewed searches are available, and what was never seen fails and appears by itself', async ({
  page,
  server,
  context,
}) => {
  await page.clock.install({ time: '2026-11-26T04:04:00Z' })
  await page.goto('/login')
  for (const [path, calls, failed, none] of [
    ['/app/deals', '**/api/advertisements*', texts.dealsFailed, texts.noDeals],
    ['/app/announcements', '**/api/announcements*', texts.announcementsFailed, texts.noAnnouncements],
    ['/app/merchants?search=none', '**/api/merchants?*', texts.merchantsFailed, texts.noMerchants],
  ] as const) {
    let answer: typeof broken | { json: { data: [] } } = broken
    await page.route(calls, (route) => route.fulfill(answer))
    await moveTo(page, path)
    await expect(page.getByText(failed)).toBeVisible()
    answer = { json: { data: [] } }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(none)).toBeVisible()
    // What was empty stays empty when asking again fails.
    await page.unroute(calls)
    const again = page.waitForEvent('requestfailed')
    await page.route(calls, (route) => route.abort())
    await moveTo(page, '/login')
    await page.clock.fastForward(60_000)
    await moveTo(page, path)
    await again
    await expect(page.getByText(none)).toBeVisible()
    await expect(page.getByText(failed)).toBeHidden()
    await page.unroute(calls)
  }
  const { id } = await findMerchant(server, 'Boba Bukit')
  await page.route(`**/api/merchants/${id}`, (route) => route.fulfill(broken))
  await moveTo(page, `/app/merchants/${id}`)
  await expect(page.getByText(texts.merchantFailed)).toBeVisible()
  await page.unroute(`**/api/merchants/${id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page, 'Boba Bukit')).toBeVisible()

  const { data } = await (await fetch(`${server.url}/api/merchants`)).json()
  const found = (text: string) => page.getByRole('main').getByRole('link', { name: `Shop ${text}` })
  const search = async (text: string) => {
    await page.getByLabel('Search merchants').fill(text)
    await page.getByLabel('Search merchants').press('Enter')
  }
  await moveTo(page, '/app/merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await page.route('**/api/merchants?*search=*', (route) => {
    const name = `Shop ${new URL(route.request().url()).searchParams.get('search')}`
    return route.fulfill({ json: { data: [{ ...data[0], name }] } })
  })
  for (let text = 100; text <= 110; text += 1) {
    await search(String(text))
    await expect(found(String(text))).toBeVisible()
  }
  await search('')
  await expect(bobaBukit(page)).toBeVisible()
  await page.unroute('**/api/merchants?*search=*')
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.fastForward('01:00:00')
  await search('101')
  await expect(found('101')).toBeVisible()
  await search('100')
  await expect(page.getByText(texts.merchantsFailed)).toBeVisible()
  await expect(offlineBar(page)).toHaveText('You’re offline.')
  await search('')
  await expect(bobaBukit(page)).toBeVisible()
  await expect(offlineBar(page)).toHaveText(/^You’re offline\. Shown as of 12:\d\d\.$/)
  await expect(page.getByText(texts.merchantsFailed)).toBeHidden()
  // The bar follows the browser, but stays until the server responds.
  await context.setOffline(true)
  const checked = page.waitForRequest((request) => request.method() === 'HEAD')
  await context.setOffline(false)
  await checked
  await expect(offlineBar(page)).toBeVisible()
  await search('100')
  await expect(page.getByText(texts.merchantsFailed)).toBeVisible()
  await page.unroute('**/api/**')
  await page.clock.runFor(30_000)
  await expect(page.getByText(texts.noMerchants)).toBeVisible()
  await expect(offlineBar(page)).toBeHidden()
})
