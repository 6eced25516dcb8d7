import type { Page } from '@playwright/test'
import { login } from '@stampus/contract/accounts'
import { demoMembers } from '../../../demo/people.ts'
import { callApi } from '../../support/browser/api.ts'
import { findPerson } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, logIn, moveTo } from '../support/web.ts'

const UNLOCK = 'Email me a link to unlock sign-in here'
const SENT = 'If this address has an account, a link is on its way. Open it in this browser within 15 minutes.'
const ELSEWHERE = 'This link only works in the browser that asked for it. Open it there.'
const USED = 'This link is invalid, was already used or has expired.'

/** No other journey requests an account mail for this member: a second one to the same mailbox waits for a minute. */
const resident = findPerson(demoMembers, 'Kavitha a/p Subramaniam')

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
  const { link = '' } = await mailTo(resident.email, 'Unlock')

  const elsewhere = await (await anotherBrowser()).newPage()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(alert(elsewhere, ELSEWHERE)).toBeVisible()
  await expect(elsewhere.getByText('Using the installed app? Sign in with your browser instead.')).toBeVisible()

  await unlock(page, link)
  await expect(heading(page, 'Browser unlocked')).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await guessPasswords(server)
  await logIn(page, resident)
  await unlock(page, link)
  await expect(alert(page, USED)).toBeVisible()
})

const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true })

/** Uses up the attempts at an account from one address in a minute. */
async function guessPasswords(server: ServerUnderTest) {
  for (let at = 0; at < 5; at += 1)
    await expect(callApi(server, login, { email: resident.email, password: `Guess-${at}` })).rejects.toThrow()
}

async function attemptLogin(page: Page, server: ServerUnderTest) {
  await guessPasswords(server)
  await page.getByLabel('Email', { exact: true }).fill(resident.email)
  await page.getByLabel('Password', { exact: true }).fill(resident.password)
  await loginButton(page).click()
}

async function unlock(page: Page, link: string) {
  await moveTo(page, link)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}
