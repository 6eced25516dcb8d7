import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { isTokenValid, logInElsewhere } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openForm, save } from '../support/profile.ts'
import { accountMenu, expectFieldError, heading, logIn, recordApiCalls, tabLink } from '../support/web.ts'

test('S-2.31 S-3.02 S-7.06 a saved profile shows the values of the server’s response, in every tab', async ({
  page,
  context,
  member,
}) => {
  const other = await context.newPage()
  await openForm(page, member)
  await other.goto('/')
  await expect(heading(other, `Welcome, ${member.name}`)).toBeVisible()
  await page.route('**/api/user/profile', async (route) => {
    expect(route.request().headers()['content-type']).toMatch(/^multipart\/form-data/)
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, name: `${data.name}, as kept` } } })
  })
  await page.getByLabel('Full name').fill('  Siti Nurhaliza  ')
  await save(page)
  await expect(notification(page)).toContainText('Profile saved')
  await expect(page).toHaveURL('/app/profile')
  await expect(heading(page, 'My Profile')).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Siti Nurhaliza, as kept')
  await expect(heading(other, 'Welcome, Siti Nurhaliza, as kept')).toBeVisible()
})

test('S-5.12 name and address have their error messages, and the first invalid field gets the focus', async ({
  page,
  member,
}) => {
  await openForm(page, member)
  const calls = recordApiCalls(page)
  await page.getByLabel('Full name').fill(' ')
  await page.getByLabel('Email').fill('')
  await save(page)
  await expectFieldError(page.getByLabel('Full name'), texts.nameRequired)
  await expectFieldError(page.getByLabel('Email'), texts.emailRequired)
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.getByLabel('Email').fill('nobody@nowhere')
  await expectFieldError(page.getByLabel('Email'), texts.invalidEmail)
  expect(calls).toEqual([])
})

test('S-5.13 S-5.03 filling in one password field makes all three required', async ({ page, member }) => {
  await openForm(page, member)
  await page.getByRole('button', { name: 'Change password' }).click()
  const { current, original, again } = passwords(page)
  const calls = recordApiCalls(page)
  await again.fill('Teh')
  await page.getByLabel('Full name').fill('')
  await save(page)
  await expectFieldError(page.getByLabel('Full name'), texts.nameRequired)
  await expectFieldError(current, texts.currentPasswordRequired)
  await expectFieldError(original, texts.passwordTooShort)
  await expectFieldError(original, texts.passwordHint)
  await expectFieldError(again, texts.passwordsDiffer)
  await page.getByLabel('Full name').fill(member.name)
  await again.fill('')
  await current.fill(member.password)
  await save(page)
  await expectFieldError(original, texts.passwordTooShort)
  await expect(original).toBeFocused()
  expect(calls).toEqual([])
})

test('S-5.13 D-21 D-10 a new password is sent without surrounding white space and ends the other sessions', async ({
  page,
  server,
  member,
}) => {
  const elsewhere = await logInElsewhere(server, member)
  await openForm(page, member)
  await page.getByRole('button', { name: 'Change password' }).click()
  const { current, original, again } = passwords(page)
  await current.fill('Salah-Sama-Sekali-1')
  await original.fill(' Roti-Canai-3-Keping ')
  await again.fill('Roti-Canai-3 -Keping')
  await save(page)
  await expectFieldError(current, texts.currentPasswordWrong)
  await expect(current).toBeFocused()
  await current.fill(` ${member.password}`)
  await save(page)
  await expect(notification(page)).toContainText('Your other devices were signed out.')
  expect(await isTokenValid(server, elsewhere.token)).toBe(false)
  const signedIn = await logInElsewhere(server, { ...member, password: 'Roti-Canai-3-Keping' })
  expect(signedIn.id).toBe(member.id)
})

