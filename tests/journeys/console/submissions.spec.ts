import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import {
  manager,
  newInvoiceNumber,
  newPerson,
  registerMember,
  reviewer,
  submitReceipt,
} from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, heading } from '../support/web.ts'

// A connection that a test cuts.
test.use({ expectedErrors: /net::ERR_FAILED/ })

async function download(page: Page, pressed: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), pressed.click()])
  return file
}

test.describe('in a browser set to American English', () => {
  test.use({ locale: 'en-US' })

  test('D-52 D-53 a reviewer searches for a receipt, keeps the search in the URL, downloads the list and filters by operator, reason and period; dates are entered and shown as day, month, year, and a browser without a calendar asks for a typed date', async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      HTMLInputElement.prototype.showPicker = () => {
        throw new DOMException('No calendar here', 'NotAllowedError')
      }
    })
    const member = await registerMember(server, { ...newPerson(), name: `<b>${'Nurul'.repeat(19)}` })
    const invoice = newInvoiceNumber()
    const { id } = await submitReceipt(server, member, { invoice })
    const { id: torn } = await submitReceipt(server, member)
    await (await connectOperator(server)).reject(torn, 'The receipt is torn.')
    await openConsole(page, '/submissions', reviewer)
    await expect(page.getByRole('cell').filter({ hasText: member.email }).first()).toContainText(member.name)
    const { x = 0, width = 0 } = (await page.getByRole('table').boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(1280)

    const number = page.getByLabel('Receipt or invoice')
    const found = page.getByRole('link', { name: /^Receipt \d+$/ })
    await number.fill(invoice)
    await expect(found).toHaveText([`Receipt ${id}`])
    await page.getByLabel('Merchant').fill('kak ros')
    await page.getByLabel('Merchant').fill('Warung Kak Ros')
    await expect(page).toHaveURL(/number=\d+&merchant_id=\d+/)
    const from = page.getByRole('textbox', { name: 'Received from' })
    await expect(from).toHaveAttribute('placeholder', 'DD/MM/YYYY')
    await from.fill('5/10/2026')
    await expect(page).toHaveURL(/received_from=2026-10-05/)
    await page.reload()
    await expect(page.getByLabel('Merchant')).toHaveValue('Warung Kak Ros')
    await expect(from).toHaveValue('05/10/2026')
    await expect(found).toHaveText([`Receipt ${id}`])
    const file = await download(page, page.getByRole('button', { name: 'Export CSV' }))
    const rows = String(await readFile(await file.path()))
      .trim()
      .split('\r\n')
    expect([rows.length, rows[1]]).toEqual([2, expect.stringContaining(`,"'${invoice}","","${member.id}","0",`)])
    expect(rows[1]).not.toContain(member.email)
    await found.click()
    await expect(heading(page, `Receipt ${id}`)).toBeVisible()
    await page.goBack()
    await expect(number).toHaveValue(invoice)

    await from.fill('31/02/2026')
    await from.press('Enter')
    await expectFieldError(from, texts.invalidDate)
    await number.fill('ABC')
    await expectFieldError(number, texts.invalidReceiptNumber)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/\/console\/submissions$/)
    await expect(from).toHaveValue('')
    await expect(heading(page, 'Receipts')).toBeFocused()
    await page.getByRole('button', { name: 'Open the calendar: Received from', exact: true }).click()
    await expect(toast(page)).toContainText('Type the date as DD/MM/YYYY.')

    await number.fill(`Receipt ${torn}`)
    await expect(found).toHaveText([`Receipt ${torn}`])
    await page.getByLabel('Decided by').selectOption(manager.name)
    await page.getByLabel('Rejection reason').selectOption('Other reason')
    await expect(page).toHaveURL(/operator_id=\d+&reason=own_words/)
    await expect(found).toHaveText([`Receipt ${torn}`])
    await page.getByLabel('Rejection reason').selectOption('Unreadable')
    await expect(page.getByText('No receipts found.')).toBeVisible()
  })
})

test('D-43 D-45 D-52 D-55 R-5.02 R-5.03 R-5.04 a manager downloads receipts with names and emails, which the audit log records, and the original picture, and reverses an approval whose stamps were spent with a reason, once its figures are loaded and the operator can no longer undo it: the ready voucher is voided', async ({
  page,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member)
  await (await connectOperator(server)).approve(id)
  await openConsole(page, `/submissions?number=%23${id}`, manager)
  const file = await download(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(String(await readFile(await file.path()))).toContain(`,"${member.id}","${member.name}","${member.email}",`)
  await moveTo(page, '/audit?group=submissions')
  await expect(page.getByRole('row').filter({ hasText: 'Names and emails' }).first()).toContainText('Included')
  await moveTo(page, `/submissions/${id}`)
  const picture = await download(page, page.getByRole('link', { name: 'Original picture' }))
  expect(picture.suggestedFilename()).toBe(`receipt-${id}.jpg`)
  const dialog = page.getByRole('dialog', { name: /^Reverse the approval by/ })
  const reason = dialog.getByLabel('Reason (shown to the member)')
  const confirm = dialog.getByRole('button', { name: 'Reverse' })
  const desk = await connectRewardsDesk(server)
  const kuih = await desk.publish({ title: 'Two kuih', stamps: 1 })
  // The approval can be undone for ten seconds, and until then its stamps cannot be spent.
  await expect(async () => {
    await claimElsewhere(server, member, kuih)
  }).toPass({ timeout: 20_000 })
  // The rest of the stamps is gone, as after an earlier hand-over.
  await desk.giveStamps(member, -1)

  await page.reload()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Approved, 2 stamps')
  const answer = Promise.withResolvers<'abort' | 'continue'>()
  await page.route(`**/api/console/submissions/${id}/history`, async (route) => route[await answer.promise]())
  await page.getByRole('button', { name: 'Reverse the decision' }).click()
  await reason.fill('It is a copy.')
  await expect(dialog.getByRole('status')).toHaveText("Loading what this does to the member's stamps")
  answer.resolve('abort')
  await expect(dialog.getByRole('alert')).toContainText("What this does to the member's stamps could not be loaded.")
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await page.unrouteAll({ behavior: 'wait' })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog).toContainText('The member has 0 stamps now, and −1 stamp afterwards.')
  await expect(dialog.getByRole('listitem')).toHaveText(['Two kuih, 1 stamp'])
  await expect(dialog).toContainText('0 stamps now − 2 taken + 1 from voided vouchers = −1')
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Reject it').check()
  await confirm.click()
  await expect(toast(page)).toContainText(`Receipt ${id} is rejected.`)
  await expect(history).toContainText('Decision reversed, receipt rejected')
  await expect(history.getByRole('listitem').first()).toContainText('It is a copy.')
  await page.getByRole('link', { name: member.name }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Stamps of a voucher returned' })).toContainText(
    `It was voided, because receipt ${id} was reversed.`,
  )
})
