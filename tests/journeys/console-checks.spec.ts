import { aManager } from '../operators.ts'
import { aMember, aSubmission, manager, reviewer } from '../people.ts'
import { startPrepared } from '../prepared-data.ts'
import { axeFindsNothing } from './axe.ts'
import { signInAtConsole } from './desk.ts'
import { expect, test } from './fixtures.ts'

test('D-51 a drawn decision is looked at blind by somebody else, and managers see where the two differ', async ({
  page,
  anotherBrowser,
}) => {
  const server = await startPrepared({ SPOT_CHECK_PERCENT: '100', MAX_RECEIPT_AGE_DAYS: '36500' })
  const { id, invoice_no: invoice } = await aSubmission(server, await aMember(server))
  await (await aManager(server)).approve(id)
  await signInAtConsole(page, reviewer, server.url)
  const check = page.getByRole('region', { name: /^Check \d+$/ })
  await page.getByRole('link', { name: 'Spot checks' }).click()
  // The demo's own two come first; the last is there once the time for undoing is over.
  for (const _ of ['first', 'second']) {
    await expect(page.getByRole('status').filter({ hasText: /^\d checks? waiting$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^I would approve/ })).toBeEnabled()
    const shown = (await check.getByText(/^Check \d+$/).textContent())?.toLowerCase()
    await page.keyboard.press('a')
    await expect(page.getByText(`Recorded: you would approve ${shown}.`)).toBeVisible()
  }
  await expect(async () => {
    await page.goto(`${server.url}/console/checks`)
    await expect(check).toContainText(invoice, { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('main')).not.toContainText(/approved|rejected/i)
  await expect(page.getByRole('button', { name: /^I would approve/ })).toBeEnabled()
  await axeFindsNothing(page)
  await page.keyboard.press('r')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.getByRole('radio', { name: 'Unreadable' }).check()
  await page.getByRole('button', { name: 'I would reject' }).click()
  await expect(page.getByText(/^Recorded: you would reject check \d+\.$/)).toBeVisible()
  await expect(check.getByText(invoice)).toBeHidden()
  const other = await (await anotherBrowser()).newPage()
  await signInAtConsole(other, manager, server.url)
  await other.getByRole('link', { name: 'Spot checks' }).click()
  const row = other.getByRole('row').filter({ hasText: 'Rejected (Unreadable)' })
  await expect(row).toContainText(reviewer.name)
  await expect(row.getByRole('link')).toHaveAttribute('href', `/console/submissions/${id}`)
  // Else they ask a server that is gone for what they still load.
  await Promise.all([page.close(), other.close()])
  await server.remove()
})
