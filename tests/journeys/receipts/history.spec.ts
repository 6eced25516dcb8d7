import { decisionTimes, list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import {
  aisyah,
  drawPicture,
  findMerchant,
  logInElsewhere,
  newInvoiceNumber,
  submitReceipt,
} from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectNotice } from '../support/notices.ts'
import { fill, openForm, sendButton } from '../support/receipt-form.ts'
import { heading, moveTo, openAs, receipts, recordApiCalls, stampCard, tabLink } from '../support/web.ts'

test('D-40 S-2.13 S-8.05 a receipt is sent once with a double click, and the history speaks of it until it is closed, left or minutes old', async ({
  page,
  server,
  member,
}) => {
  await openForm(page, server, member)
  const message = page.getByText('Your receipt has been submitted successfully!')

  await test.step('the history says how many stamps are on the way, until the page is left', async () => {
    await fill(page, await drawPicture())
    const calls = recordApiCalls(page)
    await sendButton(page).dblclick()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await expect(message).toBeVisible()
    await expectNotice(message, 'success')
    const card = page.getByRole('region', { name: 'About 1 stamp on the way' })
    await expect(card).toBeVisible()
    await expect(card.getByRole('link', { name: 'Send another' })).toHaveAttribute('href', '/submit')
    await expect(page.getByRole('listitem').filter({ hasText: 'Boba Bukit' })).toHaveCount(1)
    expect(calls.filter((call) => call === 'POST /api/submissions')).toHaveLength(1)
    await receipts(page).getByRole('link').click()
    await expect(heading(page, 'Submission Details')).toBeVisible()
    await page.goBack()
    await expect(receipts(page)).toHaveCount(1)
    await expect(card).toBeHidden()
  })

  await test.step('closing the message moves the focus to the title', async () => {
    await moveTo(page, `/app/submissions/new/${(await findMerchant(server, 'Boba Bukit')).id}`)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await expect(page.getByText('on the way')).toBeHidden()
    await expect(heading(page, 'My Submissions')).toBeFocused()
  })

  await test.step('a receipt sent in the background is on the card at once, and later not in the message', async () => {
    await tabLink(page, 'Home').click()
    await expect(stampCard(page)).toContainText('0 stamps')
    await expect(stampCard(page)).toContainText('2 pending')
    await expect(message).toHaveCount(0)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/submissions', async (route) => {
      await held.promise
      await route.fallback()
    })
    await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
    await page.getByLabel('Merchant').fill('boba')
    await page.getByRole('button', { name: /Boba Bukit/ }).click()
    await page.getByLabel('Total amount').fill('18.90')
    await page.getByLabel('Invoice number').fill(newInvoiceNumber())
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/submissions'),
    )
    await sendButton(page).click()
    await sent
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(stampCard(page)).toBeVisible()
    held.resolve()
    await expect(message).toBeVisible()
    await expect(stampCard(page)).toContainText('3 pending')
    await page.clock.setFixedTime(Date.now() + 6 * 60_000)
    await tabLink(page, 'History').click()
    await expect(receipts(page)).toHaveCount(3)
    await expect(page.getByText('on the way')).toBeHidden()
  })
})

test('D-08 D-45 S-2.26 S-2.28 S-8.09 a new member reads what earns a stamp, has an empty history and finds no receipt of others; then the history is searched by shop and by amount', async ({
  page,
  server,
  member,
}) => {
  const rule = page.getByText(
    'Each approved receipt earns one stamp for every full RM\u202f10: at least 1, at most 50.',
  )
  await page.goto('/')
  await expect(rule).toHaveCount(1)
  await openAs(page, member)
  await expect(rule).toHaveCount(1)
  await moveTo(page, '/app/submissions?status=rejected')
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await page.getByRole('link', { name: 'See all receipts' }).click()
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await page.getByRole('link', { name: 'Send your first receipt' }).click()
  await expect(page).toHaveURL('/app/merchants')
  const { token } = await logInElsewhere(server, aisyah)
  const [foreign] = (await callApi(server, list, {}, bearerHeader(token))).data
  for (const id of [foreign?.id, 999_999, 'abc']) {
    await moveTo(page, `/app/submissions/${id}`)
    await expect(heading(page, 'We couldn’t find this receipt')).toBeVisible()
    await page.getByRole('link', { name: 'Back to History' }).click()
    await expect(page).toHaveURL('/app/submissions')
    await expect(heading(page, 'My Submissions')).toBeVisible()
  }

  await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '7.40' })
  const latest = await submitReceipt(server, member, { merchant: 'Warung Kak Ros', amount: '12.50' })
  await page.reload()
  await expect(receipts(page)).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search by shop or amount' })
  await search.fill('boba')
  await expect(page).toHaveURL('/app/submissions?search=boba')
  await expect(receipts(page)).toHaveCount(1)
  await expect(receipts(page)).toContainText('Boba Bukit')
  await search.fill('RM 12.50')
  await expect(receipts(page)).toContainText('Warung Kak Ros')
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Approved' }).click()
  await expect(page).toHaveURL('/app/submissions?status=approved&search=RM+12.50')
  await expect(page.getByText('No receipts match your search')).toBeVisible()
  await page.getByRole('link', { name: 'See all receipts' }).click()
  await expect(receipts(page)).toHaveCount(2)

  await test.step('while a search loads, no row says that there are none', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/submissions?*search=kopi*', async (route) => {
      await held.promise
      await route.fallback()
    })
    await search.fill('kopi')
    await expect(page).toHaveURL('/app/submissions?search=kopi')
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    const none = page.getByText(/^No (submissions|receipts)/)
    await expect(none).toBeHidden()
    held.resolve()
    await expect(none).toHaveText('No receipts match your search')
  })

  await test.step('of a server that ignores the search, the app shows only what matches, and what has no readable time comes last', async () => {
    await page.route(/\/api\/submissions/, async (route) => {
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/search=[^&]*/, ''),
      })
      const { data, ...rest } = await response.json()
      const untimed = (row: { id: number }) => (row.id === latest.id ? { ...row, created_at: 'soon' } : row)
      await route.fulfill({
        response,
        json: { ...rest, data: Array.isArray(data) ? data.map(untimed) : untimed(data) },
      })
    })
    await page.goto('/app/submissions?search=warung')
    await expect(receipts(page)).toHaveCount(1)
    await expect(receipts(page)).toContainText('Warung Kak Ros')
    await search.fill('')
    await expect(receipts(page)).toHaveCount(2)
    await expect(page.getByRole('main').getByRole('region').filter({ hasText: 'Bought' })).toHaveCount(1)
    await receipts(page).last().getByRole('link').click()
    await expect(page).toHaveURL(`/app/submissions/${latest.id}`)
    await expect(page.getByRole('region', { name: 'What happened so far' }).getByRole('listitem')).toHaveText([
      'Being checked',
    ])
  })
})

