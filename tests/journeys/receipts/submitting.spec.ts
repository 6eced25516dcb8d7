import type { Page, Route } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, newInvoiceNumber, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, readStoredDrafts, sendButton } from '../support/receipt-form.ts'
import {
  expectFieldError,
  heading,
  moveTo,
  openAs,
  receipts,
  recordApiCalls,
  stampCard,
  tabLink,
} from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('D-40 D-45 D-105 S-2.13 S-3.06 S-5.09 S-5.10 S-8.04 S-8.05 the form names what is missing, shows how it understands what was typed, keeps it when the server refuses it, and sends once with a double click; the history speaks of the receipt until it is left or minutes old', async ({
  page,
  member,
  server,
}) => {
  let answer: Parameters<Route['fulfill']>[0] | 'none' | 'of the server' = 'of the server'
  await page.route('**/api/submissions', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (answer === 'none') return undefined
    return answer === 'of the server' ? route.fallback() : route.fulfill(answer)
  })
  await openAs(page, member, '/submit')
  const calls = recordApiCalls(page)
  const posts = () => calls.filter((call) => call === 'POST /api/submissions').length
  const [amount, invoice] = [page.getByLabel('Total amount'), page.getByLabel('Invoice number')]
  const number = newInvoiceNumber()

  await test.step('what is missing or may mean two things is named under its field, and nothing is sent', async () => {
    await sendButton(page).click()
    await expect(page.getByLabel('Merchant')).toHaveAccessibleDescription(texts.requiredFields)
    await expect(page.getByRole('group', { name: 'Receipt photo' })).toHaveAccessibleDescription(texts.requiredFields)
    await expectFieldError(amount, texts.requiredFields)
    await expectFieldError(invoice, texts.invoiceRequired)
    await amount.fill('1.200')
    await page.getByLabel('Purchase date').fill('2100-01-01')
    await sendButton(page).click()
    await expectFieldError(amount, 'Type the amount like 12.50 or 1200.00.')
    await expectFieldError(page.getByLabel('Purchase date'), texts.futureDate)
    await page.getByLabel('Purchase date').fill('2026-10-05')
    const nothingEarned = page.getByRole('status').getByText('A receipt of RM\u202f0.00 earns no stamps.')
    await amount.fill('0.00')
    await expect(nothingEarned).toBeHidden()
    await invoice.focus()
    await expect(nothingEarned).toBeVisible()
    expect(posts()).toBe(0)
  })

  await test.step('the form shows how it understands what was typed, and a draft keeps that as it was typed', async () => {
    await page.getByLabel('Merchant').fill('boba')
    await page.getByRole('button', { name: /Boba Bukit/ }).click()
    await fill(page, await drawPicture(), `No. 00${number.slice(0, 4)}-${number.slice(4)}`)
    await amount.fill('')
    await amount.pressSequentially(' 1 200,50')
    await expect(page.getByText('Type the amount like')).toBeHidden()
    await expect(amount).toHaveAttribute('inputmode', 'decimal')
    await expect(amount).toHaveAccessibleDescription('Receipt total: RM\u202f1,200.50')
    await expect(invoice).toHaveAccessibleDescription(new RegExp(`We kept only the digits: 00${number}$`))
    for (const note of ['Receipt total: RM\u202f1,200.50', `We kept only the digits: 00${number}`])
      await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible()
    await expect.poll(() => readStoredDrafts(page)).toMatchObject({ pictures: 1 })
    await page.reload()
    await expect(amount).toHaveValue(' 1 200,50')
    await expect(invoice).toHaveValue(`No. 00${number.slice(0, 4)}-${number.slice(4)}`)
    await expect(page.getByText(`Receipt total: RM\u202f1,200.50, invoice 00${number}`)).toBeVisible()
  })

  await test.step('the server’s message is shown, at its field too, and the typed values stay', async () => {
    const [alert, retry] = [page.getByRole('alert'), page.getByRole('button', { name: 'Retry' })]
    answer = { status: 409, json: { message: 'Receipts rest on Sundays.' } }
    await sendButton(page).click()
    await expect(alert.filter({ hasText: 'Receipts rest on Sundays.' })).toBeVisible()
    answer = { status: 409, json: { message: '' } }
    await retry.click()
    await expect(alert.filter({ hasText: texts.submitFailed })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    answer = { status: 422, json: { message: texts.dailyReceiptsSent(1) } }
    await retry.click()
    await expect(alert.filter({ hasText: texts.dailyReceiptsSent(1) })).toBeVisible()
    answer = { status: 422, json: { message: '', errors: { merchant_id: [texts.merchantInactive] } } }
    await sendButton(page).click()
    const change = page.getByRole('button', { name: 'Change merchant' })
    await expect(change).toHaveAccessibleDescription(texts.merchantInactive)
    await expect(change).toBeFocused()
    await amount.focus()
    await announceDraftChange(page)
    await expect(amount).toBeFocused()
  })

  await test.step('an upload shows its progress and can be cancelled', async () => {
    answer = 'none'
    await sendButton(page).click()
    await expect(page.getByRole('progressbar', { name: 'Sending your receipt' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('progressbar')).toBeHidden()
    await expect(sendButton(page)).toBeEnabled()
    await expect(amount).toHaveValue(' 1 200,50')
  })

  const message = page.getByText('Your receipt has been submitted successfully!')
  await test.step('a double click sends once, and the history says how many stamps are on the way, until the page is left', async () => {
    answer = 'of the server'
    calls.length = 0
    await sendButton(page).dblclick()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await expect(message).toBeVisible()
    const card = page.getByRole('region', { name: 'About 50 stamps on the way' })
    await expect(card).toBeVisible()
    await expect(card.getByRole('link', { name: 'Send another' })).toHaveAttribute('href', '/submit')
    await expect(receipts(page)).toHaveCount(1)
    expect(posts()).toBe(1)
    const { data } = await callApi(server, list, {}, bearerHeader(member.token))
    expect(data).toMatchObject([
      { merchant: { name: 'Boba Bukit' }, purchase_amount: '1200.50', invoice_no: `00${number}` },
    ])
    await receipts(page).getByRole('link').click()
    await expect(heading(page, 'Submission Details')).toBeVisible()
    await page.goBack()
    await expect(receipts(page)).toHaveCount(1)
    await expect(card).toBeHidden()
  })

  await test.step('a receipt sent in the background is on the card at once, and later not in the message', async () => {
    await tabLink(page, 'Home').click()
    await expect(stampCard(page)).toContainText('50 pending')
    await expect(message).toHaveCount(0)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/submissions', async (route) => {
      await held.promise
      await route.fallback()
    })
    await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture('700145'))
    await page.getByLabel('Merchant').fill('boba')
    await page.getByRole('button', { name: /Boba Bukit/ }).click()
    await amount.fill('18.90')
    await invoice.fill(newInvoiceNumber())
    calls.length = 0
    await sendButton(page).click()
    await expect.poll(posts).toBe(1)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(stampCard(page)).toBeVisible()
    held.resolve()
    await expect(message).toBeVisible()
    await expect(stampCard(page)).toContainText('51 pending')
    await page.clock.setFixedTime(Date.now() + 6 * 60_000)
    await tabLink(page, 'History').click()
    await expect(receipts(page)).toHaveCount(2)
    await expect(page.getByText('on the way')).toBeHidden()
  })
})