test('D-22 S-5.05 a new address asks for the password and takes effect when its link is opened', async ({
  page,
  member,
  mailTo,
}) => {
  const address = member.email.replace('@', '-baru@')
  await openForm(page, member)
  await page.getByLabel('Email').fill(address)
  await save(page)
  const current = page.getByLabel('Current password')
  await expectFieldError(current, texts.currentPasswordForEmail)
  await current.fill(member.password)
  const calls = recordApiCalls(page)
  await page.getByLabel('Email').fill('somebody@gmail.example')
  await save(page)
  await expectFieldError(page.getByLabel('Email'), texts.collegeEmailOnly)
  expect(calls).not.toContain('POST /api/user/profile')
  await page.getByLabel('Email').fill(address)
  await save(page)
  await expect(notification(page)).toContainText(
    `We’ve sent a link to ${address}. Open it to confirm. Until then, we’ll keep using ${member.email}.`,
  )
  await expect(page.getByText(`Open the link we sent to ${address}`)).toBeVisible()
  await page.goto((await mailTo(address)).link ?? '')
  await expect(notification(page)).toContainText('Your email is verified.')
  await tabLink(page, 'Profile').click()
  await expect(page.getByRole('definition').filter({ hasText: address })).toBeVisible()
  await expect(page.getByText('Open the link we sent')).toBeHidden()
})

test('D-22 D-23 the link to a new address asks for the account’s password when it is opened in another browser', async ({
  page,
  member,
  mailTo,
  anotherBrowser,
}) => {
  const address = member.email.replace('@', '-lain@')
  await openForm(page, member)
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Current password').fill(member.password)
  await save(page)
  await expect(page.getByText(`Open the link we sent to ${address}`)).toBeVisible()
  const phone = await (await anotherBrowser()).newPage()
  await phone.goto((await mailTo(address)).link ?? '')
  await expect(heading(phone, 'Confirm your new email')).toBeVisible()
  for (const named of [member.email, address]) await expect(phone.getByRole('main')).toContainText(named)
  await phone.getByLabel('Your password').fill('Not-this-one-1')
  await phone.getByRole('button', { name: 'Use this email' }).click()
  await expectFieldError(phone.getByLabel('Your password'), 'The current password is not correct.')
  await phone.getByLabel('Your password').fill(member.password)
  await phone.getByRole('button', { name: 'Use this email' }).click()
  await expect(heading(phone, `Welcome, ${member.name}`)).toBeVisible()
  await expect(notification(phone)).toContainText('Your email is verified.')
})

test('S-2.31 leaving the form keeps unsaved changes and says so; closing the tab asks first', async ({
  page,
  member,
}) => {
  await openForm(page, member)
  await page.getByLabel('Full name').fill('Half a na')
  await tabLink(page, 'Merchants').click()
  await expect(notification(page)).toContainText('Not saved yet')
  await tabLink(page, 'Profile').click()
  await expect(page.getByText('You have unsaved changes. Open Edit profile to save them.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Half a na')
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  await (await asked).accept()
  await reloading
  await expect(page.getByLabel('Full name')).toHaveValue(member.name)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading(page, 'My Profile')).toBeVisible()
  await expect(notification(page)).not.toContainText('Not saved yet')
})

test('S-2.31 changes that are saved only after the form was left are unsaved no longer', async ({ page, member }) => {
  await openForm(page, member)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/user/profile', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Change password' }).click()
  const { current, original, again } = passwords(page)
  await current.fill(member.password)
  await original.fill('another-Pass-42')
  await again.fill('another-Pass-42')
  await save(page)
  await tabLink(page, 'Merchants').click()
  await tabLink(page, 'Profile').click()
  const notice = page.getByText('You have unsaved changes. Open Edit profile to save them.')
  await expect(notice).toBeVisible()
  release()
  await expect(notice).toBeHidden()
})

test('S-4.01 S-2.31 typed values are cleared when the session ends, in whichever tab it ends', async ({
  page,
  context,
  member,
}) => {
  const other = await context.newPage()
  await openForm(page, member)
  await other.goto('/')
  await page.getByLabel('Full name').fill('Half a na')
  await accountMenu(other).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member)
  await tabLink(page, 'Profile').click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue(member.name)
  await expect(notification(page)).not.toContainText('Not saved yet')
})

const passwords = (page: Page) => ({
  current: page.getByLabel('Current password'),
  original: page.getByLabel('New password', { exact: true }),
  again: page.getByLabel('Confirm new password'),
})
