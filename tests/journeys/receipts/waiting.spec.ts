import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, logInElsewhere } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, openForm, sendButton, submitUnsent } from '../support/receipt-form.ts'
import { accountMenu, heading, logIn, tabLink } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

test('D-40 D-95 S-3.06 S-8.04 S-8.05 a receipt sent without a connection waits while it is viewed, and is sent with Send now or automatically', async ({
  page,
  context,
  server,
  member,
}) => {
  await openForm(page, server, member)
  const form = page.url()
  const sent = async () => (await callApi(server, list, {}, bearerHeader(member.token))).data

  await test.step('viewing a waiting receipt from home and the history keeps it waiting', async () => {
    await fill(page, await drawPicture())
    await context.route('**/api/**', (route) => route.abort())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
    await page.getByRole('link', { name: 'See receipt' }).click()
    await expect(heading(page, 'Submit Receipt')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Total amount')).toBeDisabled()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await tabLink(page, 'History').click()
    await expect(page.getByText(texts.submissionsFailed)).toBeVisible()
    await expect(page.getByText('You’re offline. We’ll send your receipt when you reconnect.')).toBeVisible()
    // The app must not notice by itself before the button is pressed that the network is back.
    await context.route('**/api/**', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    expect(await sent()).toHaveLength(1)
    await context.unroute('**/api/**')
  })

  await test.step('a receipt sent offline waits and is sent automatically', async () => {
    await page.goto(form)
    await fill(page, await drawPicture())
    await context.setOffline(true)
    await sendButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for a connection…' })).toBeVisible()
    await expect(page.getByLabel('Total amount')).toBeDisabled()
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByText('Waiting for a connection…')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(texts.submitted)).toBeVisible()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    expect(await sent()).toHaveLength(2)
  })
})

test('D-95 S-4.01 home shows a member as offline only while they are, and logging out asks first while a receipt waits', async ({
  page,
  context,
  server,
  member,
}) => {
  await rejectReceipts(page)
  await submitUnsent(page, server, member)
  const form = page.url()
  const asked = page.getByRole('dialog', { name: 'You have an unsent receipt' })

  await test.step('home shows a member as offline only while they are', async () => {
    await page.goto('/')
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You’re offline. We’ll send your receipt when you reconnect.')).toBeVisible()
    await expect(page.getByText('We couldn’t send it yet')).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
  })

  await test.step('logging out asks first, and says what would be lost', async () => {
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(asked).toContainText('RM 18.90, invoice')
    await asked.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(asked).toBeHidden()
    await expect(accountMenu(page)).toBeFocused()
    await accountMenu(page).click()
    await page.getByRole('link', { name: 'My Profile' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Sign out In this browser' }).click()
    await expect(asked.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await asked.getByRole('button', { name: 'Sign out and discard' }).click()
    await expect(page).toHaveURL('/login')
    await expect(asked).toBeHidden()
    await page.unroute('**/api/submissions')
    await logIn(page, member)
    await expect(page.getByText(texts.noActivity)).toBeVisible()
    await expect(page.getByText(/^Your receipt is saved|^You (chose|started) a receipt/)).toBeHidden()
  })

  await test.step('a receipt that is delivered while the dialog is open is not listed as lost', async () => {
    await rejectReceipts(page)
    await page.goto(form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
    const waits = 'Your receipt is saved. We couldn’t send it yet, so we’ll try again soon.'
    await expect(page.getByText(waits)).toBeVisible()
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(asked).toBeVisible()
    await page.unroute('**/api/submissions')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    const dialog = page.getByRole('dialog', { name: 'Everything has been sent' })
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/login')
    const { token } = await logInElsewhere(server, member)
    expect((await callApi(server, list, {}, bearerHeader(token))).data).toHaveLength(1)
  })
})

function rejectReceipts(page: Page) {
  return page.route('**/api/submissions', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
}
