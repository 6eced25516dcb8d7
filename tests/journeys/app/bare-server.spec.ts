import type { Locator, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { test } from '../../stub/fixtures.ts'
import { DEALS, HISTORY, MERCHANTS, newAnnouncement, type World } from '../../stub/world.ts'
import { newPerson } from '../../support/browser/people.ts'
import { expect } from '../support/fixtures.ts'
import { heading, openAs, receipts, recordApiCalls, register, scrollToEnd, stampCard, tabLink } from '../support/web.ts'

test('S-1.01 S-4.05 S-4.08 S-4.09 S-4.10 on a bare server guests register, wait for the mail and arrive at home, here or with the mailed link', async ({
  page,
  world,
}) => {
  const [person, other] = [newPerson(), newPerson()]
  await page.goto('/register')
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(page.getByText(texts.verificationSent)).toBeVisible()
  await expect.poll(() => world.asked).toContain('GET /api/user 200')
  verifyElsewhere(world, person.email)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await expect(page.getByText(texts.noActivity)).toBeVisible()

  await endSession(page)
  await page.goto('/register')
  await register(page, other)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await endSession(page)
  const link = `/email/verification?id=${world.people.length}&hash=any&expires=4000000000&signature=`
  await page.goto(`${link}bad`)
  await expect(page.getByText(texts.linkInvalid)).toBeVisible()
  await page.goto(`${link}good`)
  await expect(heading(page, `Welcome, ${other.name}`)).toBeVisible()
})

test('S-2.15 S-2.16 S-2.21 S-2.22 S-2.24 S-2.25 S-4.15 S-4.16 S-9.02 D-08 D-30 D-31 D-34 on a bare server merchants are listed, searched and filtered, and merchants and deals are found', async ({
  page,
  world,
}) => {
  const merchants = page.getByRole('main').locator('a[href^="/app/merchants/"]')
  const chips = page.getByRole('navigation', { name: /categor/i }).getByRole('link')
  await page.goto('/app/merchants')
  await expect(merchants).toHaveCount(15)
  await expect(chips).toHaveText(['All', 'Food', 'Groceries'])
  await loadAll(page, MERCHANTS, merchants)
  await expect(chips).toHaveText(['All', 'Books', 'Food', 'Groceries', 'Sports'])
  expect(world.asked.filter((call) => call.includes('/merchants?')).at(-1)).toMatch(/page=3 200$/)
  await chips.filter({ hasText: 'Books' }).click()
  await expect(merchants).toHaveCount(world.merchants.filter(({ category }) => category.name === 'Books').length)
  await page.getByLabel('Search merchants').fill('dai 07')
  await expect(page).toHaveURL('/app/merchants?search=dai+07')
  await expect(merchants).toHaveText([/Kedai 07/])
  await page.getByLabel('Search merchants').fill('no such shop')
  await expect(page.getByText(texts.noMerchants)).toBeVisible()

  const deals = page.getByRole('main').locator('a[href^="/deals/"]')
  await page.goto('/app/merchants/1')
  await expect(heading(page, 'Kedai 01')).toBeVisible()
  await expect(deals).toHaveCount(1)
  await page.goto('/merchants/kedai-02')
  await expect(heading(page, 'Kedai 02')).toBeVisible()
  for (const unknown of ['/app/merchants/999', '/merchants/nobody']) {
    await page.goto(unknown)
    await expect(heading(page, texts.merchantNotFound)).toBeVisible()
  }

  // The last page of deals is full.
  world.asked.splice(0)
  await page.goto('/app/deals')
  await loadAll(page, DEALS, deals)
  await expect(async () => {
    await scrollToEnd(page)
    expect(world.asked).toContain('GET /api/advertisements?page=3 200')
  }).toPass()
  await page.goto(`/deals/${DEALS}`)
  await expect(heading(page, `Offer ${DEALS}`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /Kedai/ }).click()
  await expect(heading(page, `Kedai ${DEALS}`)).toBeVisible()
  await page.goto('/deals/999')
  await expect(page.getByText(texts.dealNotFound)).toBeVisible()
})

test('S-2.14 S-2.23 S-3.05 S-9.07 D-31 on a bare server announcements are read and counted by paging, up to page 50', async ({
  page,
  world,
}) => {
  await openAs(page, world.member)
  const tile = page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await expect(tile).toContainText('33 unread')
  await tile.click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('News 33')
  await page.goto('/app/announcements/1')
  await expect(heading(page, 'News 1')).toBeVisible()
  await page.goto('/')
  await expect(tile).toContainText('32 unread')
  world.announcements = Array.from({ length: 800 }, (_, place) => newAnnouncement(place + 1))
  await page.goto('/app/announcements/750')
  await expect(heading(page, /^News 750$/)).toBeVisible()
  await page.goto('/app/announcements/751')
  await expect(page.getByText(texts.announcementNotFound)).toBeVisible()
  expect(world.asked.filter((call) => call.includes('page=51'))).toEqual([])
})

test('S-2.26 S-9.02 on a bare server the history loads more from pages of 10 or 15 and can be filtered, and nine receipts are all', async ({
  page,
  world,
}) => {
  await openAs(page, world.member)
  const rows = page.getByRole('main').locator('a[href^="/app/submissions/"]')
  for (const size of [10, 15] as const) {
    world.submissionsPageSize = size
    await page.goto('/app/submissions')
    await expect(rows).toHaveCount(size)
    await loadAll(page, HISTORY, rows)
    for (const status of ['Pending', 'Approved', 'Rejected']) {
      const chips = page.getByRole('navigation', { name: 'Status' })
      await chips.getByRole('link', { name: status, exact: true }).click()
      const such = world.submissions.filter(({ submission }) => submission.status === status.toLowerCase())
      await expect(rows).toHaveCount(such.length)
      const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: status })
      await expect(listed.filter({ hasText: 'Kedai' })).toHaveCount(such.length)
    }
  }
  world.submissionsPageSize = 9
  world.asked.splice(0)
  await page.goto('/app/submissions')
  await expect(rows).toHaveCount(9)
  await scrollToEnd(page)
  await page.waitForLoadState('networkidle')
  expect(world.asked.filter((call) => /submissions\?.*page=2/.test(call))).toEqual([])
})

