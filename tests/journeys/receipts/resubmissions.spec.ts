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
  await page.goto(`/app/submissions/${second}`)
  await expect(page.getByRole('link', { name: 'See the approved receipt' })).toHaveAttribute(
    'href',
    `/app/submissions/${third.id}`,
  )
  await expect(resubmitLink(page)).toBeHidden()
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

test('D-41 D-90 a receipt rejected as already used offers an appeal but no resubmission, like the others of its chain, and a pending appeal is not said to be impossible', async ({
  page,
  server,
  member,
}) => {
  const words = 'This receipt has already earned stamps.'
  const used = await submitReceipt(server, member)
  const { desk, id } = await createRejectedReceipt(server, member)
  await desk.reject(used.id, words, 'already_used')
  await openReceipt(page, member, used.id)
  await expect(appealButton(page)).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
  await expect(resubmitLink(page)).toBeHidden()

  await test.step('a receipt whose resubmission was rejected as already used', async () => {
    const corrected = await submitReceipt(server, member, { corrects: id })
    await desk.reject(corrected.id, words, 'already_used')
    await page.goto(`/app/submissions/${id}`)
    await expect(resubmissionLink(page)).toBeVisible()
    await expect(appealButton(page)).toBeVisible()
    await expect(resubmitLink(page)).toBeHidden()
  })
  await test.step('a receipt with a pending appeal whose resubmission is approved', async () => {
    const appealed = await createRejectedReceipt(server, member)
    const corrected = await submitReceipt(server, member, { corrects: appealed.id })
    const appeal = { id: appealed.id, message: 'Please look again.' }
    await callApi(server, makeAppeal, appeal, bearerHeader(member.token))
    await desk.approve(corrected.id)
    await page.goto(`/app/submissions/${appealed.id}`)
    await expect(resubmissionLink(page)).toBeVisible()
    await expect(page.getByText('A manager will look at your appeal.')).toBeVisible()
    await expect(page.getByText("can't be appealed")).toBeHidden()
  })
})
