import type { Page, Request } from '@playwright/test'
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
import { submitUnsent } from '../support/receipt-form.ts'
import {
  expectFieldError,
  expectSettled,
  heading,
  logIn,
  moveTo,
  readSessionToken,
  recordApiCalls,
  register,
} from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('S-2.19 S-4.05 S-4.08 S-4.09 S-4.10 S-5.01 S-5.02 S-5.03 S-5.04 S-5.05 S-8.02 D-02 D-12 D-20 D-23 D-65 R-1.05 the registration form says what is wrong and accepts the supplements; a link says why it is bad, asks for the password on another device and logs in once, and the waiting page continues', async ({
  page,
  mailTo,
  anotherBrowser,
}) => {
  const [name, email] = [page.getByLabel('Full name'), page.getByLabel('Email')]
  const consent = page.getByLabel(
    'I agree to the terms and conditions with supplement 1 and the privacy policy with supplements 1 to 8',
    { exact: true },
  )
  const send = page.getByRole('button', { name: 'Register' })
  await page.goto('/register')
  await expect(email).toHaveAttribute('placeholder', 'you@campus.edu.my')
  await expect(email).toHaveAccessibleDescription(/ending in @campus.edu.my or @student.campus.edu.my/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(texts.passwordHint)
  await expect(consent).not.toBeChecked()
  const terms = page.getByRole('link', { name: 'terms and conditions with supplement 1', exact: true })
  await expect(terms).toHaveAttribute('href', '/terms-and-conditions')
  const privacy = page.getByRole('link', { name: 'privacy policy with supplements 1 to 8', exact: true })
  await expect(privacy).toHaveAttribute('href', '/privacy-policy')
  await expect(page.getByLabel('Remember me')).toBeChecked()

  const calls = recordApiCalls(page)
  await send.click()
  await expectFieldError(consent, texts.termsRequired)
  await expectFieldError(name, texts.nameRequired)
  await expectFieldError(email, texts.emailRequired)
  await expect(name).toBeFocused()
  const person = newPerson()
  await register(page, { ...person, email: 'someone@gmail.example' })
  await expectFieldError(email, texts.collegeEmailOnly)
  expect(calls).toEqual([])
  await register(page, { ...person, email: aisyah.email })
  await expectFieldError(email, texts.emailTaken)

  const taken = { status: 409, json: { message: 'This email cannot be used.' } }
  await page.route('**/api/register', (route) => route.fulfill(taken))
  await register(page, { ...person, password: `${person.password.slice(0, 4)} ${person.password.slice(4)} ` })
  await expectFieldError(email, 'This email cannot be used.')
  await page.unroute('**/api/register')
  await page.route('**/api/register', (route) => route.abort())
  await send.click()
  await expect(notification(page)).toContainText(texts.network)
  await expect(email).toHaveValue(person.email)
  await page.unroute('**/api/register')
  const sent = page.waitForRequest('**/api/register')
  await send.click()
  await expect(heading(page, 'Verify your email')).toBeVisible()
  expect((await sent).postDataJSON()).toMatchObject({ supplements: { terms: 1, privacy: 8 } })
  await expect(page.getByText('In another browser, you’ll need your password first.')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').remember)).toBe(true)

  const phone = await (await anotherBrowser()).newPage()
  const alert = phone.getByRole('main').getByRole('alert')
  const { link = '' } = await mailTo(person.email)
  await phone.goto(link.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await expect(alert).toHaveText('The verification link is invalid or has expired.')
  await expect(phone.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await phone.route('**/api/email/verification-link', (route) => route.abort())
  await phone.goto(link)
  await expect(alert).toHaveText(texts.linkInvalid)
  await phone.unroute('**/api/email/verification-link')
  await phone.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(phone, 'Verify your email')).toBeVisible()
  const known = phone.getByLabel('Your password')
  await known.fill('Not-this-one-1')
  await known.press('Enter')
  await expectFieldError(known, 'This is not the password you registered with.')
  await known.fill(` ${person.password} `)
  await phone.getByRole('button', { name: 'Verify email' }).click()
  await expect(heading(phone, `Welcome, ${person.name}`)).toBeVisible()
  await expect(notification(phone)).toContainText('Your email is verified.')
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await phone.evaluate(() => localStorage.clear())
  await phone.goto(link)
  await expect(heading(phone, 'Email verified')).toBeVisible()
})

test('S-2.32 S-4.04 S-4.10 S-4.11 S-7.04 S-9.06 D-02 D-04 D-24 an unverified member waits on one page, which asks every five seconds and sends the link again; after the verification a resend ends the wait in any language and takes the token', async ({
  page,
  server,
}) => {
  const person = await registerUnverifiedMember(server)
  await page.clock.install()
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await logIn(page, person)
  await expect(page).toHaveURL('/email/verification')
  await moveTo(page, '/app/submissions')
  await expect(page).toHaveURL('/email/verification')
  const calls = recordApiCalls(page)
  await moveTo(page, '/')
  await expect(page.getByRole('link', { name: 'Verify my email' })).toBeVisible()
  await expectSettled(page)
  expect(calls.filter((call) => /wallet|submissions/.test(call))).toEqual([])

  await page.getByRole('link', { name: 'Verify my email' }).click()
  await pauseWaitingPage(page)
  await expect(page.getByRole('main')).toContainText(person.email)
  calls.length = 0
  await page.clock.runFor(4999)
  expect(calls).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => calls).toEqual(['GET /api/user'])

  const resend = page.getByRole('button', { name: 'Resend link' })
  await resend.click()
  await page.clock.runFor(100)
  await expect(notification(page)).toContainText(texts.verificationSent)
  await expect(resend).toHaveAccessibleDescription('You can ask for another link in one minute.')
  calls.length = 0
  await resend.click({ force: true })
  expect(calls).toEqual([])
  await page.clock.runFor(15_000)
  await expect(resend).toHaveAccessibleDescription('You can ask for another link in 45 seconds.')
  await page.clock.runFor(45_000)
  await expect(resend).toHaveAccessibleDescription('')
  await resend.click()
  await expect(notification(page)).toContainText(texts.tooManyRequests)
  // A question still under way would find the address verified.
  const underWay = new Set<Request>()
  page.on('request', (request) => void underWay.add(request))
  for (const ended of ['requestfinished', 'requestfailed'] as const)
    page.on(ended as 'requestfinished', (request) => void underWay.delete(request))
  await page.clock.runFor(60_000)
  await expect.poll(() => underWay.size).toBe(0)
  const { token } = await logInElsewhere(server, person)
  expect(await readSessionToken(page)).not.toBe(token)
  await openVerificationLink(server, person)
  await page.route('**/verification-notification', (route) =>
    route.fulfill({ status: 400, json: { message: 'Alamat e-mel ini sudah disahkan.', token } }),
  )
  await resend.click()
  await expect(heading(page, 'Already verified')).toBeVisible()
  await expect.poll(() => readSessionToken(page)).toBe(token)
  await page.clock.resume()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  expect(await isTokenValid(server, token)).toBe(true)
})

/** Stops the clock of the page that waits for the verification. */
async function pauseWaitingPage(page: Page) {
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const answered = page.waitForResponse('**/api/user')
  await page.clock.pauseAt(Date.now() + 600_000)
  await answered
}

const NEW = 'Milo-Ais-3-Gelas'

test('D-20 D-23 D-95 the owner of an address that a stranger registered chooses a new password, also after five wrong ones, and owns the account; a link of another account switches only on request and lists the receipts that would be lost', async ({
  page,
  server,
  mailTo,
}) => {
  const [stranger, other] = [await registerUnverifiedMember(server), await registerUnverifiedMember(server)]
  const known = page.getByLabel('Your password')
  await page.goto((await mailTo(stranger.email)).link ?? '')
  await expect(heading(page, 'Verify your email')).toBeFocused()
  for (let tries = 0; tries < 6; tries += 1) {
    const answered = page.waitForResponse('**/api/email/verify/**')
    await known.fill(`Not-this-one-${tries}`)
    await known.press('Enter')
    await answered
  }
  await expect(page.getByRole('alert').filter({ hasText: texts.tooManyRequests })).toBeVisible()
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(heading(page, 'Choose a new password')).toBeFocused()
  const [fresh, again] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Confirm new password')]
  await again.fill(NEW)
  await page.getByRole('button', { name: 'Save password and verify' }).click()
  await expectFieldError(fresh, texts.passwordTooShort)
  await expectFieldError(again, texts.passwordsDiffer)
  await fresh.fill(NEW)
  await again.fill(NEW)
  await again.press('Enter')
  await expect(heading(page, `Welcome, ${stranger.name}`)).toBeVisible()
  expect(await isTokenValid(server, stranger.token)).toBe(false)
  expect((await logInElsewhere(server, { ...stranger, password: NEW })).id).toBe(stranger.id)

  const { link = '' } = await mailTo(other.email)
  await moveTo(page, link)
  await expect(heading(page, 'Switch account?')).toBeVisible()
  const unused = 'If you stay signed in, the link won’t be used up.'
  for (const text of [stranger.email, other.email, unused]) await expect(page.getByRole('main')).toContainText(text)
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(heading(page, `Welcome, ${stranger.name}`)).toBeVisible()
  await moveTo(page, link)
  await page.getByRole('button', { name: 'Switch to the link’s account' }).click()
  await known.fill(other.password)
  await known.press('Enter')
  await expect(heading(page, `Welcome, ${other.name}`)).toBeVisible()

  const third = await registerUnverifiedMember(server)
  await page.route('**/api/submissions', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await submitUnsent(page, server, other)
  const left = await readSessionToken(page)
  await moveTo(page, (await mailTo(third.email)).link ?? '')
  await expect(heading(page, 'Switch account?')).toBeVisible()
  for (const words of ['You have an unsent receipt', 'RM 18.90, invoice'])
    await expect(page.getByRole('main')).toContainText(words)
  await page.getByRole('button', { name: 'Switch and discard' }).click()
  await known.fill(third.password)
  await known.press('Enter')
  await expect(heading(page, `Welcome, ${third.name}`)).toBeVisible()
  await expect.poll(() => isTokenValid(server, left)).toBe(false)
})