test('D-44 D-46 S-2.26 S-2.28 a pending receipt tells how long decisions take, its picture opens full screen and can be retried, and once decided it keeps its place in a filtered list until the filter is chosen again', async ({
  page,
  server,
  member,
}) => {
  const first = await submitReceipt(server, member, { amount: '10.00' })
  const second = await submitReceipt(server, member, { amount: '52.00' })
  const { data } = await callApi(server, decisionTimes, {}, bearerHeader(member.token))
  expect(data?.slow_ms).toBeGreaterThan(0)
  await page.clock.install()
  await openAs(page, member, '/app/submissions?status=pending')
  const rows = receipts(page)
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('link').click()
  await expect(page.getByText(/90 % within \d+ (minute|hour|day)s?\./)).toBeVisible()
  const steps = page.getByRole('region', { name: 'What happened so far' }).getByRole('listitem')
  await expect(steps).toHaveText([/^Sent/, 'Being checked'])

  const enlarge = page.getByRole('button', { name: 'Enlarge photo' })
  await test.step('the close button, Escape and going back return from the picture to the page', async () => {
    const full = page.getByRole('dialog')
    for (const close of [
      () => page.getByRole('button', { name: 'Close photo' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ]) {
      await enlarge.click()
      await expect(full.locator('img')).toBeVisible()
      const fitted = await full.locator('img').boundingBox()
      await full.getByRole('button', { name: 'Actual size' }).click()
      await expect.poll(async () => (await full.locator('img').boundingBox())?.width).not.toBe(fitted?.width)
      await close()
      await expect(full).toBeHidden()
      await expect(page).toHaveURL(`/app/submissions/${second.id}`)
      await expect(enlarge).toBeFocused()
    }
  })

  await test.step('the usual time, and the longest wait where it is longer; none from a server that does not know', async () => {
    const hour = 3_600_000
    const times = { typical_ms: 2.2 * hour, slow_ms: 30 * hour, oldest_wait_ms: 80 * hour }
    const usual = 'Usually 3 hours; 90 % within 2 days.'
    const unknown = 'We’re checking it. We’ll email you.'
    await page.route('**/files/**', (route) => route.fulfill({ status: 403 }))
    for (const [status, answer, shown] of [
      [200, { data: times }, `${usual} Longest wait now: 3 days.`],
      [200, { data: { ...times, oldest_wait_ms: 31 * hour } }, usual],
      [200, { data: null }, unknown],
      [404, { message: 'Not found.' }, unknown],
    ] as const) {
      await page.route('**/api/decision-times', (route) => route.fulfill({ status, json: answer }))
      await page.reload()
      await expect(page.getByText(shown, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('90 % within')).toBeHidden()
    await expect(page.getByText('We couldn’t open the photo.')).toBeVisible()
    await expect(enlarge).toBeHidden()
    await page.unroute('**/files/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(enlarge).toBeVisible()
    await expect(page.getByText('We couldn’t open the photo.')).toBeHidden()
  })

  await page.goBack()
  await expect(page).toHaveURL('/app/submissions?status=pending')
  await expect(rows).toHaveCount(2)
  await (await connectOperator(server)).approve(second.id)
  await page.clock.fastForward(15_000)
  await expect(rows.first()).toContainText('Approved')
  await expect(rows.first()).toContainText('5 stamps')
  await (await connectOperator(server)).reject(first.id, 'Blurred')
  await page.clock.fastForward(15_000)
  await expect(rows.last()).toContainText('Rejected')
  await page.getByRole('link', { name: 'Pending' }).click()
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('link', { name: 'See all receipts' }).click()
  await expect(rows).toHaveCount(2)
  const month = new Intl.DateTimeFormat('en-MY', {
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kuala_Lumpur',
  }).format()
  await expect(page.getByRole('region', { name: month })).toContainText('5 stamps')
  await rows.first().getByRole('link').click()
  await expect(steps).toHaveText([/^Sent/, /^Approved, 5 stamps/])
})
