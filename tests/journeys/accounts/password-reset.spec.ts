import type { Page } from '@playwright/test'
import { sendResetLink } from '@stampus/contract/console/members'
import { texts } from '@stampus/contract/texts'
import { demoMembers } from '../../../demo/people.ts'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { findPerson, logInElsewhere, manager } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { accountMenu, expectFieldError, heading, logIn, moveTo, openAs, recordApiCalls } from '../support/web.ts'

const FRESH = 'Roti-Canai-3-Keping'

/** No other journey requests an account mail for this member: a second one to the same mailbox waits for a minute. */
const resident = findPerson(demoMembers, 'Grace Anak Jugah')

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('S-2.17 S-5.03 S-5.05 D-21 D-24 D-25 the link from support sets a new password once and ends every session; the page says whom to contact about an invalid link, what is wrong with a password, and that the connection was lost', async ({
  page,
  server,
  mailTo,
}) => {
  const invalid = page.getByRole('alert').filter({ hasText: texts.resetLinkInvalid })
  await openAs(page, resident, '/password/reset?id=1&hash=a&expires=4000000000')
  await expect(invalid).toBeVisible()
  await expect(page.getByRole('main')).toContainText('email support@stampus.example from your college address')

  const { id } = await logInElsewhere(server, resident)
  await callApi(server, sendResetLink, { id }, await signInOperator(server, manager))
  const { link = '' } = await mailTo(resident.email, 'password')
  await page.goto(link)
  await expect(heading(page, 'New password')).toBeVisible()
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
  await expect(accountMenu(page)).toBeHidden()

  await page.reload()
  await expect(page.getByText(texts.passwordReset)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, { ...resident, password: FRESH })
  await moveTo(page, link)
  await setPassword(page, FRESH)
  await expect(invalid).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
})

async function setPassword(page: Page, password: string, again = password) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Set password' }).click()
}
