import type { Page } from '@playwright/test'
import { manager, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations, showIn } from '../support/axe.ts'
import { navigateTo, openDesk, titleOf } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading } from '../support/web.ts'

/** The title of an object's page, once it is loaded; until then the page is titled after its kind. */
const opened = /^(?!(?:Merchant|Deal|Reward|Announcement|Poster)$)./

/** Every page of the console with its title; reviewers have the first of them. */
const forReviewers = {
  '/bulk': 'Bulk approval',
  '/checks': 'Spot checks',
  '/submissions': 'Receipts',
  '/submissions/1': /^Receipt 1/,
  '/overview': 'Overview',
  '/account': /account/i,
  '/nonsense': 'Page not found',
  '/submissions/new': 'Page not found',
}
const forManagers = {
  '/appeals': 'Appeals',
  '/merchants': 'Merchants',
  '/merchants/new': 'New merchant',
  '/merchants/1': opened,
  '/merchants/1/poster': opened,
  '/categories': 'Categories',
  '/deals': 'Deals',
  '/deals/new': 'New deal',
  '/deals/1': opened,
  '/rewards': 'Rewards',
  '/rewards/new': 'New reward',
  '/rewards/1': opened,
  '/vouchers': 'Vouchers',
  '/vouchers/1': /^Voucher \d{4} \d{4}$/,
  '/hand-over': 'Hand over',
  '/unusual-hand-overs': 'Unusual hand-overs',
  '/earning-rules': 'Earning rules',
  '/announcements': 'Announcements',
  '/announcements/new': 'New announcement',
  '/announcements/1': opened,
  '/cases': 'Cases',
  '/canned-answers': 'Canned answers',
  '/canned-answers/new': 'New canned answer',
  '/links': 'Links',
  '/links/new': /group/i,
  '/settlement': 'Settlement',
  '/members': 'Members',
  '/members/1': /Aisyah/,
  '/operators': 'Operators',
  '/operators/1': 'Farid Hakimi',
  '/operators/new': 'Page not found',
  '/owners': 'Owners',
  '/undelivered-mail': 'Failed emails',
  '/system-check': 'System check',
  '/audit': 'Audit log',
}

/** The header and the menu, which the first page shows as well. */
const sameOnEveryPage = ['#root > div > header', 'aside']
/** The rows of long lists after the first ones. */
const furtherRows = 'tr:nth-child(n + 6)'

test('D-50 D-52 D-53 D-54 R-4.07 R-7.02 reviewers who open a managers’ page are redirected to the desk, and have no link to members or cases; axe finds no problems on any page, light and dark in turn, and none is wider than a phone', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await openDesk(page, reviewer)
  for (const [path, title] of Object.entries(forReviewers)) await open(page, path, title)
  await open(page, '/submissions/999999', 'Receipt 999999')
  await page.getByRole('link', { name: 'Back to receipts' }).click()
  await expect(heading(page, 'Receipts')).toBeVisible()
  for (const name of ['Members', /^Cases/]) await expect(page.getByRole('link', { name })).toHaveCount(0)
  for (const path of Object.keys(forManagers)) {
    await page.evaluate(navigateTo, `/console${path}`)
    await expect(heading(page, 'Review desk')).toBeVisible()
    await expect(page).toHaveURL(/\/console\/?$/)
  }

  await openDesk(page, manager)
  await open(page, '/audit', 'Audit log')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
  await page.setViewportSize({ width: 390, height: 844 })
  // Every page is of the same parts and colours, so half of them show these in each scheme.
  for (const [at, [path, title]] of Object.entries({ ...forReviewers, ...forManagers }).entries()) {
    await open(page, path, title)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    await showIn(page, at % 2 === 0 ? 'light' : 'dark')
    await expectNoAxeViolations(page, path, undefined, [furtherRows, ...(at < 2 ? [] : sameOnEveryPage)])
  }
  await open(page, '/unusual-hand-overs', 'Unusual hand-overs')
  await page.getByLabel('Period').selectOption('The last 7 days')
  await expect(page).toHaveURL(/\?days=7$/)
  await page.getByLabel('Period').selectOption('The last 30 days')
  await expect(page).toHaveURL(/\/unusual-hand-overs$/)
})

/** Navigates within the console, because loading each page would take minutes, and waits until the page is loaded. */
async function open(page: Page, path: string, title: string | RegExp) {
  await page.evaluate(navigateTo, `/console${path}`)
  await expect(heading(page, title).and(titleOf(page))).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Opening)/ })).toHaveCount(0)
}
