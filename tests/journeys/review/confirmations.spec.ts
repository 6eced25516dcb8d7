import type { Page } from '@playwright/test'
import { changeOperator, operators, showOperator } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { callApi } from '../../support/browser/api.ts'
import { connectOperator, signInOperator } from '../../support/browser/operators.ts'
import {
  findMerchant,
  manager,
  newInvoiceNumber,
  type Person,
  registerMember,
  reviewer,
  submitReceipt,
} from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import {
  approve,
  lastDecision,
  moveTo,
  onDesk,
  openAtDesk,
  openConsole,
  openConsoleAs,
  toast,
} from '../support/desk.ts'
import { expect, deskTest as test } from '../support/fixtures.ts'

test('D-101 a large approval is sent for confirmation, and a second operator confirms or declines it with keys', async ({
  page,
  environment,
  anotherBrowser,
}) => {
  const { id } = await submitReceipt(environment, await registerMember(environment), { amount: '600.00' })
  await openAtDesk(page, id, reviewer)
  await expect(page.getByText('A second operator must confirm an approval of this amount.')).toBeVisible()
  await page.keyboard.press('a')
  const sent = page.getByRole('status').filter({ hasText: /^Sent for confirmation .*600\.00/ })
  await expect(sent).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(sent).toBeVisible()

  const other = await (await anotherBrowser()).newPage()
  await openConsoleAs(other, manager)
  const way = other.getByRole('link', { name: /^Confirmations/ })
  await expect(way).toContainText('1 request pending')
  await way.click()
  const request = other.getByRole('region', { name: `Approval of receipt ${id}` })
  await expect(request).toContainText(`Requested by ${reviewer.name}`)
  await expect(request).toContainText('+50 stamps')
  await expectCaseOnScreen(other, `Approval of receipt ${id}`)
  await expect(other.getByRole('button', { name: /^Confirm/ })).toBeEnabled()
  await expectNoAxeViolations(other)
  await other.keyboard.press('c')
  const confirmed = other.getByRole('status').filter({ hasText: /^Confirmed .*600\.00/ })
  await expect(confirmed).toBeVisible()
  await expect(other.getByText('Nothing to confirm')).toBeVisible()
  await other.keyboard.press('u')
  await expect(toast(other)).toContainText('Confirmation undone.')
  await expect(request).toBeVisible()
  await other.keyboard.press('d')
  const dialog = other.getByRole('dialog', { name: `Decline: Approval of receipt ${id}` })
  await dialog.getByLabel(/^Reason/).fill('The date cannot be read.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(toast(other)).toContainText(`Declined: Approval of receipt ${id}`)

  await moveTo(page, '/confirmations')
  const own = page
    .getByRole('row')
    .filter({ hasText: `Approval of receipt ${id}` })
    .filter({ hasText: 'Declined' })
  await expect(own).toContainText(`Declined by ${manager.name}`)
  await expect(own).toContainText('The date cannot be read.')
  await openAtDesk(page, id)
  await expect(page.getByText('The date cannot be read.')).toBeVisible()
  await page.keyboard.press('a')
  await expect(sent).toBeVisible()
  await other.goto('/console/confirmations')
  await expect(other.getByRole('button', { name: /^Confirm/ })).toBeEnabled()
  await other.keyboard.press('c')
  await expect(confirmed).toBeVisible()
  await moveTo(other, `/submissions/${id}`)
  const history = other.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`${reviewer.name}, confirmed by ${manager.name}`)
  await expect(history).toContainText('Confirmation declined')
  await moveTo(other, '/audit')
  const entry = other
    .getByRole('row')
    .filter({ hasText: `Receipt ${id}` })
    .filter({ hasText: 'Approved a receipt' })
    .first()
  await expect(entry).toContainText(manager.name)
  await expect(entry).toContainText(reviewer.name)
})

