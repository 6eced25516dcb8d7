import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { approve, lastDecision, moveTo, onDesk, openAtDesk, openConsole } from '../support/desk.ts'
import { expect, deskTest as test } from '../support/fixtures.ts'

const receiptRegion = (page: Page, id: number) => page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })

test.use({ expectedErrors: /^Failed to load resource: the server responded with a status of 503/ })

test('D-41 D-51 a receipt stays held while a second tab closes, says so to another operator, can be watched through failures and taken over; Retry asks for the same one again, and a look-alike approved meanwhile is shown before an approval', async ({
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
  const failing = await failLeases(page, id)
  const opened: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/console/leases') && opened.push(request.url()))
  await openConsole(page, `/review/${id}`, reviewer)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  const again = page.waitForResponse((answer) => answer.status() === 503)
  await page.clock.fastForward(15_000)
  await again
  await expect(page.getByRole('button', { name: 'Open the next receipt' })).toBeVisible()
  failing.now = false
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
  const failingElsewhere = await failLeases(other, id)
  const answerOf = (status: number) => other.waitForResponse((answer) => answer.status() === status)
  const failed = answerOf(503)
  await other.getByRole('button', { name: "Open when it's free" }).click()
  await failed
  const rejected = answerOf(409)
  failingElsewhere.now = false
  await rejected
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
