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

test('S-4.12 a picture that a guest chooses before the scripts run is not lost', async ({ page }) => {
  const release = await holdScripts(page)
  const opened = page.goto('/')
  await expect(heading(page, 'Welcome, Guest')).toBeVisible()
  await camera(page).setInputFiles(await drawPicture())
  release()
  await opened
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
})

test('S-4.12 a picture that a member chooses before the scripts run is not lost', async ({ page, member }) => {
  await openAs(page, member)
  const release = await holdScripts(page)
  const opened = page.goto('/')
  await camera(page).setInputFiles(await drawPicture())
  release()
  await opened
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

const noPicture = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') }
const rejected: [string, Picture, string][] = [
  [
    'S-5.07 of another type',
    { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    'Invalid file type. Please upload a JPG, PNG, GIF, WEBP or HEIC image.',
  ],
  [
    'S-5.08 of more than 10MB',
    { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_485_761, 1) },
    'The file size cannot exceed 10MB.',
  ],
  ['S-4.12 that does not open', noPicture, "We can't read this photo. Please take it again or choose another."],
]
for (const [title, picture, words] of rejected) {
  test(`${title}: an invalid file chosen at home is rejected at once`, async ({ page }) => {
    await page.goto('/')
    await camera(page).setInputFiles(picture)
    await expect(news(page)).toContainText(words)
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBeNull()
    // The next one is checked separately.
    await camera(page).setInputFiles(await drawPicture())
    await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  })
}

test('S-4.12 home accepts a photo that the browser has too little memory to open', async ({ page }) => {
  await page.addInitScript(() => {
    window.createImageBitmap = () => Promise.reject(new DOMException('', 'InvalidStateError'))
  })
  await page.goto('/')
  await camera(page).setInputFiles(noPicture)
  await expect(news(page)).toContainText("We can't read this photo.")
  await camera(page).setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
})

test('S-4.12 S-5.06 home accepts a HEIC photo that the browser cannot decode', async ({ page, member }) => {
  await openAs(page, member)
  const { buffer } = await loadReceiptPicture('059.heic')
  const isHeic = buffer.subarray(4, 8).toString() === 'ftyp'
  // A machine without the receipts checks only the start of the file.
  const heic = isHeic ? buffer : Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')
  await camera(page).setInputFiles({ name: 'receipt.heic', mimeType: 'image/heic', buffer: heic })
  await expect(page).toHaveURL('/submit')
  await expect(page.getByLabel('Choose another photo')).toBeAttached()
})
