import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import {
  aisyah,
  isTokenValid,
  logInElsewhere,
  newPerson,
  openVerificationLink,
  registerUnverifiedMember,
} from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification } from '../support/profile.ts'
import {
  accountMenu,
  expectFieldError,
  heading,
  logIn,
  moveTo,
  readSessionToken,
  recordApiCalls,
  register,
  storageAfterRestart,
} from '../support/web.ts'

test.describe('with a lost connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('S-2.19 S-4.05 S-5.02 S-5.03 R-1.05 S-5.01 S-5.04 S-5.05 S-8.02 D-12 D-20 D-65 the registration form has its fields and says what is wrong; it trims white space around both passwords, accepts the supplements that the legal pages show, and remembers the member if asked', async ({
    page,
    server,
    anotherBrowser,
  }) => {
    await page.route('/register', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('"college_domains"', '"other_domains"') })
    })
    await page.goto('/register')
    const unlisted = recordApiCalls(page)
    await register(page, { ...newPerson(), email: 'someone@gmail.example' })
    await expectFieldError(page.getByLabel('Email'), texts.collegeEmailOnly)
    expect(unlisted).toContain('POST /api/register')
    await page.unroute('/register')

    await page.goto('/register')
    await expect(page.getByLabel('Full name')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('placeholder', 'you@campus.edu.my')
    const domains = 'ending in @campus.edu.my or @student.campus.edu.my'
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(new RegExp(domains))
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(texts.passwordHint)
    await expect(page.getByLabel('Confirm password')).toBeVisible()
    const agreed =
      'I agree to the terms and conditions with supplement 1 and the privacy policy with supplements 1 to 7'
    await expect(page.getByLabel(agreed, { exact: true })).not.toBeChecked()
    for (const [name, path] of [
      ['terms and conditions with supplement 1', '/terms-and-conditions'],
      ['privacy policy with supplements 1 to 7', '/privacy-policy'],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    await expect(page.getByLabel('Remember me')).toBeChecked()

    const calls = recordApiCalls(page)
    const send = page.getByRole('button', { name: 'Register' })
    await send.click()
    await expectFieldError(page.getByLabel(/I agree to the terms/), texts.termsRequired)
    await expectFieldError(page.getByLabel('Full name'), texts.nameRequired)
    await expectFieldError(page.getByLabel('Email'), texts.emailRequired)
    await expect(page.getByLabel('Full name')).toBeFocused()
    await register(page, { ...newPerson(), email: 'someone@gmail.example' })
    await expectFieldError(page.getByLabel('Email'), texts.collegeEmailOnly)
    await expect(page.getByLabel('Email')).toBeFocused()
    expect(calls).toEqual([])

    await register(page, { ...newPerson(), email: aisyah.email })
    await expectFieldError(page.getByLabel('Email'), texts.emailTaken)
    await expect(page.getByLabel('Email')).toBeFocused()

    const person = newPerson()
    let [status, message] = [409, 'This email cannot be used.']
    await page.route('**/api/register', (route) => route.fulfill({ status, json: { message } }))
    await register(page, { ...person, password: `${person.password.slice(0, 4)} ${person.password.slice(4)} ` })
    await expectFieldError(page.getByLabel('Email'), message)
    ;[status, message] = [429, 'Too many emails. Please try again later.']
    await send.click()
    await expect(notification(page)).toContainText(message)
    message = ''
    await send.click()
    await expect(notification(page)).toContainText(texts.unexpected)
    await page.unroute('**/api/register')

    await page.route('**/api/register', (route) => route.abort())
    await send.click()
    await expect(notification(page)).toContainText(texts.network)
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await page.unroute('**/api/register')
    const sent = page.waitForRequest('**/api/register')
    await send.click()
    await expect(heading(page, 'Verify your email')).toBeVisible()
    expect((await sent).postDataJSON()).toMatchObject({ supplements: { terms: 1, privacy: 7 } })
    await expect(page.getByRole('main')).toContainText(person.email)
    expect((await logInElsewhere(server, person)).email).toBe(person.email)
    for (const [path, newest] of [
      ['/terms-and-conditions', /^Supplement 1 of/],
      ['/privacy-policy', /^Supplement 7 of/],
    ] as const) {
      await moveTo(page, path)
      await expect(page.getByRole('heading', { name: /^Supplement/ }).last()).toHaveText(newest)
    }

    const reopened = await (await anotherBrowser(await storageAfterRestart(page))).newPage()
    await reopened.goto('/email/verification')
    await expect(heading(reopened, 'Verify your email')).toBeVisible()
    await reopened.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await expect(reopened).toHaveURL('/login')
    await reopened.goto('/register')
    await reopened.getByLabel('Remember me').uncheck()
    await register(reopened, newPerson())
    await expect(heading(reopened, 'Verify your email')).toBeVisible()
    const later = await (await anotherBrowser(await storageAfterRestart(reopened))).newPage()
    await later.goto('/email/verification')
    await expect(later).toHaveURL('/login')
  })

  test('S-4.08 S-4.09 D-23 D-02 a bad link says why, one that could not be checked can be tried again, and a good one logs in once', async ({
    page,
    server,
    mailTo,
    anotherBrowser,
  }) => {
    const person = await registerUnverifiedMember(server)
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
    await page.unroute('**/api/email/verification-link')

    const { link = '' } = await mailTo(person.email)
    await page.route('**/api/email/verification-link', (route) => route.abort())
    await page.goto(link)
    await expect(page.getByRole('alert').filter({ hasText: texts.linkInvalid })).toBeVisible()
    await page.unroute('**/api/email/verification-link')
    await page.getByRole('button', { name: 'Try again' }).click()
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
})

test('S-4.04 S-4.11 D-04 D-02 D-24 S-2.32 S-4.10 S-9.06 S-7.04 an unverified member waits on one page, which asks every five seconds, sends the link again, and after the verification ends the wait in any language and keeps the token or takes a new one', async ({
  page,
  server,
}) => {
  const person = await registerUnverifiedMember(server)
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await logIn(page, person)
  await expect(page).toHaveURL('/email/verification')
  for (const members of ['/app/submissions', '/app/profile', '/submit']) {
    await moveTo(page, members)
    await expect(page).toHaveURL('/email/verification')
  }
  const atHome = recordApiCalls(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Verify my email' })).toBeVisible()
  await expect.poll(() => atHome).toContain('GET /api/user')
  expect(atHome.filter((call) => /wallet|submissions/.test(call))).toEqual([])

  await page.clock.install()
  await page.goto('/email/verification')
  await pauseWaitingPage(page, 10)
  await expect(page.getByRole('main')).toContainText(person.email)
  const polls = recordApiCalls(page)
  await page.clock.runFor(4999)
  expect(polls).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => polls).toEqual(['GET /api/user'])

  const resend = page.getByRole('button', { name: 'Resend link' })
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

  const { token } = await logInElsewhere(server, person)
  expect(await readSessionToken(page)).not.toBe(token)
  await page.route('**/verification-notification', (route) =>
    route.fulfill({ status: 400, json: { message: 'Alamat e-mel ini sudah disahkan.', token } }),
  )
  await page.clock.runFor(60_000)
  await resend.click()
  await expect(heading(page, 'Already verified')).toBeVisible()
  await expect.poll(() => readSessionToken(page)).toBe(token)
  await page.unroute('**/verification-notification')

  await page.clock.resume()
  await page.goto('/email/verification')
  await pauseWaitingPage(page, 20)
  await openVerificationLink(server, person)
  await resend.click()
  await expect(heading(page, 'Already verified')).toBeVisible()
  await page.clock.resume()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  expect(await readSessionToken(page)).toBe(token)
  expect(await isTokenValid(server, token)).toBe(true)
})

/** Stops the clock of the page that waits for the verification, so many minutes from now. */
async function pauseWaitingPage(page: Page, minutes: number) {
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const answered = page.waitForResponse('**/api/user')
  await page.clock.pauseAt(Date.now() + minutes * 60_000)
  await answered
}
