import type { Page } from '@playwright/test'
import * as texts from '@stampus/contract/texts'
import { aManager } from '../operators.ts'
import { aisyah, aMember, aSubmission } from '../people.ts'
import { expect, test } from './fixtures.ts'
import { bobaBukit, expectSettled, followTab, heading, receipts, recentActivity, signIn, stampCard } from './web.ts'

test.use({ expectedFaults: /net::ERR_/ })

test('D-94 without a network, what was seen stays through pages and back, also after an hour', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/login')
  await signIn(page, aisyah)
  const shown = async () => {
    await expect(stampCard(page)).toBeVisible()
    await expect(recentActivity(page).getByRole('listitem')).toHaveCount(2)
    await followTab(page, 'Merchants')
    await expect(bobaBukit(page)).toBeVisible()
    await bobaBukit(page).click()
    await expect(heading(page, 'Boba Bukit')).toBeVisible()
    await page.goBack()
    await expect(bobaBukit(page)).toBeVisible()
    await followTab(page, 'History')
    await receipts(page).first().getByRole('link').first().click()
    await expect(heading(page, 'Submission Details')).toBeVisible()
    await expect(page.getByText('Invoice number')).toBeVisible()
    await page.goBack()
    await expect(receipts(page).first()).toBeVisible()
    await followTab(page, 'Home')
    for (const name of [/^Popular deals/i, /^Announcements/]) {
      await page.getByRole('main').getByRole('link', { name }).click()
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await page.goBack()
    }
    await expect(stampCard(page)).toBeVisible()
  }
  await shown()
  await context.setOffline(true)
  await page.clock.fastForward('01:00:00')
  const failed = failuresOf(page)
  await shown()
  await expect.poll(() => failed.length).toBeGreaterThan(8)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(stampCard(page)).toBeVisible()
})

test('D-94 without a network, a history and stamps that were seen empty stay empty', async ({
  page,
  context,
  member,
}) => {
  await page.clock.install()
  await page.goto('/login?redirect=%2F%3Fstamps%3Dall')
  await signIn(page, member)
  const noStamps = page.getByText('No stamps yet. Every approved receipt adds some.')
  await expect(noStamps).toBeVisible()
  await followTab(page, 'History')
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await page.goBack()
  await expect(noStamps).toBeVisible()
  await context.setOffline(true)
  await page.clock.fastForward(60_000)
  const failed = failuresOf(page)
  await page.goForward()
  await expect.poll(() => failed.filter((path) => path === '/api/submissions').length).toBe(2)
  await expectSettled(page)
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await expect(page.getByText(texts.submissionsFailed)).toBeHidden()
  await page.goBack()
  await expect.poll(() => failed.filter((path) => path === '/api/wallet/entries').length).toBe(2)
  await expect(noStamps).toBeVisible()
  await expect(page.getByText(/^Your stamps could not be fetched/)).toBeHidden()
})

test('D-94 D-46 without a network, no list shows a receipt as it was before the decision that was seen', async ({
  page,
  context,
  server,
}) => {
  const member = await aMember(server)
  const { id } = await aSubmission(server, member)
  await page.goto('/login?redirect=%2Fapp%2Fsubmissions')
  await signIn(page, member)
  await expect(receipts(page).first()).toContainText('Pending')
  await followTab(page, 'Home')
  await expect(recentActivity(page)).toContainText('Pending')
  await expect(stampCard(page)).toContainText(/^0/)
  await recentActivity(page).getByRole('listitem').getByRole('link').click()
  await expect(heading(page, 'Submission Details')).toBeVisible()
  const renewed = page.waitForResponse('**/api/wallet')
  await (await aManager(server)).approve(id)
  await expect(page.getByRole('main')).toContainText('Approved')
  await renewed
  await context.setOffline(true)
  await page.goBack()
  await expect(recentActivity(page)).toContainText('Approved')
  await expect(stampCard(page)).toContainText(/^2/)
  await followTab(page, 'History')
  await expect(receipts(page).first()).toContainText('Approved')
})

/** The paths of the calls that fail from now on. */
function failuresOf(page: Page): string[] {
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  return failed
}
