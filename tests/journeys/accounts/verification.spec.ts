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
  moveTo,
  openAs,
  readSessionToken,
  recordApiCalls,
  register,
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

test('D-20 D-23 the owner of an address that a stranger registered opens the mail, chooses a new password, also after five wrong ones, and owns the account', async ({
  page,
  server,
  mailTo,
}) => {
  const stranger = await registerUnverifiedMember(server)
  await page.goto((await mailTo(stranger.email)).link ?? '')
  await expect(heading(page, 'Verify your email')).toBeFocused()
  for (let tries = 0; tries < 6; tries += 1) {
    const answered = page.waitForResponse('**/api/email/verify/**')
    await page.getByLabel('Your password').fill(`Not-this-one-${tries}`)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await answered
  }
  await expect(page.getByRole('alert').filter({ hasText: texts.tooManyRequests })).toBeVisible()
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
  await expect(heading(page, `Welcome, ${stranger.name}`)).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
  expect(await isTokenValid(server, stranger.token)).toBe(false)
  expect((await logInElsewhere(server, { ...stranger, password: NEW })).email).toBe(stranger.email)
})

test.describe('with a waiting receipt', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('D-23 D-95 a browser signed in as another member shows both addresses, lists the receipts that would be lost, and switches only on request', async ({
    page,
    server,
    member,
    mailTo,
  }) => {
    const other = await registerUnverifiedMember(server)
    const { link = '' } = await mailTo(other.email)
    await openAs(page, member)
    const token = await readSessionToken(page)
    const calls = recordApiCalls(page)
    await page.goto(link)
    await expect(heading(page, 'Switch account?')).toBeVisible()
    for (const address of [member.email, other.email]) await expect(page.getByRole('main')).toContainText(address)
    expect(calls.filter((call) => call.includes('/email/verify/'))).toEqual([])
    const viewport = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    if (viewport) await page.setViewportSize(viewport)
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
    expect(await readSessionToken(page)).toBe(token)
    await moveTo(page, link)
    await page.getByRole('button', { name: 'Switch to the link’s account' }).click()
    await page.getByLabel('Your password').fill(other.password)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(heading(page, `Welcome, ${other.name}`)).toBeVisible()
    expect(await readSessionToken(page)).not.toBe(token)

    const third = await registerUnverifiedMember(server)
    await page.route('**/api/submissions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await submitUnsent(page, server, other)
    const former = await readSessionToken(page)
    await page.goto((await mailTo(third.email)).link ?? '')
    await expect(heading(page, 'Switch account?')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('You have an unsent receipt')
    await expect(page.getByRole('main')).toContainText('RM 18.90, invoice')
    await page.getByRole('button', { name: 'Switch and discard' }).click()
    await page.getByLabel('Your password').fill(third.password)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(heading(page, `Welcome, ${third.name}`)).toBeVisible()
    await expect.poll(() => isTokenValid(server, former)).toBe(false)
  })
})

bareTest(
  'S-4.08 D-23 D-65 a server that does not announce the password question verifies at once, but never switches a signed-in member without asking',
  async ({ page, world }) => {
    const open = (id: number) => page.goto(`/email/verification?id=${id}&hash=any&expires=4000000000&signature=good`)
    const person = newPerson()
    await page.goto('/register')
    await register(page, person)
    await expect(heading(page, 'Verify your email')).toBeVisible()
    await expect(page.getByText('In another browser')).toHaveCount(0)
    const id = world.people.length
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await logIn(page, world.member)
    await open(id)
    await expect(heading(page, 'Switch account?')).toBeVisible()
    for (const address of [world.member.email, person.email])
      await expect(page.getByRole('main')).toContainText(address)
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await expect(heading(page, `Welcome, ${world.member.name}`)).toBeVisible()

    const another = newPerson()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/register')
    await register(page, another)
    await expect(heading(page, 'Verify your email')).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await open(world.people.length)
    await expect(heading(page, `Welcome, ${another.name}`)).toBeVisible()
    expect(world.asked.filter((call) => call.includes('verification-link'))).toEqual([])
  },
)
