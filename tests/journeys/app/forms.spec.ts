import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, newInvoiceNumber } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage } from '../support/languages.ts'
import { goTo, wordsOf } from '../support/walk.ts'
import { accountMenu, expectFieldError, heading, openAs, pressTabUntil, stampCard } from '../support/web.ts'

test('S-2.05 S-5.01 S-5.11 D-100 changing the language keeps a half-filled registration except its passwords, a receipt, which is sent with a decimal comma, and a profile, until signing out', async ({
  page,
  context,
  member,
  server,
  mailTo,
}) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Nurul Izzah')
  await page.getByLabel('Password', { exact: true }).fill('Secret-123')
  await page.getByLabel(/I agree to the terms/).check()
  await page.evaluate(() =>
    addEventListener('pagehide', () => localStorage.setItem('seen', JSON.stringify({ ...sessionStorage }))),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Bahasa Melayu' }).click()
  await expect(heading(page, 'Daftar')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await expect(page.getByLabel('Nama penuh')).toHaveValue('Nurul Izzah')
  await expect(page.locator('input[name=password]')).toHaveValue('')
  await expect(page.locator('input[name=terms]')).toBeChecked()
  const seen = await page.evaluate(() => localStorage.getItem('seen'))
  expect(seen).toContain('Nurul Izzah')
  expect(seen).not.toContain('Secret-123')
  await page.reload()
  await expect(heading(page, 'Daftar')).toBeVisible()
  await expect(page.getByLabel('Nama penuh')).toHaveValue('')

  await context.clearCookies()
  await openAs(page, member, '/merchants/boba-bukit')
  const invoice = newInvoiceNumber()
  await page.getByLabel('Invoice number').fill(invoice)
  await changeLanguage(page, 'Bahasa Melayu')
  await expect(page.getByLabel('Nombor invois')).toHaveValue(invoice)
  const chosen = page.locator('input[type=file]:not([capture])').first()
  await chosen.setInputFiles(await drawPicture())
  await page.getByLabel('Jumlah').fill('21,40')
  await page.getByRole('button', { name: 'Hantar · kira-kira 2 cop' }).click()
  await expect(heading(page, 'Resit Saya')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'RM\u202f21.40' })
  await expect(row).toContainText('Menunggu')
  const id = Number((await row.getByRole('link').getAttribute('href'))?.split('/').at(-1))
  await (await connectOperator(server)).approve(id)
  const { text } = await mailTo(member.email, 'diluluskan')
  expect(text).toContain('2 cop')
  expect(text).not.toMatch(wordsOf.en)

  await goTo(page, '/app/profile?edit')
  await page.locator('input[name=name]').fill('Nama Baharu')
  await changeLanguage(page, 'English')
  await expect(page.getByLabel('Full name')).toHaveValue('Nama Baharu')
  await expect(heading(page, 'Edit profile')).toBeVisible()
  // Changed again on another page, which does not load the form.
  await goTo(page, '/')
  await changeLanguage(page, 'Bahasa Melayu')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Nama Baharu')
  await goTo(page, '/app/profile?edit')
  await expect(page.locator('input[name=name]')).toHaveValue('Nama Baharu')
  await accountMenu(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Log keluar' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log masuk' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Nama Baharu')
})

test('S-2.03 S-2.13 S-2.17 S-2.21 S-2.27 S-4.06 S-4.14 S-5.10 logging in and out, skipping a list and a receipt work with the keyboard alone, the stamp card is spoken, and nothing moves with reduced motion', async ({
  page,
  member,
}) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await pressTabUntil(page, 'Login')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Login')).toBeFocused()
  await pressTabUntil(page, 'Email')
  await page.keyboard.type(member.email)
  await pressTabUntil(page, 'Password')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
  await expect(stampCard(page).getByRole('group', { name: '0 of 10' })).toBeVisible()
  const moving = () => document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1)
  expect(await page.evaluate(`(${moving})().length`)).toBe(0)
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()

  await goTo(page, '/app/merchants')
  await pressTabUntil(page, 'Skip the list')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Terms and Conditions' })).toBeFocused()

  await goTo(page, '/app/submissions/new/1')
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
  await expectFieldError(invoice, 'The Invoice Number is required.')
  await expect(invoice).toBeFocused()
  await page.keyboard.type(newInvoiceNumber())
  await pressTabUntil(page, 'Send · about 2 stamps')
  await page.keyboard.press('Space')
  await expect(page.getByText('Your receipt has been submitted successfully!')).toBeVisible()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await pressTabUntil(page, 'Sign out')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/login')
})
