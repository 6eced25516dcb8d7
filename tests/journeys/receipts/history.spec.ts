import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, newInvoiceNumber, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectNotice } from '../support/notices.ts'
import { fill, openForm, sendButton } from '../support/receipt-form.ts'
import { heading, openAs, receipts, recordApiCalls, stampCard, tabLink } from '../support/web.ts'

test('D-40 S-2.13 S-8.05 a receipt is sent once with a double click, and the history speaks of it until it is closed, left or minutes old', async ({
  page,
  server,
  member,
}) => {
  await openForm(page, server, member)
  const form = page.url()
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
    await page.goto(form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await expect(page.getByText('on the way')).toBeHidden()
    await expect(heading(page, 'My Submissions')).toBeFocused()
  })

  await test.step('a receipt sent in the background is on the card at once, and later not in the message', async () => {
    await page.goto('/')
    await expect(stampCard(page)).toContainText('0 stamps')
    await expect(stampCard(page)).toContainText('2 pending')
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

test('S-2.26 S-2.28 the history is searched by shop and by amount, keeps the search in its address, and shows a receipt without a readable time last', async ({
  page,
  server,
  member,
}) => {
  await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '7.40' })
  const latest = await submitReceipt(server, member, { merchant: 'Warung Kak Ros', amount: '12.50' })
  await openAs(page, member, '/app/submissions')
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

  await test.step('of a server that ignores the search, the app shows only what matches', async () => {
    const withoutSearch = (url: string) => url.replace(/search=[^&]*/, '')
    await page.route('**/api/submissions?*', (route) => route.continue({ url: withoutSearch(route.request().url()) }))
    await page.goto('/app/submissions?search=warung')
    await expect(receipts(page)).toHaveCount(1)
    await expect(receipts(page)).toContainText('Warung Kak Ros')
    await page.unroute('**/api/submissions?*')
  })

  await test.step('a receipt without a readable time comes last, and its page opens', async () => {
    await page.route(/\/api\/submissions/, async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      const untimed = (row: { id: number }) => (row.id === latest.id ? { ...row, created_at: 'soon' } : row)
      await route.fulfill({
        response,
        json: { ...rest, data: Array.isArray(data) ? data.map(untimed) : untimed(data) },
      })
    })
    await page.goto('/app/submissions')
    await expect(receipts(page)).toHaveCount(2)
    await expect(page.getByRole('main').getByRole('region').filter({ hasText: 'Bought' })).toHaveCount(1)
    await receipts(page).last().getByRole('link').click()
    await expect(page).toHaveURL(`/app/submissions/${latest.id}`)
    await expect(page.getByRole('region', { name: 'What happened so far' }).getByRole('listitem')).toHaveText([
      'Being checked',
    ])
  })
})

test('D-46 S-2.26 in a filtered list a decided receipt keeps its place until the filter is chosen again, and months have their stamps', async ({
  page,
  server,
  member,
}) => {
  const first = await submitReceipt(server, member, { amount: '10.00' })
  const second = await submitReceipt(server, member, { amount: '52.00' })
  await page.clock.install()
  await openAs(page, member, '/app/submissions?status=pending')
  const rows = receipts(page)
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
})
