import { texts } from '@stampus/contract/texts'
import { isTokenValid, logInElsewhere } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openForm, save } from '../support/profile.ts'
import { accountMenu, expectFieldError, heading, logIn, recordApiCalls, tabLink } from '../support/web.ts'

const NEW = 'Roti-Canai-3-Keping'

test('S-2.31 S-3.02 S-4.01 S-5.03 S-5.12 S-5.13 S-7.06 D-10 D-21 the profile form says which field is wrong; what is saved shows as the server has it in every tab; unsaved changes are kept and announced, until the session ends in any tab', async ({
  page,
  context,
  server,
  member,
}) => {
  const elsewhere = await logInElsewhere(server, member)
  await openForm(page, member)
  const other = await context.newPage()
  await other.goto('/')
  const [name, email] = [page.getByLabel('Full name'), page.getByLabel('Email')]
  const [current, again] = [page.getByLabel('Current password'), page.getByLabel('Confirm new password')]
  const original = page.getByLabel('New password', { exact: true })
  const calls = recordApiCalls(page)
  await name.fill(' ')
  await email.fill('')
  await save(page)
  await expectFieldError(name, texts.nameRequired)
  await expectFieldError(email, texts.emailRequired)
  await expect(name).toBeFocused()
  await email.fill(member.email)
  await name.fill('  Siti Nurhaliza  ')
  await page.getByRole('button', { name: 'Change password' }).click()
  await again.fill('Teh')
  await save(page)
  await expectFieldError(current, texts.currentPasswordRequired)
  await expectFieldError(original, texts.passwordTooShort)
  await expectFieldError(again, texts.passwordsDiffer)
  expect(calls).toEqual([])
  await current.fill('Salah-Sama-Sekali-1')
  await original.fill(` ${NEW} `)
  await again.fill('Roti-Canai-3 -Keping')
  await save(page)
  await expectFieldError(current, texts.currentPasswordWrong)
  await expect(current).toBeFocused()

  await page.route('**/api/user/profile', async (route) => {
    expect(route.request().headers()['content-type']).toMatch(/^multipart\/form-data/)
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, name: `${data.name}, as kept` } } })
  })
  await current.fill(` ${member.password}`)
  await save(page)
  await expect(notification(page)).toContainText('Profile saved')
  await expect(notification(page)).toContainText('Your other devices were signed out.')
  await expect(page).toHaveURL('/app/profile')
  await expect(heading(page, 'My Profile')).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Siti Nurhaliza, as kept')
  await expect(heading(other, 'Welcome, Siti Nurhaliza, as kept')).toBeVisible()
  expect(await isTokenValid(server, elsewhere.token)).toBe(false)
  await page.unroute('**/api/user/profile')

  const edit = page.getByRole('link', { name: 'Edit profile' })
  const unsaved = page.getByText('You have unsaved changes. Open Edit profile to save them.')
  await edit.click()
  await name.fill('Half a na')
  await tabLink(page, 'Merchants').click()
  await expect(notification(page)).toContainText('Not saved yet')
  await tabLink(page, 'Profile').click()
  await expect(unsaved).toBeVisible()
  await edit.click()
  await expect(name).toHaveValue('Half a na')
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  await (await asked).accept()
  await reloading
  await expect(name).toHaveValue('Siti Nurhaliza')
  await name.fill('Half a na')
  await accountMenu(other).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, { ...member, password: NEW })
  await tabLink(page, 'Profile').click()
  await edit.click()
  await expect(name).toHaveValue('Siti Nurhaliza')
})
