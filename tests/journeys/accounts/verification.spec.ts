import { texts } from '@stampus/contract/texts'
import { isTokenValid, logInElsewhere, registerUnverifiedMember } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { submitUnsent } from '../support/receipt-form.ts'
import { expectFieldError, heading, moveTo, readSessionToken } from '../support/web.ts'

const NEW = 'Milo-Ais-3-Gelas'

test.use({ expectedErrors: /net::ERR_FAILED/ })

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
  for (const address of [stranger.email, other.email]) await expect(page.getByRole('main')).toContainText(address)
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
