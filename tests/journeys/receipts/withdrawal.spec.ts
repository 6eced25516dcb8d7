import type { Page } from '@playwright/test'
import { show, withdraw } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { reviewer, submitReceipt } from '../../support/browser/people.ts'
import { approve, openAtDesk, openDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { inMalay } from '../support/languages.ts'
import { openReceipt } from '../support/resubmissions.ts'
import { heading, openAs, receipts, recentActivity, recordApiCalls, stampCard, tabLink } from '../support/web.ts'

// Lost connections, and the 404 and 409 of receipts that are gone or decided.
test.use({ expectedErrors: /net::ERR_|status of 40[49]/ })

test('D-102 S-2.13 S-2.28 a member withdraws a pending receipt: it leaves the card and the history, after a lost connection and in Malay too', async ({
  page,
  context,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member, { amount: '21.00' })
  await openAs(page, member)
  await expect(stampCard(page)).toContainText('2 pending')
  await recentActivity(page).getByRole('link', { name: 'Warung Kak Ros' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this receipt?' })
  await expect(dialog).toContainText('You can send the same receipt again.')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const calls = recordApiCalls(page)
  await dialog.getByRole('button', { name: 'Withdraw receipt' }).dblclick()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await expect(page.getByText('Your receipt has been withdrawn.')).toHaveCount(1)
  await expect(page.getByText('No submissions for current stage')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([`POST /api/submissions/${id}/withdrawal`])
  await tabLink(page, 'Home').click()
  await expect(stampCard(page)).toContainText('0 stamps')
  await expect(stampCard(page)).not.toContainText('pending')
  await page.goto(`/app/submissions/${id}`)
  await expect(page.getByText('We couldn’t find this receipt')).toBeVisible()

  await test.step('without a network the dialog says so, and a second try works', async () => {
    const { id: second } = await submitReceipt(server, member)
    await page.goto(`/app/submissions/${second}`)
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Withdraw receipt' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Withdraw receipt' }).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await expect(receipts(page)).toHaveCount(0)
  })

  await test.step('in Malay', async () => {
    const { id: third } = await submitReceipt(server, member)
    await context.addCookies([{ ...inMalay, url: server.url }])
    await page.goto(`/app/submissions/${third}`)
    await page.getByRole('button', { name: 'Tarik balik', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Tarik balik resit ini?' })
    await question.getByRole('button', { name: 'Tarik balik resit' }).click()
    await expect(heading(page, 'Resit Saya')).toBeVisible()
    await expect(page.getByText('Resit anda telah ditarik balik.')).toBeVisible()
  })
})

test('D-102 from the history, withdrawing leads back to the same place in it, and what is withdrawn elsewhere leaves it too', async ({
  page,
  server,
  member,
}) => {
  const [, latest] = [await submitReceipt(server, member), await submitReceipt(server, member)]
  await openAs(page, member)
  await tabLink(page, 'History').click()
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Pending' }).click()
  await expect(page).toHaveURL('/app/submissions?status=pending')
  await expect(receipts(page)).toHaveCount(2)
  await receipts(page).first().getByRole('link').click()
  await expect(page).toHaveURL(`/app/submissions/${latest.id}`)
  const calls = recordApiCalls(page)
  await withdrawShown(page)
  await expect(page.getByText('Your receipt has been withdrawn.')).toBeVisible()
  await expect(page).toHaveURL('/app/submissions?status=pending')
  await expect(receipts(page)).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  await expect(receipts(page)).toHaveCount(1)
  const withdrawn = calls.indexOf(`POST /api/submissions/${latest.id}/withdrawal`)
  expect(calls.slice(withdrawn)).not.toContain(`GET /api/submissions/${latest.id}`)
  await page.goBack()
  await expect(page).toHaveURL('/app/submissions')
  await page.goBack()
  await expect(page).toHaveURL('/')

  await test.step('a receipt that is withdrawn elsewhere leaves the open history, and is not requested again', async () => {
    const { id } = await submitReceipt(server, member)
    await page.goto('/app/submissions')
    await expect(receipts(page)).toHaveCount(2)
    await callApi(server, withdraw, { id }, bearerHeader(member.token))
    await expect(receipts(page)).toHaveCount(1)
    await expect(page.getByText('Pending', { exact: true }).last()).toBeVisible()
    const before = calls.length
    await page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/submissions')
    await expect(receipts(page)).toHaveCount(1)
    expect(calls.slice(before)).not.toContain(`GET /api/submissions/${id}`)
  })
})

test('D-102 a receipt that was decided or withdrawn meanwhile is not withdrawn again, a server without the call shows no button, and a reviewer reads why', async ({
  page,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member, { amount: '52.00' })
  await openReceipt(page, member, id)

  await test.step('a receipt that was decided meanwhile: the page shows the decision', async () => {
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    const before = await callApi(server, show, { id }, bearerHeader(member.token))
    await page.route(`**/api/submissions/${id}`, (route) => route.fulfill({ json: before }))
    await (await connectOperator(server)).approve(id)
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw receipt' }).click()
    await page.unroute(`**/api/submissions/${id}`)
    await expect(page.getByText('This receipt has just been checked, so you can no longer withdraw it.')).toBeVisible()
    await expect(heading(page, 'Submission Details')).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Approved' })).toContainText('5 stamps')
    await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeHidden()
  })

  const [first, second] = [await submitReceipt(server, member), await submitReceipt(server, member)]
  await test.step('a receipt withdrawn in another tab counts as withdrawn here', async () => {
    await page.goto(`/app/submissions/${first.id}`)
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.route(`**/api/submissions/${first.id}`, (route) => route.abort())
    await callApi(server, withdraw, { id: first.id }, bearerHeader(member.token))
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw receipt' }).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await expect(receipts(page)).toHaveCount(2)
  })

  await test.step('a server without the call shows no button', async () => {
    await page.route(`**/api/submissions/${second.id}`, async (route) => {
      const response = await route.fetch()
      const { may_withdraw: _, ...data } = (await response.json()).data
      await route.fulfill({ response, json: { data } })
    })
    await receipts(page).first().getByRole('link').click()
    await expect(page).toHaveURL(`/app/submissions/${second.id}`)
    await expect(page.getByText('Being checked')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeHidden()
  })

  await test.step('a reviewer whose receipt was withdrawn reads why, and the desk goes on', async () => {
    await openDesk(page, reviewer)
    await openAtDesk(page, second.id)
    await callApi(server, withdraw, { id: second.id }, bearerHeader(member.token))
    await approve(page)
    const notice = `Receipt ${second.id} from Warung Kak Ros: The member has withdrawn this receipt.`
    await expect(page.getByText(notice)).toBeVisible()
    await page.goto(`/console/submissions/${second.id}`)
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Withdrawn')
  })
})

/** Withdraws the receipt whose page is open. */
async function withdrawShown(page: Page) {
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw receipt' }).click()
}
