import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, isTokenValid, logInElsewhere } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openProfile } from '../support/profile.ts'
import { expectFieldError, heading, moveTo, readSessionToken, recordApiCalls, tabLink } from '../support/web.ts'

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('S-2.17 S-2.18 S-2.34 S-2.35 S-3.07 S-5.02 S-5.05 S-5.15 S-6.02 S-6.03 S-6.04 S-7.16 S-8.01 S-9.08 S-9.09 D-01 D-02 D-05 D-06 a guest of a members’ page reads why a session ended and what is wrong with an attempt, comes back and never to another site, and each call then has the token', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/app/profile')
  await expect(page).toHaveURL('/login?redirect=%2Fapp%2Fprofile')
  const members = ['/app/submissions/new/1', '/app/submissions/1', '/app/announcements/1', '/app/history', '/submit']
  for (const path of members) {
    await moveTo(page, path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await moveTo(page, '/email/verification')
  await expect(page).toHaveURL('/login')
  await moveTo(page, '/login?reason=anything')
  await expect(page.getByText('You’ve been signed out.')).toBeHidden()
  await moveTo(page, '/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await moveTo(page, '/login?reason=session_expired&redirect=%2Fapp%2Fsubmissions%3Fstatus%3Drejected')
  await expect(page.getByText(texts.suspended)).toBeHidden()
  await expect(
    page.getByText(/^You’ve been signed out\. .* or changed your password or email on another/),
  ).toBeVisible()
  await expect(page.getByLabel('Remember me')).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', /^\/register\b/)
  await expect(page.getByText('Forgot your password?')).toContainText('support@stampus.example')

  const sendingCode = '**/assets/loginCall-*'
  await page.route(sendingCode, (route) => route.abort())
  const calls = recordApiCalls(page)
  const button = page.getByRole('main').getByRole('button', { name: 'Login', exact: true })
  await button.click()
  await expectFieldError(email(page), texts.emailRequired)
  await expectFieldError(password(page), texts.passwordRequired)
  await expect(email(page)).toBeFocused()
  await email(page).fill(aisyah.email)
  await password(page).fill('Salah-Sama-Sekali-1')
  await password(page).press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('An unexpected error occurred. Please try again.')
  expect(calls).toEqual([])
  await page.unroute(sendingCode)
  await password(page).press('Enter')
  await expectFieldError(email(page), texts.wrongCredentials)
  await expect(page).toHaveURL(/^\S+\/login\?reason=session_expired&redirect=/)
  await expect(password(page)).toHaveValue('Salah-Sama-Sekali-1')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/login', async (route) => {
    await held.promise
    await route.continue()
  })
  await password(page).fill(` ${aisyah.password.slice(0, 4)} ${aisyah.password.slice(4)}\t`)
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(1)
  await page.clock.fastForward('10:00')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect(page).toHaveURL('/app/submissions?status=rejected')
  await expect(heading(page, 'My Submissions')).toBeVisible()

  const token = await readSessionToken(page)
  const carried: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) carried.push(request.headers().authorization)
  })
  for (const [name, title] of Object.entries({ Merchants: 'Merchants', Profile: 'My Profile' })) {
    await tabLink(page, name).click()
    await expect(heading(page, title)).toBeVisible()
  }
  for (const guests of ['/register', '/login?redirect=%2F%09%2Fevil.example', '/login?redirect=%2F%2Fevil.example']) {
    await moveTo(page, guests)
    await expect(page).toHaveURL('/')
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
  }
  await expect.poll(() => carried.length).toBeGreaterThan(6)
  expect(new Set(carried)).toEqual(new Set([`Bearer ${token}`]))
})

test('S-2.31 S-4.01 D-07 D-10 D-91 D-92 the profile ends the other sessions, saves the data as a file or says that the server does not offer it, and deletes the account with the password and the data in all tabs', async ({
  page,
  context,
  server,
  member,
}) => {
  const elsewhere = await logInElsewhere(server, member)
  await openProfile(page, member)
  const end = page.getByRole('button', { name: 'Sign out other devices' })
  for (const own of [member.name, member.email]) await expect(page.getByRole('main')).toContainText(own)
  await end.click()
  await page.getByRole('button', { name: 'Sign them out' }).click()
  await expect(notification(page)).toContainText(`${texts.otherSessionsEnded}3 devices were signed out.`)
  await expect(end).toBeFocused()
  expect(await isTokenValid(server, elsewhere.token)).toBe(false)
  expect(await isTokenValid(server, await readSessionToken(page))).toBe(true)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await downloading).suggestedFilename()).toBe('stampus-data.zip')
  await expect(notification(page)).toContainText('Download started')
  await page.route('**/api/user/data-export', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('main').getByText('Not available here.')).toBeVisible()

  await moveTo(page, '/app/announcements')
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  const marks = () => page.evaluate((key) => localStorage.getItem(key), `read_announcements_${member.id}`)
  await expect.poll(marks).not.toBeNull()
  const other = await context.newPage()
  await other.goto('/')
  await moveTo(page, '/app/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const remove = dialog.getByRole('button', { name: 'Delete for good' })
  await expect(dialog).toContainText('You can’t undo this.')
  await remove.click()
  await expectFieldError(password(page), texts.passwordRequired)
  await expectNoAxeViolations(page)
  await password(page).fill('Salah-Sama-Sekali-1')
  await remove.click()
  await expectFieldError(password(page), texts.currentPasswordWrong)
  await password(page).fill(member.password)
  await remove.click()
  await expect(notification(page)).toContainText(texts.accountDeleted)
  await expect(page).toHaveURL('/login')
  await expect(heading(other, 'Welcome, Guest')).toBeVisible()
  await expect.poll(marks).toBeNull()
})
