import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, reviewer } from '../../support/browser/people.ts'
import {
  deskPicture,
  lastDecision,
  onDesk,
  openAtDesk,
  pressAndWaitForNext,
  submitTodaysReceipt,
} from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, recordApiCalls } from '../support/web.ts'

// The connections that these tests cut.
test.use({ expectedErrors: /net::ERR_FAILED/ })

const nameOnDesk = async (page: Page) => (await onDesk(page).getAttribute('aria-label')) ?? ''
const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ })

test('D-45 D-50 D-51 members have no access, a double click signs in once; a desk says when it is empty, shows picture and facts, is used with keys, decides and loads the next receipt in one request, undoes a decision for ten seconds and finds a lost one again; a receipt is not approved without its picture, offline a rejection keeps its text and a failed sign-out is reported, and signing out returns the receipt to the queue', async ({
  page,
  context,
  server,
  member,
}) => {
  await page.clock.install()
  await page.goto('/console')
  await expect(page).toHaveURL('/console/')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')]
  const calls = recordApiCalls(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectFieldError(email, texts.emailRequired)
  await expectFieldError(password, texts.passwordRequired)
  expect(calls).toEqual([])
  await email.fill(aisyah.email)
  await password.fill(aisyah.password)
  await password.press('Enter')
  await expect(page.getByText(texts.operatorCredentials)).toBeVisible()
  await expect(onDesk(page)).toBeHidden()

  await page.route('**/api/console/leases', (route) =>
    route.fulfill({ json: { data: null, waiting: 0, escalated: 0, ahead: [] } }),
  )
  calls.length = 0
  await email.fill(reviewer.email)
  await password.fill(reviewer.password)
  await page.getByRole('button', { name: 'Sign in' }).dblclick()
  await expect(page.getByText('No receipts to review')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST /api/console/session'))).toEqual(['POST /api/console/session'])
  await expect(page.getByRole('banner')).toContainText(reviewer.name)
  const [cookie] = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  await page.unroute('**/api/console/leases')
  await page.clock.fastForward(15_000)
  await expect(onDesk(page)).toBeVisible()
  await expect
    .poll(() => deskPicture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  const shape = () => deskPicture(page).evaluate((image: HTMLImageElement) => image.style.transform)
  const fitted = await shape()
  for (const [key, expected] of [
    ['+', 'scale(1.5)'],
    ['ArrowRight', 'translate(-80px'],
    ['t', 'rotate(90deg)'],
    ['0', fitted],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(shape).toContain(expected)
  }
  const skipped = await nameOnDesk(page)
  await pressAndWaitForNext(page, 's')
  await expect(approve(page)).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 120_000)
  calls.length = 0
  await pressAndWaitForNext(page, 'a')
  const next = await nameOnDesk(page)
  expect(next).not.toBe(skipped)
  await expect.poll(() => deskPicture(page).evaluate((picture: HTMLImageElement) => picture.complete)).toBe(true)
  // A second press right after the first is not meant for the receipt that has just appeared.
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
  await pressAndWaitForNext(page, 'a')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeHidden()

  await page.goto('/console/')
  await expect(page.getByText("Couldn't load the picture.")).toBeVisible()
  await expect(approve(page)).toBeDisabled()
  await page.unroute('**/files/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(approve(page)).toBeEnabled()
  const given = await nameOnDesk(page)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason (shown to the member)')
  await dialog.getByRole('button', { name: 'Reject receipt' }).click()
  await expectFieldError(reason, texts.reasonRequired)
  await reason.pressSequentially('The total is cut as usual.')
  await page.route('**/api/console/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Reject receipt' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(reason).toHaveValue('The total is cut as usual.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const released = page.waitForRequest((request) => request.method() === 'DELETE' && /lease$/.test(request.url()))
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.click()
  await expect(page.getByText("You're offline, so you're still signed in.")).toBeVisible()
  expect((await released).url()).toContain(`/submissions/${given.match(/\d+/)}/`)
  expect(await nameOnDesk(page)).toBe(given)
  await page.unroute('**/api/console/**')
  await signOut.click()
  await expect(page.getByRole('heading', { name: 'Review console' })).toBeVisible()
})
