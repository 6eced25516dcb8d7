import type { APIRequestContext, Page } from '@playwright/test'
import { sendResetLink } from '@stampus/contract/console/members'
import { texts } from '@stampus/contract/texts'
import { demoMembers } from '../../../demo/people.ts'
import { findPerson, logInElsewhere, type Member, manager } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { accountMenu, expectFieldError, heading, logIn, moveTo, openAs, recordApiCalls } from '../support/web.ts'

const FRESH = 'Roti-Canai-3-Keping'

/** No other journey requests an account mail for this member: a second one to the same mailbox waits for a minute. */
const resident = findPerson(demoMembers, 'Grace Anak Jugah')

test('D-25 D-24 the link from support sets a new password once and ends every session', async ({
  page,
  request,
  server,
  mailTo,
}) => {
  const member = await logInElsewhere(server, resident)
  await openAs(page, member)
  await requestSupportLink(request, member)
  const { link = '' } = await mailTo(member.email, 'password')
  await page.goto(link)
  await expect(heading(page, 'New password')).toBeVisible()
  await setPassword(page, FRESH.replace('-', ' -'))
  await expect(page.getByText(texts.passwordReset)).toBeVisible()
  await expect(page).toHaveURL('/password/reset')
  await expect(accountMenu(page)).toBeHidden()
  const calls = recordApiCalls(page)
  await page.reload()
  await expect(page.getByText(texts.passwordReset)).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, { ...member, password: FRESH })
  expect((await logInElsewhere(server, { ...member, password: FRESH })).id).toBe(member.id)
  await moveTo(page, link)
  await setPassword(page, FRESH)
  await expect(page.getByRole('alert').filter({ hasText: texts.resetLinkInvalid })).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
})

test.describe('with a lost connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('D-25 S-2.17 D-21 S-5.03 S-5.05 the page shows whom to contact about an invalid link, what is wrong with a new password, and a lost connection', async ({
    page,
  }) => {
    const invalid = page.getByRole('alert').filter({ hasText: texts.resetLinkInvalid })
    await page.goto('/password/reset?id=1&hash=a&expires=4000000000')
    await expect(invalid).toBeVisible()
    await expect(page.getByRole('main')).toContainText('email support@stampus.example from your college address')
    await moveTo(page, '/password/reset?id=one&hash=a&expires=4000000000&signature=x')
    await setPassword(page, FRESH)
    await expect(invalid).toBeVisible()

    await page.goto('/password/reset?id=1&hash=a&expires=4000000000&signature=x')
    const calls = recordApiCalls(page)
    const original = page.getByLabel('New password', { exact: true })
    await expect(original).toHaveAccessibleDescription(texts.passwordHint)
    await setPassword(page, 'rotirotiroti', 'roti')
    await expectFieldError(original, texts.passwordTooWeak)
    await expectFieldError(page.getByLabel('Confirm new password'), texts.passwordsDiffer)
    await expect(original).toBeFocused()
    expect(calls).toEqual([])
    const errors = { password: [texts.passwordWellKnown] }
    await page.route('**/api/password/reset', (route) =>
      route.fulfill({ status: 422, json: { message: texts.passwordWellKnown, errors } }),
    )
    await setPassword(page, 'Password-123')
    await expectFieldError(original, texts.passwordWellKnown)
    await page.unroute('**/api/password/reset')

    await page.route('**/api/password/reset', (route) => route.abort())
    await setPassword(page, FRESH)
    await expect(page.getByRole('alert').filter({ hasText: texts.network })).toBeVisible()
    await expect(original).toHaveValue(FRESH)
    await page.unroute('**/api/password/reset')
    await setPassword(page, FRESH)
    await expect(invalid).toBeVisible()
  })
})

async function setPassword(page: Page, password: string, again = password) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Set password' }).click()
}

/** A manager sends the link from the console. */
async function requestSupportLink(request: APIRequestContext, { id }: Member) {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const { email, password } = manager
  expect((await request.post('/api/console/session', { headers, data: { email, password } })).ok()).toBe(true)
  const path = sendResetLink.path.replace(':id', String(id))
  expect((await request.post(`/api${path}`, { headers, data: {} })).status()).toBe(201)
}
