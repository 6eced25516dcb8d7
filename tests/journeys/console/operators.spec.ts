import type { Page } from '@playwright/test'
import { removeOperator } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { totpCode } from '../../support/api/codes.ts'
import { callApi } from '../../support/browser/api.ts'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { addReviewer, signInOperator } from '../../support/browser/operators.ts'
import { manager, newPerson, type Person } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { OWNER_PASSWORD, signUpOwner } from '../support/counter.ts'
import { openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError } from '../support/web.ts'

const PASSWORD = 'Teh-Tarik-2-Gelas'
const LOCKED =
  'Too many wrong passwords. If there is such an account, we have emailed it a link to sign in without waiting. Otherwise try again in an hour.'

test('D-50 D-55 an operator is added, sets a password and a second factor, is changed and removed, and the audit log lists it all', async ({
  page,
  anotherBrowser,
  mailTo,
}) => {
  test.slow()
  const { name, email } = newPerson('Siti Aminah')
  await openConsole(page, '/account', manager)
  await go(page, 'Operators')
  await add(page, name, email)
  const theirs = await (await anotherBrowser()).newPage()
  await theirs.goto((await mailTo(email, 'Choose a password')).link ?? '')
  await choosePassword(theirs)
  await enter(theirs, { name, email, password: PASSWORD })
  await expect(theirs.getByRole('banner')).toContainText(name)
  const [recovery = ''] = await switchOn(theirs, PASSWORD)
  await signInAgain(theirs, { name, email, password: PASSWORD }, recovery)

  await page.getByLabel('Email address to add').fill('not an address')
  await page.keyboard.press('Enter')
  await expectFieldError(page.getByLabel('Email address to add'), texts.invalidEmail)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(page.getByLabel('Email address to add'), texts.invalidEmail)
  // A typed value is saved even without pressing Add.
  await page.getByLabel('Email address to add').fill('siti.own@student.campus.edu.my')
  await chooseMerchant(page.getByLabel('Find a merchant to add'), 'kopi')
  await chooseMerchant(page.getByLabel('Find a merchant to add'), 'boba')
  await page.getByRole('button', { name: /^Remove Boba/ }).click()
  await expect(page.getByRole('button', { name: /^Remove .*Kopi/ })).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText(`${name} saved.`)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Own merchants' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Own college email addresses' })).toHaveText(
    'siti.own@student.campus.edu.my',
  )
  await expectNoAxeViolations(page)
  await removeByButton(page)

  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Review console' })).toBeVisible()
  await enter(theirs, { name, email, password: PASSWORD })
  await expect(theirs.getByText(texts.operatorCredentials)).toBeVisible()
  await readAuditLog(page, name)
})

test('D-50 when the second factor is required, nothing else opens before the recovery codes are saved', async ({
  page,
}) => {
  // A server of its own: here managers cannot go without a second factor.
  const server = await startDemoServer({ SECOND_FACTOR: 'managers' })
  try {
    await page.goto(`${server.url}/console/operators`)
    await fillIn(page, manager)
    await expect(page.getByText('Set up your second factor and save its recovery codes')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0)
    await makeCodes(page, manager.password)
    // The authenticator app had the focus meanwhile; the codes stay until they are saved.
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/console/session'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await asked
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    await page.getByRole('button', { name: "I've saved them" }).click()
    await expect(page.getByRole('heading', { name: 'Operators' })).toBeVisible()
  } finally {
    // Otherwise the page requests data from a server that is gone.
    await page.close()
    await server.remove()
  }
})

