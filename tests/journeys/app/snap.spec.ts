import type { Page } from '@playwright/test'
import {
  drawPicture,
  loadReceiptPicture,
  newPerson,
  type Picture,
  registerMember,
} from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { boxOf, goTo } from '../support/walk.ts'
import { heading, openAs } from '../support/web.ts'

const camera = (page: Page) => page.getByLabel('Snap a receipt')
const news = (page: Page) => page.getByRole('status', { name: 'Notifications' })
const drafts = (page: Page) => page.evaluate(() => localStorage.getItem('drafts'))

/** Opens a page whose scripts are held back, and takes a picture before they run. */
async function snapEarly(page: Page, path: string) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.fallback()
  })
  const opened = page.goto(path)
  await expect(heading(page, /./)).toBeVisible()
  await camera(page).setInputFiles(await drawPicture())
  held.resolve()
  await opened
  await page.unroute('**/assets/*.js')
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

test('D-03 S-2.08 S-4.12 S-5.07 S-5.08 a guest’s picture leads to the login, also from before the scripts run, and an invalid one is rejected at once', async ({
  page,
}) => {
  await snapEarly(page, '/')
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()

  await test.step('each file is checked separately', async () => {
    await page.evaluate(() => localStorage.removeItem('drafts'))
    await page.goto('/app/deals')
    for (const [picture, words] of rejected) {
      await camera(page).setInputFiles(picture)
      await expect(news(page)).toContainText(words)
      await expect(page).toHaveURL('/app/deals')
      expect(await drafts(page)).toBeNull()
    }
  })

  await test.step('a photo that the browser has too little memory to open is accepted', async () => {
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
})

test('D-03 S-2.06 S-2.11 S-4.12 S-5.06 S-6.02 on a small phone Snap does not cover Upload receipt, and a member’s pictures lead to the form, also from before the scripts run and HEIC that the browser cannot decode', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 616 })
  const expectUncovered = async () => {
    const { bottom } = await boxOf(page.getByRole('link', { name: 'Upload receipt' }))
    expect(bottom).toBeLessThanOrEqual((await boxOf(page.locator('label:has([data-snap])'))).top)
  }
  await page.goto('/')
  await expectUncovered()
  await openAs(page, await registerMember(server, newPerson('Muhammad Amirul Hafizuddin bin Abdul Rahman Shah')))
  await expect(page.getByRole('region', { name: 'Stamp card' })).toContainText('stamps')
  await expectUncovered()

  const { buffer } = await loadReceiptPicture('059.heic')
  const isHeic = buffer.subarray(4, 8).toString() === 'ftyp'
  // A machine without the receipts checks only the start of the file.
  const heic = isHeic ? buffer : Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')
  await goTo(page, '/app/deals')
  await camera(page).setInputFiles({ name: 'receipt.heic', mimeType: 'image/heic', buffer: heic })
  await expect(page).toHaveURL('/submit')
  await expect(page.getByLabel('Choose another photo')).toBeAttached()

  await page.evaluate(() => localStorage.removeItem('drafts'))
  await snapEarly(page, '/')
  await expect(page).toHaveURL('/submit')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})
