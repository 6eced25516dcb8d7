import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { totpCode } from '../../support/api/codes.ts'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { manager, newPerson } from '../../support/browser/people.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { OWNER_PASSWORD, pressPin, setUpCounter, typeVoucher } from '../support/counter.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError } from '../support/web.ts'

const NEW_PASSWORD = 'Milo-Ais-Kaw-9'
/** Of no voucher. */
const nonsense = { number: '1234 5678', code: '0421' }

test('R-4.01 R-4.02 a manager invites an owner, who chooses a password and is a counter, and ends a cashier and a phone, whose open app says so, also while a voucher is typed', async ({
  page,
  anotherBrowser,
  mailTo,
}) => {
  const { name, email } = newPerson('Rosnah binti Ali')
  await openConsole(page, '/owners', manager)
  await page.getByRole('button', { name: 'Invite an owner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite an owner' })
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expectFieldError(dialog.getByLabel('Name'), texts.nameRequired)
  await expect(dialog.getByText(texts.merchantUnknown)).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Language of emails').selectOption('English')
  const merchant = await chooseMerchant(dialog.getByLabel('Find a merchant to add'), 'boba')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(toast(page)).toContainText(`${name} invited.`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Not chosen yet')).toBeVisible()
  await expect(page.getByText('No phone is a counter of these merchants.')).toBeVisible()

  const phone = await (await anotherBrowser()).newPage()
  await setUpCounter(phone, { link: (await mailTo(email)).link ?? '' })
  await page.reload()
  await expect(page.getByText('Chosen', { exact: true })).toBeVisible()
  const [phones, cashiers] = [
    page.getByRole('table', { name: 'Phones' }),
    page.getByRole('table', { name: 'Cashiers' }),
  ]
  await expect(phones.getByRole('row', { name: new RegExp(`Till 1.*${merchant}.*${name}`) })).toBeVisible()
  await expect(cashiers.getByRole('row', { name: new RegExp(`Rosnah.*${merchant}`) })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page, 'an owner')

  await page.getByRole('button', { name: `Remove Rosnah of ${merchant}` }).click()
  await confirm(page, 'Remove')
  await expect(toast(page)).toContainText(texts.cashierRemoved)
  await expect(page.getByText('No cashiers have been named.')).toBeVisible()
  // The app is open: the next voucher asks who is at the counter.
  await typeVoucher(phone, nonsense)
  await expect(phone.getByRole('heading', { name: /PIN|Who is at the counter/ })).toBeVisible()

  await page.getByRole('button', { name: `Remove Till 1 of ${merchant}` }).click()
  await confirm(page, 'Remove')
  await expect(toast(page)).toContainText(texts.phoneRemoved)
  await expect(page.getByText('No phone is a counter of these merchants.')).toBeVisible()
  await pressPin(phone)
  await expect(phone.getByRole('heading', { name: 'This phone is not a counter yet' })).toBeVisible()

  await phone.goto('/counter/owner')
  await useAsCounter(phone)
  await page.reload()
  await page.getByRole('button', { name: `Remove Till 1 of ${merchant}` }).click()
  await confirm(page, 'Remove')
  await expect(page.getByText('No phone is a counter of these merchants.')).toBeVisible()
  await typeVoucher(phone, nonsense)
  await expect(phone.getByRole('heading', { name: 'This phone is not a counter yet' })).toBeVisible()

  await moveTo(page, '/merchants')
  await page.getByRole('link', { name: merchant }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Owners' }).click()
  await expect(page.getByRole('table', { name: 'Owners' }).getByRole('link', { name: email })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/console\/owners$/)
})

test('R-4.01 a manager sends a new password link, clears a lost second factor and removes the owner', async ({
  page,
  server,
  anotherBrowser,
  mailTo,
}) => {
  test.slow()
  const shop = await openShop(server)
  const owner = await inviteOwner(server, shop)
  const { name, email } = owner
  const phone = await (await anotherBrowser()).newPage()
  await setUpCounter(phone, owner)
  await switchOn(phone)
  await openConsole(page, `/owners/${owner.id}`, manager)
  await expect(fact(page, 'Second factor')).toHaveText('On')
  await expect(fact(page, 'Sessions')).toHaveText('1')

  await page.getByRole('button', { name: 'Reset second factor' }).click()
  await confirm(page, 'Reset second factor')
  await expect(fact(page, 'Second factor')).toHaveText('Off')
  await expect(fact(page, 'Sessions')).toHaveText('0')
  await expect(page.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0)
  await mailTo(email, 'second factor')
  await phone.goto('/counter/owner')
  await signIn(phone, email, OWNER_PASSWORD)
  await expect(phone.getByRole('heading', { name: `${shop.name}` })).toBeVisible()

  await page.getByRole('button', { name: 'Send password link' }).click()
  await confirm(page, 'Send link')
  await expect(toast(page)).toContainText(texts.operatorLinkSent)
  await phone.goto((await mailTo(email, 'password')).link ?? '')
  await phone.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await phone.getByRole('button', { name: 'Save and go on' }).click()
  await expect(phone.getByRole('heading', { name: `${shop.name}` })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Remove owner' }).click()
  await confirm(page, 'Remove owner')
  await expect(toast(page)).toContainText(texts.ownerRemoved)
  await expect(page).toHaveURL(/\/console\/owners$/)
  await expect(page.getByRole('link', { name: email })).toHaveCount(0)
  await phone.goto('/counter/')
  await expect(phone.getByRole('heading', { name: 'This phone is not a counter yet' })).toBeVisible()
  await phone.goto('/counter/owner')
  await signIn(phone, email, NEW_PASSWORD)
  await expect(phone.getByRole('alert')).toContainText('Wrong email or password.')
  await readAuditLog(page, name)
})

/** A fact about the owner's sign-in. */
function fact(page: Page, name: string) {
  const facts = page.getByRole('region', { name: 'Sign-in' }).locator('dl > div')
  return facts.filter({ has: page.getByText(name, { exact: true }) }).getByRole('definition')
}

async function confirm(page: Page, action: string) {
  const dialog = page.getByRole('dialog')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

/** An owner who has signed in makes this browser the counter again. */
async function useAsCounter(phone: Page) {
  await phone.getByLabel('PIN', { exact: true }).fill('204826')
  await phone.getByRole('button', { name: 'Use this phone as the counter' }).click()
  await expect(phone.getByRole('heading', { name: 'Hand over' })).toBeVisible()
}

async function switchOn(phone: Page) {
  await phone.goto('/counter/owner/account')
  await phone.getByLabel('Your password', { exact: true }).fill(OWNER_PASSWORD)
  await phone.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await phone.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await phone.getByLabel('Code', { exact: true }).fill(totpCode(secret, new Date()))
  await phone.getByRole('button', { name: 'Turn on' }).click()
  await phone.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(phone.getByText('10 recovery codes left')).toBeVisible()
}

async function signIn(phone: Page, email: string, password: string) {
  await phone.getByLabel('Email').fill(email)
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Sign in' }).click()
}

/** The audit log of what managers did with one owner, and with the phone they enrolled. */
async function readAuditLog(page: Page, name: string) {
  await moveTo(page, '/audit?group=owner')
  const table = page.getByRole('table', { name: 'Audit log' })
  for (const action of [/Removed an owner/, /Sent an owner a password link/, /Reset an owner's second factor/])
    await expect(table.getByRole('row', { name: action }).first()).toContainText(`${manager.name}`)
  await expect(table.getByRole('row', { name: /Removed an owner/ }).first()).toContainText(`${name}deleted`)
  await page.goto('/console/audit?group=phone')
  await expect(table.getByRole('row', { name: /Removed a phone/ }).first()).toContainText('Till 1deleted')
  await expectNoAxeViolations(page)
}
