import type { Page } from '@playwright/test'
import { login } from '@stampus/contract/accounts'
import { sendResetLink } from '@stampus/contract/console/members'
import { texts } from '@stampus/contract/texts'
import { demoMembers } from '../../../demo/content.ts'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { findPerson, logInElsewhere, manager } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { notification, openForm, save } from '../support/profile.ts'
import { accountMenu, expectFieldError, heading, logIn, moveTo, openAs, recordApiCalls } from '../support/web.ts'

/** No other journey requests an account mail for these members: a second one to the same mailbox waits for a minute. */
const mover = findPerson(demoMembers, 'Lim Wei Jie')
const forgetful = findPerson(demoMembers, 'Grace Anak Jugah')
const lockedOut = findPerson(demoMembers, 'Kavitha a/p Subramaniam')

test.use({ expectedErrors: /net::ERR_FAILED/ })

const PENDING = 'Open the link we sent to'
const addressNamed = (part: string) => mover.email.replace('@', `-${part}@`)

test('D-22 D-23 S-5.05 a new address asks for the password, its link can be sent again, a saved name keeps it, a button or the notice to the old address cancels it, and it takes effect when its link is opened, in another browser with the password', async ({
  page,
  mailTo,
  anotherBrowser,
}) => {
  const [first, second, third] = [addressNamed('baru'), addressNamed('lain'), addressNamed('jauh')]
  const email = page.getByLabel('Email', { exact: true })
  const current = page.getByLabel('Current password')
  const edit = page.getByRole('link', { name: 'Edit profile' })
  const calls = recordApiCalls(page)
  await openForm(page, mover)
  await email.fill(first)
  await save(page)
  await expectFieldError(current, texts.currentPasswordForEmail)
  await current.fill(mover.password)
  await email.fill('somebody@gmail.example')
  await save(page)
  await expectFieldError(email, texts.collegeEmailOnly)
  expect(calls).not.toContain('POST /api/user/profile')
  await email.fill(first)
  await save(page)
  await expect(notification(page)).toContainText(
    `We’ve sent a link to ${first}. Open it to confirm. Until then, we’ll keep using ${mover.email}.`,
  )
  await expect(page.getByText(`${PENDING} ${first}`)).toBeVisible()
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect(notification(page)).toContainText('Link sent')
  await expect(page.getByRole('button', { name: 'Resend link' })).toBeDisabled()
  await edit.click()
  await expect(email).toHaveValue(first)
  await page.getByLabel('Full name').fill('Lim Wei Jie Baharu')
  await save(page)
  await expect(page.getByRole('main').getByText('Lim Wei Jie Baharu', { exact: true })).toBeVisible()
  await expect(page.getByText(`${PENDING} ${first}`)).toBeVisible()

  const elsewhere = await (await anotherBrowser()).newPage()
  const keep = elsewhere.getByRole('button', { name: 'Keep my current email' })
  const { link: notice = '' } = await mailTo(mover.email, 'about to change')
  await elsewhere.goto(notice.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await keep.click()
  await expect(elsewhere.getByText('This link is invalid or has expired.')).toBeVisible()
  await elsewhere.goto(notice)
  await expect(heading(elsewhere, 'Keep your current email?')).toBeFocused()
  await keep.click()
  await expect(elsewhere.getByText("We've cancelled the change. Your email address stays the same.")).toBeVisible()
  await expect(heading(elsewhere, 'Email not changed')).toBeFocused()
  await expect(accountMenu(elsewhere)).toBeHidden()
  await requestChange(page, second)
  await page.getByRole('button', { name: 'Keep my current email' }).click()
  await expect(notification(page)).toContainText(`Your email is still ${mover.email}.`)
  await expect(page.getByText(PENDING)).toBeHidden()
  await requestChange(page, third)
  await page.goto((await mailTo(third)).link ?? '')
  await expect(notification(page)).toContainText('Your email is verified.')

  const last = addressNamed('akhir')
  await requestChange(page, last)
  await moveTo(elsewhere, (await mailTo(last)).link ?? '')
  await expect(heading(elsewhere, 'Confirm your new email')).toBeVisible()
  for (const named of [third, last]) await expect(elsewhere.getByRole('main')).toContainText(named)
  const known = elsewhere.getByLabel('Your password')
  await known.fill('Not-this-one-1')
  await elsewhere.getByRole('button', { name: 'Use this email' }).click()
  await expectFieldError(known, 'The current password is not correct.')
  await known.fill(mover.password)
  await elsewhere.getByRole('button', { name: 'Use this email' }).click()
  await expect(heading(elsewhere, 'Welcome, Lim Wei Jie Baharu')).toBeVisible()
  await expect(notification(elsewhere)).toContainText('Your email is verified.')
})

/** Requests another address in the form of the profile. */
async function requestChange(page: Page, address: string) {
  await moveTo(page, '/app/profile?edit')
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Current password').fill(mover.password)
  await save(page)
  await expect(page.getByText(`${PENDING} ${address}`)).toBeVisible()
}

const FRESH = 'Roti-Canai-3-Keping'

test('S-2.17 S-5.03 S-5.05 D-21 D-24 D-25 the link from support sets a new password once and ends every session; the page says whom to contact about an invalid link, what is wrong with a password, and that the connection was lost', async ({
  page,
  server,
  mailTo,
}) => {
  const invalid = page.getByRole('alert').filter({ hasText: texts.resetLinkInvalid })
  await openAs(page, forgetful, '/password/reset?id=1&hash=a&expires=4000000000')
  await expect(invalid).toBeVisible()
  await expect(page.getByRole('main')).toContainText('email support@stampus.example from your college address')

  const { id } = await logInElsewhere(server, forgetful)
  await callApi(server, sendResetLink, { id }, await signInOperator(server, manager))
  const { link = '' } = await mailTo(forgetful.email, 'password')
  await page.goto(link)
  await expect(heading(page, 'New password')).toBeFocused()
  const calls = recordApiCalls(page)
  const original = page.getByLabel('New password', { exact: true })
  await expect(original).toHaveAccessibleDescription(texts.passwordHint)
  await setPassword(page, 'rotirotiroti', 'roti')
  await expectFieldError(original, texts.passwordTooWeak)
  await expectFieldError(page.getByLabel('Confirm new password'), texts.passwordsDiffer)
  await expect(original).toBeFocused()
  expect(calls).toEqual([])
  await setPassword(page, 'Password-123')
  await expectFieldError(original, texts.passwordWellKnown)
  await page.route('**/api/password/reset', (route) => route.abort())
  await setPassword(page, FRESH.replace('-', ' -'))
  await expect(page.getByRole('alert').filter({ hasText: texts.network })).toBeVisible()
  await expect(original).toHaveValue(FRESH.replace('-', ' -'))
  await page.unroute('**/api/password/reset')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(texts.passwordReset)).toBeVisible()
  await expect(heading(page, 'Password changed')).toBeFocused()
  await expect(accountMenu(page)).toBeHidden()

  await page.reload()
  await expect(page.getByText(texts.passwordReset)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, { ...forgetful, password: FRESH })
  await moveTo(page, link)
  await setPassword(page, FRESH)
  await expect(invalid).toBeVisible()
  await expect(heading(page, 'This link doesn’t work')).toBeFocused()
  await expect(accountMenu(page)).toBeVisible()
})

