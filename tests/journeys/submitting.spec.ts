import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { list } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { bearing, call } from '../api.ts'
import { anInvoice, aPicture, aSubmission, type Member, merchantNamed, type Picture } from '../people.ts'
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

test('D-43 S-8.05 a photo much larger than legible is made smaller before it is sent', async ({
  page,
  member,
  server,
}) => {
  const large = await enlarged(page, await aPicture())
  await openForm(page, server, member)
  let bytes = 0
  await page.route('**/api/submissions', (route) => {
    bytes = route.request().postDataBuffer()?.length ?? bytes
    return route.fallback()
  })
  await fill(page, large)
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect(large.buffer.length).toBeGreaterThan(1_000_000)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(large.buffer.length * 0.7)
  const [{ receipt_image_url = '' } = {}] = (await call(server, list, {}, bearing(member.token))).data
  const keptWidth = async (address: string) => (await createImageBitmap(await (await fetch(address)).blob())).width
  expect(await page.evaluate(keptWidth, receipt_image_url)).toBe(2400)
})

test('S-5.07 of several pictures that are dropped the first is taken, and it says so', async ({ page }) => {
  await page.goto('/merchants/boba-bukit')
  await expect(page.getByText('Show us the whole receipt')).toBeVisible()
  await page.evaluate(() => {
    const dropped = new DataTransfer()
    for (const name of ['first.heic', 'second.heic'])
      dropped.items.add(new File(['heic'], name, { type: 'image/heic' }))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(/^first\.heic/)).toBeVisible()
  await expect(page.getByText('This browser cannot show HEIC. The reviewer will see it.')).toBeVisible()
  await expect(page.getByText(/^Only the first of 2 pictures was taken/)).toBeVisible()
  await page.evaluate(() => {
    const pasted = new DataTransfer()
    pasted.items.add(new File(['heic'], 'third.heic', { type: 'image/heic' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(/^third\.heic/)).toBeVisible()
  await expect(page.getByText(/^Only the first/)).toBeHidden()
})

test('S-8.04 a merchant that takes no receipts is refused where it was chosen', async ({ page, member, server }) => {
  const { id } = await merchantNamed(server, 'Boba Bukit')
  await page.goto('/login?redirect=%2Fsubmit')
  await signIn(page, member)
  await page.getByLabel('Merchant').fill('boba')
  await page.getByRole('button', { name: /Boba Bukit/ }).click()
  await fill(page, await aPicture())
  const refusal = { message: '', errors: { merchant_id: [texts.merchantInactive] } }
  let sentTo: string | undefined
  await page.route('**/api/submissions', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sentTo = /name="merchant_id"\s+(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1]
    return route.fulfill({ status: 422, json: refusal })
  })
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  const change = page.getByRole('button', { name: 'Change the merchant' })
  await expect(change).toHaveAccessibleDescription(texts.merchantInactive)
  await expect(change).toBeFocused()
  expect(sentTo).toBe(String(id))
})

test('D-41 S-3.06 a corrected receipt begins with what was sent', async ({ page, member, server }) => {
  const { id, merchant } = await aSubmission(server, member, {
    merchant: 'Boba Bukit',
    amount: '7.40',
    invoice: '4711',
  })
  const form = `/app/submissions/new/${merchant.id}?correct=${id}`
  await page.goto(`/login?redirect=${encodeURIComponent(form)}`)
  await signIn(page, member)
  const note = page.getByText('Correcting receipt 4711 from Boba Bukit. Its picture must be taken again.')
  await expect(note).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('7.40')
  await expect(page.getByLabel('Invoice number')).toHaveValue('4711')
  await expect(page.getByLabel('Purchase date')).toHaveValue('2026-10-05')
  await expect(page.getByText('Show us the whole receipt')).toBeVisible()
  await page.goto(`/submit?correct=${id}`)
  await expect(page.getByRole('button', { name: 'Change the merchant' })).toBeVisible()
  await page.getByLabel('Total amount').fill('8.40')
  await page.goto(form)
  await expect(page.getByLabel('Total amount')).toHaveValue('8.40')
  await page.goto('/submit?correct=999999')
  await expect(page.getByLabel('Total amount')).toHaveValue('8.40')
  await expect(note).toBeHidden()
})

test('D-40 S-8.05 while the server is busy with the receipt it is asked again', async ({ page, member, server }) => {
  await openForm(page, server, member)
  await fill(page, await aPicture())
  let asked = 0
  await page.route('**/api/submissions', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    asked += 1
    const busy = { status: 409, headers: { 'retry-after': '2' }, json: { message: texts.keyUnderWay } }
    return asked === 1 ? route.fulfill(busy) : route.fallback()
  })
  await page.clock.install()
  await page.getByRole('button', { name: 'Submit receipt' }).click()
  await expect.poll(() => asked).toBe(1)
  await expect(page.getByRole('progressbar', { name: 'Sending your receipt' })).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect(asked).toBe(2)
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

/** The picture as a camera of 12 megapixels would take it. */
async function enlarged(page: Page, { buffer, ...given }: Picture): Promise<Picture> {
  const enlarge = async (address: string) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: 2700, height: 4320 })
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, 2700, 4320)
    return canvas.toDataURL('image/jpeg', 0.97)
  }
  // A blank page has no content security policy that would keep the picture out.
  const address = await page.evaluate(enlarge, `data:image/jpeg;base64,${buffer.toString('base64')}`)
  return { ...given, buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') }
}

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
