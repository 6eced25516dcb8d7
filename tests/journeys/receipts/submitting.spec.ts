import type { Page, Route } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, newInvoiceNumber, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, openForm, sendButton } from '../support/receipt-form.ts'
import { expectFieldError, openAs, recordApiCalls } from '../support/web.ts'

test('D-40 S-2.27 S-5.09 S-5.10 S-8.04 S-8.05 the form names missing values, shows the server’s message, can be cancelled, and asks again while the server is busy', async ({
  page,
  member,
  server,
}) => {
  let answer: Parameters<Route['fulfill']>[0] | 'none' | 'of the server' = 'of the server'
  let asked = 0
  await page.route('**/api/submissions', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    asked += 1
    if (answer === 'none') return undefined
    return answer === 'of the server' ? route.fallback() : route.fulfill(answer)
  })
  await openForm(page, server, member)
  const calls = recordApiCalls(page)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())
  const amount = page.getByLabel('Total amount')
  const progress = page.getByRole('progressbar', { name: 'Sending your receipt' })

  await test.step('missing and wrong values are named under their fields, and nothing is sent', async () => {
    await expect(page.getByLabel('Purchase date')).toHaveValue(day)
    await sendButton(page).click()
    await expectFieldError(page.getByLabel('Invoice number'), texts.invoiceRequired)
    await expectFieldError(amount, texts.requiredFields)
    await expect(page.getByRole('group', { name: 'Receipt photo' })).toHaveAccessibleDescription(texts.requiredFields)
    await amount.fill('12.345')
    await page.getByLabel('Invoice number').fill('INV')
    await page.getByLabel('Purchase date').fill('2100-01-01')
    await sendButton(page).click()
    await expectFieldError(page.getByLabel('Invoice number'), texts.invalidInvoice)
    await expectFieldError(amount, texts.invalidAmount)
    await expectFieldError(page.getByLabel('Purchase date'), texts.futureDate)
    await amount.fill('-1')
    await expectFieldError(amount, texts.invalidAmount)
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  await test.step('the form shows the server’s message and keeps the typed values', async () => {
    await fill(page, await drawPicture())
    await page.getByLabel('Purchase date').fill(day)
    answer = { status: 409, json: { message: 'Receipts rest on Sundays.' } }
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Receipts rest on Sundays.' })).toBeVisible()
    answer = { status: 409, json: { message: '' } }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await expect(amount).toHaveValue('18.90')
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    const message = texts.dailyReceiptsSent(1)
    answer = { status: 422, json: { message } }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(sendButton(page)).toBeVisible()
  })

  await test.step('an upload shows its progress and can be cancelled', async () => {
    answer = 'none'
    await sendButton(page).click()
    await expect(progress).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('progressbar')).toBeHidden()
    await expect(sendButton(page)).toBeEnabled()
    await expect(amount).toHaveValue('18.90')
  })

  await test.step('while the server is busy with the receipt, the request is repeated', async () => {
    const before = asked
    answer = { status: 409, headers: { 'retry-after': '2' }, json: { message: texts.keyInUse } }
    await page.clock.install()
    await sendButton(page).click()
    await expect.poll(() => asked).toBe(before + 1)
    await expect(progress).toBeVisible()
    answer = 'of the server'
    await page.clock.runFor(3_000)
    await expect(page.getByText(texts.submitted)).toBeVisible()
    expect(asked).toBe(before + 2)
  })
})

test('D-41 S-8.04 a receipt sent twice links to the earlier one, until that was rejected or the values change', async ({
  page,
  member,
  server,
}) => {
  const invoice = newInvoiceNumber()
  const { id } = await submitReceipt(server, member, { merchant: 'Boba Bukit', invoice, date: '2026-10-05' })
  await openForm(page, server, member)
  const form = page.url()
  await fill(page, await drawPicture(), invoice)
  await page.getByLabel('Purchase date').fill('2026-10-05')
  const message = page.getByText(texts.alreadySubmitted)
  const earlier = page.getByRole('link', { name: 'See the receipt you sent' })
  await sendButton(page).click()
  await expectFieldError(page.getByLabel('Invoice number'), texts.alreadySubmitted)
  await expect(message).toBeVisible()
  await page.reload()
  await expect(message).toBeVisible()
  await page.getByLabel('Purchase date').fill('2026-10-04')
  await expect(message).toBeHidden()
  await expect(earlier).toBeHidden()
  await page.getByLabel('Purchase date').fill('2026-10-05')
  await sendButton(page).click()
  await expect(message).toBeVisible()
  await earlier.click()
  await expect(page).toHaveURL(`/app/submissions/${id}`)
  await expect(page.getByText(invoice)).toBeVisible()
  await (await connectOperator(server)).reject(id, 'Blurred')
  await page.goto(form)
  await expect(page.getByLabel('Invoice number')).toHaveValue(invoice)
  await expect(message).toBeHidden()
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
})

