import { show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton, sendWaiting } from '../support/receipt-form.ts'
import {
  createRejectedReceipt,
  fillResubmission,
  findLatestReceipt,
  openReceipt,
  resubmitLink,
} from '../support/resubmissions.ts'
import { choosePicture } from '../support/web.ts'

test('D-03 D-41 S-3.06 a form for another receipt does not continue a started resubmission, which is found again at home, and at its receipt after it was rejected', async ({
  page,
  server,
  member,
}) => {
  const { id } = await createRejectedReceipt(server, member)
  await fillResubmission(page, member, id)
  await page.getByLabel('Total amount').fill('8.40')
  await page.goto('/submit')
  await expect(page.getByLabel('Total amount')).toHaveValue('')
  await page.goto('/')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText(/^You’re correcting receipt/)).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('8.40')

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

test.describe('while the server fails', () => {
  test.use({ expectedErrors: /503|net::ERR_FAILED/ })

  test('D-41 D-95 a resubmission form waits for the receipt that it corrects, and a resubmission that had to wait still shows what it corrects', async ({
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

    await choosePicture(page, await drawPicture())
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    await page.route('**/api/submissions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
    await page.unroute('**/api/submissions')
    await sendWaiting(page)
    const latest = await findLatestReceipt(server, member)
    const { data } = await callApi(server, show, { id: latest }, bearerHeader(member.token))
    expect(data.corrects).toBe(id)
  })
})
