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
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, heading, openAs } from '../support/web.ts'

test('D-52 a long name without spaces does not widen the list', async ({ page, server }) => {
  const member = await registerMember(server, { ...newPerson(), name: 'Nurul'.repeat(20) })
  await submitReceipt(server, member)
  await openConsole(page, '/submissions', reviewer)
  await expect(page.getByRole('cell').filter({ hasText: member.name })).toBeVisible()
  const { x = 0, width = 0 } = (await page.getByRole('table').boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(1280)
})

test('D-52 a reviewer searches for a receipt, keeps the search in the URL, downloads the list and opens the receipt’s history', async ({
  page,
  server,
}) => {
  const person = { ...newPerson(), name: '<b>Nurul</b> "Izzah"' }
  const member = await registerMember(server, person)
  const invoice = newInvoiceNumber()
  const { id } = await submitReceipt(server, member, { invoice })
  await openConsole(page, '/submissions', reviewer)
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
})

test('D-52 a reviewer filters the list by operator, rejection reason and period', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, member)
  const other = await connectOperator(server)
  await other.reject(id, 'The receipt is torn.')
  await openConsole(page, `/submissions?number=%23${id}`, reviewer)
  await page.getByLabel('Decided by').selectOption(manager.name)
  await page.getByLabel('Rejection reason').selectOption('Other reason')
  await expect(page).toHaveURL(/operator_id=\d+&reason=own_words/)
  await expect(page.getByRole('link', { name: /^Receipt \d+$/ })).toHaveText([`Receipt ${id}`])
  await page.getByLabel('Rejection reason').selectOption('Unreadable')
  await expect(page.getByText('No receipts found.')).toBeVisible()
})

test('D-52 D-55 before a download managers see that the file contains names and emails, and the audit log records it', async ({
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
  await page.goto('/console/audit?group=submissions')
  await expect(page.getByRole('row').filter({ hasText: 'Names and emails' }).first()).toContainText('Included')
})

test('D-52 when another manager was first, a reversal and its reason stay visible', async ({
  page,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member)
  const other = await connectOperator(server)
  await other.approve(id)
  await openConsole(page, `/submissions/${id}`, manager)
  await page.getByRole('button', { name: 'Reverse the decision' }).click()
  await other.undo(id)
  const dialog = page.getByRole('dialog', { name: /^Reverse the approval by/ })
  await dialog.getByLabel(/^Reason/).fill('It is a copy.')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Pending')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel(/^Reason/)).toHaveValue('It is a copy.')
})

test('D-45 D-52 a manager reverses a decision with a reason once the operator can no longer undo it', async ({
  page,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member)
  const other = await connectOperator(server)
  await other.approve(id)
  await openConsole(page, `/submissions/${id}`, manager)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Approved, 2 stamps')
  await page.getByRole('button', { name: 'Reverse the decision' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reverse the approval by/ })
  const reason = dialog.getByLabel('Reason (shown to the member)')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expectFieldError(reason, texts.reasonRequired)
  await reason.fill('It is a copy.')
  await expectNoAxeViolations(page)
  await expect(async () => {
    // The operator may undo it for ten seconds, and until then the reversal is rejected.
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Reverse' }).click({ timeout: 500 })
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

test('D-43 a manager downloads the original picture', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, member)
  await openConsole(page, `/submissions/${id}`, manager)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Original picture' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`receipt-${id}.jpg`)
  await page.getByRole('link', { name: member.name }).click()
  await expect(heading(page, member.name)).toBeVisible()
})
