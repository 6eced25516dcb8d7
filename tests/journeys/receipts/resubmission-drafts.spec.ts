import type { Page } from '@playwright/test'
import { show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { findMerchant, type Member } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import {
  createRejectedReceipt,
  fillResubmission,
  findLatestReceipt,
  openReceipt,
  resubmitLink,
} from '../support/resubmissions.ts'

test('D-41 S-3.06 a rejected resubmission is found again after another receipt was started', async ({
  page,
  server,
  member,
}) => {
  const id = await startChangedResubmission(page, server, member)
  await page.route('**/api/submissions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { message: texts.alreadySubmitted, errors: {} } })
      : route.fallback(),
  )
  await sendButton(page).click()
  await expect(page.getByText(texts.alreadySubmitted)).toBeVisible()
  await page.goto(`/app/submissions/new/${(await findMerchant(server, 'Boba Bukit')).id}`)
  await page.getByLabel('Total amount').fill('3.10')
  await page.goto(`/app/submissions/${id}`)
  await resubmitLink(page).click()
  await expect(page.getByLabel('Total amount')).toHaveValue('8.40')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

test('D-03 D-41 a form for another receipt does not continue a started resubmission, and home links back to it', async ({
  page,
  server,
  member,
}) => {
  await startChangedResubmission(page, server, member)
  await page.goto('/submit')
  await expect(page.getByLabel('Total amount')).toHaveValue('')
  await page.goto('/')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText(/^You’re correcting receipt/)).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('8.40')
})

test.describe('while the server fails', () => {
  test.use({ expectedErrors: /503/ })

  test('D-41 a resubmission form waits for the receipt that it corrects, and is no plain form meanwhile', async ({
    page,
    server,
    member,
  }) => {
    const { id } = await createRejectedReceipt(server, member)
    await openReceipt(page, member, id)
    await page.route(`**/api/submissions/${id}`, (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    await page.goto(`/submit?correct=${id}`)
    await expect(page.getByRole('alert')).toContainText('Failed to load submission details. Please try again.')
    await expect(page.getByLabel('Total amount')).toBeHidden()
    await page.unroute(`**/api/submissions/${id}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/^You’re correcting receipt/)).toBeVisible()
    await expect(page.getByLabel('Total amount')).not.toHaveValue('')
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('D-95 D-41 a resubmission that had to wait still shows what it corrects', async ({ page, server, member }) => {
    const { id } = await createRejectedReceipt(server, member)
    await fillResubmission(page, member, id)
    await page.route('**/api/submissions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
    await page.unroute('**/api/submissions')
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    const { data } = await callApi(
      server,
      show,
      { id: await findLatestReceipt(server, member) },
      bearerHeader(member.token),
    )
    expect(data.corrects).toBe(id)
  })
})

/** Starts a resubmission of a rejected receipt and changes its amount; returns the id of the rejected receipt. */
async function startChangedResubmission(page: Page, server: ServerUnderTest, member: Member): Promise<number> {
  const { id } = await createRejectedReceipt(server, member)
  await fillResubmission(page, member, id)
  await page.getByLabel('Total amount').fill('8.40')
  return id
}
