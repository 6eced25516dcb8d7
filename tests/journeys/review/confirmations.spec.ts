import { texts } from '@stampus/contract/texts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { approve, lastDecision, moveTo, openAtDesk, openConsoleAs, toast } from '../support/desk.ts'
import { expect, deskTest as test } from '../support/fixtures.ts'

test('D-41 D-51 D-101 a large approval is sent for confirmation, where a second operator confirms or declines it with keys and sees a look-alike approved meanwhile first; the requester reads why and withdraws, and a manager reads when no other one can confirm', async ({
  page,
  environment,
  anotherBrowser,
}) => {
  const submitLarge = async (date: string) =>
    submitReceipt(environment, await registerMember(environment), {
      amount: '600.00',
      picture: newInvoiceNumber(),
      date,
    })
  const [{ id }, { id: alike, invoice_no: number }] = [await submitLarge('2026-10-05'), await submitLarge('2026-10-04')]
  const sent = lastDecision(page).filter({ hasText: /^Sent for confirmation .*600\.00/ })
  await openAtDesk(page, id, reviewer)
  await expect(page.getByText('A second operator must confirm an approval of this amount.')).toBeVisible()
  await approve(page)
  await expect(sent).toBeVisible()
  await page.keyboard.press('u')
  await approve(page)
  await expect(sent).toBeVisible()

  const other = await (await anotherBrowser()).newPage()
  const title = `Approval of receipt ${id}`
  const request = other.getByRole('region', { name: title })
  const confirmButton = other.getByRole('button', { name: /^Confirm/ })
  const confirmed = other.getByRole('status').filter({ hasText: /^Confirmed .*600\.00/ })
  const press = async (key: string) => {
    await expect(confirmButton).toBeEnabled()
    await other.keyboard.press(key)
  }
  await openConsoleAs(other, manager)
  const way = other.getByRole('link', { name: /^Confirmations/ })
  await expect(way).toContainText('1 request pending')
  await way.click()
  await expect(request).toContainText(`Requested by ${reviewer.name}`)
  await expect(request).toContainText('+50 stamps')
  const viewport = other.viewportSize()
  await other.setViewportSize({ width: 390, height: 844 })
  for (const part of [confirmButton, other.getByRole('button', { name: /^Decline/ }), request.getByRole('heading')])
    await expect(part.first()).toBeInViewport({ ratio: 1 })
  if (viewport) await other.setViewportSize(viewport)
  await expectNoAxeViolations(other)
  await press('c')
  await expect(confirmed).toBeVisible()
  await expect(other.getByText('Nothing to confirm')).toBeVisible()
  await other.keyboard.press('u')
  await expect(toast(other)).toContainText('Confirmation undone.')
  await expect(request).toBeVisible()
  await press('d')
  const dialog = other.getByRole('dialog', { name: `Decline: ${title}` })
  await dialog.getByLabel(/^Reason/).fill('The date cannot be read.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(toast(other)).toContainText(`Declined: ${title}`)

  const row = (about: string) => page.getByRole('row').filter({ hasText: about })
  await moveTo(page, '/confirmations')
  await expect(row(title).filter({ hasText: `Declined by ${manager.name}` })).toContainText('The date cannot be read.')
  for (const receipt of [id, alike]) {
    await openAtDesk(page, receipt)
    await expect(page.getByText('The date cannot be read.')).toHaveCount(receipt === id ? 1 : 0)
    await page.keyboard.press('e')
    await page.getByLabel('Invoice number').fill(number)
    await page.keyboard.press('Enter')
    await approve(page)
    await expect(sent).toBeVisible()
  }

  await other.reload()
  await press('s')
  await expect(other.getByRole('region', { name: `Approval of receipt ${alike}` })).toBeVisible()
  await press('c')
  await expect(request).toBeVisible()
  await press('c')
  const alert = other.getByRole('alert').filter({ hasText: texts.alikeApproved })
  await expect(alert.getByRole('link', { name: `Receipt ${alike}` })).toBeVisible()
  await expect(request.getByRole('button', { name: 'Compare' }).first()).toBeVisible()
  await expectNoAxeViolations(other)
  await press('c')
  await expect(other.getByText('Nothing to confirm')).toBeVisible()
  await moveTo(other, `/submissions/${id}`)
  const history = other.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`${reviewer.name}, confirmed by ${manager.name}`)
  await expect(history).toContainText('Confirmation declined')
  await moveTo(other, `/audit?subject_kind=submission&subject_id=${id}`)
  const confirmation = other.getByRole('row').filter({ hasText: manager.name }).filter({ hasText: reviewer.name })
  await expect(confirmation.first()).toContainText('Approved')

  const member = await registerMember(environment)
  const { id: lonely } = await submitLarge('2026-10-03')
  await openAtDesk(other, lonely)
  await approve(other)
  await expect(lastDecision(other)).toContainText(/^Sent for confirmation/)
  await way.click()
  const own = other.getByRole('row').filter({ hasText: `Approval of receipt ${lonely}` })
  await own.getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(other)).toContainText('Request withdrawn.')
  await expect(own).toContainText('Withdrawn')
  await moveTo(other, `/members/${member.id}`)
  await other.getByRole('button', { name: 'Adjust stamps' }).click()
  const adjustment = other.getByRole('dialog', { name: `Adjust stamps for ${member.name}` })
  await adjustment.getByLabel(/^Stamps to add/).fill('50')
  await expect(adjustment.getByText(/second manager/)).toBeHidden()
  await adjustment.getByLabel(/^Stamps to add/).fill('51')
  await expect(adjustment.getByText(/^No second manager can confirm this\./)).toBeVisible()
  await adjustment.getByLabel(/^Reason/).fill('A prize')
  await adjustment.getByRole('button', { name: 'Adjust' }).click()
  await expect(toast(other)).toContainText(`${member.name} now has 51 stamps.`)
  await moveTo(other, '/overview')
  await expect(other.getByRole('definition').filter({ hasText: 'in the last 30 days' })).toBeVisible()
  await expect(other.getByText('Not countersigned')).toBeVisible()
})