test('S-2.13 S-2.28 S-4.06 S-4.07 R-1.04 on a bare server home shows its cards, calls that are not offered are sent once, and each status shows its details', async ({
  page,
  world,
}) => {
  const calls = recordApiCalls(page)
  await openAs(page, world.member)
  await expect(stampCard(page)).toContainText('Card 2 of 2')
  await expect(stampCard(page).getByRole('group', { name: 'Card 2 of 2' })).toBeVisible()
  await expect(stampCard(page)).toContainText('12')
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  for (let visit = 0; visit < 2; visit += 1) {
    await tabLink(page, 'History').click()
    await expect(receipts(page).first()).toBeVisible()
    await tabLink(page, 'Home').click()
    await expect(stampCard(page)).toContainText('Card 2 of 2')
    await page.waitForLoadState('networkidle')
  }
  for (const path of ['wallet/entries', 'submission-months'])
    expect(calls.filter((call) => call.startsWith(`GET /api/${path}`))).toHaveLength(1)

  const details = page.getByRole('main').getByRole('article')
  await page.goto('/app/submissions/21')
  await expect(details).toContainText('Approved')
  await expect(details).toContainText('Looked at twice.')
  await page.goto('/app/submissions/22')
  await expect(details).toContainText('Rejected')
  await expect(details).toContainText('The total cannot be read.')
  await page.goto('/app/submissions/23')
  await expect(details).toContainText('Pending')
  for (const { submission } of world.submissions) submission.status = 'approved'
  await expect(details).toContainText('Approved')
})

/** Scrolls until every row is there. */
async function loadAll(page: Page, count: number, rows: Locator) {
  await expect(async () => {
    await scrollToEnd(page)
    expect(await rows.count()).toBe(count)
  }).toPass()
}

/** As in a browser that nobody has used. */
async function endSession(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/** The mailed link is opened on another device. */
function verifyElsewhere({ people }: World, email: string) {
  for (const { user } of people) if (user.email === email) user.email_verified_at = '2026-11-21T04:00:00Z'
}
