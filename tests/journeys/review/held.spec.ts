import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { manager, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import {
  approve,
  lastDecision,
  onDesk,
  openAtDesk,
  openConsole,
  openDesk,
  submitTodaysReceipt,
} from '../support/desk.ts'
import { expect, deskTest as test } from '../support/fixtures.ts'

const receiptRegion = (page: Page, id: number) => page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })

test('D-41 D-51 a receipt stays held while a second tab closes, says so to another operator, can be watched and taken over, and a look-alike approved meanwhile is shown before it can be approved', async ({
  page,
  environment,
  anotherBrowser,
  context,
}) => {
  const member = await registerMember(environment)
  const { id } = await submitReceipt(environment, member)
  const second = await submitReceipt(environment, member)
  await openConsole(page, `/review/${id}`, reviewer)
  await expect(receiptRegion(page, id)).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/console/')
  await expect(receiptRegion(tab, id)).toBeVisible()
  await openAtDesk(tab, second.id)
  await tab.close({ runBeforeUnload: true })
  const other = await (await anotherBrowser()).newPage()
  await openConsole(other, `/submissions?number=%23${id}`, manager)
  await expect(other.getByText(`Open with ${reviewer.name}`)).toBeVisible()
  await other.goto(`/console/review/${id}`)
  await expect(other.getByText(`${reviewer.name} has receipt ${id} open.`)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expectNoAxeViolations(other)
  await other.getByRole('link', { name: 'View receipt' }).click()
  await expect(other.getByRole('heading', { name: `Receipt ${id}` })).toBeVisible()
  await expect(other.getByText(`Open with ${reviewer.name}`)).toBeVisible()
  await other.goto(`/console/review/${id}`)
  await other.getByRole('button', { name: "Open when it's free" }).click()
  await expect(onDesk(other)).toHaveCount(0)
  await page.goto('/console/submissions')
  await expect(receiptRegion(other, id)).toBeVisible()

  const [ours, alike] = [
    await submitReceipt(environment, await registerMember(environment)),
    await submitReceipt(environment, await registerMember(environment)),
  ]
  await openAtDesk(page, ours.id)
  await openAtDesk(other, alike.id)
  const signals = receiptRegion(other, alike.id)
  await expect(signals).toContainText('(pending)')
  await approve(page)
  await expect(lastDecision(page)).toContainText(/^Approved/)
  await approve(other)
  await expect(other.getByRole('alert').filter({ hasText: texts.alikeApproved })).toBeVisible()
  await expect(signals).toContainText('(approved)')
  await approve(other)
  await expect(lastDecision(other)).toContainText(/^Approved/)
})

test('D-51 an escalated receipt can be taken back with U or comes first to managers, a receipt opens by its URL, and the digit keys follow the rejection reasons, sorted by frequency', async ({
  page,
  environment,
  anotherBrowser,
}) => {
  const member = await registerMember(environment)
  const id = await submitTodaysReceipt(environment, member)
  await openAtDesk(page, id, reviewer)
  const ours = receiptRegion(page, id)
  await page.keyboard.press('m')
  const note = page.getByRole('dialog').getByLabel('Note to managers')
  await note.fill('The stamp of the shop is another.')
  await page.getByRole('dialog').getByRole('button', { name: 'Escalate' }).click()
  await expect(ours).toBeHidden()
  await page.keyboard.press('u')
  await expect(ours).toBeVisible()
  await page.keyboard.press('m')
  await expect(note).toHaveValue('The stamp of the shop is another.')
  await note.press('Control+Enter')
  await expect(ours).toBeHidden()
  const other = await (await anotherBrowser()).newPage()
  await openDesk(other, manager)
  const theirs = receiptRegion(other, id)
  await expect(theirs).toContainText('The stamp of the shop is another.')
  await expect(other.getByRole('status').filter({ hasText: '1 escalated to managers' })).toBeVisible()
  const released = other.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  await other.getByRole('link', { name: 'Bulk approval' }).click()
  expect((await released).url()).toContain(`/submissions/${id}/lease`)

  const common = { data: ['too_old', 'wrong_amount'] }
  await page.route('**/api/console/rejection-reasons', (route) => route.fulfill({ json: common }))
  await openAtDesk(page, await submitTodaysReceipt(environment, member))
  await page.keyboard.press('r')
  const reasons = page.getByRole('dialog').getByRole('radio')
  await expect(reasons.first()).toHaveAccessibleName(/^Too old/)
  await expect(reasons.nth(1)).toHaveAccessibleName(/^Wrong amount/)
  await expect(reasons.nth(2)).toHaveAccessibleName(/^Unreadable/)
  await page.keyboard.press('1')
  await expect(page.getByRole('radio', { name: /^Too old/ })).toBeChecked()
})

test.describe('while the server fails', () => {
  test.use({ expectedErrors: /^Failed to load resource: the server responded with a status of 503/ })

  test('D-51 Retry requests the same receipt again, no other one opens in its place, and waiting to take it over continues when one attempt fails', async ({
    page,
    environment,
    anotherBrowser,
  }) => {
    const member = await registerMember(environment)
    await submitReceipt(environment, member)
    const { id } = await submitReceipt(environment, member)
    await openDesk(page, reviewer)
    await page.clock.install()
    const failing = await failLeases(page, id)
    const opened: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/console/leases') && opened.push(request.url()))
    await page.goto(`/console/review/${id}`)
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    const again = page.waitForResponse((answer) => answer.status() === 503, { timeout: 20_000 })
    await page.clock.fastForward(15_000)
    await again
    expect(opened).toEqual([])
    await expect(page.getByRole('button', { name: 'Open the next receipt' })).toBeVisible()
    failing.now = false
    await retry.click()
    await expect(receiptRegion(page, id)).toBeVisible()
    expect(opened).toEqual([])

    const other = await (await anotherBrowser()).newPage()
    await openConsole(other, `/review/${id}`, manager)
    await expect(other.getByRole('button', { name: "Open when it's free" })).toBeVisible()
    const failingElsewhere = await failLeases(other, id)
    const answerOf = (status: number) =>
      other.waitForResponse((answer) => answer.status() === status, { timeout: 20_000 })
    const failed = answerOf(503)
    await other.getByRole('button', { name: "Open when it's free" }).click()
    await failed
    const rejected = answerOf(409)
    failingElsewhere.now = false
    await rejected
    await expect(other.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
    await page.goto('/console/submissions')
    await expect(receiptRegion(other, id)).toBeVisible()
  })
})

/** Every attempt to open a receipt fails until `now` is false. */
async function failLeases(page: Page, id: number) {
  const failing = { now: true }
  await page.route(`**/api/console/submissions/${id}/lease`, (route) =>
    failing.now && route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: 'The server is busy.' } })
      : route.fallback(),
  )
  return failing
}
