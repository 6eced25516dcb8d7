import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import { anInvoice, aPicture, aSubmission, type Member, merchantNamed } from '../people.ts'
import { expect, test } from './fixtures.ts'
import { choosePicture, expectFault, heading, signIn, watchCalls } from './web.ts'

test('S-2.27 S-5.09 S-5.10 gaps are named under their fields and nothing is sent', async ({ page, member, server }) => {
  await openForm(page, server, member)
  const calls = watchCalls(page)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())
  await expect(page.getByLabel('Purchase date')).toHaveValue(day)
  const amount = page.getByLabel('Total amount')
  await expect(amount).toHaveAttribute('step', '0.01')
  await expect(amount).toHaveAttribute('min', '0')
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expectFault(page.getByLabel('Invoice number'), texts.invoiceRequired)
  await expectFault(amount, texts.requiredFields)
  await expect(page.getByRole('group', { name: 'Receipt picture' })).toHaveAccessibleDescription(texts.requiredFields)
  await amount.fill('12.345')
  await page.getByLabel('Invoice number').fill('INV-22')
  await page.getByLabel('Purchase date').fill('2100-01-01')
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expectFault(page.getByLabel('Invoice number'), texts.invalidInvoice)
  await expectFault(amount, texts.invalidAmount)
  await expectFault(page.getByLabel('Purchase date'), texts.futureDate)
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('S-5.07 S-5.08 S-9.05 the form page refuses a wrong or too large file at once', async ({
  page,
  member,
  server,
}, testInfo) => {
  await openForm(page, server, member)
  const calls = watchCalls(page)
  const group = page.getByRole('group', { name: 'Receipt picture' })
  await choosePicture(page, { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptTypeOrGif)
  const [big, exact] = [testInfo.outputPath('big.jpg'), testInfo.outputPath('exact.jpg')]
  await writeFile(big, Buffer.alloc(RECEIPT_MAX_BYTES + 1))
  await writeFile(exact, Buffer.alloc(RECEIPT_MAX_BYTES))
  await choosePicture(page, big)
  await expect(group).toHaveAccessibleDescription(texts.receiptTooLarge)
  await choosePicture(page, exact)
  await expect(page.getByText(/^exact\.jpg/)).toBeVisible()
  await expect(group).toHaveAccessibleDescription('')
  await choosePicture(page, { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText(/^moving\.gif/)).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('S-5.06 the short address takes no gif', async ({ page }) => {
  await page.goto('/merchants/boba-bukit')
  await choosePicture(page, { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  const group = page.getByRole('group', { name: 'Receipt picture' })
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptType)
  await choosePicture(page, { name: 'plain', mimeType: '', buffer: Buffer.from('words') })
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptType)
  await choosePicture(page, { name: 'PHOTO.HEIC', mimeType: 'application/octet-stream', buffer: Buffer.from('heic') })
  await expect(page.getByText(/^PHOTO\.HEIC/)).toBeVisible()
})

test('S-8.04 D-43 a file that only calls itself a picture is refused under its field', async ({
  page,
  member,
  server,
}) => {
  await openForm(page, server, member)
  await fill(page, { name: 'sly.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expect(page.getByRole('group', { name: 'Receipt picture' })).toHaveAccessibleDescription(
    new RegExp(`${texts.undecodable}|Invalid file type`),
  )
  await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
})

test('D-41 S-8.04 a receipt sent twice leads to the earlier one', async ({ page, member, server }) => {
  const invoice = anInvoice()
  const { id } = await aSubmission(server, member, { merchant: 'Boba Bukit', invoice, date: '2026-10-05' })
  await openForm(page, server, member)
  await fill(page, await aPicture(), invoice)
  await page.getByLabel('Purchase date').fill('2026-10-05')
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expectFault(page.getByLabel('Invoice number'), texts.alreadySubmitted)
  await page.getByRole('link', { name: 'See the receipt you sent' }).click()
  await expect(page).toHaveURL(`/app/submissions/${id}`)
  await expect(page.getByText(invoice)).toBeVisible()
})

test('D-40 S-8.05 a double click makes one submission', async ({ page, member, server }) => {
  await openForm(page, server, member)
  await fill(page, await aPicture())
  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Submit receipt' }).dblclick()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Boba Bukit' })).toHaveCount(1)
  expect(calls.filter((call) => call === 'POST /api/submissions')).toHaveLength(1)
})

test('S-8.04 the server’s words stand in the form, and what was typed stays', async ({ page, member, server }) => {
  let message = 'Receipts rest on Sundays.'
  await page.route('**/api/submissions', (route) => {
    return route.request().method() === 'POST' ? route.fulfill({ status: 409, json: { message } }) : route.fallback()
  })
  await openForm(page, server, member)
  await fill(page, await aPicture())
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  message = ''
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

test('S-8.05 an upload shows its progress and can be cancelled', async ({ page, member, server }) => {
  await openForm(page, server, member)
  await fill(page, await aPicture())
  await page.route('**/api/submissions', (route) => {
    return route.request().method() === 'POST' ? undefined : route.fallback()
  })
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expect(page.getByRole('progressbar', { name: 'Sending your receipt' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Submit receipt' })).toBeEnabled()
  await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
})

test.describe('when the connection fails', () => {
  test.use({ expectedFaults: /net::ERR_FAILED/ })

  test('D-40 S-8.04 a lost answer keeps all that was typed, and the retry makes no second submission', async ({
    page,
    member,
    server,
  }) => {
    await openForm(page, server, member)
    await fill(page, await aPicture())
    const keys: (string | undefined)[] = []
    await page.route('**/api/submissions', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      return keys.length === 1 ? route.abort() : route.fulfill({ response: answer })
    })
    await page.getByRole('button', { name: 'Submit receipt' }).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Boba Bukit' })).toHaveCount(1)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })
})

async function openForm(page: Page, server: Parameters<typeof merchantNamed>[0], member: Member) {
  const { id } = await merchantNamed(server, 'Boba Bukit')
  await page.goto(`/login?redirect=%2Fapp%2Fsubmissions%2Fnew%2F${id}`)
  await signIn(page, member)
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await expect(page.getByLabel('Invoice number')).toBeVisible()
}

async function fill(page: Page, picture: Parameters<typeof choosePicture>[1], invoice = anInvoice()) {
  await choosePicture(page, picture)
  await page.getByLabel('Total amount').fill('18.90')
  await page.getByLabel('Invoice number').fill(invoice)
}
