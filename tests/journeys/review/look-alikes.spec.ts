import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { deskPicture, lastDecision, openAtDesk, openConsole, submitTodaysReceipt, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

test('D-45 D-51 C compares a duplicate side by side, X swaps the two, ? lists the keys, and a reversal to approved lists the approved look-alikes first', async ({
  page,
  server,
  member,
}) => {
  const number = newInvoiceNumber()
  const [rejected, approved] = [
    await submitReceipt(server, await registerMember(server), { picture: number }),
    await submitReceipt(server, await registerMember(server), { picture: number }),
  ]
  const operator = await connectOperator(server)
  await operator.reject(rejected.id, 'Too dark')
  await operator.approve(approved.id)
  const picture = newInvoiceNumber()
  const first = await submitTodaysReceipt(server, await registerMember(server), picture)
  const second = await submitTodaysReceipt(server, member, picture)
  await openAtDesk(page, second, reviewer)
  const duplicate = page.getByRole('img', { name: `Other receipt: ${first}` })
  await expect(duplicate).toBeHidden()
  await page.keyboard.press('c')
  await expect(duplicate).toBeVisible()
  const left = async (of = duplicate) => (await of.boundingBox())?.x ?? 0
  expect(await left()).toBeGreaterThan(await left(deskPicture(page)))
  await page.keyboard.press('x')
  await expect.poll(async () => (await left()) < (await left(deskPicture(page)))).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByRole('heading').click()
  await page.keyboard.press('s')
  await expect(duplicate).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Why is this receipt rejected?' })
  await expect(dialog).toBeVisible()
  const [picturesRight, dialogsLeft] = [await left(deskPicture(page)), (await dialog.boundingBox())?.x ?? 0]
  expect(dialogsLeft).toBeGreaterThan(picturesRight)
  await expect(dialog).toContainText('Typed: RM\u202f23.50')
  await expectNoAxeViolations(page)
  const preset = dialog.getByRole('radio').first()
  await preset.check()
  await preset.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(lastDecision(page)).toContainText(`receipt ${second}`)

  await openConsole(page, `/submissions/${rejected.id}`, manager)
  await page.getByRole('button', { name: 'Reverse the decision' }).click()
  const reversal = page.getByRole('dialog', { name: /^Reverse the rejection by/ })
  await reversal.getByLabel(/^Reason/).fill('It can be read.')
  const press = () => reversal.getByRole('button', { name: 'Reverse' }).click({ timeout: 500 })
  const link = reversal
    .getByRole('alert')
    .filter({ hasText: texts.alikeApproved })
    .getByRole('link', { name: `Receipt ${approved.id}` })
  await expect(async () => {
    // The rejection may be undone for ten seconds, and until then the reversal is rejected.
    if (!(await link.isVisible())) await press()
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectNoAxeViolations(page)
  await reversal.getByRole('button', { name: 'Reverse' }).click()
  await expect(toast(page)).toContainText(`Receipt ${rejected.id} is approved.`)
})
