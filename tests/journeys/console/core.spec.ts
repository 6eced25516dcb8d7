import { manager, reviewer } from '../../support/browser/people.ts'
import { openConsole, openDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, recordApiCalls } from '../support/web.ts'

const TEN_MINUTES_MS = 600_000

test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically|error occurred/ })

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
