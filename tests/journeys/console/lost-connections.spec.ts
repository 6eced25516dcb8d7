import type { Page } from '@playwright/test'
import { reviewer } from '../../support/browser/people.ts'
import {
  deskPicture,
  lastDecision,
  onDesk,
  openAtDesk,
  openDesk,
  pressAndWaitForNext,
  submitTodaysReceipt,
} from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { recordApiCalls } from '../support/web.ts'

// The connections that these tests cut.
test.use({ expectedErrors: /net::ERR_FAILED/ })

const nameOnDesk = async (page: Page) => (await onDesk(page).getAttribute('aria-label')) ?? ''

const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ })

test('D-45 D-51 a decision loads the next receipt in one request and is not made twice; a lost one is found again, a receipt is not approved without its picture, and offline a rejection keeps its text and a failed sign-out is reported', async ({
  page,
  server,
  member,
}) => {
  await page.clock.install()
  await openDesk(page, reviewer)
  const skipped = await nameOnDesk(page)
  await pressAndWaitForNext(page, 's')
  await expect(approve(page)).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 60_000)
  const calls = recordApiCalls(page)
  await pressAndWaitForNext(page, 'a')
  const next = await nameOnDesk(page)
  expect(next).not.toBe(skipped)
  await expect.poll(() => deskPicture(page).evaluate((picture: HTMLImageElement) => picture.complete)).toBe(true)
  await page.keyboard.press('a')
  await page.clock.runFor(1000)
  await expect(approve(page)).toBeEnabled()
  expect(await nameOnDesk(page)).toBe(next)
  expect(calls).toEqual([expect.stringMatching(/^POST .*\/decision$/)])
  await page.keyboard.press('u')
  await expect(lastDecision(page)).toBeHidden()
  await page.clock.resume()

  const id = await submitTodaysReceipt(server, member)
  await openAtDesk(page, id)
  const before = await nameOnDesk(page)
  await page.route('**/decision', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 201, body: '' })
  })
  await pressAndWaitForNext(page, 'a')
  await expect(lastDecision(page)).toContainText('Approved')
  await page.unroute('**/decision')
  await page.keyboard.press('u')
  await expect(page.getByRole('region', { name: before, exact: true })).toBeVisible()

  await page.route('**/files/**', (route) => route.abort())
  await page.goto('/console/')
  await expect(onDesk(page)).toBeVisible()
  await expect(page.getByText("Couldn't load the picture.")).toBeVisible()
  await expect(approve(page)).toBeDisabled()
  await page.unroute('**/files/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(approve(page)).toBeEnabled()

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason (shown to the member)').fill('The total is cut off.')
  await page.route('**/api/console/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Reject receipt' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Reason (shown to the member)')).toHaveValue('The total is cut off.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog.getByLabel('Reason (shown to the member)')).toHaveValue('The total is cut off.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText("You're offline, so you're still signed in.")).toBeVisible()
  await expect(onDesk(page)).toBeVisible()
})
