import type { Page } from '@playwright/test'
import { currentUser, setLanguage } from '@stampus/contract/accounts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { newPerson } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage, inMalay } from '../support/languages.ts'
import { heading, logIn } from '../support/web.ts'

test('D-100 a language that a guest chose becomes that of an account without one', async ({ page, server }) => {
  const person = newPerson()
  await register(page, person)
  expect(await languageOfAccount(page, server)).toBeNull()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await page.getByRole('banner').getByRole('link', { name: 'Bahasa Melayu' }).click()
  await expect(heading(page, 'Log masuk')).toBeVisible()
  await logInInMalay(page, person)
  await expect.poll(() => languageOfAccount(page, server)).toBe('ms')
})

test('D-100 a language chosen in a browser in which a member is signed in becomes that of an account without one', async ({
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

test('D-100 where cookies are blocked, a member whose language differs can still log in', async ({
  page,
  member,
  server,
}) => {
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
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

test('D-100 the choice of a member is stored on the account, and another browser follows it', async ({
  page,
  member,
  server,
  anotherBrowser,
}) => {
  await page.goto('/login')
  await logIn(page, member)
  await changeLanguage(page, 'Bahasa Melayu')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  const { data } = await callApi(server, currentUser, {}, bearerHeader(member.token))
  expect(data.language).toBe('ms')
  const other = await (await anotherBrowser()).newPage()
  await other.goto('/login')
  await other.getByLabel('Email', { exact: true }).fill(member.email)
  await other.getByLabel('Password', { exact: true }).fill(member.password)
  await other.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(heading(other, `Selamat datang, ${member.name}`)).toBeVisible()
  await other.reload()
  await expect(other.locator('html')).toHaveAttribute('lang', 'ms')
})

test('D-100 a member who signs in gets the language of the account, whatever was chosen in this browser', async ({
  page,
  context,
  member,
  server,
}) => {
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
  await context.addCookies([{ ...inMalay, value: 'en', url: server.url }])
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
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

test('D-100 when the browser has lost its cookies, the app is in the language of the account again', async ({
  page,
  context,
  member,
}) => {
  await page.goto('/login')
  await logIn(page, member, { remember: true })
  await changeLanguage(page, 'Bahasa Melayu')
  // Once the language is stored with the account.
  await page.reload()
  await expect(heading(page, `Selamat datang, ${member.name}`)).toBeVisible()
  await context.clearCookies()
  await page.goto('/app/deals')
  await expect(heading(page, 'Tawaran Popular')).toBeVisible()
})

test('D-100 a member who signs in before all code has loaded gets the language of the account', async ({
  page,
  member,
  server,
}) => {
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
  const release = await holdDeferredShell(page)
  await page.goto('/login?redirect=%2Fapp%2Fdeals')
  await page.getByLabel('Email', { exact: true }).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  release()
  await expect(heading(page, 'Tawaran Popular')).toBeVisible()
})

test('D-100 an account without a language gets the chosen one when its member signs in before all code has loaded', async ({
  page,
  context,
  server,
}) => {
  const person = newPerson()
  await register(page, person)
  await page.evaluate(() => localStorage.clear())
  await context.addCookies([{ ...inMalay, url: server.url }])
  const release = await holdDeferredShell(page)
  await page.goto('/login')
  await logInInMalay(page, person)
  expect(await languageOfAccount(page, server)).toBeNull()
  release()
  await expect.poll(() => languageOfAccount(page, server)).toBe('ms')
})

/** Holds back the code that follows the language of the account, until the returned function is called. */
async function holdDeferredShell(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/DeferredShell-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function logInInMalay(page: Page, person: ReturnType<typeof newPerson>) {
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Log masuk', exact: true }).click()
  await expect(heading(page, 'Sahkan e-mel anda')).toBeVisible()
}

async function register(page: Page, person: ReturnType<typeof newPerson>) {
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
