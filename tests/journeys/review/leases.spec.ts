import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import {
  approve,
  deskPicture,
  lastDecision,
  moveTo,
  onDesk,
  openAtDesk,
  openConsole,
  submitTodaysReceipt,
  toast,
} from '../support/desk.ts'
import { expect, deskTest as test } from '../support/fixtures.ts'

const receiptRegion = (page: Page, id: number) => page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })

test.use({ expectedErrors: /^Failed to load resource: the server responded with a status of 503/ })

test('D-41 D-51 a receipt stays held while a second tab closes, says so to another operator, can be watched and taken over; Retry asks for the same one again, and a look-alike approved meanwhile is shown before an approval', async ({
  page,
  environment,
  anotherBrowser,
  context,
}) => {
  const member = await registerMember(environment)
  const { id } = await submitReceipt(environment, member)
  const second = await submitReceipt(environment, member)
  // Alone with this picture: the server compares a receipt with at most twenty that have the same.
  const picture = newInvoiceNumber()
  const ours = await submitReceipt(environment, await registerMember(environment), { picture })
  const alike = await submitReceipt(environment, await registerMember(environment), { picture })
  await page.clock.install()
  const lease = `**/api/console/submissions/${id}/lease`
  const busy = { status: 503, json: { message: 'The server is busy.' } }
  await page.route(lease, (route) => (route.request().method() === 'PUT' ? route.fulfill(busy) : route.fallback()))
  const opened: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/console/leases') && opened.push(request.url()))
  await openConsole(page, `/review/${id}`, reviewer)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  const again = page.waitForResponse((answer) => answer.status() === 503)
  await page.clock.fastForward(15_000)
  await again
  await expect(page.getByRole('button', { name: 'Open the next receipt' })).toBeVisible()
  await page.unroute(lease)
  await retry.click()
  await expect(receiptRegion(page, id)).toBeVisible()
  expect(opened).toEqual([])
  const tab = await context.newPage()
  await tab.goto('/console/')
  await expect(receiptRegion(tab, id)).toBeVisible()
  await openAtDesk(tab, second.id)
  await tab.close({ runBeforeUnload: true })

  const other = await (await anotherBrowser()).newPage()
  await openConsole(other, `/submissions?number=%23${id}`, manager)
  await expect(other.getByText(`Open with ${reviewer.name}`)).toBeVisible()
  await moveTo(other, `/review/${id}`)
  await expect(other.getByText(`${reviewer.name} has receipt ${id} open.`)).toBeVisible()
  await expectNoAxeViolations(other)
  await expect(other.getByRole('link', { name: 'View receipt' })).toHaveAttribute('href', `/console/submissions/${id}`)
  await other.getByRole('button', { name: "Open when it's free" }).click()
  await expect(other.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
  await expect(onDesk(other)).toHaveCount(0)
  await moveTo(page, '/submissions')
  await expect(receiptRegion(other, id)).toBeVisible()

  await openAtDesk(page, ours.id)
  await openAtDesk(other, alike.id)
  const signals = receiptRegion(other, alike.id)
  await expect(signals).toContainText(`receipt ${ours.id}: same picture`)
  await expect(signals).toContainText('(pending)')
  await approve(page)
  await expect(lastDecision(page)).toContainText(/^Approved/)
  await approve(other)
  await expect(other.getByRole('alert').filter({ hasText: texts.alikeApproved })).toBeVisible()
  await expect(signals).toContainText('(approved)')
  await approve(other)
  await expect(lastDecision(other)).toContainText(/^Approved/)
})

test('D-41 D-45 D-51 C compares a duplicate side by side and X swaps the two; an approved receipt with the corrected number is named and blocks nothing once it was shown, and a reversal to approved lists the approved look-alikes first', async ({
  page,
  environment: server,
}) => {
  const alert = page.getByRole('alert').filter({ hasText: texts.alikeApproved })
  const operator = await connectOperator(server)
  const alike = { picture: newInvoiceNumber() }
  const rejected = await submitReceipt(server, await registerMember(server), alike)
  const approved = await submitReceipt(server, await registerMember(server), alike)
  await operator.reject(rejected.id, 'Too dark')
  await operator.approve(approved.id)
  const picture = newInvoiceNumber()
  const first = await submitTodaysReceipt(server, await registerMember(server), picture)
  const second = await submitTodaysReceipt(server, await registerMember(server), picture)
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
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(duplicate).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Why is this receipt rejected?' })
  await expect(dialog).toContainText('Typed: RM\u202f23.50')
  expect(await left(dialog)).toBeGreaterThan(await left(deskPicture(page)))
  await dialog.getByRole('radio').first().check()
  await page.keyboard.press('Control+Enter')
  await expect(lastDecision(page)).toContainText(`receipt ${second}`)

  // The number should be that of a receipt of another day.
  const sender = await registerMember(server)
  const typed = await submitReceipt(server, sender, { picture: newInvoiceNumber(), date: '2026-10-06' })
  await openAtDesk(page, typed.id)
  await expect(onDesk(page).getByRole('list', { name: 'Warnings' })).toHaveCount(0)
  await page.keyboard.press('e')
  await page.getByLabel('Invoice number').fill(approved.invoice_no)
  await page.keyboard.press('Enter')
  await approve(page)
  await expect(alert).toContainText(
    `Possible duplicate of receipt ${approved.id}: invoice ${approved.invoice_no} at Warung Kak Ros, sent before by another member`,
  )
  // A double press does not confirm what the error shows.
  await page.keyboard.press('a')
  const link = alert.getByRole('link', { name: `Receipt ${approved.id}` })
  await expect(link).toHaveAttribute('href', `/console/submissions/${approved.id}`)
  await expectNoAxeViolations(page)
  await onDesk(page).getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('img', { name: `Other receipt: ${approved.id}` })).toBeVisible()
  await approve(page)
  await expect(lastDecision(page)).toContainText(`receipt ${typed.id}`)

  await openConsole(page, `/submissions/${rejected.id}`, manager)
  await page.getByRole('button', { name: 'Reverse the decision' }).click()
  const reversal = page.getByRole('dialog', { name: /^Reverse the rejection by/ })
  await reversal.getByLabel(/^Reason/).fill('It can be read.')
  const reverse = reversal.getByRole('button', { name: 'Reverse' })
  await expect(async () => {
    // The rejection may be undone for ten seconds, and until then the reversal is rejected.
    if (!(await link.isVisible())) await reverse.click({ timeout: 500 })
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectNoAxeViolations(page)
  await reverse.click()
  await expect(toast(page)).toContainText(`Receipt ${rejected.id} is approved.`)
})
