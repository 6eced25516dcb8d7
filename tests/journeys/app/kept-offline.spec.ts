import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { aisyah, drawPicture, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  deleteKept,
  expectCachedOffline,
  expectStored,
  keptOf,
  offlineBar,
  readKept,
  recordTexts,
  reopen,
} from '../support/kept-answers.ts'
import { fill, sendButton } from '../support/receipt-form.ts'
import {
  bobaBukit,
  expectSettled,
  heading,
  moveTo,
  openAs,
  openTab,
  receipts,
  recentActivity,
  stampCard,
} from '../support/web.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch|status of 404/ })

const article = (page: Page) => page.getByRole('article').getByRole('heading', { level: 1 })
const firstItem = (page: Page) => page.getByRole('main').getByRole('listitem').first()
const firstReceipt = (page: Page) => receipts(page).first()

/** What identifies each page that a member saw, by its path. */
type Seen = [path: string, shown: (page: Page) => Promise<void>][]

test('D-94 an app that is closed and opened offline shows what was seen before, with its time, and nothing in red', async ({
  page,
  context,
}) => {
  test.slow()
  await page.clock.install({ time: '2026-11-26T04:04:00Z' })
  await openAs(page, aisyah, '/', { remember: true })
  const seen: Seen = [
    [
      '/',
      async (shown) => {
        await expect(stampCard(shown)).toBeVisible()
        await expect(recentActivity(shown).getByRole('listitem')).toHaveCount(2)
        await expect(shown.getByRole('main').getByRole('link', { name: /^Popular deals/i })).toBeVisible()
      },
    ],
    ['/?stamps=all', (shown) => expect(stampCard(shown).getByText(/^RM/).first()).toBeVisible()],
    ['/app/submissions?status=rejected', (shown) => expect(receipts(shown).first()).toBeVisible()],
  ]
  for (const [path, shown] of seen) {
    await moveTo(page, path)
    await shown(page)
    await expectStored(page)
  }
  for (const [list, listed, detail] of [
    ['/app/merchants', bobaBukit, (shown: Page) => expect(heading(shown, 'Boba Bukit')).toBeVisible()],
    ['/app/deals', firstItem, (shown: Page) => expect(article(shown)).toBeVisible()],
    ['/app/announcements', firstItem, (shown: Page) => expect(article(shown)).toBeVisible()],
    ['/app/submissions', firstReceipt, (shown: Page) => expect(shown.getByText('Invoice number')).toBeVisible()],
  ] as const) {
    await moveTo(page, list)
    await expect(listed(page)).toBeVisible()
    await expectStored(page)
    seen.push([list, (shown) => expect(listed(shown)).toBeVisible()])
    await (list === '/app/merchants' ? listed(page) : listed(page).getByRole('link').first()).click()
    await detail(page)
    await expectStored(page)
    seen.push([new URL(page.url()).pathname, detail])
  }
  await expectSettled(page)
  await expectCachedOffline(page)
  await context.setOffline(true)
  const alerts = await recordTexts(context, [
    'We couldn’t load your stamps.',
    texts.submissionsFailed,
    texts.submissionFailed,
    texts.merchantsFailed,
    texts.merchantFailed,
    texts.dealsFailed,
    texts.announcementsFailed,
  ])
  await context.clock.setSystemTime('2026-11-27T04:04:00Z')
  for (const [at, [path, shown]] of seen.entries()) {
    // Some are the first page of an opened app.
    if (at % 5 === 0) page = await reopen(page, context, path)
    else await moveTo(page, path)
    await shown(page)
    await expect(offlineBar(page)).toHaveText(/^You’re offline\. Shown as of 26 Nov, 12:\d\d\.$/)
    // The second try of each request has failed by then.
    await page.clock.runFor(2000)
    await shown(page)
    expect(await alerts(page), path).toEqual([])
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  }
  await page.goto('/app/merchants?search=boba')
  await expect(page.getByRole('alert')).toContainText(texts.merchantsFailed)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('D-94 D-46 a decision made meanwhile shows when the network returns, and the older one does not come back or show first', async ({
  page,
  context,
  server,
  member,
}) => {
  const operator = await connectOperator(server)
  const { id } = await submitReceipt(server, member)
  const receipt = `/app/submissions/${id}`
  await openAs(page, member, '/', { remember: true })
  await expect(recentActivity(page)).toContainText('Pending')
  const isKept = (part: string) =>
    expect.poll(async () => (await readKept(page)).some(({ queryHash }) => queryHash.includes(part))).toBe(true)
  await isKept('"/submissions",{"limit"')
  for (const [path, part] of [
    ['/app/submissions', '"/submissions","pages"'],
    [receipt, '"/submissions/:id"'],
  ] as const) {
    await page.goto(path)
    await expect(receipts(page).first().or(page.getByText('Invoice number'))).toBeVisible()
    await isKept(part)
  }
  await expectCachedOffline(page)
  await context.setOffline(true)
  const statuses = await recordTexts(context, ['Pending', 'Approved'])
  page = await reopen(page, context, '/app/submissions')
  await expect(receipts(page).first()).toContainText('Pending')
  await openTab(page, 'Home')
  await expect(recentActivity(page)).toContainText('Pending')
  await page.goto(receipt)
  await expect(page.getByRole('main')).toContainText('Pending')
  await openTab(page, 'Home')
  await expect(recentActivity(page)).toContainText('Pending')
  await page.goBack()
  await operator.approve(id)
  expect(await statuses(page)).toEqual(['Pending'])
  await context.setOffline(false)
  await expect(page.getByRole('main')).toContainText('Approved')
  await expect(offlineBar(page)).toBeHidden()
  for (const name of ['History', 'Home']) {
    await openTab(page, name)
    await expect(page.getByRole('main')).toContainText('Approved')
  }
  await page.waitForLoadState('networkidle')
  expect(await statuses(page)).toEqual(['Pending', 'Approved'])

  const next = await submitReceipt(server, member)
  page = await reopen(page, context, '/app/submissions')
  await expect(receipts(page).first()).toContainText('Pending')
  await expectStored(page)
  await context.setOffline(true)
  const later = await recordTexts(context, ['Pending', 'Rejected'])
  page = await reopen(page, context, '/app/submissions')
  await expect(receipts(page).first()).toContainText('Pending')
  await openTab(page, 'Profile')
  await expect(page.getByRole('main').getByText(member.email)).toBeVisible()
  await operator.reject(next.id, 'Not readable')
  await context.setOffline(false)
  await expect(offlineBar(page)).toBeHidden()
  expect(await later(page)).toEqual(['Pending'])
  await openTab(page, 'History')
  await expect(receipts(page).first()).toContainText('Rejected')
  expect(await later(page)).toEqual(['Rejected'])
})

test('D-94 S-4.02 offline, a merchant that was only seen in the list has a page and is enough to fill in a receipt', async ({
  page,
  context,
  member,
}) => {
  await openAs(page, member, '/app/merchants', { remember: true })
  const path = (await bobaBukit(page).getAttribute('href')) ?? ''
  await expectStored(page)
  await expectCachedOffline(page)
  await context.setOffline(true)
  page = await reopen(page, context, path)
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  page = await reopen(page, context, '/submit')
  await expect(page.getByRole('button', { name: /^Akar Herbal House/ })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto(path.replace('/app/merchants/', '/app/submissions/new/'))
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Boba Bukit')
  await expect(offlineBar(page)).toContainText('Shown as of')
  await fill(page, await drawPicture())
  // An app that becomes visible asks for the merchant again, and the form stays.
  const field = await page.getByLabel('Invoice number').elementHandle()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForTimeout(2500)
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
  await sendButton(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for a connection…' })).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await expect(receipts(page).first()).toContainText('Boba Bukit')
})

test('D-94 D-46 an opened app never shows older answers that it kept, and offline no receipt as it was before the decision that was seen', async ({
  page,
  context,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member)
  await openAs(page, member, `/app/submissions/${id}`, { remember: true })
  await expect(page.getByRole('main')).toContainText('Pending')
  await expectStored(page)
  await page.goto('/app/submissions')
  await expect(receipts(page).first()).toContainText('Pending')
  await expectStored(page)
  await (await connectOperator(server)).approve(id)
  const statuses = await recordTexts(context, ['Pending', 'Approved'])
  await context.route('**/api/submissions*', async (route) => {
    await new Promise((done) => setTimeout(done, 2000))
    await route.continue()
  })
  page = await reopen(page, context, '/app/submissions')
  await expect(receipts(page).first()).toContainText('Approved')
  expect(await statuses(page)).toEqual(['Approved'])
  await expectStored(page)
  await context.unrouteAll()

  await test.step('a kept answer on screen is replaced as soon as the server responds, even if the app was never offline', async () => {
    await openTab(page, 'Home')
    await expect(stampCard(page)).toContainText('2 stamps')
    await expectStored(page)
    let lost = 0
    await context.route('**/api/wallet', async (route) => {
      lost += 1
      if (lost <= 2) return route.abort()
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, stamp_balance: 49 } } })
    })
    page = await reopen(page, context, '/')
    await expect(stampCard(page)).toContainText('49 stamps')
    await expect(offlineBar(page)).toBeHidden()
    await context.unrouteAll()
  })

  await expectCachedOffline(page)
  await context.setOffline(true)
  page = await reopen(page, context, `/app/submissions/${id}`)
  await expect(page.getByText('Invoice number')).toBeVisible()
  expect(await statuses(page)).toEqual(['Approved'])
  await expect(offlineBar(page)).toContainText('Shown as of')
})

