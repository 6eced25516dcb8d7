import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, type Member, newInvoiceNumber } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, openForm, readStoredDrafts, sendButton } from '../support/receipt-form.ts'
import { expectFieldError, recordApiCalls } from '../support/web.ts'

const ASKED = 'Type the amount like 12.50 or 1200.00.'

test('D-105 S-3.06 a receipt with its amount and invoice number typed as printed is kept as typed and sent with the numbers shown before, and an amount that may mean two things is asked for', async ({
  page,
  server,
  member,
}) => {
  const invoiceField = page.getByLabel('Invoice number')
  await openForm(page, server, member)
  await test.step('a draft keeps both as they were typed', async () => {
    await fill(page, await drawPicture(), 'INV#00123')
    await amountField(page).fill('RM12,5')
    await expect.poll(() => readStoredDrafts(page)).toMatchObject({ pictures: 1 })
    await page.reload()
    await expect(amountField(page)).toHaveValue('RM12,5')
    await expect(invoiceField).toHaveValue('INV#00123')
    await expect(page.getByText('Receipt total: RM\u202f12.50, invoice 00123')).toBeVisible()
  })
  await test.step('the form shows how it understands the amount', async () => {
    for (const [typed, shown] of Object.entries({
      '12,50': '12.50',
      ' 1 200.00': '1,200.00',
      '1.200,00': '1,200.00',
    })) {
      await amountField(page).fill('')
      await amountField(page).pressSequentially(typed)
      await expect(amountField(page)).toHaveValue(typed)
      await expect(page.getByText(`Receipt total: RM\u202f${shown}, invoice 00123`)).toBeVisible()
    }
  })

  const invoice = `00${newInvoiceNumber()}`
  await invoiceField.fill(`No. ${invoice.slice(0, 4)}-${invoice.slice(4)}`)
  await amountField(page).fill('RM 1,200')
  await expect(amountField(page)).toHaveAttribute('inputmode', 'decimal')
  await expect(amountField(page)).toHaveAccessibleDescription('Receipt total: RM\u202f1,200.00')
  await expect(invoiceField).toHaveAccessibleDescription(new RegExp(`We kept only the digits: ${invoice}$`))
  for (const note of ['Receipt total: RM\u202f1,200.00', `We kept only the digits: ${invoice}`])
    await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible()
  await expect(page.getByText(`Receipt total: RM\u202f1,200.00, invoice ${invoice}`)).toBeVisible()
  await expectNoAxeViolations(page)

  const calls = recordApiCalls(page)
  await test.step('an amount that may mean two things is asked for in its field, and nothing is sent before', async () => {
    for (const typed of ['1.200', '12.505', '1,20,000', '5 ringgit']) {
      await amountField(page).fill(typed)
      await invoiceField.focus()
      await expect(page.getByText('We’ll send')).toHaveCount(0)
      await sendButton(page).click()
      await expectFieldError(amountField(page), ASKED)
      await expect(amountField(page)).toBeFocused()
    }
    await expectNoAxeViolations(page)
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })
  await amountField(page).fill('RM 1,200')
  await expect(page.getByText(ASKED)).toBeHidden()
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect(await sentNumbers(server, member)).toEqual([{ purchase_amount: '1200.00', invoice_no: invoice }])
})

const amountField = (page: Page) => page.getByLabel('Total amount')

/** Amount and invoice number of the member's submissions as they are stored. */
async function sentNumbers(server: ServerUnderTest, member: Member) {
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  return data.map(({ purchase_amount, invoice_no }) => ({ purchase_amount, invoice_no }))
}