test('D-21 an operator and an owner whom strangers lock out unlock a new browser with a mailed link and sign in', async ({
  page,
  server,
  mailTo,
}) => {
  const unlockAndEnter = async (email: string, signInAt: string) => {
    await page.goto(signInAt)
    await fillIn(page, { name: '', email, password: PASSWORD })
    await expect(page.getByText(LOCKED)).toBeVisible()
    const { link = '' } = await mailTo(email, 'Too many wrong passwords')
    await page.goto(link.replace('signature=', 'signature=x'))
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText(texts.operatorLinkInvalid)).toBeVisible()
    await page.goto(link)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText(texts.browserUnlocked)).toBeVisible()
    await page.getByRole('link', { name: /sign.in/i }).click()
  }
  const operator = await addReviewer(server)
  await lockOut(server, '/api/console/session', operator.email)
  await unlockAndEnter(operator.email, '/console/')
  await fillIn(page, operator)
  await expect(page.getByRole('banner')).toContainText(operator.name)
  const owner = await inviteOwner(server, await openShop(server))
  await signUpOwner(page, owner)
  await page.context().clearCookies()
  await lockOut(server, '/api/counter/owner/session', owner.email)
  await unlockAndEnter(owner.email, '/counter/owner')
  await fillIn(page, { name: '', email: owner.email, password: OWNER_PASSWORD })
  await expect(page.getByRole('link', { name: 'My account' })).toBeVisible()
  await callApi(server, removeOperator, { id: operator.id }, await signInOperator(server, manager))
})

/** Uses up the attempts that an account has in an hour, from 25 client addresses. */
async function lockOut(server: ServerUnderTest, path: string, email: string) {
  for (let at = 0; at < 25; at += 1) {
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `203.0.113.${at}`,
    }
    const body = JSON.stringify({ email, password: `Guess-${at}` })
    expect((await fetch(server.url + path, { method: 'POST', headers, body })).status).toBe(422)
  }
}

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click()

async function enter(page: Page, operator: Person) {
  await page.goto('/console/account')
  await fillIn(page, operator)
}

async function fillIn(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function add(page: Page, name: string, email: string) {
  await page.getByRole('button', { name: 'Add operator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add operator' })
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await expectFieldError(dialog.getByLabel('Name'), texts.nameRequired)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Not chosen yet')).toBeVisible()
}

async function choosePassword(page: Page) {
  const [password, repeated] = [
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Confirm new password'),
  ]
  await password.fill(PASSWORD)
  await repeated.fill('Teh-Tarik-3-Gelas')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expectFieldError(repeated, texts.passwordsDiffer)
  await expectNoAxeViolations(page)
  await repeated.fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(texts.passwordReset)).toBeVisible()
}

/** Turns on the second factor on the account page and returns the recovery codes. */
async function switchOn(page: Page, password: string): Promise<string[]> {
  const codes = await makeCodes(page, password)
  await expectNoAxeViolations(page)
  await go(page, 'Review desk')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  return codes
}

async function makeCodes(page: Page, password: string): Promise<string[]> {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up second factor' }).click()
  await expect(page.getByRole('img', { name: 'QR code with the secret key' })).toBeVisible()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expectFieldError(page.getByLabel('Code'), texts.codeWrong)
  await page.getByLabel('Code').fill(totpCode(secret, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes.allTextContents()
}

async function signInAgain(page: Page, operator: Person, recovery: string) {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await fillIn(page, operator)
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await code.press('Enter')
  await expectFieldError(code, texts.codeWrong)
  await expectNoAxeViolations(page)
  await code.fill(recovery)
  await code.press('Enter')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
}

async function removeByButton(page: Page) {
  await page.getByRole('button', { name: 'Remove operator' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove operator' }).click()
  await expect(toast(page)).toContainText(texts.operatorRemoved)
  await expect(page).toHaveURL(/\/console\/operators$/)
}

/** The audit log of the latest actions of one operator, filtered by the URL. */
async function readAuditLog(page: Page, name: string) {
  await go(page, 'Audit log')
  await page.getByLabel('Action').selectOption('Operators and sign-ins')
  await page.getByLabel('Operator', { exact: true }).selectOption(manager.name)
  const table = page.getByRole('table', { name: 'Audit log' })
  await expect(table.getByRole('row', { name: /Removed an operator/ }).first()).toBeVisible()
  await expect(table.getByRole('row', { name: /Added an operator/ }).first()).toContainText(`${name}deleted`)
  await expect(table.getByRole('row', { name: /Approved/ })).toHaveCount(0)
  await expect(page).toHaveURL(/group=operator/)
  await page.reload()
  await expect(page.getByLabel('Action')).toHaveValue('operator')
  await expect(table.getByRole('row', { name: /Removed an operator/ }).first()).toBeVisible()
  await expectNoAxeViolations(page)
}
