import type { Page, Route } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, findMerchant, newInvoiceNumber, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, openForm, readStoredDrafts, sendButton } from '../support/receipt-form.ts'
import { expectFieldError, moveTo, openAs, recordApiCalls } from '../support/web.ts'

const ASKED = 'Type the amount like 12.50 or 1200.00.'

test('D-40 D-105 S-2.27 S-3.06 S-5.09 S-5.10 S-8.04 S-8.05 the form names missing values, asks for an amount that may mean two things, keeps and shows what was typed, shows the server’s message, at the merchant too, can be cancelled, and asks again while the server is busy', async ({
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
  const [amount, invoice, number] = [
    page.getByLabel('Total amount'),
    page.getByLabel('Invoice number'),
    newInvoiceNumber(),
  ]
  const progress = page.getByRole('progressbar', { name: 'Sending your receipt' })

  await test.step('missing and wrong values are named under their fields, and nothing is sent', async () => {
    await expect(page.getByLabel('Purchase date')).toHaveValue(day)
    await sendButton(page).click()
    await expectFieldError(invoice, texts.invoiceRequired)
    await expectFieldError(amount, texts.requiredFields)
    await expect(page.getByRole('group', { name: 'Receipt photo' })).toHaveAccessibleDescription(texts.requiredFields)
    await amount.fill('-1')
    await invoice.fill('INV')
    await page.getByLabel('Purchase date').fill('2100-01-01')
    await sendButton(page).click()
    await expectFieldError(invoice, texts.invalidInvoice)
    await expectFieldError(amount, texts.invalidAmount)
    await expectFieldError(page.getByLabel('Purchase date'), texts.futureDate)
    await invoice.fill('1')
    await page.getByLabel('Purchase date').fill(day)
    for (const typed of ['1.200', '5 ringgit']) {
      await amount.fill(typed)
      await invoice.focus()
      await expect(page.getByText('Receipt total: ')).toHaveCount(0)
      await sendButton(page).click()
      await expectFieldError(amount, ASKED)
    }
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  await test.step('the form shows how it understands what was typed, and a draft keeps that as it was typed', async () => {
    await fill(page, await drawPicture(), `No. 00${number.slice(0, 4)}-${number.slice(4)}`)
    await amount.fill('')
    await amount.pressSequentially(' 1 200,50')
    await expect(amount).toHaveValue(' 1 200,50')
    await expect(page.getByText(ASKED)).toBeHidden()
    await expect(amount).toHaveAttribute('inputmode', 'decimal')
    await expect(amount).toHaveAccessibleDescription('Receipt total: RM\u202f1,200.50')
    await expect(invoice).toHaveAccessibleDescription(new RegExp(`We kept only the digits: 00${number}$`))
    for (const note of ['Receipt total: RM\u202f1,200.50', `We kept only the digits: 00${number}`])
      await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible()
    await expectNoAxeViolations(page)
    await expect.poll(() => readStoredDrafts(page)).toMatchObject({ pictures: 1 })
    await page.reload()
    await expect(amount).toHaveValue(' 1 200,50')
    await expect(invoice).toHaveValue(`No. 00${number.slice(0, 4)}-${number.slice(4)}`)
    await expect(page.getByText(`Receipt total: RM\u202f1,200.50, invoice 00${number}`)).toBeVisible()
  })

  await test.step('the form shows the server’s message and keeps the typed values', async () => {
    answer = { status: 409, json: { message: 'Receipts rest on Sundays.' } }
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Receipts rest on Sundays.' })).toBeVisible()
    answer = { status: 409, json: { message: '' } }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await expect(amount).toHaveValue(' 1 200,50')
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
    await expect(amount).toHaveValue(' 1 200,50')
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
    const { data } = await callApi(server, list, {}, bearerHeader(member.token))
    expect(data).toMatchObject([{ purchase_amount: '1200.50', invoice_no: `00${number}` }])
  })

  await test.step('a merchant that accepts no receipts is rejected where it was chosen', async () => {
    await moveTo(page, '/submit')
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
    expect(sentTo).toBe(String((await findMerchant(server, 'Boba Bukit')).id))
  })
})

test.describe('when the connection fails', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('D-40 D-41 S-5.11 S-8.04 a lost response keeps all typed values, and the retry creates no second submission, even after midnight; a receipt sent twice links to the earlier one, until that was rejected or the values change', async ({
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

    const invoice = newInvoiceNumber()
    const { id: sentBefore, merchant } = await submitReceipt(server, member, {
      merchant: 'Boba Bukit',
      invoice,
      date: '2026-10-05',
    })
    const form = `/app/submissions/new/${merchant.id}`
    await moveTo(page, form)
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
    await expect(page).toHaveURL(`/app/submissions/${sentBefore}`)
    await expect(page.getByText(invoice)).toBeVisible()
    await (await connectOperator(server)).reject(sentBefore, 'Blurred')
    await page.goto(form)
    await expect(page.getByLabel('Invoice number')).toHaveValue(invoice)
    await expect(message).toBeHidden()
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
  })
})

/** As if another tab had saved a draft: this page reads its drafts again. */
async function announceDraftChange(page: Page) {
  await page.evaluate(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'drafts' }))
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })
}
