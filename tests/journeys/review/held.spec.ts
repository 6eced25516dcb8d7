import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { manager, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { approve, lastDecision, onDesk, openAtDesk, openConsole, openDesk } from '../support/desk.ts'
import { createFileTest, expect } from '../support/fixtures.ts'

const test = createFileTest()

const receiptRegion = (page: Page, id: number) => page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })

test('D-51 a receipt that another operator has open says so, can be watched, and is taken over once it is free', async ({
  page,
  environment,
  anotherBrowser,
}) => {
  const { id } = await submitReceipt(environment, await registerMember(environment))
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
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
})

test('D-51 closing a second tab, or opening another receipt in it, keeps the first receipt held', async ({
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
  await openConsole(other, `/review/${id}`, manager)
  await expect(other.getByText(`${reviewer.name} has receipt ${id} open.`)).toBeVisible()
})

test.describe('beside a look-alike', () => {
  test.use({ expectedErrors: /^Failed to load resource: the server responded with a status of 409/ })

  test('D-41 D-51 a look-alike that was approved meanwhile is shown before the receipt can be approved', async ({
    page,
    environment,
    anotherBrowser,
  }) => {
    const [first, second] = [
      await submitReceipt(environment, await registerMember(environment)),
      await submitReceipt(environment, await registerMember(environment)),
    ]
    await openDesk(page, reviewer)
    await openAtDesk(page, first.id)
    const other = await (await anotherBrowser()).newPage()
    await openDesk(other, manager)
    await openAtDesk(other, second.id)
    const signals = receiptRegion(other, second.id)
    await expect(signals).toContainText('(pending)')
    await approve(page)
    await expect(lastDecision(page)).toContainText(/^Approved/)
    await approve(other)
    await expect(other.getByRole('alert').filter({ hasText: texts.alikeApproved })).toBeVisible()
    await expect(signals).toContainText('(approved)')
    await approve(other)
    await expect(lastDecision(other)).toContainText(/^Approved/)
  })
})

test.describe('while the server fails', () => {
  test.use({ expectedErrors: /^Failed to load resource: the server responded with a status of 503/ })

  test('D-51 Retry requests the same receipt again, and no other receipt opens in its place', async ({
    page,
    environment,
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
  })

  test('D-51 waiting to take over a receipt continues when one attempt fails', async ({
    page,
    environment,
    anotherBrowser,
  }) => {
    const { id } = await submitReceipt(environment, await registerMember(environment))
    await openDesk(page, reviewer)
    await openAtDesk(page, id)
    const other = await (await anotherBrowser()).newPage()
    await openConsole(other, `/review/${id}`, manager)
    await expect(other.getByRole('button', { name: "Open when it's free" })).toBeVisible()
    const failing = await failLeases(other, id)
    const answerOf = (status: number) =>
      other.waitForResponse((answer) => answer.status() === status, { timeout: 20_000 })
    const failed = answerOf(503)
    await other.getByRole('button', { name: "Open when it's free" }).click()
    await failed
    const rejected = answerOf(409)
    failing.now = false
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
