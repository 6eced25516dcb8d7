import type { Page } from '@playwright/test'
import { drawPicture, loadReceiptPicture, type Picture } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, openAs } from '../support/web.ts'

const camera = (page: Page) => page.getByLabel('Snap a receipt')
const news = (page: Page) => page.getByRole('status', { name: 'Notifications' })

/** Holds the scripts of the page back until the returned function is called. */
async function holdScripts(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.fallback()
  })
  return held.resolve
}

const noPicture = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') }
const rejected: [Picture, string][] = [
  [
    { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    'Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.',
  ],
  [
    { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_485_761, 1) },
    'The file size cannot exceed 10MB.',
  ],
  [noPicture, "We can't read this photo. Please take it again or choose another."],
]

test('S-4.12 S-5.07 S-5.08 a guest’s picture is not lost before the scripts run, and an invalid one is rejected at once', async ({
  page,
}) => {
  const release = await holdScripts(page)
  const opened = page.goto('/')
  await expect(heading(page, 'Welcome, Guest')).toBeVisible()
  await camera(page).setInputFiles(await drawPicture())
  release()
  await opened
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()

  await test.step('each file is checked separately', async () => {
    await openWithoutDrafts(page)
    for (const [picture, words] of rejected) {
      await camera(page).setInputFiles(picture)
      await expect(news(page)).toContainText(words)
      await expect(page).toHaveURL('/')
      expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBeNull()
    }
    await camera(page).setInputFiles(await drawPicture())
    await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  })

  await test.step('a photo that the browser has too little memory to open is accepted', async () => {
    await page.addInitScript(() => {
      window.createImageBitmap = () => Promise.reject(new DOMException('', 'InvalidStateError'))
    })
    await openWithoutDrafts(page)
    await camera(page).setInputFiles(noPicture)
    await expect(news(page)).toContainText("We can't read this photo.")
    await camera(page).setInputFiles(await drawPicture())
    await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
    await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
  })
})

test('S-4.12 S-5.06 a member’s HEIC photo that the browser cannot decode is accepted, and a picture is not lost before the scripts run', async ({
  page,
  member,
}) => {
  await openAs(page, member)
  const { buffer } = await loadReceiptPicture('059.heic')
  const isHeic = buffer.subarray(4, 8).toString() === 'ftyp'
  // A machine without the receipts checks only the start of the file.
  const heic = isHeic ? buffer : Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')
  await camera(page).setInputFiles({ name: 'receipt.heic', mimeType: 'image/heic', buffer: heic })
  await expect(page).toHaveURL('/submit')
  await expect(page.getByLabel('Choose another photo')).toBeAttached()

  const release = await holdScripts(page)
  const opened = openWithoutDrafts(page)
  await camera(page).setInputFiles(await drawPicture())
  release()
  await opened
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

/** Opens home with nothing saved from before. */
async function openWithoutDrafts(page: Page) {
  await page.evaluate(() => localStorage.removeItem('drafts'))
  await page.goto('/')
}
