import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import {
  aisyah,
  isTokenValid,
  logInElsewhere,
  newPerson,
  openVerificationLink,
  type Person,
  registerUnverifiedMember,
} from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification } from '../support/profile.ts'
import {
  accountMenu,
  expectFieldError,
  heading,
  logIn,
  readSessionToken,
  recordApiCalls,
  register,
} from '../support/web.ts'

test('S-2.19 S-5.03 R-1.05 the registration form has all its fields, and names and links what it records as accepted', async ({
  page,
}) => {
  await page.goto('/register')
  await expect(page.getByLabel('Full name')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('placeholder', 'you@campus.edu.my')
  const domains = 'ending in @campus.edu.my or @student.campus.edu.my'
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(new RegExp(domains))
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(texts.passwordHint)
  await expect(page.getByLabel('Confirm password')).toBeVisible()
  const agreed = 'I agree to the terms and conditions with supplement 1 and the privacy policy with supplements 1 to 6'
  await expect(page.getByLabel(agreed, { exact: true })).not.toBeChecked()
  for (const [name, path] of [
    ['terms and conditions with supplement 1', '/terms-and-conditions'],
    ['privacy policy with supplements 1 to 6', '/privacy-policy'],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await expect(page.getByLabel('Remember me')).toBeChecked()
})

test('S-5.01 S-5.05 submitting an empty registration marks every field and sends no request', async ({ page }) => {
  await page.goto('/register')
  const calls = recordApiCalls(page)
  await page.getByRole('button', { name: 'Register' }).click()
  await expectFieldError(page.getByLabel(/I agree to the terms/), texts.termsRequired)
  await expectFieldError(page.getByLabel('Full name'), texts.nameRequired)
  await expectFieldError(page.getByLabel('Email'), texts.emailRequired)
  await expect(page.getByLabel('Full name')).toBeFocused()
  expect(calls).toEqual([])
})

test('S-5.04 D-20 D-65 an email address outside the college domains is rejected before anything is sent', async ({
  page,
}) => {
  await page.goto('/register')
  const calls = recordApiCalls(page)
  await register(page, { ...newPerson(), email: 'someone@gmail.example' })
  await expectFieldError(page.getByLabel('Email'), texts.collegeEmailOnly)
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(calls).toEqual([])
})

test('S-5.04 D-65 a page without the list of domains lets the server check the address', async ({ page }) => {
  await page.route('/register', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"college_domains"', '"other_domains"') })
  })
  await page.goto('/register')
  const calls = recordApiCalls(page)
  await register(page, { ...newPerson(), email: 'someone@gmail.example' })
  await expectFieldError(page.getByLabel('Email'), texts.collegeEmailOnly)
  expect(calls).toContain('POST /api/register')
})

test('S-8.02 S-5.05 an error from the server appears under its field', async ({ page }) => {
  await page.goto('/register')
  await register(page, { ...newPerson(), email: aisyah.email })
  await expectFieldError(page.getByLabel('Email'), texts.emailTaken)
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('S-8.02 an error about the email appears at its field, any other error as a notification', async ({ page }) => {
  let [status, message] = [409, 'This email cannot be used.']
  await page.route('**/api/register', (route) => route.fulfill({ status, json: { message } }))
  await page.goto('/register')
  await register(page, newPerson())
  await expectFieldError(page.getByLabel('Email'), message)
  message = 'Alamat e-mel ini tidak boleh digunakan.'
  await page.getByRole('button', { name: 'Register' }).click()
  await expectFieldError(page.getByLabel('Email'), message)
  ;[status, message] = [429, 'Too many emails. Please try again later.']
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText(message)
  message = 'Registration is closed.'
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText(message)
  message = ''
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText(texts.unexpected)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('S-8.02 registration reports a network failure and keeps the typed values', async ({ page }) => {
    const person = newPerson()
    await page.route('**/api/register', (route) => route.abort())
    await page.goto('/register')
    await register(page, person)
    await expect(page.getByRole('status', { name: 'Notifications' })).toContainText(texts.network)
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await page.unroute('**/api/register')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(heading(page, 'Verify your email')).toBeVisible()
  })
})

test('S-5.02 S-4.05 registration trims white space around both passwords', async ({ page, server }) => {
  const person = newPerson()
  await page.goto('/register')
  await register(page, { ...person, password: `${person.password.slice(0, 4)} ${person.password.slice(4)} ` })
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(person.email)
  expect((await logInElsewhere(server, person)).email).toBe(person.email)
})

test('S-4.04 D-04 D-02 an unverified member is redirected to the verification page', async ({ page, server }) => {
  const person = await registerUnverifiedMember(server)
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await logIn(page, person)
  await expect(page).toHaveURL('/email/verification')
  for (const members of ['/app/submissions', '/app/profile', '/submit']) {
    await page.goto(members)
    await expect(page).toHaveURL('/email/verification')
  }
  const calls = recordApiCalls(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Verify my email' })).toBeVisible()
  await expect.poll(() => calls).toContain('GET /api/user')
  expect(calls.filter((call) => /wallet|submissions/.test(call))).toEqual([])
})

test('D-02 the verification waiting page needs a session', async ({ page }) => {
  await page.goto('/email/verification')
  await expect(page).toHaveURL('/login')
})

test('S-2.32 S-4.10 S-9.06 the waiting page polls every five seconds and goes home once the member is verified', async ({
  page,
  server,
}) => {
  const person = await openPausedWaitingPage(page, server)
  await page.waitForLoadState('networkidle')
  const calls = recordApiCalls(page)
  await page.clock.runFor(4999)
  expect(calls).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => calls).toEqual(['GET /api/user'])
  await page.clock.resume()
  await openVerificationLink(server, person)
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await expect(notification(page)).toContainText('Your email is verified.')
})

test('S-2.32 S-7.04 the link can be sent again, and then the button has to wait', async ({ page, server }) => {
  const person = await registerUnverifiedMember(server)
  await page.clock.install()
  await page.goto('/login')
  await logIn(page, person)
  await expect(page.getByRole('main')).toContainText(person.email)
  const resend = page.getByRole('button', { name: 'Resend link' })
  await page.clock.pauseAt(Date.now() + 600_000)
  await resend.click()
  await page.clock.runFor(100)
  await expect(notification(page)).toContainText(texts.verificationSent)
  await expect(resend).toHaveAccessibleDescription('You can ask for another link in one minute.')
  await page.clock.runFor(15_000)
  await expect(resend).toHaveAccessibleDescription('You can ask for another link in 45 seconds.')
  const calls = recordApiCalls(page)
  await resend.click({ force: true })
  expect(calls).toEqual([])
  await page.clock.runFor(45_000)
  await expect(resend).toHaveAccessibleDescription('')
  await resend.click()
  await expect(notification(page)).toContainText(texts.tooManyRequests)
  await expect(resend).toHaveAccessibleDescription(/^You can ask for another link in/)
})

test('S-4.08 D-23 D-02 a link logs in once; later it reports success without a session', async ({
  page,
  server,
  mailTo,
  anotherBrowser,
}) => {
  const person = await registerUnverifiedMember(server)
  const { link = '' } = await mailTo(person.email)
  await page.goto(link)
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page).toHaveURL('/')
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await expect(notification(page)).toContainText('Your email is verified.')
  const other = await (await anotherBrowser()).newPage()
  await other.goto(link)
  await expect(heading(other, 'Email verified')).toBeVisible()
  await expect(accountMenu(other)).toBeHidden()
})

test('S-4.09 an invalid link shows the server’s message, or that it is invalid or expired', async ({ page }) => {
  const forged = '/email/verification?id=1&hash=abc&expires=4000000000&signature=forged'
  await page.goto(forged)
  await expect(page.getByRole('alert').filter({ hasText: texts.linkInvalid })).toBeVisible()
  let body = { message: 'This link was made for another address.' }
  await page.route('**/api/email/verification-link', (route) => route.fulfill({ status: 403, json: body }))
  await page.goto(forged)
  await expect(page.getByRole('alert').filter({ hasText: body.message })).toBeVisible()
  body = { message: '' }
  await page.goto(forged)
  await expect(page.getByRole('alert').filter({ hasText: texts.linkInvalid })).toBeVisible()
})

test('S-4.11 D-24 requesting another link after verification ends the wait and keeps the token', async ({
  page,
  server,
}) => {
  const person = await openPausedWaitingPage(page, server)
  await openVerificationLink(server, person)
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(heading(page, 'Already verified')).toBeVisible()
  await page.clock.resume()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  expect(await isTokenValid(server, await readSessionToken(page))).toBe(true)
})

test('S-4.11 a 400 in any language ends the wait, and its token takes the place of the one before', async ({
  page,
  server,
}) => {
  const person = await openPausedWaitingPage(page, server)
  await openVerificationLink(server, person)
  const { token } = await logInElsewhere(server, person)
  const before = await readSessionToken(page)
  await page.route('**/verification-notification', (route) =>
    route.fulfill({ status: 400, json: { message: 'Alamat e-mel ini sudah disahkan.', token } }),
  )
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(heading(page, 'Already verified')).toBeVisible()
  await expect.poll(() => readSessionToken(page)).toBe(token)
  expect(token).not.toBe(before)
})

/** Logs in a new member whose address is not verified, and stops the clock of the page that waits for it. */
async function openPausedWaitingPage(page: Page, server: ServerUnderTest): Promise<Person> {
  const person = await registerUnverifiedMember(server)
  await page.clock.install()
  await page.goto('/login')
  await logIn(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  const answered = page.waitForResponse('**/api/user')
  await page.clock.pauseAt(Date.now() + 600_000)
  await answered
  return person
}

test('R-1.05 a registration accepts the supplements that the legal pages show', async ({ page }) => {
  const sent = page.waitForRequest('**/api/register')
  await page.goto('/register')
  await register(page, newPerson())
  expect((await sent).postDataJSON()).toMatchObject({ supplements: { terms: 1, privacy: 6 } })
  for (const [path, newest] of [
    ['/terms-and-conditions', /^Supplement 1 of/],
    ['/privacy-policy', /^Supplement 6 of/],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: /^Supplement/ }).last()).toHaveText(newest)
  }
})