async function setPassword(page: Page, password: string, again = password) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Set password' }).click()
}

const UNLOCK = 'Email me a link to unlock sign-in here'
const SENT = 'If this address has an account, a link is on its way. Open it in this browser within 15 minutes.'
const ELSEWHERE = 'This link only works in the browser that asked for it. Open it there.'
const USED = 'This link is invalid, was already used or has expired.'

test('D-21 S-4.09 a member locked out by failed attempts of others can unlock a browser with a mailed link, in the browser that requested it; a bad link leads to the login', async ({
  page,
  server,
  mailTo,
  anotherBrowser,
}) => {
  const alert = (where: Page, words: string) => where.getByRole('alert').filter({ hasText: words })
  await page.goto('/browser/unlock?id=1&hash=a')
  await expect(alert(page, USED)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')

  await attemptLogin(page, server)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/Too many/)
  await page.getByRole('button', { name: UNLOCK }).click()
  await expect(page.getByRole('status').filter({ hasText: SENT })).toBeFocused()
  const { link = '' } = await mailTo(lockedOut.email, 'Unlock')

  const elsewhere = await (await anotherBrowser()).newPage()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(alert(elsewhere, ELSEWHERE)).toBeVisible()
  await expect(elsewhere.getByText('Using the installed app? Sign in with your browser instead.')).toBeVisible()

  await unlock(page, link)
  await expect(heading(page, 'Browser unlocked')).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await guessPasswords(server)
  await logIn(page, lockedOut)
  await unlock(page, link)
  await expect(alert(page, USED)).toBeVisible()
})

const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true })

/** Uses up the attempts at an account from one address in a minute. */
async function guessPasswords(server: ServerUnderTest) {
  for (let at = 0; at < 5; at += 1)
    await expect(callApi(server, login, { email: lockedOut.email, password: `Guess-${at}` })).rejects.toThrow()
}

async function attemptLogin(page: Page, server: ServerUnderTest) {
  await guessPasswords(server)
  await page.getByLabel('Email', { exact: true }).fill(lockedOut.email)
  await page.getByLabel('Password', { exact: true }).fill(lockedOut.password)
  await loginButton(page).click()
}

async function unlock(page: Page, link: string) {
  await moveTo(page, link)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}
