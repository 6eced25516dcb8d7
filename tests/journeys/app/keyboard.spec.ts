import type { Locator } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, drawPicture, newInvoiceNumber, newPerson } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, expectSettled, heading, openAs, pressTabUntil, tabLink } from '../support/web.ts'

test('S-2.27 S-5.10 a receipt is chosen, fixed and sent with the keyboard alone', async ({ page, member }) => {
  await openAs(page, member, '/app/submissions/new/1')
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  // The browser must know about the file chooser listener before the key is pressed.
  const chooser = page.waitForEvent('filechooser')
  await pressTabUntil(page, 'Choose a photo')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await drawPicture())
  await expect(page.getByRole('img', { name: /receipt/i })).toBeVisible()
  await pressTabUntil(page, 'Total amount')
  await page.keyboard.type('23.50')
  await page.keyboard.press('Enter')
  const invoice = page.getByLabel('Invoice number')
  await expectFieldError(invoice, texts.invoiceRequired)
  await expect(invoice).toBeFocused()
  await page.keyboard.type(newInvoiceNumber())
  await pressTabUntil(page, 'Send · about 2 stamps')
  await page.keyboard.press('Space')
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText(texts.submitted)
  await expect(heading(page, 'My Submissions')).toBeVisible()
})

test('S-2.19 S-5.01 registration works with the keyboard alone', async ({ page }) => {
  const { name, email, password } = newPerson()
  await page.goto('/register')
  await expect(heading(page, 'Register')).toBeVisible()
  const typed = { 'Full name': name, Email: email, Password: password, 'Confirm password': password }
  for (const [field, words] of Object.entries(typed)) {
    await pressTabUntil(page, field)
    await page.keyboard.type(words)
  }
  await page.keyboard.press('Enter')
  const terms = page.getByLabel(/I agree to the terms/)
  await expectFieldError(terms, texts.termsRequired)
  await expect(terms).toBeFocused()
  await page.keyboard.press('Space')
  await pressTabUntil(page, 'Register')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Verify your email')).toBeVisible()
})

test('S-4.06 S-4.14 nothing moves for users who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, aisyah)
  await page.route('**/api/merchants*', () => undefined)
  for (const path of ['/', '/app/submissions', '/app/merchants']) {
    await page.goto(path)
    await expect(heading(page, /./)).toBeVisible()
    const moving = () => document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1)
    expect(await page.evaluate(`(${moving})().length`), path).toBe(0)
  }
})

test('S-2.06 a page zoomed to 200% loses no content', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await openAs(page, aisyah)
  for (const path of ['/', '/app/merchants', '/app/submissions/new/1', '/app/profile?edit', '/app/submissions']) {
    await page.goto(path)
    await expectSettled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(640)
  }
})

test('S-2.06 with text twice as large nothing overflows a phone, and the tab labels do not overlap', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, aisyah)
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  const pages = ['/', '/app/merchants', '/app/merchants/1', '/app/submissions/new/1', '/app/submissions', '/app/deals']
  for (const path of [...pages, '/app/announcements', '/app/profile', '/app/profile?edit', '/privacy-policy']) {
    await page.goto(path)
    await expectSettled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  }
  await page.goto('/')
  await expectSettled(page)
  const labels = await page.getByRole('navigation', { name: 'Main' }).evaluate((bar) =>
    Array.from(bar.querySelectorAll('a'), (link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  expect(labels).toHaveLength(4)
  for (const [place, { left, right, top }] of labels.entries()) {
    const before = labels[place - 1]
    const isApart = !before || left >= before.right || top >= before.bottom
    expect(isApart, `label ${place}`).toBe(true)
    expect(right, `label ${place}`).toBeLessThanOrEqual(390)
  }
})

test('S-2.06 with text twice as large the tabs, titles of short words and receipt status labels grow nearly as much', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, aisyah)
  const sizes = async () => {
    const sizeOf = (part: Locator) => part.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
    await page.goto('/app/merchants')
    const title = await sizeOf(heading(page, 'Merchants'))
    await page.goto('/app/submissions')
    const tab = await sizeOf(tabLink(page, 'Home'))
    return [title, tab, await sizeOf(page.getByText('Approved', { exact: true }).last())]
  }
  const plain = await sizes()
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  const large = await sizes()
  for (const [at, size] of large.entries()) expect(size / (plain[at] ?? size), `part ${at}`).toBeGreaterThanOrEqual(1.9)
})

test('S-2.21 one link skips the list of merchants with the keyboard', async ({ page }) => {
  await page.goto('/app/merchants')
  await expectSettled(page)
  await pressTabUntil(page, 'Skip the list')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Terms and Conditions' })).toBeFocused()
})

test('S-2.13 a screen reader announces how many of the ten places of the stamp card are filled', async ({ page }) => {
  await openAs(page, aisyah)
  const card = page.getByRole('region', { name: 'Stamp card' })
  await expect(card.getByRole('group', { name: /^([1-9]|10) of 10$/ })).toBeVisible()
})
