import type { Page } from '@playwright/test'
import { confirmSecondFactor, startSecondFactor } from '@stampus/contract/counter/ownAccount'
import { texts } from '@stampus/contract/texts'
import { totpCode } from '../../support/api/codes.ts'
import { callApi } from '../../support/browser/api.ts'
import { inviteOwner, OWNER_PASSWORD, openShop, PIN, signUpOwner } from '../../support/browser/counters.ts'
import { manager, newPerson } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { signUpOwner as openLink, pressPin, typeVoucher } from '../support/counter.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError, press } from '../support/web.ts'

const PASSWORD = 'Teh-Tarik-2-Gelas'

test('D-50 D-55 an operator is added, sets a password, is changed and removed, and the audit log lists it all', async ({
  page,
  mailTo,
}) => {
  const { name, email } = newPerson('Siti Aminah')
  await openConsole(page, '/operators', manager)
  await press(page, 'Add operator')
  const dialog = page.getByRole('dialog', { name: 'Add operator' })
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await expectFieldError(dialog.getByLabel('Name'), texts.nameRequired)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Not chosen yet')).toBeVisible()

  const theirs = await page.context().newPage()
  await theirs.goto((await mailTo(email, 'Choose a password')).link ?? '')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeFocused()
  const repeated = theirs.getByLabel('Confirm new password')
  await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await repeated.fill('Teh-Tarik-3-Gelas')
  await press(theirs, 'Set password')
  await expectFieldError(repeated, texts.passwordsDiffer)
  await expectNoAxeViolations(theirs)
  await repeated.fill(PASSWORD)
  const sent = theirs.waitForRequest('**/api/console/password')
  await press(theirs, 'Set password')
  expect((await sent).postDataJSON()).not.toHaveProperty('repeated')
  await expect(theirs.getByText(texts.passwordReset)).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1 })).toBeFocused()
  await theirs.goto('/console/unlock?id=1&hash=x&expires=1&signature=x')
  await press(theirs, 'Unlock')
  await expect(theirs.getByText(texts.operatorLinkInvalid)).toBeVisible()

  await page.getByLabel('Email address to add').fill('not an address')
  await press(page, 'Save')
  await expectFieldError(page.getByLabel('Email address to add'), texts.invalidEmail)
  // A typed value is saved even without pressing Add.
  await page.getByLabel('Email address to add').fill('siti.own@student.campus.edu.my')
  await chooseMerchant(page.getByLabel('Find a merchant to add'), 'kopi')
  await chooseMerchant(page.getByLabel('Find a merchant to add'), 'boba')
  await page.getByRole('button', { name: /^Remove Boba/ }).click()
  await expect(page.getByRole('button', { name: /^Remove .*Kopi/ })).toBeFocused()
  await press(page, 'Save')
  await expect(toast(page)).toContainText(`${name} saved.`)
  await page.reload()
  await expect(page.getByText('Not chosen yet')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Own merchants' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Own college email addresses' })).toHaveText(
    'siti.own@student.campus.edu.my',
  )
  await press(page, 'Remove operator')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove operator' }).click()
  await expect(toast(page)).toContainText(texts.operatorRemoved)
  await expect(page).toHaveURL(/\/console\/operators$/)

  await moveTo(page, '/audit')
  await page.getByLabel('Action').selectOption('Operators and sign-ins')
  await page.getByLabel('Operator', { exact: true }).selectOption(manager.name)
  await expect(page).toHaveURL(/group=operator/)
  const rows = (text: RegExp) => page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: text })
  await expect(rows(/Removed an operator/).first()).toContainText(`${name}deleted`)
  await expect(rows(/Added an operator/).first()).toContainText(`${name}deleted`)
  await expect(rows(/Approved/)).toHaveCount(0)
})

/** Of no voucher. */
const nonsense = { number: '1234 5678', code: '0421' }

