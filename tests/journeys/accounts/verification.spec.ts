import { texts } from '@stampus/contract/texts'
import { test as bareTest } from '../../stub/fixtures.ts'
import { isTokenValid, logInElsewhere, newPerson, registerUnverifiedMember } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification } from '../support/profile.ts'
import { submitUnsent } from '../support/receipt-form.ts'
import {
  accountMenu,
  expectFieldError,
  heading,
  logIn,
  readSessionToken,
  recordApiCalls,
  register,
  storageAfterRestart,
} from '../support/web.ts'

const NEW = 'Milo-Ais-3-Gelas'

test('S-4.10 D-23 a link opened on another device asks for the password, and the waiting page continues', async ({
  page,
  mailTo,
  anotherBrowser,
}) => {
  const person = newPerson()
  await page.goto('/register')
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await expect(page.getByText('In another browser, you’ll need your password first.')).toBeVisible()
  const phone = await (await anotherBrowser()).newPage()
  await phone.goto((await mailTo(person.email)).link ?? '')
  await expect(heading(phone, 'Verify your email')).toBeVisible()
  await expect(phone.getByRole('main')).toContainText(person.email)
  await phone.getByLabel('Your password').fill('Not-this-one-1')
  await phone.getByRole('button', { name: 'Verify email' }).click()
  await expectFieldError(phone.getByLabel('Your password'), 'This is not the password you registered with.')
  await phone.getByLabel('Your password').fill(` ${person.password} `)
  await phone.getByRole('button', { name: 'Verify email' }).click()
  await expect(heading(phone, `Welcome, ${person.name}`)).toBeVisible()
  await expect(notification(phone)).toContainText('Your email is verified.')
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
})

test('D-20 D-23 the owner of an address that a stranger registered opens the mail, chooses a new password and owns the account', async ({
  page,
  server,
  mailTo,
}) => {
  const stranger = await registerUnverifiedMember(server)
  await page.goto((await mailTo(stranger.email)).link ?? '')
  await expect(heading(page, 'Verify your email')).toBeFocused()
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(heading(page, 'Choose a new password')).toBeFocused()
  await page.getByRole('button', { name: 'Save password and verify' }).click()
  await expectFieldError(page.getByLabel('New password', { exact: true }), texts.passwordTooShort)
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(`${NEW}!`)
  await page.getByRole('button', { name: 'Save password and verify' }).click()
  await expectFieldError(page.getByLabel('Confirm new password'), texts.passwordsDiffer)
  await page.getByLabel('Confirm new password').fill(NEW)
  await page.getByRole('button', { name: 'Save password and verify' }).click()
  await expect(accountMenu(page)).toBeVisible()
  expect(await isTokenValid(server, stranger.token)).toBe(false)
  expect((await logInElsewhere(server, { ...stranger, password: NEW })).email).toBe(stranger.email)
})

test('D-23 a browser signed in as another member shows both addresses and switches only on request', async ({
  page,
  server,
  member,
  mailTo,
}) => {
  const other = await registerUnverifiedMember(server)
  const { link = '' } = await mailTo(other.email)
  await page.goto('/login')
  await logIn(page, member)
  const token = await readSessionToken(page)
  const calls = recordApiCalls(page)
  await page.goto(link)
  await expect(heading(page, 'Switch account?')).toBeVisible()
  for (const address of [member.email, other.email]) await expect(page.getByRole('main')).toContainText(address)
  expect(calls.filter((call) => call.includes('/email/verify/'))).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
  expect(await readSessionToken(page)).toBe(token)
  await page.goto(link)
  await page.getByRole('button', { name: 'Switch to the link’s account' }).click()
  await page.getByLabel('Your password').fill(other.password)
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(heading(page, `Welcome, ${other.name}`)).toBeVisible()
  expect(await readSessionToken(page)).not.toBe(token)
})

