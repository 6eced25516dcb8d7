import type { Locator, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { test } from '../../stub/fixtures.ts'
import { DEALS, HISTORY, MERCHANTS, newAnnouncement } from '../../stub/world.ts'
import { drawPicture, newInvoiceNumber, newPerson } from '../../support/browser/people.ts'
import { expect } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import {
  choosePicture,
  expectSettled,
  heading,
  logIn,
  moveTo,
  openAs,
  openTab,
  receipts,
  recordApiCalls,
  register,
  scrollToEnd,
  signOut,
  stampCard,
} from '../support/web.ts'

/** The links to what a bare server does not offer. */
const toRewards = (page: Page) =>
  page.locator('a[href^="/app/rewards"], a[href^="/app/vouchers"], a[href^="/app/history"]')

test('S-1.01 S-2.15 S-2.16 S-2.21 S-2.22 S-2.24 S-2.25 S-4.05 S-4.08 S-4.09 S-4.10 S-4.15 S-4.16 S-9.02 S-9.09 D-08 D-23 D-30 D-31 D-34 D-65 on a bare server a guest finds merchants and deals, registers, waits for the mail and arrives at home; a link verifies at once, but never switches a signed-in member without asking', async ({
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

  const deals = page.getByRole('main').locator('a[href^="/deals/"]')
  await moveTo(page, '/app/merchants/1')
  await expect(heading(page, 'Kedai 01')).toBeVisible()
  await expect(deals).toHaveCount(1)
  await moveTo(page, '/app/merchants/999')
  await expect(heading(page, texts.merchantNotFound)).toBeVisible()
  await moveTo(page, '/merchants/kedai-02')
  await expect(heading(page, 'Kedai 02')).toBeVisible()
  await moveTo(page, '/merchants/nobody')
  await expect(heading(page, texts.merchantNotFound)).toBeVisible()
  // The last page of deals is full.
  await moveTo(page, '/app/deals')
  await loadAll(page, DEALS, deals)
  await expect(async () => {
    await scrollToEnd(page)
    expect(world.asked).toContain('GET /api/advertisements?page=3 200')
  }).toPass()
  await page.goto(`/deals/${DEALS}`)
  await expect(heading(page, `Offer ${DEALS}`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /Kedai/ }).click()
  await expect(heading(page, `Kedai ${DEALS}`)).toBeVisible()
  await moveTo(page, '/deals/999')
  await expect(page.getByText(texts.dealNotFound)).toBeVisible()

  await moveTo(page, '/')
  await expect(heading(page, 'Welcome, Guest')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(toRewards(page)).toHaveCount(0)
  await moveTo(page, '/register')
  const person = newPerson()
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await expect(page.getByText('In another browser')).toHaveCount(0)
  // An empty 204 is a success.
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(page.getByText(texts.verificationSent)).toBeVisible()
  // The mailed link is opened on another device.
  for (const { user } of world.people) if (user.email === person.email) user.email_verified_at = '2026-11-21T04:00:00Z'
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await expect(page.getByText(texts.noActivity)).toBeVisible()

  // As in a browser that nobody has used.
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  const link = `/email/verification?id=${world.people.length}&hash=any&expires=4000000000&signature=`
  await page.goto(`${link}bad`)
  await expect(page.getByText(texts.linkInvalid)).toBeVisible()
  await page.goto(`${link}good`)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await moveTo(page, '/email/verification?id=1&hash=any&expires=4000000000&signature=good')
  await expect(heading(page, 'Switch account?')).toBeVisible()
  for (const { email } of [world.member, person]) await expect(page.getByRole('main')).toContainText(email)
  await page.getByRole('button', { name: 'Switch to the link’s account' }).click()
  await expect(heading(page, `Welcome, ${world.member.name}`)).toBeVisible()
  expect(world.asked.filter((call) => call.includes('verification-link'))).toEqual([])
})

test('S-2.18 S-2.31 S-3.01 S-3.02 S-4.01 D-07 D-11 D-12 on a bare server login keeps its refresh token, the profile can be changed, and logging out needs no successful call', async ({
  page,
  world,
}) => {
  const session = () => page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await page.getByLabel('Email', { exact: true }).fill(world.member.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  await logIn(page, world.member)
  await expect(page).toHaveURL('/app/profile')
  await expect(page.getByRole('main').getByText(world.member.email)).toBeVisible()
  expect((await session()).refreshToken).toBeNull()
  await signOut(page)
  await expect.poll(() => world.asked).toContain('POST /api/logout 404')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  world.refreshToken = 'to-be-kept'
  await logIn(page, world.member, { remember: true })
  world.asked.splice(0)
  await page.goto('/app/profile')
  await expect.poll(() => world.asked).toContain('GET /api/user 200')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Amir bin Hassan')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Amir bin Hassan')
  expect(await session()).toMatchObject({ refreshToken: 'to-be-kept', user: { id: 1, name: 'Amir bin Hassan' } })

  await signOut(page)
  expect((await session()).refreshToken).toBeUndefined()
})

test('S-2.13 S-2.14 S-2.15 S-2.23 S-2.26 S-2.27 S-2.28 S-2.29 S-3.03 S-3.05 S-4.06 S-4.07 S-4.12 S-4.13 S-5.11 S-7.16 S-8.05 S-9.02 S-9.07 R-1.04 R-2.03 R-2.04 R-3.05 R-7.01 R-7.03 D-03 on a bare server a member sees home, news up to page 50, the history with details, sends receipts, every page renders, says what is not offered and keeps the mail link, no link leads to that, and calls that are not offered are sent once', async ({
  page,
  world,
}) => {
  const calls = recordApiCalls(page)
  const rows = page.getByRole('main').locator('a[href^="/app/submissions/"]')
  await openAs(page, world.member)
  await expect(stampCard(page).getByRole('group', { name: 'Card 2 of 2' })).toBeVisible()
  await expect(stampCard(page)).toContainText('12')
  await expect(stampCard(page)).toContainText('Every approved receipt adds stamps.')
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(2)
  const tile = page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await expect(tile).toContainText('33 unread')
  await moveTo(page, '/app/announcements/1')
  await expect(heading(page, 'News 1')).toBeVisible()
  await openTab(page, 'Home')
  await expect(tile).toContainText('32 unread')
  await openTab(page, 'History')
  await expect(rows).toHaveCount(10)
  await loadAll(page, HISTORY, rows)
  for (const status of ['Pending', 'Approved', 'Rejected']) {
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: status, exact: true }).click()
    const such = world.submissions.filter(({ submission }) => submission.status === status.toLowerCase())
    await expect(rows).toHaveCount(such.length)
    await expect(receipts(page).filter({ hasText: status })).toHaveCount(such.length)
  }
  const details = page.getByRole('main').getByRole('article')
  for (const [id, status, words] of [
    [21, 'Approved', 'Looked at twice.'],
    [22, 'Rejected', 'The total cannot be read.'],
    [23, 'Pending', ''],
  ] as const) {
    await moveTo(page, `/app/submissions/${id}`)
    await expect(details).toContainText(status)
    await expect(details).toContainText(words)
  }
  for (const { submission } of world.submissions) submission.status = 'approved'
  await expect(details).toContainText('Approved')

  const browsing = ['/', '/app/merchants', '/app/deals', '/app/announcements', '/terms-and-conditions', '/nowhere']
  const own = ['/app/profile', '/app/submissions', '/app/submissions/22', '/app/submissions/new/1', '/submit']
  for (const path of [...browsing, '/privacy-policy', '/app/merchants/1', ...own]) {
    await moveTo(page, path)
    await expect(page).toHaveURL(path)
    await expectSettled(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await expect(toRewards(page).or(page.getByRole('link', { name: /^Ask about/ }))).toHaveCount(0)
  }
  for (const path of ['wallet/entries', 'submission-months'])
    expect(calls.filter((call) => call.startsWith(`GET /api/${path}`))).toHaveLength(1)
  for (const [path, words] of Object.entries({
    rewards: 'Not available here.',
    'rewards/1': 'This reward is not available.',
    'vouchers/1': 'We couldn’t find this voucher',
    history: 'Not available here.',
    'history/stamps': 'Not available here.',
    'contact/1': 'We couldn’t find this conversation',
    contact: 'Send an email',
    links: 'No links yet',
    campaigns: 'Campaigns',
    badges: 'Badges',
    leaderboard: 'Leaderboard',
  })) {
    await moveTo(page, `/app/${path}`)
    await expect(page.getByRole('main')).toContainText(words)
    await expectSettled(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    const mail = page.getByRole('link', { name: 'Send an email' })
    if (path === 'contact') await expect(mail).toHaveAttribute('href', 'mailto:support@stampus.example')
  }

  const send = async (merchant: string) => {
    await page.getByLabel('Total amount').fill('18.90')
    await page.getByLabel('Invoice number').fill(newInvoiceNumber())
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted).first()).toBeVisible()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await expect(rows.first()).toHaveText(merchant)
  }
  for (const [path, merchant] of [
    ['/merchants/kedai-04', 'Kedai 04'],
    ['/app/submissions/new/3', 'Kedai 03'],
  ] as const) {
    await moveTo(page, path)
    await choosePicture(page, await drawPicture())
    await send(merchant)
  }
  await openTab(page, 'Home')
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  await page.getByLabel('Merchant').fill('kedai 05')
  await page.getByRole('button', { name: /Kedai 05/ }).click()
  await send('Kedai 05')
  expect(world.submissions).toHaveLength(HISTORY + 3)

  // Nine receipts are all.
  world.submissionsPageSize = 9
  world.announcements = Array.from({ length: 800 }, (_, place) => newAnnouncement(place + 1))
  world.asked.splice(0)
  await page.goto('/app/submissions')
  await expect(rows).toHaveCount(9)
  await scrollToEnd(page)
  await moveTo(page, '/app/announcements/750')
  await expect(heading(page, /^News 750$/)).toBeVisible()
  await moveTo(page, '/app/announcements/751')
  await expect(page.getByText(texts.announcementNotFound)).toBeVisible()
  expect(world.asked.filter((call) => /submissions\?.*page=2|page=51/.test(call))).toEqual([])
})

/** Scrolls until every row is there. */
async function loadAll(page: Page, count: number, rows: Locator) {
  await expect(async () => {
    await scrollToEnd(page)
    expect(await rows.count()).toBe(count)
  }).toPass()
}
