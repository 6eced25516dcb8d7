import { makeAppeal, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, findMerchant, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { loseReceipts, readStoredDrafts, sendButton, sendWaiting } from '../support/receipt-form.ts'
import {
  appealButton,
  createRejectedReceipt,
  fillResubmission,
  findLatestReceipt,
  openReceipt,
  resubmissionLink,
  resubmitLink,
} from '../support/resubmissions.ts'
import { choosePicture, heading, moveTo } from '../support/web.ts'

test('S-2.28 D-41 D-90 a rejected receipt and its resubmission link to each other, and once one is approved the others offer no resubmission and no appeal', async ({
  page,
  server,
  member,
}) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  await fillResubmission(page, member, id)
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await page.goBack()
  await expect(resubmissionLink(page)).toBeVisible()
  await expect(resubmitLink(page)).toBeHidden()
  await expect(appealButton(page)).toBeVisible()
  await resubmissionLink(page).click()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  const second = await findLatestReceipt(server, member)
  await expect(page).toHaveURL(`/app/submissions/${second}`)
  await page.getByRole('link', { name: 'the rejected receipt' }).click()
  await expect(page).toHaveURL(`/app/submissions/${id}`)
  await desk.reject(second, 'Still too blurred')
  await page.reload()
  await expect(resubmitLink(page)).toBeVisible()
  await expect(page.getByRole('article').getByRole('link').nth(1)).toHaveText('See the corrected receipt')

  const third = await submitReceipt(server, member, { corrects: id })
  await desk.approve(third.id)
  await page.reload()
  await expect(resubmissionLink(page)).toHaveAttribute('href', `/app/submissions/${third.id}`)
  await expect(page.getByText('Why it was rejected')).toBeVisible()
  await expect(appealButton(page)).toBeHidden()
  await expect(
    page.getByText("This purchase was already approved in another receipt, so this decision can't be appealed."),
  ).toBeVisible()
  await moveTo(page, `/app/submissions/${second}`)
  await expect(page.getByRole('link', { name: 'See the approved receipt' })).toHaveAttribute(
    'href',
    `/app/submissions/${third.id}`,
  )
  await expect(resubmitLink(page)).toBeHidden()

  await test.step('a pending appeal is not said to be impossible', async () => {
    const appealed = await createRejectedReceipt(server, member)
    const corrected = await submitReceipt(server, member, { corrects: appealed.id })
    const appeal = { id: appealed.id, message: 'Please look again.' }
    await callApi(server, makeAppeal, appeal, bearerHeader(member.token))
    await desk.approve(corrected.id)
    await moveTo(page, `/app/submissions/${appealed.id}`)
    await expect(page.getByText('A manager will look at your appeal.')).toBeVisible()
    await expect(resubmissionLink(page)).toBeVisible()
    await expect(page.getByText("can't be appealed")).toBeHidden()
  })
})

test('D-41 D-90 S-2.33 a resubmission may be for another merchant and keeps the other values, but a receipt rejected as already used offers only an appeal', async ({
  page,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member, {
    merchant: 'Boba Bukit',
    amount: '7.40',
    invoice: '4711',
    date: '2026-10-05',
  })
  const words = 'The receipt is from another merchant. Please choose the merchant whose name is printed on it.'
  const desk = await connectOperator(server)
  await desk.reject(id, words, 'wrong_merchant')
  await openReceipt(page, member, id)
  await resubmitLink(page).click()
  await expect(page.getByText('You’re correcting receipt 4711 from Boba Bukit. Please take a new photo.')).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('Boba Bukit', { exact: true })).toBeVisible()
  await expect(page.getByText('Show us the whole receipt')).toBeVisible()
  await page.getByRole('button', { name: 'Change merchant' }).click()
  await page.getByLabel('Merchant').fill('Warung')
  await page.getByRole('button', { name: /^Warung Kak Ros/ }).click()
  await choosePicture(page, await drawPicture())
  await expect.poll(() => readStoredDrafts(page)).toMatchObject({ pictures: 1 })
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await expect(page.getByText('Warung Kak Ros', { exact: true })).toBeVisible()
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  const latest = await findLatestReceipt(server, member)
  const { data } = await callApi(server, show, { id: latest }, bearerHeader(member.token))
  expect(data).toMatchObject({
    corrects: id,
    merchant: { name: 'Warung Kak Ros' },
    purchase_amount: '7.40',
    purchase_date: '2026-10-05',
    invoice_no: '4711',
  })

  const used = 'This receipt has already earned stamps.'
  await desk.reject(latest, used, 'already_used')
  await moveTo(page, `/app/submissions/${latest}`)
  await expect(page.getByText(used)).toBeVisible()
  await expect(appealButton(page)).toBeVisible()
  await expect(resubmitLink(page)).toBeHidden()
  await moveTo(page, `/app/submissions/${id}`)
  await expect(resubmissionLink(page)).toBeVisible()
  await expect(appealButton(page)).toBeVisible()
  await expect(resubmitLink(page)).toBeHidden()
})

test.describe('while the server fails', () => {
  test.use({ expectedErrors: /503|net::ERR_FAILED/ })

  test('D-03 D-41 D-95 S-3.06 a resubmission form waits for the receipt that it corrects, a form for another receipt does not continue it, it is found again at home and at its receipt, and one that had to wait still shows what it corrects', async ({
    page,
    context,
    server,
    member,
  }) => {
    const { id } = await createRejectedReceipt(server, member)
    await openReceipt(page, member, id)
    await page.route(`**/api/submissions/${id}`, (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    await page.goto(`/submit?correct=${id}`)
    await expect(page.getByRole('alert')).toContainText('Failed to load submission details. Please try again.')
    const [amount, note] = [page.getByLabel('Total amount'), page.getByText(/^You’re correcting receipt/)]
    await expect(amount).toBeHidden()
    await page.unroute(`**/api/submissions/${id}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(note).toBeVisible()
    await expect(amount).not.toHaveValue('')
    await choosePicture(page, await drawPicture())
    const picture = page.getByRole('img', { name: 'Your receipt' })
    await expect(picture).toBeVisible()
    await amount.fill('8.40')

    await moveTo(page, '/submit')
    await expect(amount).toHaveValue('')
    await moveTo(page, '/submit?correct=999999')
    await expect(amount).toHaveValue('')
    await expect(note).toBeHidden()
    await moveTo(page, '/')
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(note).toBeVisible()
    await expect(amount).toHaveValue('8.40')
    const posts = await loseReceipts(context, 'request')
    posts.answer({ status: 422, json: { message: texts.alreadySubmitted, errors: {} } })
    await sendButton(page).click()
    await expect(page.getByText(texts.alreadySubmitted)).toBeVisible()
    await moveTo(page, `/app/submissions/new/${(await findMerchant(server, 'Boba Bukit')).id}`)
    await expect(note).toBeHidden()
    await amount.fill('3.10')
    await moveTo(page, `/app/submissions/${id}`)
    await resubmitLink(page).click()
    await expect(amount).toHaveValue('8.40')
    await expect(picture).toBeVisible()

    posts.lose('request')
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
    posts.pass()
    await sendWaiting(page)
    const latest = await findLatestReceipt(server, member)
    const { data } = await callApi(server, show, { id: latest }, bearerHeader(member.token))
    expect(data.corrects).toBe(id)
  })
})