test('D-41 S-3.06 S-8.04 a merchant that accepts no receipts is rejected where it was chosen, and a resubmission starts with the values of the rejected receipt', async ({
  page,
  member,
  server,
}) => {
  const { id, merchant } = await submitReceipt(server, member, {
    merchant: 'Boba Bukit',
    amount: '7.40',
    invoice: '4711',
  })
  await (await connectOperator(server)).reject(id, 'The total is cut off.')

  await test.step('a merchant that accepts no receipts', async () => {
    await openAs(page, member, '/submit')
    await page.getByLabel('Merchant').fill('boba')
    await page.getByRole('button', { name: /Boba Bukit/ }).click()
    await fill(page, await drawPicture())
    const rejection = { message: '', errors: { merchant_id: [texts.merchantInactive] } }
    let sentTo: string | undefined
    await page.route('**/api/submissions', (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sentTo = /name="merchant_id"\s+(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1]
      return route.fulfill({ status: 422, json: rejection })
    })
    await sendButton(page).click()
    const change = page.getByRole('button', { name: 'Change merchant' })
    await expect(change).toHaveAccessibleDescription(texts.merchantInactive)
    await expect(change).toBeFocused()
    await page.getByLabel('Total amount').focus()
    await announceDraftChange(page)
    await expect(page.getByLabel('Total amount')).toBeFocused()
    expect(sentTo).toBe(String(merchant.id))
  })

  const form = `/app/submissions/new/${merchant.id}?correct=${id}`
  await page.goto(form)
  const note = page.getByText('You’re correcting receipt 4711 from Boba Bukit. Please take a new photo.')
  await expect(note).toBeVisible()
  await expect(page.getByText('The total is cut off.')).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('7.40')
  await expect(page.getByLabel('Invoice number')).toHaveValue('4711')
  await expect(page.getByLabel('Purchase date')).toHaveValue('2026-10-05')
  await expect(page.getByText('Show us the whole receipt')).toBeVisible()
  await page.goto(`/submit?correct=${id}`)
  await expect(page.getByRole('button', { name: 'Change merchant' })).toBeVisible()
  await page.getByLabel('Total amount').fill('8.40')
  await page.goto(form)
  await expect(page.getByLabel('Total amount')).toHaveValue('8.40')
  await page.goto('/submit?correct=999999')
  // The other receipt is still there, and the correction has not replaced it.
  await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
  await expect(note).toBeHidden()
})

test.describe('when the connection fails', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('D-40 S-5.11 S-8.04 a lost response keeps all typed values, and the retry creates no second submission, even after midnight', async ({
    page,
    member,
    server,
  }) => {
    let isLost = true
    const keys: (string | undefined)[] = []
    await page.route('**/api/submissions', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      const response = await route.fetch()
      const abort = isLost
      isLost = false
      return abort ? route.abort() : route.fulfill({ response })
    })
    const failed = page.getByRole('alert').filter({ hasText: texts.submitFailed })
    await page.clock.setFixedTime('2026-10-05T15:59:30Z')
    await openAs(page, member, '/merchants/boba-bukit')
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed).toBeVisible()
    await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel and keep as draft' }).click()
    await page.clock.setFixedTime('2026-10-05T16:00:30Z')
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    const sent = async () => (await callApi(server, list, {}, bearerHeader(member.token))).data
    expect((await sent()).map(({ purchase_date }) => purchase_date)).toEqual(['2026-10-05'])
    expect(keys).toHaveLength(2)

    isLost = true
    await page.goto('/merchants/boba-bukit')
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Boba Bukit' })).toHaveCount(2)
    expect(await sent()).toHaveLength(2)
    expect(keys).toHaveLength(4)
    expect(keys[2]).toBeTruthy()
    expect(keys[3]).toBe(keys[2])
  })
})

/** As if another tab had saved a draft: this page reads its drafts again. */
async function announceDraftChange(page: Page) {
  await page.evaluate(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'drafts' }))
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })
}