test.describe('with a waiting receipt', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('D-23 D-95 switching accounts by a link lists the receipts that would be lost and ends the previous session', async ({
    page,
    server,
    member,
    mailTo,
  }) => {
    const other = await registerUnverifiedMember(server)
    const { link = '' } = await mailTo(other.email)
    await page.route('**/api/submissions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await submitUnsent(page, server, member)
    const token = await readSessionToken(page)
    await page.goto(link)
    await expect(heading(page, 'Switch account?')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('You have an unsent receipt')
    await expect(page.getByRole('main')).toContainText('RM 18.90, invoice')
    await page.getByRole('button', { name: 'Switch and discard' }).click()
    await page.getByLabel('Your password').fill(other.password)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(heading(page, `Welcome, ${other.name}`)).toBeVisible()
    await expect.poll(() => isTokenValid(server, token)).toBe(false)
  })
})

test('D-23 after five wrong passwords a new password can still be chosen', async ({ page, server, mailTo }) => {
  const person = await registerUnverifiedMember(server)
  await page.goto((await mailTo(person.email)).link ?? '')
  for (let tries = 0; tries < 6; tries += 1) {
    const answered = page.waitForResponse('**/api/email/verify/**')
    await page.getByLabel('Your password').fill(`Not-this-one-${tries}`)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await answered
  }
  await expect(page.getByRole('alert').filter({ hasText: texts.tooManyRequests })).toBeVisible()
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(NEW)
  await page.getByRole('button', { name: 'Save password and verify' }).click()
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('S-4.09 a link that could not be checked can be tried again with a button', async ({ page, server, mailTo }) => {
    const person = await registerUnverifiedMember(server)
    await page.route('**/api/email/verification-link', (route) => route.abort())
    await page.goto((await mailTo(person.email)).link ?? '')
    await expect(page.getByRole('alert').filter({ hasText: texts.linkInvalid })).toBeVisible()
    await page.unroute('**/api/email/verification-link')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Your password')).toBeVisible()
  })
})

test('S-2.19 D-12 registration offers Remember me, checked by default: checked, the session survives closing the browser; unchecked, it does not', async ({
  page,
  anotherBrowser,
}) => {
  await page.goto('/register')
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await register(page, newPerson())
  await expect(heading(page, 'Verify your email')).toBeVisible()
  const reopened = await (await anotherBrowser(await storageAfterRestart(page))).newPage()
  await reopened.goto('/email/verification')
  await expect(heading(reopened, 'Verify your email')).toBeVisible()
  const shared = await (await anotherBrowser()).newPage()
  await shared.goto('/register')
  await shared.getByLabel('Remember me').uncheck()
  await register(shared, newPerson())
  await expect(heading(shared, 'Verify your email')).toBeVisible()
  const later = await (await anotherBrowser(await storageAfterRestart(shared))).newPage()
  await later.goto('/email/verification')
  await expect(later).toHaveURL('/login')
})

bareTest(
  'S-4.08 D-23 D-65 a server that does not announce the password question verifies at once',
  async ({ page, world }) => {
    const person = newPerson()
    await page.goto('/register')
    await register(page, person)
    await expect(heading(page, 'Verify your email')).toBeVisible()
    await expect(page.getByText('In another browser')).toHaveCount(0)
    const id = world.people.length
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/email/verification?id=${id}&hash=any&expires=4000000000&signature=good`)
    await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
    expect(world.asked.filter((call) => call.includes('verification-link'))).toEqual([])
  },
)

bareTest('D-23 on a bare server a link never switches a signed-in member without asking', async ({ page, world }) => {
  const person = newPerson()
  await page.goto('/register')
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  const id = world.people.length
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await logIn(page, world.member)
  await page.goto(`/email/verification?id=${id}&hash=any&expires=4000000000&signature=good`)
  await expect(heading(page, 'Switch account?')).toBeVisible()
  for (const address of [world.member.email, person.email]) await expect(page.getByRole('main')).toContainText(address)
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(heading(page, `Welcome, ${world.member.name}`)).toBeVisible()
})
