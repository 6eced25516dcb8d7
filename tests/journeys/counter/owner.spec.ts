import type { Page } from '@playwright/test'
import { show } from '@stampus/contract/console/counters/owners'
import { signIn } from '@stampus/contract/counter/owners'
import { texts } from '@stampus/contract/texts'
import { totpCode } from '../../support/api/codes.ts'
import { callApi, startSession } from '../../support/browser/api.ts'
import { type InvitedOwner, inviteOwner, OWNER_PASSWORD, openShop, PIN } from '../../support/browser/counters.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { pressPin } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { press } from '../support/web.ts'

test.use({ viewport: { width: 360, height: 640 }, colorScheme: 'dark' })

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('R-4.01 R-4.02 D-100 an owner with a Malay mail is in Malay and gets mails in the language that they switch to, even before they sign in; they switch the second factor on and off, sign other devices out, change the password, and add and remove another phone by QR code and another cashier', async ({
  page,
  server,
}) => {
  const owner = await inviteOwner(server, await openShop(server), 'ms')
  await page.goto(owner.link)
  await press(page, 'English')
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeFocused()
  await page.goto(owner.link.replace('/password', '/unlock/'))
  await expect(page.getByRole('heading', { name: 'Buka sekatan pelayar ini' })).toBeFocused()
  await page.context().clearCookies()
  await page.goto(owner.link)
  await expect(page.getByRole('heading', { name: 'Pilih kata laluan anda' })).toBeVisible()
  await field(page, 'Kata laluan').fill(OWNER_PASSWORD)
  await press(page, 'Simpan dan teruskan')
  await expect(page.getByRole('button', { name: 'Log keluar', exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Akaun saya' }).click()
  await expect(page.getByText('Anda log masuk pada peranti ini sahaja.')).toBeVisible()
  await press(page, 'English')
  await expect.poll(() => languageOf(server, owner)).toBe('en')

  const [ownPassword, code] = [field(page, 'Your password'), field(page, 'Code')]
  await ownPassword.fill(OWNER_PASSWORD)
  await press(page, 'Set up')
  await expect(code).toBeFocused()
  await code.fill('wrong')
  await press(page, 'Turn on')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await press(page, 'Cancel')
  await expect(ownPassword).toBeFocused()
  await ownPassword.fill(OWNER_PASSWORD)
  await press(page, 'Set up')
  await expect(page.getByRole('img', { name: 'QR code with the secret key' })).toBeVisible()
  await expect(code).not.toHaveAttribute('aria-invalid')
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await code.fill(totpCode(secret, new Date()))
  await press(page, 'Turn on')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = '', second = ''] = await codes.allTextContents()
  await expectNoAxeViolations(page, 'recovery codes')
  // The codes stay until the account is loaded again: the form that sets it up does not come back.
  const loaded = Promise.withResolvers<void>()
  await page.route('**/api/counter/owner/account', async (route) => {
    await loaded.promise
    await route.fallback()
  })
  await press(page, 'I’ve saved them')
  await expect(page.getByRole('button', { name: 'I’ve saved them' })).toHaveAttribute('aria-busy', 'true')
  loaded.resolve()
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeFocused()
  await press(page, 'Turn off')
  await expect(ownPassword).toBeFocused()
  await press(page, 'Cancel')
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeFocused()
  await page.getByRole('link', { name: 'Back' }).click()
  await press(page, 'Sign out')
  await press(page, 'Bahasa Melayu')
  await page.getByLabel('E-mel').fill(owner.email)
  await field(page, 'Kata laluan').fill(OWNER_PASSWORD)
  await press(page, 'Log masuk')
  await field(page, 'Kod').fill(first)
  await press(page, 'Log masuk')
  await page.getByRole('link', { name: 'Akaun saya' }).click()
  await expect.poll(() => languageOf(server, owner)).toBe('ms')
  await press(page, 'English')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await press(page, 'Turn off')
  await ownPassword.fill(OWNER_PASSWORD)
  await code.fill(second)
  await press(page, 'Turn off')
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(ownPassword).toBeFocused()
  await startSession(server, signIn, { email: owner.email, password: OWNER_PASSWORD })
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByText('You’re signed in on this device and 1 other.')).toBeVisible()
  await press(page, 'Sign out other devices')
  await expect(page.getByText('You’re signed in on this device only.')).toBeVisible()
  await field(page, 'Current password').fill(OWNER_PASSWORD)
  await field(page, 'New password').fill('Kopi-0-kaw')
  await press(page, 'Change password')
  await expect(field(page, 'Current password')).toHaveValue('')
  await expect(field(page, 'Current password')).toBeFocused()
  await startSession(server, signIn, { email: owner.email, password: 'Kopi-0-kaw' })

  await page.getByRole('link', { name: 'Back' }).click()
  await field(page, 'PIN').fill(PIN)
  await press(page, 'Set up another phone instead')
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/enrolments'))
  await press(page, 'Add a phone')
  await expect(page.getByRole('img', { name: 'Add a phone' })).toBeVisible()
  const { token } = (await (await sent).json()).data
  const till = await page.context().newPage()
  await till.goto(`/counter/enrol#${token}`)
  await till.getByLabel('Name of this phone').fill('Till 2')
  await expectNoAxeViolations(till, 'enrolment')
  await press(till, 'Use this phone')
  await expect(till.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()
  await press(page, 'Close')
  await press(page, 'Add a cashier')
  await field(page, 'Name').fill('Aminah')
  await field(page, 'PIN').fill('739155')
  await press(page, 'Save')
  await expect(page.getByRole('button', { name: 'Remove: Aminah' })).toBeVisible()
  await expectNoAxeViolations(page, 'shop')
  // The phone shows the only name that it knows until the server has answered with both.
  const seen = Promise.withResolvers<void>()
  await till.route('**/api/counter/phone', async (route) => {
    await seen.promise
    await route.fallback()
  })
  await till.reload()
  await expect(till.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()
  seen.resolve()
  await press(till, 'Aminah')
  await pressPin(till, '739155')
  await expect(till.getByRole('button', { name: 'Type it instead' })).toBeVisible()
  for (const name of ['Till 2', 'Aminah']) {
    const row = page.getByRole('listitem').filter({ hasText: name })
    await press(page, `Remove: ${name}`)
    await row.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('button', { name: `Remove: ${name}` })).toHaveCount(0)
  }
  await till.reload()
  await expect(till.getByRole('heading', { name: 'This phone is not a counter yet' })).toBeVisible()

  await page.getByRole('link', { name: 'Hand-overs' }).click()
  await expect(page.getByText('Nothing was handed over yet.')).toBeVisible()
  const row = { number: '12345678', name: 'Nurul', cashier: 'Rosnah', phone: 'Till 1', way: 'counter' }
  const rows = ['Teh O', 'Kopi O'].map((title, id) => ({ ...row, id, title, at: '2026-11-20T04:00:00Z' }))
  // A hand-over that was made meanwhile has moved the first one to the second page.
  await page.route('**/hand-overs?*', (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'))
    const meta = { current_page: at, per_page: 1, has_more: at < 2 }
    return route.fulfill({ json: { data: rows.slice(0, at), meta } })
  })
  await page.reload()
  await press(page, 'Show more')
  await expect(page.getByRole('listitem')).toHaveText([/^20 Nov, 12:00.*Teh O, Nurul.*Rosnah, Till 1$/, /Kopi O/])
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  await page.goto('/counter/unlock?id=1&hash=x&expires=1&signature=x')
  await press(page, 'Unlock')
  await expect(page.getByText(texts.operatorLinkInvalid)).toBeVisible()
})

async function languageOf(server: ServerUnderTest, { id }: InvitedOwner) {
  return (await callApi(server, show, { id }, await signInOperator(server, manager))).data.language
}
