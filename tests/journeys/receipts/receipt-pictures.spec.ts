import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, newInvoiceNumber, type Picture } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openForm, sendButton } from '../support/receipt-form.ts'
import { choosePicture, moveTo } from '../support/web.ts'

const gif = { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }

test('S-5.06 S-5.07 S-8.05 S-9.05 D-42 D-43 the form says which pictures it takes, uses the first of several, shows none that was removed while it was made smaller, and sends a large one smaller', async ({
  page,
  member,
  server,
}) => {
  const large = await enlarged(page, await drawPicture())
  const ready = Promise.withResolvers<void>()
  await page.route(/shrinkWorker/, async (route) => {
    await ready.promise
    await route.fallback()
  })
  let bytes = 0
  await page.route('**/api/submissions', (route) => {
    bytes = route.request().postDataBuffer()?.length ?? bytes
    return route.fallback()
  })
  await openForm(page, server, member)
  const group = page.getByRole('group', { name: 'Receipt photo' })
  await choosePicture(page, { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptTypeOrGif)
  await choosePicture(page, gif)
  await expect(page.getByText(/^moving\.gif/)).toBeVisible()
  await expect(group).toHaveAccessibleDescription('')

  await test.step('when several pictures are dropped the first is used, with a message', async () => {
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
  await test.step('a picture that is removed while it is made smaller does not come back', async () => {
    const asked = page.waitForRequest(/shrinkWorker/)
    await choosePicture(page, large)
    await asked
    await page.getByRole('button', { name: 'Remove' }).click()
    const ended = page.waitForEvent('worker').then((worker) => worker.waitForEvent('close'))
    ready.resolve()
    await ended
    await expect(page.getByText('Show us the whole receipt')).toBeVisible()
    await expect(sendButton(page)).toBeEnabled()
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeHidden()
  })

  await choosePicture(page, large)
  await expect(page.getByText(/^receipt\.jpg/)).toBeVisible()
  await page.getByLabel('Total amount').fill('0')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
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

  await moveTo(page, '/merchants/boba-bukit')
  await choosePicture(page, gif)
  await expect(group).toHaveAccessibleDescription(texts.invalidReceiptType)
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
