import { texts } from '@stampus/contract/texts'
import { aisyah, drawPicture, newInvoiceNumber, newPerson } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  accountMenu,
  expectFieldError,
  expectSettled,
  heading,
  moveTo,
  openAs,
  pressTabUntil,
  stampCard,
} from '../support/web.ts'

test('S-2.03 S-2.17 S-2.19 S-2.21 S-5.01 logging in and out, skipping a list and registration work with the keyboard alone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(heading(page, /^Welcome/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await pressTabUntil(page, 'Login')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Login')).toBeFocused()
  await pressTabUntil(page, 'Email')
  await page.keyboard.type(aisyah.email)
  await pressTabUntil(page, 'Password')
  await page.keyboard.type(aisyah.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await pressTabUntil(page, 'Sign out')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/login')

  await page.goto('/app/merchants')
  await expectSettled(page)
  await pressTabUntil(page, 'Skip the list')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Terms and Conditions' })).toBeFocused()

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

test('S-2.13 S-4.06 S-4.14 the stamp card is spoken, and nothing moves with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, aisyah)
  await expect(stampCard(page).getByRole('group', { name: /^([1-9]|10) of 10$/ })).toBeVisible()
  await page.route('**/api/merchants*', () => undefined)
  for (const path of ['/app/submissions', '/app/merchants', '/']) {
    await moveTo(page, path)
    await expect(page).toHaveURL(path)
    await expect(heading(page, /./)).toBeVisible()
    const moving = () => document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1)
    expect(await page.evaluate(`(${moving})().length`), path).toBe(0)
  }
})
