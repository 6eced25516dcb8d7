import { texts } from '@stampus/contract/texts'
import { manager } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError } from '../support/web.ts'

test.skip(({ isMobile }) => isMobile, 'the console is a tool of the desk')

test.describe('in a browser set to American English', () => {
  test.use({ locale: 'en-US' })

  test('D-52 D-53 dates are entered and shown as day, month, year, times by a 24-hour clock, and a browser without a calendar asks for a typed date', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      HTMLInputElement.prototype.showPicker = () => {
        throw new DOMException('No calendar here', 'NotAllowedError')
      }
    })
    await openConsole(page, '/submissions', manager)
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

    await expect(page.getByRole('button', { name: 'Open the calendar: Decided until', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Open the calendar: Received from', exact: true }).click()
    await expect(toast(page)).toContainText('Type the date as DD/MM/YYYY.')

    await moveTo(page, '/deals/new')
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
