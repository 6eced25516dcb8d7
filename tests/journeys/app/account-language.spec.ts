import { currentUser, setLanguage } from '@stampus/contract/accounts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { publishAnnouncement } from '../../support/browser/operators.ts'
import { newPerson, registerMember } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { changeLanguage, inMalay } from '../support/languages.ts'
import {
  accountMenu,
  expectSettled,
  heading,
  hold,
  logIn,
  moveTo,
  readSessionToken,
  register,
  signOut,
  tabLink,
} from '../support/web.ts'

/** The code that follows the language of the account. */
const shell = '**/assets/DeferredShell-*.js'

test('D-100 a language chosen before or after signing in becomes that of an account without one and of its mails, and each browser follows the account, whatever was chosen in it or lost, even before all code has loaded', async ({
  page,
  context,
  server,
  mailTo,
  anotherBrowser,
}) => {
  const languageOf = async (token: string) =>
    (await callApi(server, currentUser, {}, bearerHeader(token))).data.language
  const choose = (name: string) => page.getByRole('banner').getByRole('link', { name }).click()
  await page.goto('/register')
  await choose('Bahasa Melayu')
  await expect(heading(page, 'Daftar')).toBeVisible()
  await choose('English')
  await expect(heading(page, 'Register')).toBeVisible()
  const person = newPerson()
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  expect(await languageOf(await readSessionToken(page))).toBe('en')
  expect((await mailTo(person.email)).subject).toMatch(/^Verify/)

  // As in a browser in which nobody has signed in, but Malay was chosen.
  const member = await registerMember(server)
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await context.addCookies([{ ...inMalay, url: server.url }])
  const releaseFirst = await hold(page, shell)
  await page.goto('/login')
  await page.getByRole('checkbox').check()
  await page.getByLabel('E-mel', { exact: true }).fill(member.email)
  await page.getByLabel('Kata laluan', { exact: true }).fill(member.password)
  await page.getByLabel('Kata laluan', { exact: true }).press('Enter')
  await expect(accountMenu(page)).toBeVisible()
  expect(await languageOf(member.token)).toBeNull()
  releaseFirst()
  await expect.poll(() => languageOf(member.token)).toBe('ms')
  await context.clearCookies()
  await page.goto('/app/deals')
  await expect(heading(page, 'Tawaran Popular')).toBeVisible()

  const other = await (await anotherBrowser()).newPage()
  await other.context().addCookies([{ ...inMalay, value: 'en', url: server.url }])
  const release = await hold(other, shell)
  await other.goto('/login?redirect=%2Fapp%2Fdeals')
  await logIn(other, member)
  await expect(heading(other, 'Popular Deals')).toBeVisible()
  release()
  await expect(heading(other, 'Tawaran Popular')).toBeVisible()
  // A link may still name the other language.
  await other.goto('/app/deals?lang=en')
  await expect(heading(other, 'Popular Deals')).toBeVisible()
  await other.goto('/app/profile')
  await expect(heading(other, 'Profil Saya')).toBeVisible()
  // Changed on another device meanwhile.
  await callApi(server, setLanguage, { language: 'en' }, bearerHeader(member.token))
  await other.reload()
  await expect(heading(other, 'My Profile')).toBeVisible()
  await changeLanguage(other, 'Bahasa Melayu')
  await expect.poll(() => languageOf(member.token)).toBe('ms')
})

test('D-94 D-100 S-3.01 a browser without storage and cookies shows the app, and a login lasts as long as the page, like what was read, also of a member whose language differs', async ({
  page,
  member,
  server,
}) => {
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get })
    Object.defineProperty(document, 'cookie', { get, set: get })
  })
  await page.goto('/')
  await expect(heading(page, 'Welcome, Guest')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, member)
  await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
  for (const name of ['History', 'Profile', 'Merchants', 'Home']) {
    await tabLink(page, name).click()
    await expectSettled(page)
  }
  const remove = await publishAnnouncement(server, 'Without storage')
  await moveTo(page, '/app/announcements')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await remove()
  await signOut(page)
})