test('R-4.01 R-4.02 a manager invites an owner, who makes a phone the counter within 12 touches and 3 screens; the manager ends a cashier and a phone, whose open app says so, sends a password link, clears a lost second factor and removes the owner', async ({
  page,
  server,
  anotherBrowser,
  mailTo,
}) => {
  test.slow()
  const shop = await openShop(server)
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
  await chooseMerchant(dialog.getByLabel('Find a merchant to add'), shop.name.slice(0, -1))
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(toast(page)).toContainText(`${name} invited.`)
  const noPhone = page.getByText('No phone is a counter of these merchants.')
  await expect(noPhone).toBeVisible()

  const phone = await (await anotherBrowser()).newPage()
  await phone.setViewportSize({ width: 360, height: 640 })
  // Three screens; the password, the PIN and two buttons are four touches.
  await openLink(phone, { link: (await mailTo(email)).link ?? '' })
  await phone.getByLabel('PIN', { exact: true }).fill(PIN)
  await phone.getByRole('button', { name: 'Use this phone as the counter' }).click()
  await expect(phone.getByRole('heading', { name: 'Hand over' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Chosen', { exact: true })).toBeVisible()
  const tills = page.getByRole('table', { name: 'Phones' })
  const cashiers = page.getByRole('table', { name: 'Cashiers' })
  await expect(tills.getByRole('row', { name: new RegExp(`Till 1.*${shop.name}.*${name}`) })).toBeVisible()
  await expect(cashiers.getByRole('row', { name: new RegExp(`Rosnah.*${shop.name}`) })).toBeVisible()

  await confirm(page, `Remove Rosnah of ${shop.name}`, 'Remove')
  await expect(page.getByText('No cashiers have been named.')).toBeVisible()
  // The app is open: the next voucher asks who is at the counter.
  await typeVoucher(phone, nonsense)
  await expect(phone.getByRole('heading', { name: /PIN|Who is at the counter/ })).toBeVisible()
  await confirm(page, `Remove Till 1 of ${shop.name}`, 'Remove')
  await expect(noPhone).toBeVisible()
  const noCounter = phone.getByRole('heading', { name: 'This phone is not a counter yet' })
  await pressPin(phone)
  await expect(noCounter).toBeVisible()

  const other = await inviteOwner(server, shop)
  const session = await signUpOwner(server, other)
  const { secret } = (await callApi(server, startSecondFactor, { current_password: OWNER_PASSWORD }, session)).data
  await callApi(server, confirmSecondFactor, { code: totpCode(secret, new Date()) }, session)
  await moveTo(page, `/owners/${other.id}`)
  await expect(fact(page, 'Second factor')).toHaveText('On')
  await expect(fact(page, 'Sessions')).toHaveText('1')
  await confirm(page, 'Reset second factor', 'Reset second factor')
  await expect(fact(page, 'Second factor')).toHaveText('Off')
  await expect(fact(page, 'Sessions')).toHaveText('0')
  await confirm(page, 'Send password link', 'Send link')
  await expect(toast(page)).toContainText(texts.operatorLinkSent)
  await mailTo(other.email, 'password')
  await confirm(page, 'Remove owner', 'Remove owner')
  await expect(toast(page)).toContainText(texts.ownerRemoved)
  await expect(page).toHaveURL(/\/console\/owners$/)
  await expect(page.getByRole('link', { name: other.email })).toHaveCount(0)

  await moveTo(page, `/merchants/${shop.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Owners' }).click()
  await expect(page.getByRole('table', { name: 'Owners' }).getByRole('link', { name: email })).toBeVisible()
  await moveTo(page, '/audit?group=owner')
  const log = (action: RegExp) => page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: action })
  await expect(log(/Sent an owner a password link/).first()).toContainText(manager.name)
  await expect(log(/Removed an owner/).first()).toContainText(`${other.name}deleted`)
})

/** A fact about the owner's sign-in. */
function fact(page: Page, name: string) {
  const facts = page.getByRole('region', { name: 'Sign-in' }).locator('dl > div')
  return facts.filter({ has: page.getByText(name, { exact: true }) }).getByRole('definition')
}

/** Presses a button and confirms it in the dialog that it opens. */
async function confirm(page: Page, name: string, confirmation: string) {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: confirmation }).click()
  await expect(dialog).toBeHidden()
}
