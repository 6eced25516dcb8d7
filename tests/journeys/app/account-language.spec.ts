import type { Page } from '@playwright/test'
import { currentUser, setLanguage } from '@stampus/contract/accounts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { newPerson, type Person, registerUnverifiedMember } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage, inMalay } from '../support/languages.ts'
import { accountMenu, heading, logIn } from '../support/web.ts'

test('D-100 a language chosen before or after signing in becomes that of an account without one, even before all code has loaded', async ({
  page,
  context,
  server,
}) => {
  await register(page, newPerson())
  expect(await languageOfAccount(page, server)).toBeNull()
  await context.addCookies([{ ...inMalay, url: server.url }])
  await page.reload()
  await expect(heading(page, 'Sahkan e-mel anda')).toBeVisible()
  await expect.poll(() => languageOfAccount(page, server)).toBe('ms')

  const early = await registerUnverifiedMember(server)
  expect((await callApi(server, currentUser, {}, bearerHeader(early.token))).data.language).toBeNull()
  await forget(page)
  await page.goto('/login')
  await page.getByRole('banner').getByRole('link', { name: 'Bahasa Melayu' }).click()
  await expect(heading(page, 'Log masuk')).toBeVisible()
  const release = await holdDeferredShell(page)
  await page.reload()
  await logInInMalay(page, early)
  expect(await languageOfAccount(page, server)).toBeNull()
  release()
  await expect.poll(() => languageOfAccount(page, server)).toBe('ms')
})

test.describe('in a Malay browser', () => {
  test.use({ locale: 'ms-MY' })

  test('D-100 an account registered in English, because English was chosen, gets English mails', async ({
    page,
    server,
    mailTo,
  }) => {
    await page.goto('/register')
    await expect(heading(page, 'Daftar')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
    await expect(heading(page, 'Register')).toBeVisible()
    const person = newPerson()
    await register(page, person)
    expect(await languageOfAccount(page, server)).toBe('en')
    expect((await mailTo(person.email)).subject).toMatch(/^Verify/)
  })
})

test('D-100 the choice of a member is stored on the account, and each browser follows the account, whatever was chosen in it or lost', async ({
  page,
  context,
  member,
  server,
  anotherBrowser,
}) => {
  await page.goto('/login')
  await logIn(page, member, { remember: true })
  await changeLanguage(page, 'Bahasa Melayu')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  const { data } = await callApi(server, currentUser, {}, bearerHeader(member.token))
  expect(data.language).toBe('ms')
  const other = await (await anotherBrowser()).newPage()
  await other.goto('/login')
  await enter(other, member)
  await expect(heading(other, `Selamat datang, ${member.name}`)).toBeVisible()
  await other.reload()
  await expect(other.locator('html')).toHaveAttribute('lang', 'ms')
  await other.close()

  await page.reload()
  await expect(heading(page, `Selamat datang, ${member.name}`)).toBeVisible()
  await context.clearCookies()
  await page.goto('/app/deals')
  await expect(heading(page, 'Tawaran Popular')).toBeVisible()

  await accountMenu(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Log keluar' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log masuk' })).toBeVisible()
  await forget(page)
  await context.addCookies([{ ...inMalay, value: 'en', url: server.url }])
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await enter(page, member)
  await expect(heading(page, 'Profil Saya')).toBeVisible()
  // A link may still name the other language.
  await page.goto('/app/deals?lang=en')
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  await page.goto('/app/profile')
  await expect(heading(page, 'Profil Saya')).toBeVisible()
  // Changed on another device meanwhile.
  await callApi(server, setLanguage, { language: 'en' }, bearerHeader(member.token))
  await page.reload()
  await expect(heading(page, 'My Profile')).toBeVisible()
})

test('D-100 a member whose language differs gets it after signing in before all code has loaded, and can log in where cookies are blocked', async ({
  page,
  member,
  server,
}) => {
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
  const release = await holdDeferredShell(page)
  await page.goto('/login?redirect=%2Fapp%2Fdeals')
  await enter(page, member)
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  release()
  await expect(heading(page, 'Tawaran Popular')).toBeVisible()

  await forget(page)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
    Object.defineProperty(window, 'localStorage', { get: () => undefined })
  })
  await page.goto('/login')
  await logIn(page, member)
  await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
  await page.waitForTimeout(500)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0)
})

/** As in a browser in which nobody has signed in or chosen a language. */
async function forget(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/** Logs in where the next page is in another language. */
async function enter(page: Page, { email, password }: Person) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

/** Holds back the code that follows the language of the account, until the returned function is called. */
async function holdDeferredShell(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/DeferredShell-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function logInInMalay(page: Page, person: Person) {
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Log masuk', exact: true }).click()
  await expect(heading(page, 'Sahkan e-mel anda')).toBeVisible()
}

async function register(page: Page, person: Person) {
  await page.goto('/register')
  await page.getByLabel('Full name').fill(person.name)
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.locator('input[name=password_confirmation]').fill(person.password)
  await page.locator('input[name=terms]').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(heading(page, 'Verify your email')).toBeVisible()
}

async function languageOfAccount(page: Page, server: ServerUnderTest) {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  return (await callApi(server, currentUser, {}, bearerHeader(token))).data.language
}
