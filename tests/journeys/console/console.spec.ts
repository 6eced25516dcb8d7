import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, manager, reviewer } from '../../support/browser/people.ts'
import {
  deskPicture,
  lastDecision,
  onDesk,
  openAtDesk,
  openConsole,
  openDesk,
  pressAndWaitForNext,
  submitTodaysReceipt,
} from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, heading, recordApiCalls } from '../support/web.ts'

// The connections that these tests cut.
test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically|error occurred/ })

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

const TEN_MINUTES_MS = 600_000

test('D-34 D-50 a page whose code fails to load shows an error in place, going back restores the place in the list, and the first Tab skips the menu; beyond the last page, a list shows a way back; an expired session keeps the email, the focus and what was typed for the same operator, not for another', async ({
  page,
  context,
}) => {
  await openDesk(page, manager)
  await page.route('**/assets/OverviewPage*', (route) => route.abort())
  const overview = page.getByRole('link', { name: 'Overview' })
  const receipts = page.getByRole('link', { name: 'Receipts', exact: true })
  await overview.click()
  await expect(heading(page, "Couldn't open this page")).toBeVisible()
  await page.unroute('**/assets/OverviewPage*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 500 })
  await receipts.click()
  await expect(heading(page, 'Receipts')).toBeVisible()
  const opened = page.getByRole('row').last().getByRole('link').first()
  const scrolled = () => page.locator('main').evaluate((main) => main.parentElement?.scrollTop)
  await opened.scrollIntoViewIfNeeded()
  const place = await scrolled()
  expect(place).toBeGreaterThan(100)
  await opened.click()
  await expect(heading(page, /^Receipt/)).toBeFocused()
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await expect(heading(page, 'Receipts')).toBeFocused()
  await expect.poll(scrolled).toBe(place)
  await page.getByRole('button', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toBeVisible()

  await page.goto('/console/merchants?page=900')
  await expect(page.getByText('Page 900')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeVisible()
  await page.getByRole('link', { name: 'New merchant' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Kedai Baru')
  await context.clearCookies()
  await name.press('Enter')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again.getByText(/What you typed is still here/)).toBeVisible()
  await expect(again.getByLabel('Email')).toHaveValue(manager.email)
  await expect(again.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await again.getByLabel('Password').fill(manager.password)
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Kedai Baru')
  await context.clearCookies()
  await name.press('Enter')
  await again.getByLabel('Email').fill(reviewer.email)
  await again.getByLabel('Password').fill(reviewer.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toContainText(reviewer.name)
  await expect(name).toBeHidden()
})

test('R-6.04 D-50 D-54 the overview: figures and charts with a table view to download, no requests while it is unattended, and content that stays when a refresh fails', async ({
  page,
}) => {
  await page.clock.install()
  const answered = page.waitForResponse('**/api/console/overview/rewards')
  await openConsole(page, '/overview?days=7', manager)
  const { data } = await (await answered).json()
  expect(data.handed_out).not.toEqual([])
  const ringgit = (sen: number) =>
    `RM\u202f${(sen / 100).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  const figure = (name: string) => page.getByRole('main').locator('div:has(> dt)').filter({ hasText: name })
  await expect(figure('Outstanding stamps')).toContainText(data.outstanding_stamps.toLocaleString('en-GB'))
  await expect(figure('They would cost')).toContainText(ringgit(data.ready_sen))
  const chart = page.getByRole('region', { name: 'Handed out per month' })
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('row')).toHaveCount(data.handed_out.length + 1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).last().click()
  expect((await download).suggestedFilename()).toMatch(/rewards.*\.csv$/)
  const days = page.getByRole('region', { name: 'Decisions per day' })
  await days.getByRole('button', { name: 'Show as table' }).click()
  await expect(days.getByRole('row')).toHaveCount(8)
  await page.getByRole('button', { name: '30 days' }).click()
  await expect(page).not.toHaveURL(/days=7/)
  await expect(days.getByRole('row')).toHaveCount(31)

  await page.clock.fastForward(TEN_MINUTES_MS)
  await page.waitForLoadState('networkidle')
  const calls = recordApiCalls(page)
  await page.clock.fastForward(TEN_MINUTES_MS)
  await page.clock.fastForward(TEN_MINUTES_MS)
  expect(calls).toEqual([])
  await page.keyboard.press('Shift')
  await page.clock.fastForward(60_000)
  await expect.poll(() => calls).toContainEqual(expect.stringContaining('/api/console/overview'))
  await page.route('**/api/console/overview*', (route) => route.abort())
  // The minute begins with the last answer, which may still be on its way.
  await expect(async () => {
    await page.clock.fastForward(60_000)
    await expect(page.getByText(/^This may be out of date/)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(days).toBeVisible()
})
