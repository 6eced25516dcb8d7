import { texts } from '@stampus/contract/texts'
import { manager, reviewer, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, toast } from '../support/desk.ts'
import { expect, test as journey, provideDemoServer } from '../support/fixtures.ts'
import { expectFieldError } from '../support/web.ts'

/** A server of its own, because a merchant is deactivated here. */
const test = journey.extend<object, { server: ServerUnderTest }>({
  server: [provideDemoServer, { scope: 'worker', timeout: 90_000 }],
})

test.skip(({ isMobile }) => isMobile, 'the console is a tool of the desk')

test.describe('in a browser set to American English', () => {
  test.use({ locale: 'en-US' })

  test('D-52 dates are entered and shown as day, month, year', async ({ page }) => {
    await openConsole(page, '/submissions', reviewer)
    const from = page.getByRole('textbox', { name: 'Received from' })
    await expect(from).toHaveAttribute('placeholder', 'DD/MM/YYYY')
    await from.fill('5/10/2026')
    await expect(page).toHaveURL(/received_from=2026-10-05/)
    await from.press('Tab')
    await expect(from).toHaveValue('05/10/2026')
    await page.reload()
    await expect(from).toHaveValue('05/10/2026')
    await page.getByRole('textbox', { name: 'Purchase date' }).fill('7 Nov 2026')
    await expect(page).toHaveURL(/purchased_on=2026-11-07/)
    await from.fill('31/02/2026')
    await from.press('Enter')
    await expectFieldError(from, texts.invalidDate)
    await expect(from).toHaveValue('31/02/2026')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(from).toHaveValue('')
  })

  test('D-53 a deal and an announcement are scheduled by day, month, year and a 24-hour clock', async ({ page }) => {
    await openConsole(page, '/deals/new', manager)
    await page.getByRole('textbox', { name: 'First day' }).fill('02/01/2098')
    await page.getByRole('textbox', { name: 'Last day' }).fill('1.1.2098')
    await page.getByRole('textbox', { name: 'Last day' }).press('Tab')
    await expect(page.getByRole('textbox', { name: 'Last day' })).toHaveValue('01/01/2098')
    await page.goto('/console/announcements/new')
    await page.getByLabel('From a set time').check()
    await page.getByLabel('Date', { exact: true }).fill('04/03/2020')
    await page.getByLabel(/^Time/).fill('0805')
    await page.getByLabel(/^Time/).press('Tab')
    await expect(page.getByLabel(/^Time/)).toHaveValue('08:05')
    await expect(page.getByText(/^This time has passed/)).toBeVisible()
  })
})

test('D-53 a merchant cannot be saved while the effects of its deactivation are loading', async ({
  page,
  server,
  member,
}) => {
  await submitReceipt(server, member)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/console/merchants/*/usage', async (route) => {
    await answered.promise
    await route.continue()
  })
  await openConsole(page, '/merchants?search=kak+ros', manager)
  await page.getByRole('link', { name: 'Warung Kak Ros' }).click()
  const active = page.getByLabel(/^Active/)
  await active.uncheck()
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await expect(active).toBeDisabled()
  answered.resolve()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(active).toBeEnabled()
  await expect(save).toBeFocused()
})

test('D-53 before a merchant is deactivated, its waiting receipts and its deals are listed', async ({
  page,
  server,
  member,
}) => {
  await submitReceipt(server, member)
  await openConsole(page, '/merchants?search=kak+ros', manager)
  await page.getByRole('link', { name: 'Warung Kak Ros' }).click()
  await page.getByLabel(/^Active/).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Deactivate Warung Kak Ros?' })
  await expect(question).toContainText(/\d+ receipts? (is|are) still pending/)
  await expect(question.getByRole('listitem').first()).toBeVisible()
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(toast(page)).toContainText('Warung Kak Ros saved.')
  await page.getByLabel(/^Active/).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(question).toBeHidden()
})

test('D-52 each calendar button names its field, and a browser without a calendar asks for a typed date', async ({
  page,
}) => {
  await page.addInitScript(() => {
    HTMLInputElement.prototype.showPicker = () => {
      throw new DOMException('No calendar here', 'NotAllowedError')
    }
  })
  await openConsole(page, '/submissions', reviewer)
  await expect(page.getByRole('button', { name: 'Open the calendar: Decided until', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open the calendar: Received from', exact: true }).click()
  await expect(toast(page)).toContainText('Type the date as DD/MM/YYYY.')
})

test('D-50 signing in again keeps the email, and the focus returns to its place', async ({ page, context }) => {
  await openConsole(page, '/merchants/new', manager)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Kedai Baru')
  await context.clearCookies()
  await name.press('Enter')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again.getByLabel('Email')).toHaveValue(manager.email)
  await expect(again.getByLabel('Password')).toBeFocused()
  await page.keyboard.type(manager.password)
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Kedai Baru')
})
