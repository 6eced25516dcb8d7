import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, type Picture } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, openForm, sendButton } from '../support/receipt-form.ts'
import { choosePicture, recordApiCalls } from '../support/web.ts'

test('S-5.07 S-5.08 S-9.05 the form page rejects a wrong or too large file at once', async ({
  page,
  member,
  server,
}, testInfo) => {
  await openForm(page, server, member)
  const calls = recordApiCalls(page)
  const group = page.getByRole('group', { name: 'Receipt photo' })
  await choosePicture(page, { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptTypeOrGif)
  const [big, exact] = [testInfo.outputPath('big.jpg'), testInfo.outputPath('exact.jpg')]
  await writeFile(big, Buffer.alloc(10_485_761))
  await writeFile(exact, Buffer.alloc(10_485_760))
  await choosePicture(page, big)
  await expect(group).toHaveAccessibleDescription(texts.receiptTooLarge)
  await choosePicture(page, exact)
  await expect(page.getByText(/^exact\.jpg/)).toBeVisible()
  await expect(group).toHaveAccessibleDescription('')
  await choosePicture(page, { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText(/^moving\.gif/)).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('S-5.09 D-42 D-45 a total of zero is accepted, and the form shows that it earns nothing once it is typed', async ({
  page,
  member,
  server,
}) => {
  await openForm(page, server, member)
  await fill(page, await drawPicture())
  const notice = page.getByRole('status').getByText('A receipt of RM\u202f0.00 earns no stamps.')
  await expect(notice).toHaveCount(0)
  for (const nothing of ['0', '0.00']) {
    await page.getByLabel('Total amount').fill(nothing)
    await expect(notice).toBeHidden()
    await page.getByLabel('Invoice number').focus()
    await expect(notice).toBeVisible()
    await page.getByLabel('Total amount').fill('0.50')
    await expect(notice).toHaveCount(0)
  }
  await page.getByLabel('Total amount').fill('0')
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
})

test('D-96 values read from the picture are offered under their fields, and are not filled in automatically', async ({
  page,
  member,
  server,
}) => {
  await replaceOcrSettings(page, { purchase_amount: '31.00', purchase_date: null, invoice_number: '700144' })
  await openForm(page, server, member)
  const [amount, invoice] = [page.getByLabel('Total amount'), page.getByLabel('Invoice number')]
  await amount.fill('13.00')
  await choosePicture(page, await drawPicture())
  const use = page.getByRole('button', { name: 'Use it: RM\u202f31.00' })
  await expect(use).toBeVisible()
  await expect(amount).toHaveValue('13.00')
  await expect(invoice).toHaveValue('')
  await expectNoAxeViolations(page)
  await use.click()
  await expect(amount).toHaveValue('31.00')
  await expect(amount).toBeFocused()
  await expect(use).toBeHidden()
  const number = page.getByRole('button', { name: 'Use it: 700144' })
  await expect(number).toBeVisible()
  for (const same of ['00700144', 'INV 700-144']) {
    await invoice.fill('1')
    await expect(number).toBeVisible()
    await invoice.fill(same)
    await expect(number).toBeHidden()
  }
  await amount.fill('32,00')
  await expect(use).toBeVisible()
  await amount.fill('RM 31')
  await expect(use).toBeHidden()
})

/** The page is of a server with OCR, and this is the result of every picture. */
async function replaceOcrSettings(page: Page, data: PreviewFacts) {
  await page.route('**/login?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"reads_receipts":false', '"reads_receipts":true')
    await route.fulfill({ response, body })
  })
  await page.route('**/api/readings', (route) => route.fulfill({ json: { data } }))
}

test('S-5.06 the short URL rejects a gif', async ({ page }) => {
  await page.goto('/merchants/boba-bukit')
  await choosePicture(page, { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  const group = page.getByRole('group', { name: 'Receipt photo' })
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptType)
  await choosePicture(page, { name: 'plain', mimeType: '', buffer: Buffer.from('words') })
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptType)
  await choosePicture(page, { name: 'PHOTO.HEIC', mimeType: 'application/octet-stream', buffer: Buffer.from('heic') })
  await expect(page.getByText(/^PHOTO\.HEIC/)).toBeVisible()
})

test('S-8.04 D-43 a file that only claims to be a picture is rejected under its field', async ({
  page,
  member,
  server,
}) => {
  await openForm(page, server, member)
  await fill(page, { name: 'sly.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await sendButton(page).click()
  await expect(page.getByRole('group', { name: 'Receipt photo' })).toHaveAccessibleDescription(
    new RegExp(`${texts.undecodable}|Invalid file type`),
  )
  await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
})

test('D-43 S-8.05 an oversized photo is scaled down before it is sent', async ({ page, member, server }) => {
  const large = await enlarged(page, await drawPicture())
  await openForm(page, server, member)
  let bytes = 0
  await page.route('**/api/submissions', (route) => {
    bytes = route.request().postDataBuffer()?.length ?? bytes
    return route.fallback()
  })
  await fill(page, large)
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect(large.buffer.length).toBeGreaterThan(1_000_000)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(large.buffer.length * 0.7)
  const [{ receipt_image_url = '' } = {}] = (await callApi(server, list, {}, bearerHeader(member.token))).data
  const storedSize = async (address: string) => {
    const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
    return Math.max(width, height)
  }
  expect(await page.evaluate(storedSize, receipt_image_url)).toBe(2600)
})

test('S-5.07 when several pictures are dropped the first is used, with a message', async ({ page }) => {
  await page.goto('/merchants/boba-bukit')
  // The text is there before the form.
  await expect(page.getByLabel('Choose a photo')).toBeAttached()
  await page.evaluate(() => {
    const dropped = new DataTransfer()
    for (const name of ['first.heic', 'second.heic'])
      dropped.items.add(new File(['heic'], name, { type: 'image/heic' }))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(/^first\.heic/)).toBeVisible()
  await expect(page.getByText('This browser can’t show HEIC, but the reviewer will see it.')).toBeVisible()
  await expect(page.getByText(/^We used only the first of 2 photos/)).toBeVisible()
  await page.evaluate(() => {
    const pasted = new DataTransfer()
    pasted.items.add(new File(['heic'], 'third.heic', { type: 'image/heic' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(/^third\.heic/)).toBeVisible()
  await expect(page.getByText(/^We used only the first/)).toBeHidden()
})

test('S-8.05 a picture that was removed or replaced does not come back', async ({ page }) => {
  const large = await enlarged(page, await drawPicture())
  const ready = Promise.withResolvers<void>()
  await page.route(/shrinkWorker/, async (route) => {
    await ready.promise
    await route.fallback()
  })
  await page.goto('/merchants/boba-bukit')
  await choosePicture(page, { name: 'first.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') })
  const asked = page.waitForRequest(/shrinkWorker/)
  await choosePicture(page, large)
  await asked
  await page.getByRole('button', { name: 'Remove' }).click()
  const ended = page.waitForEvent('worker').then((worker) => worker.waitForEvent('close'))
  ready.resolve()
  await ended
  await expect(page.getByText('Show us the whole receipt')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login to submit receipt' })).toBeEnabled()
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeHidden()
})

/** The picture as a camera of 12 megapixels would take it. */
async function enlarged(page: Page, { buffer, ...given }: Picture): Promise<Picture> {
  const enlarge = async (address: string) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: 2700, height: 4320 })
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, 2700, 4320)
    return canvas.toDataURL('image/jpeg', 0.97)
  }
  // A blank page has no content security policy that would block the picture.
  const address = await page.evaluate(enlarge, `data:image/jpeg;base64,${buffer.toString('base64')}`)
  return { ...given, buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') }
}
