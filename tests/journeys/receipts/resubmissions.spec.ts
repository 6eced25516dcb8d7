import { makeAppeal, show } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { readStoredDrafts, sendButton } from '../support/receipt-form.ts'
import {
  appealButton,
  createRejectedReceipt,
  fillResubmission,
  findLatestReceipt,
  openReceipt,
  resubmissionLink,
  resubmitLink,
} from '../support/resubmissions.ts'
import { choosePicture, heading } from '../support/web.ts'

test('S-2.28 D-41 a rejected receipt and its resubmission link to each other', async ({ page, server, member }) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  await fillResubmission(page, member, id)
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await page.goBack()
  await expect(resubmissionLink(page)).toBeVisible()
  await expect(resubmitLink(page)).toBeHidden()
  await resubmissionLink(page).click()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  const sent = await findLatestReceipt(server, member)
  await expect(page).toHaveURL(`/app/submissions/${sent}`)
  await page.getByRole('link', { name: 'the rejected receipt' }).click()
  await expect(page).toHaveURL(`/app/submissions/${id}`)
  await desk.reject(sent, 'Still too blurred')
  await page.reload()
  await expect(resubmitLink(page)).toBeVisible()
  await expect(page.getByRole('article').getByRole('link').nth(1)).toHaveText('See the corrected receipt')
})

test('D-41 S-2.33 a resubmission may be for another merchant, and keeps the other values', async ({
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
  await (await connectOperator(server)).reject(id, words, 'wrong_merchant')
  await openReceipt(page, member, id)
  await resubmitLink(page).click()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('Boba Bukit', { exact: true })).toBeVisible()
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
  const { data } = await callApi(
    server,
    show,
    { id: await findLatestReceipt(server, member) },
    bearerHeader(member.token),
  )
  expect(data).toMatchObject({
    corrects: id,
    merchant: { name: 'Warung Kak Ros' },
    purchase_amount: '7.40',
    purchase_date: '2026-10-05',
    invoice_no: '4711',
  })
})

test('D-90 D-41 a rejected receipt offers no appeal once its resubmission is approved', async ({
  page,
  server,
  member,
}) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  await fillResubmission(page, member, id)
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await page.goBack()
  await expect(appealButton(page)).toBeVisible()
  await desk.approve(await findLatestReceipt(server, member))
  await page.reload()
  await expect(resubmissionLink(page)).toBeVisible()
  await expect(page.getByText('Why it was rejected')).toBeVisible()
  await expect(appealButton(page)).toBeHidden()
  await expect(
    page.getByText("This purchase was already approved in another receipt, so this decision can't be appealed."),
  ).toBeVisible()
})

test('D-90 D-41 a rejected receipt with a pending appeal does not say that it cannot be appealed, once its resubmission is approved', async ({
  page,
  server,
  member,
}) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  const corrected = await submitReceipt(server, member, { corrects: id })
  await callApi(server, makeAppeal, { id, message: 'Please look again.' }, bearerHeader(member.token))
  await desk.approve(corrected.id)
  await openReceipt(page, member, id)
  await expect(resubmissionLink(page)).toBeVisible()
  await expect(page.getByText('A manager will look at your appeal.')).toBeVisible()
  await expect(page.getByText("can't be appealed")).toBeHidden()
})

test('D-41 a rejected receipt offers no resubmission when its purchase is approved in another receipt', async ({
  page,
  server,
  member,
}) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  const second = await submitReceipt(server, member, { corrects: id })
  await desk.reject(second.id, 'Still too blurred')
  const third = await submitReceipt(server, member, { corrects: id })
  await desk.approve(third.id)
  await openReceipt(page, member, second.id)
  await expect(page.getByRole('link', { name: 'See the approved receipt' })).toHaveAttribute(
    'href',
    `/app/submissions/${third.id}`,
  )
  await expect(resubmitLink(page)).toBeHidden()
})

test('D-41 D-90 a receipt rejected as already used offers no resubmission, but an appeal', async ({
  page,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member)
  await (await connectOperator(server)).reject(id, 'This receipt has already earned stamps.', 'already_used')
  await openReceipt(page, member, id)
  await expect(appealButton(page)).toBeVisible()
  await expect(page.getByText('This receipt has already earned stamps.')).toBeVisible()
  await expect(resubmitLink(page)).toBeHidden()
})

test('D-41 no receipt of a chain offers a resubmission once its resubmission was rejected as already used', async ({
  page,
  server,
  member,
}) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  const corrected = await submitReceipt(server, member, { corrects: id })
  await desk.reject(corrected.id, 'This receipt has already earned stamps.', 'already_used')
  await openReceipt(page, member, id)
  await expect(resubmissionLink(page)).toBeVisible()
  await expect(appealButton(page)).toBeVisible()
  await expect(resubmitLink(page)).toBeHidden()
})
