import { totpCode } from '../../support/api/codes.ts'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { OWNER_PASSWORD, pressPin, setUpCounter, signUpOwner } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('R-4.01 an owner switches the second factor on, signs in with its code or a recovery code, switches it off, signs other devices out and changes the password', async ({
  page,
  server,
  anotherBrowser,
}) => {
  const owner = await inviteOwner(server, await openShop(server))
  await signUpOwner(page, owner)
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page, 'account')
  await page.getByLabel('Your password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByLabel('Your password', { exact: true })).toBeFocused()
  await page.getByLabel('Your password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code with the secret key' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page, 'secret')
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = '', second = ''] = await codes.allTextContents()
  await expectNoAxeViolationsInBothSchemes(page, 'recovery codes')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Your code' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page, 'second step')
  await page.getByLabel('Code', { exact: true }).fill('not a code')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill(first)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByLabel('Code', { exact: true }).fill(second)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()

  const other = await (await anotherBrowser()).newPage()
  const signIn = async (password: string) => {
    await other.goto('/counter/owner')
    await other.getByLabel('Email').fill(owner.email)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByRole('link', { name: 'My account' })).toBeVisible()
  }
  await signIn(OWNER_PASSWORD)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByText('You’re signed in on this device and 1 other.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out other devices' }).click()
  await expect(page.getByText('You’re signed in on this device only.')).toBeVisible()
  await other.getByRole('link', { name: 'My account' }).click()
  await expect(other.getByRole('heading', { name: 'For owners' })).toBeVisible()

  await signIn(OWNER_PASSWORD)
  await page.getByLabel('Current password').fill(OWNER_PASSWORD)
  await page.getByLabel('New password').fill('weak')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill('Kopi-0-kaw')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await other.reload()
  await expect(other.getByRole('heading', { name: 'For owners' })).toBeVisible()
  await signIn('Kopi-0-kaw')
})

test('R-4.01 an owner adds another phone by QR code and another cashier, and removes both', async ({
  page,
  server,
  anotherBrowser,
}) => {
  await setUpCounter(page, await inviteOwner(server, await openShop(server)))
  await page.goto('/counter/owner')
  await page.getByRole('button', { name: 'Add a phone' }).click()
  await expect(page.getByRole('img', { name: 'Add a phone' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page, 'QR code')
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/enrolments'))
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Add a phone' }).click()
  const { token } = (await (await sent).json()).data
  const second = await (await anotherBrowser()).newPage()
  await second.goto(`/counter/enrol#${token}`)
  await second.getByLabel('Name of this phone').fill('Till 2')
  await expectNoAxeViolationsInBothSchemes(second, 'enrolment')
  await second.getByRole('button', { name: 'Use this phone' }).click()
  await expect(second.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()

  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Add a cashier' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Aminah')
  await page.getByLabel('PIN', { exact: true }).fill('739155')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Remove: Aminah' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page, 'shop')
  // The phone shows the only name that it knows until the server has answered with both.
  const seen = Promise.withResolvers<void>()
  await second.route('**/api/counter/phone', async (route) => {
    await seen.promise
    await route.fallback()
  })
  await second.reload()
  await expect(second.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()
  seen.resolve()
  await second.getByRole('button', { name: 'Aminah' }).click()
  await pressPin(second, '739155')
  await expect(second.getByRole('button', { name: 'Type it instead' })).toBeVisible()

  for (const name of ['Till 2', 'Aminah']) {
    const row = page.getByRole('listitem').filter({ hasText: name })
    await page.getByRole('button', { name: `Remove: ${name}` }).click()
    await row.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('button', { name: `Remove: ${name}` })).toHaveCount(0)
  }
  await second.reload()
  await expect(second.getByRole('heading', { name: 'This phone is not a counter yet' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(second, 'welcome')
})
