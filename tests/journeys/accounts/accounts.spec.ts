import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, isTokenValid, logInElsewhere, newPerson } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openProfile } from '../support/profile.ts'
import { expectFieldError, heading, logIn, readSessionToken, recordApiCalls, tabLink } from '../support/web.ts'

test('S-2.17 the login form has all its fields and links', async ({ page }) => {
  await page.goto('/login')
  await expect(heading(page, 'Login')).toBeVisible()
  await expect(page.getByLabel('Remember me')).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  await expect(page.getByText('Forgot your password?')).toContainText('support@stampus.example')
})

test('S-5.15 S-5.05 submitting an empty login marks both fields and sends no request', async ({ page }) => {
  await page.goto('/login')
  const calls = recordApiCalls(page)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectFieldError(page.getByLabel('Email', { exact: true }), texts.emailRequired)
  await expectFieldError(page.getByLabel('Password', { exact: true }), texts.passwordRequired)
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  expect(calls).toEqual([])
})

test('S-8.01 D-06 a wrong password shows an error under the email field and ends no session', async ({ page }) => {
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await page.getByLabel('Email', { exact: true }).fill(aisyah.email)
  await page.getByLabel('Password', { exact: true }).fill('Salah-Sama-Sekali-1')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expectFieldError(page.getByLabel('Email', { exact: true }), texts.wrongCredentials)
  await expect(page).toHaveURL('/login?redirect=%2Fapp%2Fprofile')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Salah-Sama-Sekali-1')
})

test('S-8.01 an error that belongs to no field is shown with the server’s message', async ({ page }) => {
  const { email } = newPerson()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  const password = page.getByLabel('Password', { exact: true })
  for (const guess of ['Satu-1-satu', 'Dua-2-dua-dua', 'Tiga-3-tiga', 'Empat-4-empat', 'Lima-5-lima']) {
    await password.fill(guess)
    const answered = page.waitForResponse('**/api/login')
    await password.press('Enter')
    expect((await answered).status()).toBe(422)
  }
  await password.fill('Enam-6-enam')
  await password.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.tooManyRequests })).toBeVisible()
})

test('S-8.01 a response without a message shows a default message', async ({ page }) => {
  await page.route('**/api/login', (route) => route.fulfill({ status: 418, body: '' }))
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(aisyah.email)
  await page.getByLabel('Password', { exact: true }).fill(aisyah.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.unexpectedRetry })).toBeVisible()
})

test('S-5.02 login trims white space around the password', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, { ...aisyah, password: ` ${aisyah.password.slice(0, 4)} ${aisyah.password.slice(4)}\t` })
})

test('S-2.18 D-05 login continues to the redirect target, but never outside the app', async ({
  page,
  anotherBrowser,
}) => {
  await page.goto('/login?redirect=%2Fapp%2Fsubmissions%3Fstatus%3Drejected')
  await logIn(page, aisyah)
  await expect(page).toHaveURL('/app/submissions?status=rejected')
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    const other = await (await anotherBrowser()).newPage()
    await other.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`)
    await logIn(other, aisyah)
    await expect(other).toHaveURL('/')
  }
})

test('S-2.18 S-6.03 each login reason shows its own banner', async ({ page }) => {
  await page.goto('/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await page.goto('/login?reason=session_expired')
  await expect(
    page.getByText('You’ve been signed out. Your session expired, or you signed out or changed your password'),
  ).toBeVisible()
  await page.goto('/login?reason=anything')
  await expect(heading(page, 'Login')).toBeVisible()
  await expect(page.getByText('You’ve been signed out.')).toBeHidden()
})

test('S-2.34 signed-in members are redirected from the guest pages to home', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, aisyah)
  for (const guestPage of ['/login', '/register']) {
    await page.goto(guestPage)
    await expect(page).toHaveURL('/')
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  }
})

test('S-2.35 S-6.02 D-01 a guest who opens a members’ page logs in first and returns to it', async ({ page }) => {
  const members = ['/app/submissions/new/1', '/app/submissions/1', '/app/announcements/1', '/app/history', '/submit']
  for (const path of [...members, '/app/profile', '/app/submissions?status=approved']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await logIn(page, aisyah)
  await expect(page).toHaveURL('/app/submissions?status=approved')
})

test('S-2.31 the profile shows the member’s data', async ({ page, member }) => {
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await logIn(page, member)
  await expect(heading(page, 'My Profile')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(member.name)
  await expect(page.getByRole('main')).toContainText(member.email)
})

test('D-10 D-07 ending the other sessions asks for confirmation and reports how many were ended', async ({
  page,
  server,
  member,
}) => {
  const elsewhere = await logInElsewhere(server, member)
  await openProfile(page, member)
  const end = page.getByRole('button', { name: 'Sign out other devices' })
  await end.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(end).toBeFocused()
  expect(await isTokenValid(server, elsewhere.token)).toBe(true)
  await end.click()
  await page.getByRole('button', { name: 'Sign them out' }).click()
  await expect(notification(page)).toContainText(`${texts.otherSessionsEnded}3 devices were signed out.`)
  await expect(end).toBeFocused()
  expect(await isTokenValid(server, elsewhere.token)).toBe(false)
  expect(await isTokenValid(server, await readSessionToken(page))).toBe(true)
})

test('D-91 S-2.31 "Download my data" saves a file without leaving the page', async ({ page, member }) => {
  await openProfile(page, member)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('stampus-data.zip')
  expect(await download.failure()).toBeNull()
  await expect(notification(page)).toContainText('Download started')
  await expect(page).toHaveURL('/app/profile')
})

test('D-92 S-4.01 deleting the account asks for the password and clears the data in all tabs', async ({
  page,
  context,
  member,
}) => {
  await openProfile(page, member)
  await page.goto('/app/announcements')
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await expect.poll(() => findMarksByEmail(page, member.id)).not.toBeNull()
  const other = await context.newPage()
  await other.goto('/')
  await tabLink(page, 'Profile').click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('You can’t undo this.')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expectFieldError(dialog.getByLabel('Password', { exact: true }), texts.passwordRequired)
  await dialog.getByLabel('Password', { exact: true }).fill('Salah-Sama-Sekali-1')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expectFieldError(dialog.getByLabel('Password', { exact: true }), texts.currentPasswordWrong)
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(notification(page)).toContainText(texts.accountDeleted)
  await expect(page).toHaveURL('/login')
  await expect(heading(other, 'Welcome, Guest')).toBeVisible()
  await expect.poll(() => findMarksByEmail(page, member.id)).toBeNull()
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expectFieldError(page.getByLabel('Email', { exact: true }), texts.wrongCredentials)
})

test('S-2.31 a feature that the server does not offer is reported as unavailable, once and in place', async ({
  page,
  member,
}) => {
  await page.route(/\/api\/user\/(sessions|data-export|deletion)$/, (route) => route.fulfill({ status: 404, body: '' }))
  await openProfile(page, member)
  await page.getByRole('button', { name: 'Sign out other devices' }).click()
  await page.getByRole('button', { name: 'Sign them out' }).click()
  await page.getByRole('button', { name: 'Download my data' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Not available here.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByText('Not available here.')).toHaveCount(3)
  await expect(notification(page)).toHaveText('')
  await expect(page).toHaveURL('/app/profile')
})

const findMarksByEmail = (page: Page, id: number) =>
  page.evaluate((key) => localStorage.getItem(key), `read_announcements_${id}`)
