import { manager, reviewer } from '../../support/browser/people.ts'
import { onDesk, openConsole, openDesk, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, recordApiCalls } from '../support/web.ts'

test.skip(({ isMobile }) => isMobile, 'the console is a tool of the desk')

const TEN_MINUTES_MS = 600_000

test.describe('when code or a connection is lost', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically|error occurred/ })

  test('D-50 a page whose code fails to load shows an error in place, and the desk stays', async ({ page }) => {
    await page.route('**/assets/OverviewPage*', (route) => route.abort())
    await openDesk(page, reviewer)
    const before = (await onDesk(page).getAttribute('aria-label')) ?? ''
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(heading(page, "Couldn't open this page")).toBeVisible()
    await page.getByRole('link', { name: 'Review desk' }).click()
    await expect(page.getByRole('region', { name: before, exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Receipts' }).click()
    await expect(heading(page, 'Receipts')).toBeVisible()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.unroute('**/assets/OverviewPage*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(heading(page, 'Overview')).toBeVisible()
  })

  test('D-53 stamps whose response was lost are added once, however often they are sent', async ({ page }) => {
    await openConsole(page, '/members/2', manager)
    const sent: unknown[] = []
    await page.route('**/stamp-corrections', async (route) => {
      sent.push(route.request().postDataJSON().request_id)
      if (sent.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const open = page.getByRole('button', { name: 'Adjust stamps' })
    const fill = async () => {
      await open.click()
      await page.getByLabel(/^Stamps to add/).fill('3')
      await page.getByLabel(/^Reason/).fill('Counted again')
      await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    }
    await fill()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await fill()
    await expect(toast(page)).toContainText('stamps')
    expect(new Set(sent).size).toBe(1)
    await expect(page.getByRole('cell', { name: /Counted again/ })).toHaveCount(1)
    await expect(open).toBeFocused()
  })

  test('D-50 content stays visible when a refresh fails', async ({ page }) => {
    await page.clock.install()
    await openConsole(page, '/overview', reviewer)
    await expect(heading(page, 'Overview')).toBeVisible()
    const days = page.getByRole('region', { name: 'Decisions per day' })
    await expect(days).toBeVisible()
    await page.route('**/api/console/overview*', (route) => route.abort())
    await page.clock.fastForward(60_000)
    await expect(page.getByText(/^This may be out of date/)).toBeVisible()
    await expect(days).toBeVisible()
  })
})

test('D-50 an expired session keeps typed values for the same operator, not for another', async ({ page, context }) => {
  await openConsole(page, '/merchants/new', manager)
  await page.getByLabel('Name', { exact: true }).fill('Kedai Baru')
  const signInAgain = async ({ email, password }: typeof manager) => {
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(again.getByText(/What you typed is still here/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await again.getByLabel('Email').fill(email)
    await again.getByLabel('Password').fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toBeHidden()
  }
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add merchant' }).click()
  await signInAgain(manager)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kedai Baru')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Add merchant' }).click()
  await signInAgain(reviewer)
  await expect(page.getByRole('banner')).toContainText(reviewer.name)
  await expect(page.getByLabel('Name', { exact: true })).toBeHidden()
})

test('R-6.04 a manager reads what stamps and vouchers may cost, what was handed out, and downloads it', async ({
  page,
}) => {
  const answered = page.waitForResponse('**/api/console/overview/rewards')
  await openConsole(page, '/overview', manager)
  const { data } = await (await answered).json()
  expect(data.handed_out).not.toEqual([])
  const ringgit = (sen: number) =>
    `RM\u202f${(sen / 100).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  const figure = (name: string) => page.getByRole('main').locator('div:has(> dt)').filter({ hasText: name })
  await expect(figure('Outstanding stamps')).toContainText(data.outstanding_stamps.toLocaleString('en-GB'))
  await expect(figure('Ready vouchers')).toContainText(`${data.ready_vouchers}for ${data.ready_stamps} stamp`)
  await expect(figure('They would cost')).toContainText(ringgit(data.ready_sen))
  const chart = page.getByRole('region', { name: 'Handed out per month' })
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('row')).toHaveCount(data.handed_out.length + 1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).last().click()
  expect((await download).suggestedFilename()).toMatch(/rewards.*\.csv$/)
})

test('D-50 an unattended console sends no more requests', async ({ page }) => {
  await page.clock.install()
  await openConsole(page, '/overview', manager)
  await expect(page.getByRole('region', { name: 'Decisions per day' })).toBeVisible()
  await page.clock.fastForward(TEN_MINUTES_MS)
  await page.waitForLoadState('networkidle')
  const calls = recordApiCalls(page)
  await page.clock.fastForward(TEN_MINUTES_MS)
  await page.clock.fastForward(TEN_MINUTES_MS)
  expect(calls).toEqual([])
  await page.keyboard.press('Shift')
  await page.clock.fastForward(60_000)
  await expect.poll(() => calls).toContainEqual(expect.stringContaining('/api/console/overview'))
})

test('D-50 a dialog stays open while its request runs, and returns the focus', async ({ page }) => {
  await openConsole(page, '/members/2', manager)
  const open = page.getByRole('button', { name: 'Send reset link' })
  const dialog = page.getByRole('dialog')
  await open.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(open).toBeFocused()
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/reset-link', async (route) => {
    await held
    await route.continue()
  })
  await open.click()
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true })
  await expect(dialog).toBeVisible()
  answer()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('D-50 a new page starts at its top with its heading, and going back restores the place in the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openConsole(page, '/submissions', reviewer)
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
})

test('D-50 the first Tab skips the menu', async ({ page }) => {
  await openConsole(page, '/submissions', reviewer)
  await expect(heading(page, 'Receipts')).toBeVisible()
  await page.getByRole('button', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toBeVisible()
})

test('D-34 beyond the last page, the list shows the page number and a way back', async ({ page }) => {
  await openConsole(page, '/merchants?page=900', manager)
  await expect(page.getByText('Page 900')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeVisible()
})
