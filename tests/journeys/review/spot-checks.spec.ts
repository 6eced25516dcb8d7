import type { Page } from '@playwright/test'
import { addReviewerByCommand, connectOperator } from '../../support/browser/operators.ts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { startServer } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

const check = (page: Page) => page.getByRole('region', { name: /^Spot check \d+$/ })
const approve = (page: Page) => page.getByRole('button', { name: /^I would approve/ })

/** Waits until the latest decision or check, which can be undone for ten seconds, is final. */
const untilFinal = (page: Page) => page.waitForTimeout(10_000)

test('D-45 D-51 spot checks are done blind by another operator without scrolling, correct the facts beside a look-alike and can be undone; managers see where the two differ, and one who did not decide closes the disagreement', async ({
  page,
}) => {
  test.slow()
  const checked = { SPOT_CHECK_PERCENT: '100', MAX_RECEIPT_AGE_DAYS: '36500' }
  const { settings, end } = await startDemoServer(checked)
  await end()
  const decider = addReviewerByCommand(settings)
  const server = await startServer(settings)
  const member = await registerMember(server)
  const invoice = newInvoiceNumber()
  const { id } = await submitReceipt(server, member, { invoice })
  const duplicate = await submitReceipt(server, member, { invoice, date: '2026-10-06' })
  // The manager may not close a disagreement about a decision of their own.
  const seen = await submitReceipt(server, await registerMember(server), { picture: newInvoiceNumber() })
  await (await connectOperator(server)).approve(seen.id)
  await (await connectOperator(server, decider)).approve(id)
  await untilFinal(page)
  await openConsole(page, '/checks', reviewer, server.url)
  // The demo's own two checks come first.
  for (const _ of ['first', 'second']) {
    await expect(page.getByRole('status').filter({ hasText: /^\d spot checks? pending$/ })).toBeVisible()
    await expect(approve(page)).toBeEnabled()
    const title = (await check(page).getAttribute('aria-label')) ?? ''
    await page.keyboard.press('a')
    await expect(page.getByText(`Recorded: you would approve ${title.toLowerCase()}.`)).toBeVisible()
  }
  await expect(check(page)).toContainText(seen.invoice_no)
  await expect(approve(page)).toBeEnabled()
  await expect(page.getByRole('main')).not.toContainText(/approved|rejected/i)
  await page.keyboard.press('r')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.getByRole('radio', { name: 'Unreadable' }).check()
  await page.getByRole('button', { name: 'I would reject' }).click()
  await expect(page.getByText(/^Recorded: you would reject spot check \d+\.$/)).toBeVisible()

  await expect(check(page)).toContainText(invoice)
  await expect(approve(page)).toBeEnabled()
  for (const name of [/^I would approve/, /^I would reject/, /^I would correct/])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Compare' }).first().click()
  await expect(page.getByRole('img', { name: `Other receipt: ${duplicate.id}` })).toBeVisible()
  await page.keyboard.press('e')
  const form = page.getByRole('form', { name: 'Correct the details' })
  const correct = form.getByRole('button', { name: 'I would correct' })
  const recorded = page.getByText(/^Recorded: you would correct spot check \d+\.$/)
  await expect(form.getByLabel('Amount')).toBeFocused()
  await expect(correct).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
  await form.getByLabel('Invoice number').fill(`00${invoice}`)
  await correct.click()
  await expect(page.getByText('Change at least one fact, or approve the receipt as it is.')).toBeVisible()
  await form.getByLabel('Amount').fill('25.30')
  await correct.click()
  await expect(recorded).toBeVisible()
  await expect(page.getByText('No spot checks to do')).toBeVisible()
  await page.keyboard.press('u')
  await expect(check(page)).toContainText(invoice)
  await expect(recorded).toBeHidden()
  await expect(approve(page)).toBeEnabled()
  await page.keyboard.press('e')
  await expect(form.getByLabel('Amount')).toHaveValue('25.30')
  await page.keyboard.press('Enter')
  await expect(recorded).toBeVisible()

  await untilFinal(page)
  await openConsole(page, '/checks', manager, server.url)
  const rowWith = (words: string) => page.getByRole('row').filter({ hasText: words })
  const blind = rowWith('Rejected (Unreadable)')
  await expect(blind).toContainText(reviewer.name)
  await expect(blind).toContainText('You decided, confirmed or checked this receipt. Another manager must close this.')
  await expect(blind.getByRole('button')).toHaveCount(0)
  const row = rowWith('Approved, corrected')
  await expect(row).toContainText('decision: RM 23.50')
  await expect(row).toContainText('spot check: RM 25.30')
  await expect(row).not.toContainText('Invoice number')
  await row.getByRole('button', { name: `Close disagreement on receipt ${id}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Close disagreement on receipt ${id} from Warung Kak Ros` })
  await dialog.getByRole('button', { name: 'Close disagreement' }).click()
  await expect(dialog.getByRole('group', { name: 'Outcome' })).toHaveAccessibleDescription('Choose an outcome.')
  await expect(dialog.getByText('A note is required.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('radio', { name: 'The spot check was right' }).check()
  await expect(dialog).toContainText('This changes no stamps and no facts.')
  await dialog.getByLabel('Note').fill('The total is printed below the fold.')
  await dialog.getByRole('button', { name: 'Close disagreement' }).dblclick()
  await expect(toast(page)).toContainText(`Disagreement on receipt ${id} closed: the spot check was right`)
  await page.getByLabel('Status').selectOption('Closed')
  await rowWith('The total is printed below the fold.')
    .getByRole('link', { name: 'Go to “Reverse the decision”' })
    .click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Disagreement closed: the spot check was right')
  await expect(history).toContainText('Amount corrected: RM 23.50 → RM 25.30')
  // Otherwise the page requests data from a server that is gone.
  await page.close()
  await server.remove()
})