test('D-94 at most 60 answers are kept, none for more than 7 days, and none that no longer exists on the server', async ({
  page,
  context,
}) => {
  await page.goto('/app/merchants')
  await bobaBukit(page).click()
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await expect.poll(() => keptOf(page, null)).toContain('/merchants/:id')
  await context.route('**/api/merchants/*', (route) => route.fulfill({ status: 404, json: { message: '' } }))
  await page.reload()
  await expect(page.getByText(texts.merchantNotFound)).toBeVisible()
  await expect.poll(() => keptOf(page, null)).not.toContain('/merchants/:id')

  const DAY_MS = 24 * 60 * 60 * 1000
  const answerOf = (name: string, daysAgo: number) => ({
    queryHash: name,
    queryKey: ['public', '/merchants/:id', { id: name }],
    data: {},
    updatedAt: Date.now() - daysAgo * DAY_MS,
    owner: null,
  })
  const hashes = async () => (await readKept(page)).map(({ queryHash }) => queryHash)
  await context.unrouteAll()
  await page.goto('/terms-and-conditions')
  await deleteKept(page)
  await page.reload()
  await readKept(page, [answerOf('tomorrow', -1), answerOf('six days', 6.9), answerOf('seven days', 7.1)])
  await page.reload()
  await expect.poll(hashes).toEqual(['six days'])
  const many = Array.from({ length: 70 }, (_, at) => answerOf(`new ${at}`, at / 1000))
  await readKept(page, [...many, answerOf('seven days', 7.1)])
  await openTab(page, 'Merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await expect.poll(hashes).toHaveLength(60)
  expect(await hashes()).toEqual(expect.arrayContaining(['new 0', 'new 50']))
  expect(await hashes()).not.toContain('six days')
  await readKept(page, [answerOf('new', 0)])
  await openTab(page, 'Home')
  await expect.poll(hashes).toHaveLength(60)
})
