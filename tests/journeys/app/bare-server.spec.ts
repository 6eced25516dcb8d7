import type { Locator, Page } from '@playwright/test'
import { list as announcementList } from '@stampus/contract/announcements'
import { list as dealList } from '@stampus/contract/deals'
import { list as merchantList } from '@stampus/contract/merchants'
import { list as submissionList } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { show } from '@stampus/contract/wallet'
import { test } from '../../stub/fixtures.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import {
  aisyah,
  drawPicture,
  logInElsewhere,
  newInvoiceNumber,
  newPerson,
  type Person,
  registerUnverifiedMember,
} from '../../support/browser/people.ts'
import { expect } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import {
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

test('S-1.01 S-2.15 S-2.16 S-2.21 S-2.22 S-2.24 S-2.25 S-4.05 S-4.08 S-4.09 S-4.15 S-4.16 S-9.02 S-9.09 D-08 D-23 D-30 D-31 D-34 D-65 on a bare server a guest finds merchants and deals, registers, and arrives at home with the mailed link, which verifies at once, but never switches a signed-in member without asking', async ({
  page,
  server,
  world,
  mailTo,
}) => {
  const merchants = page.getByRole('main').locator('a[href^="/app/merchants/"]')
  const chips = page.getByRole('navigation', { name: /categor/i }).getByRole('link')
  const active = await callApi(server, merchantList, { is_active: '1' })
  const ofFirstPage = active.data.map(({ category }) => category.name).sort()
  await page.goto('/app/merchants')
  await expect(merchants).toHaveCount(15)
  await expect(chips).toHaveText(['All', ...new Set(ofFirstPage)])
  await loadAll(page, active.meta?.total, merchants)
  const [category] = active.meta?.categories ?? []
  await expect(chips).toHaveText(['All', ...(active.meta?.categories ?? []).map(({ name }) => name).sort()])
  expect(world.asked.filter((call) => call.includes('/merchants?')).at(-1)).toMatch(/page=4 200$/)
  await chips.filter({ hasText: category?.name ?? '' }).click()
  const such = await callApi(server, merchantList, { is_active: '1', category_id: category?.id ?? 0 })
  await expect(merchants).toHaveCount(such.data.length)
  await page.getByLabel('Search merchants').fill('boba buk')
  await expect(page).toHaveURL('/app/merchants?search=boba+buk')
  await expect(merchants).toHaveText([/Boba Bukit/])

  const deals = page.getByRole('main').locator('a[href^="/deals/"]')
  const ofMerchant = active.data.find((merchant) => merchant.active_promotions_count > 0)
  await moveTo(page, `/app/merchants/${ofMerchant?.id}`)
  await expect(heading(page, ofMerchant?.name ?? '')).toBeVisible()
  await expect(deals).toHaveCount(ofMerchant?.active_promotions_count ?? 0)
  await moveTo(page, '/app/merchants/999')
  await expect(heading(page, texts.merchantNotFound)).toBeVisible()
  await moveTo(page, '/merchants/boba-bukit')
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await moveTo(page, '/merchants/nobody')
  await expect(heading(page, texts.merchantNotFound)).toBeVisible()
  const lastPage = await callApi(server, dealList, { page: 2 })
  const last = lastPage.data.at(-1)
  await moveTo(page, '/app/deals')
  await loadAll(page, 15 + lastPage.data.length, deals)
  await page.goto(`/deals/${last?.id}`)
  await expect(heading(page, last?.title ?? '')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: last?.merchant.name ?? '' })
    .click()
  await expect(heading(page, last?.merchant.name ?? '')).toBeVisible()
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
  // As in a browser that nobody has used.
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  const linkTo = async ({ email }: Person) => {
    const { pathname, search } = new URL((await mailTo(email)).link ?? '')
    return pathname + search
  }
  const link = await linkTo(person)
  await page.goto(`${link}bad`)
  await expect(page.getByText(texts.linkInvalid)).toBeVisible()
  await page.goto(link)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await expect(page.getByText(texts.noActivity)).toBeVisible()
  const other = await registerUnverifiedMember(server)
  await moveTo(page, await linkTo(other))
  await expect(heading(page, 'Switch account?')).toBeVisible()
  const used = 'The email in the link is verified, whichever you choose.'
  for (const text of [other.email, person.email, used]) await expect(page.getByRole('main')).toContainText(text)
  await page.getByRole('button', { name: 'Switch to the link’s account' }).click()
  await expect(heading(page, `Welcome, ${other.name}`)).toBeVisible()
  expect(world.asked.filter((call) => /verification-link.* 200$/.test(call))).toEqual([])
})

