import type { Locator, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import {
  approve,
  lastDecision,
  onDesk,
  openAtDesk,
  openConsole,
  openConsoleAs,
  openDesk,
  toast,
} from '../support/desk.ts'
import { createFileTest, expect } from '../support/fixtures.ts'

const test = createFileTest()
test.use({ expectedErrors: /^Failed to load resource: the server responded with a status of 409/ })

/** A receipt, and another one of the day before with the number that it should have. */
async function submitMistypedNumber(environment: ServerUnderTest, amount = '23.50') {
  const invoice = newInvoiceNumber()
  const send = async (given: { invoice: string; date: string }) =>
    (
      await submitReceipt(environment, await registerMember(environment), {
        amount,
        picture: newInvoiceNumber(),
        ...given,
      })
    ).id
  return {
    invoice,
    other: await send({ invoice, date: '2026-10-04' }),
    typed: await send({ invoice: newInvoiceNumber(), date: '2026-10-05' }),
  }
}

/** Corrects the invoice number of the receipt on the desk. */
async function correctNumber(page: Page, invoice: string) {
  await page.keyboard.press('e')
  await page.getByLabel('Invoice number').fill(invoice)
  await page.keyboard.press('Enter')
  await expect(onDesk(page)).toContainText(invoice)
}

/** The error that names an approved look-alike. */
const lookAlikeAlert = (within: Page | Locator) => within.getByRole('alert').filter({ hasText: texts.alikeApproved })

test('D-41 D-51 an approved receipt with the corrected number is named, can be compared, and blocks nothing once it was shown', async ({
  page,
  environment,
}) => {
  const { invoice, other, typed } = await submitMistypedNumber(environment)
  await (await connectOperator(environment)).approve(other)
  await openDesk(page, reviewer)
  await openAtDesk(page, typed)
  await expect(onDesk(page).getByRole('list', { name: 'Warnings' })).toHaveCount(0)
  await correctNumber(page, invoice)
  await approve(page)
  // A double press does not confirm what the error shows.
  await expect(lookAlikeAlert(page)).toBeVisible()
  await page.keyboard.press('a')
  const link = lookAlikeAlert(page).getByRole('link', { name: `Receipt ${other}` })
  await expect(link).toHaveAttribute('href', `/console/submissions/${other}`)
  await expect(lookAlikeAlert(page)).toContainText(
    `Possible duplicate of receipt ${other}: invoice ${invoice} at Warung Kak Ros, sent by another member`,
  )
  await expectNoAxeViolations(page)
  await onDesk(page).getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('img', { name: `Other receipt: ${other}` })).toBeVisible()
  await approve(page)
  await expect(lastDecision(page)).toContainText(/^Approved/)
})

test('D-41 D-101 the same applies to the second operator when that receipt was approved after the request', async ({
  page,
  environment,
  anotherBrowser,
}) => {
  const { invoice, other, typed } = await submitMistypedNumber(environment, '600.00')
  await openConsoleAs(page, reviewer)
  await openAtDesk(page, typed)
  await correctNumber(page, invoice)
  await approve(page)
  await expect(lastDecision(page)).toContainText(/^Sent for confirmation/)
  await openAtDesk(page, other)
  await approve(page)
  await expect(lastDecision(page)).toContainText(/^Sent for confirmation/)
  const second = await (await anotherBrowser()).newPage()
  await openConsole(second, '/confirmations', manager)
  const request = (id: number) => second.getByRole('region', { name: `Approval of receipt ${id}` })
  await expect(request(typed)).toBeVisible()
  const confirm = async () => {
    await expect(second.getByRole('button', { name: /^Confirm/ })).toBeEnabled()
    await second.keyboard.press('c')
  }
  await second.keyboard.press('s')
  await expect(request(other)).toBeVisible()
  await confirm()
  await expect(request(typed)).toBeVisible()
  await confirm()
  await expect(lookAlikeAlert(second).getByRole('link', { name: `Receipt ${other}` })).toBeVisible()
  await expect(request(typed).getByRole('button', { name: 'Compare' })).toBeVisible()
  await expectNoAxeViolations(second)
  await confirm()
  await expect(second.getByText('Nothing to confirm')).toBeVisible()
})

test('D-45 D-51 a reversal to approved lists the approved look-alikes first', async ({ page, environment }) => {
  const picture = newInvoiceNumber()
  const [rejected, other] = [
    await submitReceipt(environment, await registerMember(environment), { picture }),
    await submitReceipt(environment, await registerMember(environment), { picture }),
  ]
  const operator = await connectOperator(environment)
  await operator.reject(rejected.id, 'Too dark')
  await operator.approve(other.id)
  await openConsole(page, `/submissions/${rejected.id}`, manager)
  await page.getByRole('button', { name: 'Reverse the decision' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reverse the rejection by/ })
  await dialog.getByLabel(/^Reason/).fill('It can be read.')
  const press = () => dialog.getByRole('button', { name: 'Reverse' }).click({ timeout: 500 })
  const link = lookAlikeAlert(dialog).getByRole('link', { name: `Receipt ${other.id}` })
  await expect(async () => {
    // The rejection may be undone for ten seconds, and until then the reversal is rejected.
    if (!(await link.isVisible())) await press()
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expect(toast(page)).toContainText(`Receipt ${rejected.id} is approved.`)
})
