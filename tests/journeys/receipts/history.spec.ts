import { connectOperator } from '../../support/browser/operators.ts'
import { aisyah, drawPicture, newInvoiceNumber, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectNotice } from '../support/notices.ts'
import { fill, openForm, sendButton } from '../support/receipt-form.ts'
import { openReceipt } from '../support/resubmissions.ts'
import { heading, openAs, receipts, stampCard, tabLink } from '../support/web.ts'

test('S-8.05 after sending, the history says how many stamps are on the way, until the page is left', async ({
  page,
  server,
  member,
}) => {
  await openForm(page, server, member)
  await fill(page, await drawPicture())
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  const message = page.getByText('Your receipt has been submitted successfully!')
  await expect(message).toBeVisible()
  await expectNotice(message, 'success')
  const card = page.getByRole('region', { name: 'About 1 stamp on the way' })
  await expect(card).toBeVisible()
  await expect(card.getByRole('link', { name: 'Send another' })).toHaveAttribute('href', '/submit')
  await receipts(page).getByRole('link').click()
  await expect(heading(page, 'Submission Details')).toBeVisible()
  await page.goBack()
  await expect(receipts(page)).toHaveCount(1)
  await expect(card).toBeHidden()
})

test('S-8.05 closing the message about the sent receipt moves the focus to the title', async ({
  page,
  server,
  member,
}) => {
  await openForm(page, server, member)
  await fill(page, await drawPicture())
  await sendButton(page).click()
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(page.getByText('on the way')).toBeHidden()
  await expect(heading(page, 'My Submissions')).toBeFocused()
})

test('S-8.05 S-2.13 a receipt that was sent in the background is on the card at once, and after some minutes the history no longer speaks of it', async ({
  page,
  member,
}) => {
  await openAs(page, member)
  await expect(stampCard(page)).toContainText('0 stamps')
  await expect(stampCard(page)).not.toContainText('pending')
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
  await expect(page.getByText('Your receipt has been submitted successfully!')).toBeVisible()
  await expect(stampCard(page)).toContainText('1 pending')
  await page.clock.setFixedTime(Date.now() + 6 * 60_000)
  await tabLink(page, 'History').click()
  await expect(receipts(page)).toHaveCount(1)
  await expect(page.getByText('on the way')).toBeHidden()
})

test('S-2.26 the history is searched by shop and by amount, and the address keeps the search', async ({
  page,
  server,
  member,
}) => {
  await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '7.40' })
  await submitReceipt(server, member, { merchant: 'Warung Kak Ros', amount: '12.50' })
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
})

test('S-2.26 while a search of the history loads, no row says that there are none', async ({
  page,
  server,
  member,
}) => {
  await submitReceipt(server, member, { merchant: 'Boba Bukit' })
  await openAs(page, member, '/app/submissions')
  await expect(receipts(page)).toHaveCount(1)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/submissions?*search=kopi*', async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.getByRole('searchbox', { name: 'Search by shop or amount' }).fill('kopi')
  await expect(page).toHaveURL('/app/submissions?search=kopi')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  const none = page.getByText(/^No (submissions|receipts)/)
  await expect(none).toBeHidden()
  held.resolve()
  await expect(none).toHaveText('No receipts match your search')
})

test('S-2.26 S-2.28 a receipt without a readable time comes last, and its page opens', async ({
  page,
  server,
  member,
}) => {
  const [, latest] = [await submitReceipt(server, member), await submitReceipt(server, member)]
  await page.route(/\/api\/submissions/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const untimed = (row: { id: number }) => (row.id === latest?.id ? { ...row, created_at: 'soon' } : row)
    await route.fulfill({ response, json: { ...rest, data: Array.isArray(data) ? data.map(untimed) : untimed(data) } })
  })
  await openAs(page, member, '/app/submissions')
  await expect(receipts(page)).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('region').filter({ hasText: 'Bought' })).toHaveCount(1)
  await receipts(page).last().getByRole('link').click()
  await expect(page).toHaveURL(`/app/submissions/${latest?.id}`)
  await expect(page.getByRole('region', { name: 'What happened so far' }).getByRole('listitem')).toHaveText([
    'Being checked',
  ])
})

test('S-2.26 a server that ignores the search: the app shows only what matches', async ({ page, server, member }) => {
  await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '7.40' })
  await submitReceipt(server, member, { merchant: 'Warung Kak Ros', amount: '12.50' })
  await page.route('**/api/submissions?*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/search=[^&]*/, ''),
    }),
  )
  await openAs(page, member, '/app/submissions?search=warung')
  await expect(receipts(page)).toHaveCount(1)
  await expect(receipts(page)).toContainText('Warung Kak Ros')
})

test('S-2.26 the history has months as headings with their stamps', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, member, { amount: '52.00' })
  await (await connectOperator(server)).approve(id)
  await openAs(page, member, '/app/submissions')
  const month = new Intl.DateTimeFormat('en-MY', {
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kuala_Lumpur',
  }).format()
  await expect(page.getByRole('region', { name: month })).toContainText('5 stamps')
})

test('S-2.28 the submission page tells what happened so far', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, member, { amount: '52.00' })
  await openReceipt(page, member, id)
  const steps = page.getByRole('region', { name: 'What happened so far' }).getByRole('listitem')
  await expect(steps).toHaveText([/^Sent/, 'Being checked'])
  await (await connectOperator(server)).approve(id)
  await page.reload()
  await expect(steps).toHaveText([/^Sent/, /^Approved, 5 stamps/])
})

test('S-2.26 on a phone all amounts of the history end at the same place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, aisyah, '/app/submissions')
  const amounts = receipts(page).getByText(/^RM/)
  await expect(amounts.first()).toBeVisible()
  const ends = await amounts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
  expect(new Set(ends).size).toBe(1)
})
