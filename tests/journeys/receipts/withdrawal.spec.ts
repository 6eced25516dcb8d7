import type { Page } from '@playwright/test'
import { show, withdraw } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { reviewer, submitReceipt } from '../../support/browser/people.ts'
import { approve, openAtDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  heading,
  moveTo,
  openAs,
  receipts,
  recentActivity,
  recordApiCalls,
  stampCard,
  tabLink,
} from '../support/web.ts'

// Lost connections, and the 404 and 409 of receipts that are gone or decided.
test.use({ expectedErrors: /net::ERR_|status of 40[49]/ })

const askToWithdraw = (page: Page) => page.getByRole('button', { name: 'Withdraw', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Withdraw this receipt?' })
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Withdraw receipt' })

test('D-46 D-102 S-2.13 S-2.28 a member withdraws a pending receipt once, also after a lost connection: it leaves the card and the history, which keeps its place; one that was decided meanwhile shows the decision, and a reviewer reads why a receipt is gone', async ({
  page,
  context,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member, { amount: '21.00' })
  await openAs(page, member)
  const calls = recordApiCalls(page)
  await expect(stampCard(page)).toContainText('2 pending')
  await recentActivity(page).getByRole('link', { name: 'Warung Kak Ros' }).click()
  await askToWithdraw(page).click()
  await expect(question(page)).toContainText('You can send the same receipt again.')
  await question(page).getByRole('button', { name: 'Keep it' }).click()
  await expect(question(page)).toBeHidden()
  await askToWithdraw(page).click()
  await confirm(page).dblclick()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await expect(page.getByText('Your receipt has been withdrawn.')).toHaveCount(1)
  await expect(page.getByText('No submissions for current stage')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([`POST /api/submissions/${id}/withdrawal`])
  await tabLink(page, 'Home').click()
  await expect(stampCard(page)).toContainText('0 stamps')
  await expect(stampCard(page)).not.toContainText('pending')
  // The app has kept nothing of it.
  await page.route(`**/api/submissions/${id}`, (route) => route.abort())
  await moveTo(page, `/app/submissions/${id}`)
  await expect(page.getByText('Failed to load submission details. Please try again.')).toBeVisible()
  await page.unroute(`**/api/submissions/${id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('We couldn’t find this receipt')).toBeVisible()

  const [kept, latest, elsewhere] = [
    await submitReceipt(server, member, { amount: '52.00' }),
    await submitReceipt(server, member),
    await submitReceipt(server, member),
  ]
  await page.goto('/app/submissions')
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Pending' }).click()
  await expect(receipts(page)).toHaveCount(3)
  await receipts(page).nth(1).getByRole('link').click()
  await expect(page).toHaveURL(`/app/submissions/${latest.id}`)
  await askToWithdraw(page).click()
  await context.setOffline(true)
  await confirm(page).click()
  await expect(question(page).getByRole('alert')).toBeVisible()
  // As if the lost request had arrived, and the page does not know it yet.
  await page.route(`**/api/submissions/${latest.id}`, (route) => route.abort())
  await context.setOffline(false)
  await callApi(server, withdraw, { id: latest.id }, bearerHeader(member.token))
  calls.length = 0
  await confirm(page).click()
  await expect(page).toHaveURL('/app/submissions?status=pending')
  await expect(receipts(page)).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  const withdrawn = calls.indexOf(`POST /api/submissions/${latest.id}/withdrawal`)
  expect(calls.slice(withdrawn)).not.toContain(`GET /api/submissions/${latest.id}`)
  await page.goBack()
  await expect(page).toHaveURL('/app/submissions')

  await test.step('a receipt that is withdrawn elsewhere leaves the history', async () => {
    await expect(receipts(page)).toHaveCount(2)
    await callApi(server, withdraw, { id: elsewhere.id }, bearerHeader(member.token))
    await expect(receipts(page)).toHaveCount(1)
    await expect(page.getByText('Pending', { exact: true }).last()).toBeVisible()
  })

  await test.step('a receipt that was decided meanwhile: the page shows the decision, and home at once', async () => {
    await receipts(page).first().getByRole('link').click()
    await askToWithdraw(page).click()
    const before = await callApi(server, show, { id: kept.id }, bearerHeader(member.token))
    await page.route(`**/api/submissions/${kept.id}`, (route) => route.fulfill({ json: before }))
    await (await connectOperator(server)).approve(kept.id)
    await confirm(page).click()
    await page.unroute(`**/api/submissions/${kept.id}`)
    await expect(page.getByText('This receipt has just been checked, so you can no longer withdraw it.')).toBeVisible()
    await expect(heading(page, 'Submission Details')).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Approved' })).toContainText('5 stamps')
    await expect(askToWithdraw(page)).toBeHidden()
    await tabLink(page, 'Home').click()
    // A pending receipt is otherwise refreshed only after 15 seconds.
    await expect(recentActivity(page).getByRole('listitem')).toContainText('Approved', { timeout: 10_000 })
    await expect(stampCard(page)).toContainText(/^5/, { timeout: 10_000 })
  })

  await test.step('a server without the call shows no button, and a reviewer reads why the receipt is gone', async () => {
    const { id: last } = await submitReceipt(server, member)
    await page.route(`**/api/submissions/${last}`, async (route) => {
      const response = await route.fetch()
      const { may_withdraw: _, ...data } = (await response.json()).data
      await route.fulfill({ response, json: { data } })
    })
    await moveTo(page, `/app/submissions/${last}`)
    await expect(page.getByText('Being checked')).toBeVisible()
    await expect(askToWithdraw(page)).toBeHidden()
    await openAtDesk(page, last, reviewer)
    await callApi(server, withdraw, { id: last }, bearerHeader(member.token))
    await approve(page)
    const notice = `Receipt ${last} from Warung Kak Ros: The member has withdrawn this receipt.`
    await expect(page.getByText(notice)).toBeVisible()
  })
})
