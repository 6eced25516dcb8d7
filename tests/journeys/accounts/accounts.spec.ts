import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, isTokenValid, logInElsewhere } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openProfile } from '../support/profile.ts'
import { expectFieldError, heading, logIn, moveTo, readSessionToken, recordApiCalls, tabLink } from '../support/web.ts'

test('S-2.17 S-5.15 S-5.05 S-2.18 S-6.03 S-8.01 D-06 the login page has its form and links, says why a session ended and what is wrong with an attempt', async ({
  page,
}) => {
  await page.goto('/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await moveTo(page, '/login?reason=session_expired')
  await expect(
    page.getByText('You’ve been signed out. Your session expired, or you signed out or changed your password'),
  ).toBeVisible()
  await moveTo(page, '/login?reason=anything')
  await expect(page.getByText('You’ve been signed out.')).toBeHidden()
  await moveTo(page, '/login')
  await expect(page.getByLabel('Remember me')).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  await expect(page.getByText('Forgot your password?')).toContainText('support@stampus.example')
  const calls = recordApiCalls(page)
  const [email, password] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Password', { exact: true })]
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expectFieldError(email, texts.emailRequired)
  await expectFieldError(password, texts.passwordRequired)
  await expect(email).toBeFocused()
  expect(calls).toEqual([])

  await moveTo(page, '/login?redirect=%2Fapp%2Fprofile')
  await page.route('**/api/login', (route) => route.fulfill({ status: 418, body: '' }))
  await email.fill(aisyah.email)
  await password.fill('Salah-Sama-Sekali-1')
  await password.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.unexpectedRetry })).toBeVisible()
  await page.unroute('**/api/login')
  await password.press('Enter')
  await expectFieldError(email, texts.wrongCredentials)
  await expect(page).toHaveURL('/login?redirect=%2Fapp%2Fprofile')
  await expect(password).toHaveValue('Salah-Sama-Sekali-1')

  await page.route('**/api/login', (route) => route.fulfill({ status: 429, json: { message: texts.tooManyRequests } }))
  await password.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.tooManyRequests })).toBeVisible()
})

test('S-2.35 S-6.02 D-01 D-02 S-5.02 S-2.18 D-05 S-2.34 S-6.04 S-7.16 a guest logs in and returns to the members’ page, and each call then has the token', async ({
  page,
}) => {
  await page.goto('/email/verification')
  await expect(page).toHaveURL('/login')
  await page.goto('/app/profile')
  await expect(page).toHaveURL('/login?redirect=%2Fapp%2Fprofile')
  const members = ['/app/submissions/new/1', '/app/submissions/1', '/app/announcements/1', '/app/history', '/submit']
  for (const path of [...members, '/app/submissions?status=rejected']) {
    await moveTo(page, path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await logIn(page, { ...aisyah, password: ` ${aisyah.password.slice(0, 4)} ${aisyah.password.slice(4)}\t` })
  await expect(page).toHaveURL('/app/submissions?status=rejected')

  const token = await readSessionToken(page)
  const carried: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) carried.push(request.headers().authorization)
  })
  const headings = { Merchants: 'Merchants', History: 'My Submissions', Profile: 'My Profile' }
  for (const [name, title] of Object.entries(headings)) {
    await tabLink(page, name).click()
    await expect(heading(page, title)).toBeVisible()
  }
  for (const guestPage of ['/login', '/register']) {
    await moveTo(page, guestPage)
    await expect(page).toHaveURL('/')
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  }
  await expect.poll(() => carried.length).toBeGreaterThan(6)
  expect(new Set(carried)).toEqual(new Set([`Bearer ${token}`]))
})

test('S-2.31 D-10 D-07 D-91 D-92 S-4.01 the profile shows the member’s data, ends the other sessions, saves the data as a file, says what the server does not offer, and deletes the account with the password and the data in all tabs', async ({
  page,
  context,
  server,
  member,
}) => {
  const elsewhere = await logInElsewhere(server, member)
  await openProfile(page, member)
  const end = page.getByRole('button', { name: 'Sign out other devices' })
  await expect(page.getByRole('main')).toContainText(member.name)
  await expect(page.getByRole('main')).toContainText(member.email)
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

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('stampus-data.zip')
  expect(await download.failure()).toBeNull()
  await expect(notification(page)).toContainText('Download started')
  await expect(page).toHaveURL('/app/profile')

  const features = /\/api\/user\/(sessions|data-export|deletion)$/
  await page.route(features, (route) => route.fulfill({ status: 404, body: '' }))
  await end.click()
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
  await page.unroute(features)

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

const findMarksByEmail = (page: Page, id: number) =>
  page.evaluate((key) => localStorage.getItem(key), `read_announcements_${id}`)