test('D-101 D-50 the requester sees that no one here can confirm yet, and who could, withdraws the request, and sees before sending and in the overview that no one can', async ({
  page,
  environment,
}) => {
  await signInOperator(environment, reviewer)
  await recordConflict(environment, reviewer, 'Warung Kak Ros')
  const { id } = await submitReceipt(environment, await registerMember(environment), { amount: '600.00' })
  await openAtDesk(page, id, manager)
  await page.keyboard.press('a')
  await expect(page.getByRole('status').filter({ hasText: /^Sent for confirmation .*600\.00/ })).toBeVisible()
  await page.getByRole('link', { name: /^Confirmations/ }).click()
  const own = page.getByRole('row').filter({ hasText: `Approval of receipt ${id}` })
  await expect(own).toContainText("Nobody can confirm this yet. It needs another reviewer or manager who isn't")
  await expectNoAxeViolations(page)
  await recordConflict(environment, reviewer)
  await page.reload()
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(own).not.toContainText('Nobody can confirm this yet')
  await own.getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(page)).toContainText('Request withdrawn.')
  await expect(own).toContainText('Withdrawn')
  await openAtDesk(page, id)

  const member = await registerMember(environment)
  await moveTo(page, `/members/${member.id}`)
  await page.getByRole('button', { name: 'Adjust stamps' }).click()
  const dialog = page.getByRole('dialog', { name: `Adjust stamps for ${member.name}` })
  await dialog.getByLabel(/^Stamps to add/).fill('50')
  await expect(dialog.getByText(/second manager/)).toBeHidden()
  await dialog.getByLabel(/^Stamps to add/).fill('51')
  await expect(dialog.getByText(/^No second manager can confirm this\./)).toBeVisible()
  await dialog.getByLabel(/^Reason/).fill('A prize')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  await expect(toast(page)).toContainText(`${member.name} now has 51 stamps.`)
  await moveTo(page, '/overview')
  await expect(page.getByRole('definition').filter({ hasText: 'in the last 30 days' })).toBeVisible()
  await expect(page.getByText('Not countersigned')).toBeVisible()
  await moveTo(page, '/audit')
  const entry = page.getByRole('row').filter({ hasText: member.name }).first()
  await expect(entry).toContainText('Not countersigned')
})

test('D-41 D-51 D-101 an approved receipt with the corrected number is named, can be compared, and blocks nothing once it was shown, to the second operator, too', async ({
  page,
  environment,
  anotherBrowser,
}) => {
  const mistyped = await submitMistypedNumber(environment)
  await (await connectOperator(environment)).approve(mistyped.other)
  await openAtDesk(page, mistyped.typed, reviewer)
  await expect(onDesk(page).getByRole('list', { name: 'Warnings' })).toHaveCount(0)
  await correctNumber(page, mistyped.invoice)
  await approve(page)
  // A double press does not confirm what the error shows.
  await expect(lookAlikeAlert(page)).toBeVisible()
  await page.keyboard.press('a')
  const link = lookAlikeAlert(page).getByRole('link', { name: `Receipt ${mistyped.other}` })
  await expect(link).toHaveAttribute('href', `/console/submissions/${mistyped.other}`)
  await expect(lookAlikeAlert(page)).toContainText(
    `Possible duplicate of receipt ${mistyped.other}: invoice ${mistyped.invoice} at Warung Kak Ros, sent before by another member`,
  )
  await expectNoAxeViolations(page)
  await onDesk(page).getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('img', { name: `Other receipt: ${mistyped.other}` })).toBeVisible()
  await approve(page)
  await expect(lastDecision(page)).toContainText(/^Approved/)

  const { invoice, other, typed } = await submitMistypedNumber(environment, '600.00')
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
const lookAlikeAlert = (within: Page) => within.getByRole('alert').filter({ hasText: texts.alikeApproved })

/** Records the merchants of an operator as a manager does. */
async function recordConflict(environment: ServerUnderTest, { email }: Person, ...names: string[]) {
  const headers = await signInOperator(environment, manager)
  const found = (await callApi(environment, operators, {}, headers)).data.find((operator) => operator.email === email)
  const { id, name, role, version, addresses } = (
    await callApi(environment, showOperator, { id: found?.id ?? 0 }, headers)
  ).data
  const merchant_ids = await Promise.all(names.map(async (named) => (await findMerchant(environment, named)).id))
  await callApi(environment, changeOperator, { id, name, role, version, addresses, merchant_ids }, headers)
}

/** The facts come before the picture on a phone, and the buttons are whole on each screen. */
async function expectCaseOnScreen(page: Page, title: string) {
  const before = page.viewportSize()
  const facts = page.getByRole('heading', { name: title })
  const picture = page.getByRole('region', { name: title }).getByLabel('Receipt picture')
  for (const [width, height] of [
    [1280, 800],
    [1100, 760],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(facts).toBeInViewport({ ratio: 1 })
    for (const name of [/^Confirm/, /^Decline/, /^Skip(?! to)/])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  expect((await facts.boundingBox())?.y).toBeLessThan((await picture.boundingBox())?.y ?? 0)
  if (before) await page.setViewportSize(before)
}