test('S-2.18 S-2.31 S-3.01 S-3.02 S-4.01 D-07 D-11 D-12 on a bare server login keeps its refresh token, the profile can be changed, and logging out needs no successful call', async ({
  page,
  world,
  member,
}) => {
  const session = () => page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await logIn(page, member)
  await expect(page).toHaveURL('/app/profile')
  await expect(page.getByRole('main').getByText(member.email)).toBeVisible()
  expect((await session()).refreshToken).toBeNull()
  await signOut(page)
  await expect.poll(() => world.asked).toContain('POST /api/logout 404')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.route('**/api/login', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), refreshToken: 'to-be-kept' } })
  })
  await logIn(page, member, { remember: true })
  world.asked.splice(0)
  await page.goto('/app/profile')
  await expect.poll(() => world.asked).toContain('GET /api/user 200')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Amir bin Hassan')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Amir bin Hassan')
  const user = { id: member.id, name: 'Amir bin Hassan' }
  expect(await session()).toMatchObject({ refreshToken: 'to-be-kept', user })

  await signOut(page)
  expect((await session()).refreshToken).toBeUndefined()
})

test('S-2.13 S-2.14 S-2.15 S-2.23 S-2.26 S-2.27 S-2.28 S-2.29 S-3.03 S-3.05 S-4.06 S-4.07 S-4.12 S-4.13 S-5.11 S-7.16 S-8.05 S-9.02 S-9.07 R-1.04 R-2.03 R-2.04 R-3.05 R-7.01 R-7.03 D-03 on a bare server a member sees home, news up to page 50, the history with details, sends a receipt, every page renders, says what is not offered and keeps the mail link, no link leads to that, and calls that are not offered are sent once', async ({
  page,
  server,
  world,
  member,
}) => {
  const own = bearerHeader((await logInElsewhere(server, aisyah)).token)
  const { stamp_balance } = (await callApi(server, show, {}, own)).data
  const pages = [1, 2].map(async (at) => (await callApi(server, submissionList, { page: at }, own)).data)
  const history = (await Promise.all(pages)).flat()
  const news = await callApi(server, announcementList, {})
  const unread = news.meta?.total ?? 0
  const calls = recordApiCalls(page)
  const rows = page.getByRole('main').locator('a[href^="/app/submissions/"]')
  await openAs(page, aisyah)
  await expect(stampCard(page)).toContainText(String(stamp_balance))
  await expect(stampCard(page)).toContainText('Every approved receipt adds stamps.')
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(2)
  const tile = page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: /Announcements/ })
  await expect(tile).toContainText(`${unread} unread`)
  await moveTo(page, `/app/announcements/${news.data[0]?.id}`)
  await expect(heading(page, news.data[0]?.title ?? '')).toBeVisible()
  await openTab(page, 'Home')
  await expect(tile).toContainText(`${unread - 1} unread`)
  await openTab(page, 'History')
  await expect(rows).toHaveCount(10)
  await loadAll(page, history.length, rows)
  const details = page.getByRole('main').getByRole('article')
  for (const [status, name] of [
    ['pending', 'Pending'],
    ['approved', 'Approved'],
    ['rejected', 'Rejected'],
  ] as const) {
    const such = history.filter((receipt) => receipt.status === status)
    await openTab(page, 'History')
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name, exact: true }).click()
    await loadAll(page, such.length, rows)
    await expect(receipts(page).filter({ hasText: name })).toHaveCount(such.length)
    await moveTo(page, `/app/submissions/${such[0]?.id}`)
    await expect(details).toContainText(name)
    await expect(details).toContainText(such[0]?.rejection_reason ?? such[0]?.admin_notes ?? '')
  }

  const { pathname } = new URL(page.url())
  const browsing = ['/', '/app/merchants', '/app/deals', '/app/announcements', '/terms-and-conditions', '/nowhere']
  const ownPages = ['/app/profile', '/app/submissions', pathname, '/app/submissions/new/1', '/submit']
  for (const path of [...browsing, '/privacy-policy', '/app/merchants/1', ...ownPages]) {
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

  // Nine receipts are all.
  world.pageSize = 9
  await page.route('**/api/announcements*', (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page') ?? 1) * 15
    const data = Array.from({ length: 15 }, (_, row) => ({ ...news.data[0], id: at - row, title: `News ${at - row}` }))
    return route.fulfill({ json: { data } })
  })
  calls.splice(0)
  await page.goto('/app/submissions')
  await expect(rows).toHaveCount(9)
  await scrollToEnd(page)
  await moveTo(page, '/app/announcements/750')
  await expect(heading(page, /^News 750$/)).toBeVisible()
  await moveTo(page, '/app/announcements/751')
  await expect(page.getByText(texts.announcementNotFound)).toBeVisible()
  expect(calls.filter((call) => /submissions\?.*page=2|page=51/.test(call))).toEqual([])

  await openAs(page, member)
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  await page.getByLabel('Merchant').fill('warung kak')
  await page.getByRole('button', { name: /Warung Kak Ros/ }).click()
  await page.getByLabel('Total amount').fill('18.90')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted).first()).toBeVisible()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await expect(rows.first()).toContainText('Warung Kak Ros')
})

/** Scrolls until every row is there. */
async function loadAll(page: Page, count: number | undefined, rows: Locator) {
  await expect(async () => {
    await scrollToEnd(page)
    expect(await rows.count()).toBe(count)
  }).toPass()
}