test('D-40 D-41 S-2.15 S-5.11 S-8.04 a receipt whose reply was lost is sent again as the same one, even after midnight; one that was sent before links to that, until it was rejected or the values change', async ({
  page,
  member,
  server,
}) => {
  let isLost = true
  await page.route('**/api/submissions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    return isLost ? route.abort() : route.fulfill({ response })
  })
  await page.clock.setFixedTime('2026-10-05T15:59:30Z')
  await openAs(page, member, '/merchants/boba-bukit')
  await fill(page, await drawPicture())
  await sendButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel and keep as draft' }).click()
  isLost = false
  await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
  await page.clock.setFixedTime('2026-10-05T16:00:30Z')
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  const { data: sent } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(sent).toMatchObject([{ purchase_date: '2026-10-05' }])
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(page.getByText('on the way')).toBeHidden()
  await expect(heading(page, 'My Submissions')).toBeFocused()

  const invoice = newInvoiceNumber()
  const facts = { merchant: 'Boba Bukit', invoice, date: '2026-10-05' }
  const { id: sentBefore, merchant } = await submitReceipt(server, member, facts)
  const form = `/app/submissions/new/${merchant.id}`
  await moveTo(page, form)
  await fill(page, await drawPicture('700145'), invoice)
  const day = page.getByLabel('Purchase date')
  await day.fill('2026-10-05')
  const [message, earlier] = [
    page.getByText(texts.alreadySubmitted),
    page.getByRole('link', { name: 'See the receipt you sent' }),
  ]
  await sendButton(page).click()
  await expectFieldError(page.getByLabel('Invoice number'), texts.alreadySubmitted)
  await page.reload()
  await expect(message).toBeVisible()
  await day.fill('2026-10-04')
  await expect(message).toBeHidden()
  await expect(earlier).toBeHidden()
  await day.fill('2026-10-05')
  await sendButton(page).click()
  await earlier.click()
  await expect(page).toHaveURL(`/app/submissions/${sentBefore}`)
  await expect(page.getByText(invoice)).toBeVisible()
  await (await connectOperator(server)).reject(sentBefore, 'Blurred')
  await page.goto(form)
  await expect(page.getByLabel('Invoice number')).toHaveValue(invoice)
  await expect(message).toBeHidden()
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
})

/** As if another tab had saved a draft: this page reads its drafts again. */
async function announceDraftChange(page: Page) {
  await page.evaluate(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'drafts' }))
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })
}
