import { readFile } from 'node:fs/promises'
import { show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import {
  manager,
  newInvoiceNumber,
  newPerson,
  registerMember,
  reviewer,
  submitReceipt,
} from '../../support/browser/people.ts'
import { connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, heading, openAs } from '../support/web.ts'

test('D-52 a reviewer searches for a receipt, keeps the search in the URL, downloads the list, opens the receipt’s history and filters by operator, reason and period; a long name does not widen the list', async ({
  page,
  server,
}) => {
  const long = await registerMember(server, { ...newPerson(), name: 'Nurul'.repeat(20) })
  await submitReceipt(server, long)
  await openConsole(page, '/submissions', reviewer)
  await expect(page.getByRole('cell').filter({ hasText: long.name })).toBeVisible()
  const { x = 0, width = 0 } = (await page.getByRole('table').boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(1280)

  const person = { ...newPerson(), name: '<b>Nurul</b> "Izzah"' }
  const member = await registerMember(server, person)
  const invoice = newInvoiceNumber()
  const { id } = await submitReceipt(server, member, { invoice })
  await page.getByLabel('Receipt or invoice').fill(invoice)
  const found = page.getByRole('link', { name: /^Receipt \d+$/ })
  await expect(found).toHaveText([`Receipt ${id}`])
  await page.getByLabel('Merchant').fill('kak ros')
  await expect(page.locator('datalist option')).toHaveCount(1)
  await page.getByLabel('Merchant').fill('Warung Kak Ros')
  await expect(page).toHaveURL(/number=\d+&merchant_id=\d+/)
  await page.reload()
  await expect(page.getByLabel('Merchant')).toHaveValue('Warung Kak Ros')
  await expect(found).toHaveText([`Receipt ${id}`])
  await expect(page.getByRole('cell').filter({ hasText: person.email })).toContainText(person.name)
  await expectNoAxeViolations(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^submissions-\d{4}-\d\d-\d\d\.csv$/)
  const rows = String(await readFile(await file.path()))
    .trim()
    .split('\r\n')
  expect([rows.length, rows[1]]).toEqual([2, expect.stringContaining(`,"'${invoice}","","${member.id}","0",`)])
  expect(rows[1]).not.toContain(person.email)
  await found.click()
  await expect(heading(page, `Receipt ${id}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText(person.name)
  await expect(page.getByRole('button', { name: 'Reverse the decision' })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByLabel('Receipt or invoice')).toHaveValue(invoice)
  await page.getByLabel('Escalated or appealed').selectOption('Appealed')
  await expect(page).toHaveURL(/raised=appealed/)
  await expect(page.getByText('No receipts found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/console\/submissions$/)
  await expect(page.getByLabel('Merchant')).toHaveValue('')
  await expect(heading(page, 'Receipts')).toBeFocused()
  await page.getByLabel('Receipt or invoice').fill(`Receipt ${id}`)
  await expect(found).toHaveText([`Receipt ${id}`])
  await page.getByLabel('Receipt or invoice').fill('ABC')
  await expectFieldError(page.getByLabel('Receipt or invoice'), texts.invalidReceiptNumber)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.locator('#export-error')).toHaveText(texts.invalidReceiptNumber)

  const { id: torn } = await submitReceipt(server, member)
  const other = await connectOperator(server)
  await other.reject(torn, 'The receipt is torn.')
  await page.goto(`/console/submissions?number=%23${torn}`)
  await page.getByLabel('Decided by').selectOption(manager.name)
  await page.getByLabel('Rejection reason').selectOption('Other reason')
  await expect(page).toHaveURL(/operator_id=\d+&reason=own_words/)
  await expect(found).toHaveText([`Receipt ${torn}`])
  await page.getByLabel('Rejection reason').selectOption('Unreadable')
  await expect(page.getByText('No receipts found.')).toBeVisible()
})

test.describe('with a lost connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('D-43 D-45 D-52 D-55 R-5.04 a manager downloads receipts with names and emails, which the audit log records, and the original picture, and reverses a decision with a reason, once its figures are loaded and the operator can no longer undo it; when another manager was first, the reason stays visible', async ({
    page,
    server,
    member,
  }) => {
    const { id } = await submitReceipt(server, member)
    await openConsole(page, `/submissions?number=%23${id}`, manager)
    await expect(page.getByText('with names and emails. The export is recorded in the audit log.')).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(String(await readFile(await file.path()))).toContain(`,"${member.id}","${member.name}","${member.email}",`)
    await moveTo(page, '/audit?group=submissions')
    await expect(page.getByRole('row').filter({ hasText: 'Names and emails' }).first()).toContainText('Included')

    await moveTo(page, `/submissions/${id}`)
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Original picture' }).click(),
    ])
    expect(picture.suggestedFilename()).toBe(`receipt-${id}.jpg`)
    await page.getByRole('link', { name: member.name }).click()
    await expect(heading(page, member.name)).toBeVisible()

    const other = await connectOperator(server)
    await other.approve(id)
    await moveTo(page, `/submissions/${id}`)
    const open = page.getByRole('button', { name: 'Reverse the decision' })
    await open.click()
    await other.undo(id)
    const dialog = page.getByRole('dialog', { name: /^Reverse the approval by/ })
    await dialog.getByLabel(/^Reason/).fill('It is a copy.')
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Pending')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByLabel(/^Reason/)).toHaveValue('It is a copy.')

    await page.keyboard.press('Escape')

    await other.approve(id)
    await page.reload()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history).toContainText('Approved, 2 stamps')
    await expect(open).toBeVisible()
    const desk = await connectRewardsDesk(server)
    const reason = dialog.getByLabel('Reason (shown to the member)')
    await desk.giveStamps(member, 3)
    const answer = Promise.withResolvers<'abort' | 'continue'>()
    await page.route(`**/api/console/submissions/${id}/history`, async (route) => route[await answer.promise]())
    await open.click()
    const confirm = dialog.getByRole('button', { name: 'Reverse' })
    await reason.fill('The receipt is a copy.')
    await expect(dialog.getByRole('status')).toHaveText("Loading what this does to the member's stamps")
    await expect(dialog).not.toContainText('The member has')
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    answer.resolve('abort')
    await expect(dialog.getByRole('alert')).toContainText("What this does to the member's stamps could not be loaded.")
    await expectNoAxeViolations(page)
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await confirm.click({ force: true })
    await page.unrouteAll({ behavior: 'wait' })
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog).toContainText('The member has 5 stamps now, and 3 stamps afterwards.')

    await reason.fill('')
    await confirm.click()
    await expectFieldError(reason, texts.reasonRequired)
    await reason.fill('It is a copy.')
    await expectNoAxeViolations(page)
    await expect(async () => {
      // The operator may undo it for ten seconds, and until then the reversal is rejected.
      if (await dialog.isVisible()) await confirm.click({ timeout: 500 })
      await expect(toast(page)).toContainText(`Receipt ${id} is rejected.`, { timeout: 500 })
    }).toPass()
    await expect(history).toContainText('Decision reversed, receipt rejected')
    await expect(history.getByRole('listitem').first()).toContainText('It is a copy.')
    const { data } = await callApi(server, show, { id }, bearerHeader(member.token))
    expect(data).toMatchObject({ status: 'rejected', stamps: 0, rejection_reason: 'It is a copy.' })
    await expectNoAxeViolations(page)
    await openAs(page, member, `/app/submissions/${id}`)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { name: 'Decision changed' })).toBeVisible()
    await expect(article).toContainText(/Approved on \d+ \w+ \d{4}, then rejected by a manager\./)
    await expect(article.getByText('It is a copy.')).toHaveCount(1)
    await expectNoAxeViolations(page)
  })
})
