import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { isTokenValid, logInElsewhere } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openForm, save } from '../support/profile.ts'
import { accountMenu, expectFieldError, heading, logIn, recordApiCalls, tabLink } from '../support/web.ts'

test('S-2.31 S-3.02 S-7.06 S-4.01 a saved profile shows the server’s values in every tab; unsaved changes are kept and announced, until the session ends in any tab', async ({
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
  await page.unroute('**/api/user/profile')

  await page.getByRole('link', { name: 'Edit profile' }).click()
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
  await expect(page.getByLabel('Full name')).toHaveValue('Siti Nurhaliza')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading(page, 'My Profile')).toBeVisible()
  await expect(notification(page)).not.toContainText('Not saved yet')

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Half a na')
  await accountMenu(other).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member)
  await tabLink(page, 'Profile').click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Siti Nurhaliza')
  await expect(notification(page)).not.toContainText('Not saved yet')
})

test('S-5.12 S-5.13 S-5.03 D-21 D-10 S-2.31 the profile form says which field is wrong; a new password ends the other sessions, also if it is saved after the form was left', async ({
  page,
  server,
  member,
}) => {
  const elsewhere = await logInElsewhere(server, member)
  await openForm(page, member)
  const calls = recordApiCalls(page)
  await page.getByLabel('Full name').fill(' ')
  await page.getByLabel('Email').fill('')
  await save(page)
  await expectFieldError(page.getByLabel('Full name'), texts.nameRequired)
  await expectFieldError(page.getByLabel('Email'), texts.emailRequired)
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.getByLabel('Email').fill(member.email)

  const { current, original, again } = passwords(page)
  await page.getByRole('button', { name: 'Change password' }).click()
  await again.fill('Teh')
  await save(page)
  await expectFieldError(current, texts.currentPasswordRequired)
  await expectFieldError(original, texts.passwordTooShort)
  await expectFieldError(original, texts.passwordHint)
  await expectFieldError(again, texts.passwordsDiffer)
  await page.getByLabel('Full name').fill(member.name)
  expect(calls).toEqual([])

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

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/user/profile', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await current.fill('Roti-Canai-3-Keping')
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

const passwords = (page: Page) => ({
  current: page.getByLabel('Current password'),
  original: page.getByLabel('New password', { exact: true }),
  again: page.getByLabel('Confirm new password'),
})
