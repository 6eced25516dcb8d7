import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { submitReceipt } from '../../support/browser/people.ts'
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
} from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_/ })

test('D-94 offline, the ten latest viewed searches are available, earlier ones are not', async ({ page }) => {
  const field = page.getByLabel('Search merchants')
  const found = (text: string) => page.getByRole('main').getByRole('link', { name: `Shop ${text}` })
  const search = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  await page.goto('/app/merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await page.route('**/api/merchants?*search=*', async (route) => {
    const url = new URL(route.request().url())
    const name = `Shop ${url.searchParams.get('search')}`
    url.searchParams.delete('search')
    const { data } = await (await route.fetch({ url: url.href })).json()
    await route.fulfill({ json: { data: [{ ...data[0], name }] } })
  })
  for (const text of Array.from({ length: 11 }, (_, at) => String(at + 100))) {
    await search(text)
    await expect(found(text)).toBeVisible()
  }
  await search('')
  await expect(bobaBukit(page)).toBeVisible()
  await page.unroute('**/api/merchants?*search=*')
  await page.route('**/api/**', (route) => route.abort())
  await search('101')
  await expect(found('101')).toBeVisible()
  await search('100')
  await expect(page.getByText(texts.merchantsFailed)).toBeVisible()
  await search('')
  await expect(bobaBukit(page)).toBeVisible()
  await expect(page.getByText(texts.merchantsFailed)).toBeHidden()
})

test('D-94 D-46 offline, lists that were empty stay empty, and none shows a receipt as it was before the decision that was seen', async ({
  page,
  context,
  server,
  member,
}) => {
  await page.clock.install()
  await openAs(page, member, '/?stamps=all')
  const noStamps = page.getByText('No stamps yet. Every approved receipt adds some.')
  await expect(noStamps).toBeVisible()
  await openTab(page, 'History')
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await page.goBack()
  await expect(noStamps).toBeVisible()
  await context.setOffline(true)
  await page.clock.fastForward(60_000)
  const failed = failCalls(page)
  await page.goForward()
  await expect.poll(() => failed.filter((path) => path === '/api/submissions').length).toBe(2)
  await expectSettled(page)
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await expect(page.getByText(texts.submissionsFailed)).toBeHidden()
  await page.goBack()
  await expect.poll(() => failed.filter((path) => path === '/api/wallet/entries').length).toBe(2)
  await expect(noStamps).toBeVisible()
  await expect(page.getByText(/^We couldn’t load your stamps/)).toBeHidden()

  await test.step('no list shows a receipt as it was before the decision that was seen', async () => {
    await context.setOffline(false)
    const { id } = await submitReceipt(server, member)
    await page.goto('/app/submissions')
    await expect(receipts(page).first()).toContainText('Pending')
    await openTab(page, 'Home')
    await expect(recentActivity(page)).toContainText('Pending')
    await expect(stampCard(page)).toContainText(/^0/)
    await recentActivity(page).getByRole('listitem').getByRole('link').click()
    await expect(heading(page, 'Submission Details')).toBeVisible()
    const renewed = page.waitForResponse('**/api/wallet')
    await (await connectOperator(server)).approve(id)
    await expect(page.getByRole('main')).toContainText('Approved')
    await renewed
    await context.setOffline(true)
    await page.goBack()
    await expect(recentActivity(page)).toContainText('Approved')
    await expect(stampCard(page)).toContainText(/^2/)
    await openTab(page, 'History')
    await expect(receipts(page).first()).toContainText('Approved')
  })
})

/** The paths of the calls that fail from now on. */
function failCalls(page: Page): string[] {
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  return failed
}
