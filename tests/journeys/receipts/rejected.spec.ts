import type { Page } from '@playwright/test'
import { list, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { drawPicture, findMerchant, type Member, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { offlineBar } from '../support/kept-answers.ts'
import { loseReceipts, sendButton, sendWaiting } from '../support/receipt-form.ts'
import { choosePicture, expectFieldError, moveTo, openAs, receipts } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_|503/ })

const appealButton = (page: Page) => page.getByRole('button', { name: 'Appeal this decision' })
const correctLink = (page: Page) => page.getByRole('link', { name: 'Send a corrected receipt' })
const correctedLink = (page: Page) => page.getByRole('link', { name: 'See the corrected receipt' })

/** A receipt of the member that a manager has rejected. */
async function createRejected(server: ServerUnderTest, member: Member) {
  const facts = { merchant: 'Boba Bukit', amount: '7.40', invoice: '4711', date: '2026-10-05' }
  const { id } = await submitReceipt(server, member, facts)
  const desk = await connectOperator(server)
  await desk.reject(id, 'The picture is too blurred')
  return { desk, id }
}

test('D-08 D-41 D-46 D-90 S-2.28 S-4.07 a rejection is appealed in place, also after the server rejected the appeal or could not be reached; the answer arrives on the page and by mail, and a reopened receipt is pending again', async ({
  page,
  context,
  server,
  member,
  mailTo,
}) => {
  const { desk, id } = await createRejected(server, member)
  const field = page.getByLabel('Why should the decision change?')
  const send = () => page.getByRole('button', { name: 'Send appeal' }).click()
  const waits = page.getByText('A manager will look at your appeal.')
  const words = 'The picture can be read in full size.\nPlease look at the second line.'
  await page.route(`**/api/submissions/${id}`, async (route) => {
    const { data } = await (await route.fetch()).json()
    const { appeal: _, merchant, ...rest } = data
    await route.fulfill({ json: { data: { ...rest, merchant: { name: merchant.name, address: merchant.address } } } })
  })
  await page.clock.install()
  await openAs(page, member, `/app/submissions/${id}`)
  await test.step('a server without appeals offers none', async () => {
    await expect(page.getByText('The picture is too blurred')).toBeVisible()
    await expect(correctLink(page)).toHaveAttribute('href', `/submit?correct=${id}`)
    await expect(appealButton(page)).toBeHidden()
    await page.unroute(`**/api/submissions/${id}`)
    await page.reload()
    await expect(correctLink(page)).toHaveAttribute('href', `/submit?correct=${id}`)
  })
  await test.step('the form says what is wrong', async () => {
    await appealButton(page).click()
    await expect(field).toBeFocused()
    await expect(page.getByText('You can appeal once.')).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(appealButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await send()
    await expectFieldError(field, texts.appealRequired)
    await expect(field).toBeFocused()
    await field.fill('x'.repeat(1001))
    await expect(page.getByText('1001 of 1000 characters')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await send()
    await expectFieldError(field, texts.tooLong(1000))
  })
  await test.step('an appeal that the server rejects, or that is written offline, keeps its text', async () => {
    const answer = { status: 409, json: { message: texts.appealNotPossible }, headers: {} }
    await page.route('**/api/submissions/*/appeal', (route) => route.fulfill(answer))
    await field.fill(words)
    await send()
    await expect(page.getByRole('alert').filter({ hasText: texts.appealNotPossible })).toBeVisible()
    Object.assign(answer, { status: 422, json: { message: 'No', errors: { message: ['Other words, please.'] } } })
    await send()
    await expectFieldError(field, 'Other words, please.')
    await field.fill(`${words} Thank you.`)
    Object.assign(answer, { status: 429, json: { message: texts.tooManyRequests }, headers: { 'Retry-After': '90' } })
    await send()
    await expect(page.getByText(`${texts.tooManyRequests} You can try again in 2 minutes.`)).toBeVisible()
    await page.getByRole('link', { name: 'Back to History' }).click()
    await receipts(page).getByRole('link').click()
    await expect(field).toHaveValue(`${words} Thank you.`)
    await page.unroute('**/api/submissions/*/appeal')
    await context.setOffline(true)
    await send()
    await expect(page.getByRole('alert').filter({ hasText: texts.network })).toBeVisible()
    await context.setOffline(false)
    await expect(offlineBar(page)).toBeHidden()
    await expect(field).toHaveValue(`${words} Thank you.`)
  })
  await test.step('a response from before the appeal is ignored', async () => {
    let isAsked = false
    await page.route(`**/api/submissions/${id}`, () => {
      isAsked = true
    })
    // An answer from before the last minute is stale, and is requested again.
    const askAgain = async () => {
      await page.clock.fastForward(60_000)
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return isAsked
    }
    await expect.poll(askAgain).toBe(true)
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/api/submissions/${id}`))
    await send()
    await ended
    await expect(page.getByRole('heading', { name: 'Your appeal' })).toBeFocused()
    await expect(waits).toBeVisible()
    await page.unroute(`**/api/submissions/${id}`)
  })

  await expect(page.getByText('Please look at the second line. Thank you.')).toBeVisible()
  const headings = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(['Boba Bukit', 'Your appeal', 'Why it was rejected', 'What happened so far'])
  await expect(page.getByText('You don’t need to do anything while your appeal is open.')).toBeVisible()
  await expect(correctLink(page)).toBeVisible()
  await expect(field).toBeHidden()
  // A later request may still wait for its answer.
  await page.reload()
  await expect(waits).toBeVisible()
  await expect(appealButton(page)).toBeHidden()
  await page.getByRole('link', { name: 'Back to History' }).click()
  await expect(receipts(page).getByText('Rejected', { exact: true })).toBeVisible()
  await expect(receipts(page).getByText('Appealed')).toBeVisible()
  await receipts(page).getByRole('link').click()
  await desk.answer(id, 'reopened', 'You are right.')
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('heading', { name: 'Being reviewed again' })).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText('You are right.')).toBeVisible()
  await desk.reject(id, 'Still too blurred')
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('heading', { name: 'Reviewed again' })).toBeVisible()
  await expect(page.getByText('Still too blurred')).toBeVisible()
  await expect(appealButton(page)).toBeHidden()
  expect((await mailTo(member.email, 'Your appeal')).text).toContain('You are right.')
})

test('D-03 D-41 D-90 D-95 S-2.28 S-2.33 S-3.06 a form waits for the rejected receipt that it corrects, keeps its values, may be for another merchant, is found again, and says what it corrects also while it waits; both receipts link to each other, and what was approved or used already offers no correction', async ({
  page,
  context,
  server,
  member,
}) => {
  const { desk, id } = await createRejected(server, member)
  const [amount, note] = [page.getByLabel('Total amount'), page.getByText(/^You’re correcting receipt/)]
  await openAs(page, member, `/app/submissions/${id}`)
  await page.route(`**/api/submissions/${id}`, (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
  await page.goto(`/submit?correct=${id}`)
  await expect(page.getByRole('alert')).toContainText('Failed to load submission details. Please try again.')
  await expect(amount).toBeHidden()
  await page.unroute(`**/api/submissions/${id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(note).toHaveText('You’re correcting receipt 4711 from Boba Bukit. Please take a new photo.')
  await expect(page.getByText('The picture is too blurred')).toBeVisible()
  await expect(page.getByText('Show us the whole receipt')).toBeVisible()
  await expect(amount).toHaveValue('7.40')
  await page.getByRole('button', { name: 'Change merchant' }).click()
  await page.getByLabel('Merchant').fill('Warung')
  await page.getByRole('button', { name: /^Warung Kak Ros/ }).click()
  await choosePicture(page, await drawPicture())
  const picture = page.getByRole('img', { name: 'Your receipt' })
  await expect(picture).toBeVisible()
  await amount.fill('8.40')

  await test.step('a form for another receipt does not continue it, home does', async () => {
    for (const path of ['/submit', '/submit?correct=999999']) {
      await moveTo(page, path)
      await expect(amount).toHaveValue('')
      await expect(note).toBeHidden()
    }
    await moveTo(page, '/')
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(note).toBeVisible()
    await expect(amount).toHaveValue('8.40')
  })
  await test.step('one that the server rejected or that waits is found again at its receipt', async () => {
    const posts = await loseReceipts(context, 'request')
    posts.answer({ status: 422, json: { message: texts.alreadySubmitted, errors: {} } })
    await sendButton(page).click()
    await expect(page.getByText(texts.alreadySubmitted)).toBeVisible()
    await moveTo(page, `/app/submissions/new/${(await findMerchant(server, 'Boba Bukit')).id}`)
    await expect(note).toBeHidden()
    await amount.fill('3.10')
    await moveTo(page, `/app/submissions/${id}`)
    await correctLink(page).click()
    await expect(amount).toHaveValue('8.40')
    await expect(picture).toBeVisible()
    await expect(page.getByText('Warung Kak Ros', { exact: true })).toBeVisible()
    posts.lose('request')
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
    await page.getByRole('link', { name: 'See receipt' }).click()
    await expect(note).toBeVisible()
    posts.pass()
    await sendWaiting(page)
  })

  const [{ id: second } = { id: 0 }] = (await callApi(server, list, {}, bearerHeader(member.token))).data
  const { data: sent } = await callApi(server, show, { id: second }, bearerHeader(member.token))
  const facts = { purchase_amount: '8.40', purchase_date: '2026-10-05', invoice_no: '4711' }
  expect(sent).toMatchObject({ ...facts, corrects: id, merchant: { name: 'Warung Kak Ros' } })
  await moveTo(page, `/app/submissions/${id}`)
  await expect(correctLink(page)).toBeHidden()
  await expect(appealButton(page)).toBeVisible()
  await correctedLink(page).click()
  await expect(page).toHaveURL(`/app/submissions/${second}`)
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'the rejected receipt' }).click()
  await expect(page).toHaveURL(`/app/submissions/${id}`)
  await desk.reject(second, 'This receipt has already earned stamps.', 'already_used')
  await page.reload()
  await expect(correctedLink(page)).toBeVisible()
  await expect(correctLink(page)).toBeHidden()
  await moveTo(page, `/app/submissions/${second}`)
  await expect(page.getByText('This receipt has already earned stamps.')).toBeVisible()
  await expect(appealButton(page)).toBeVisible()
  await expect(correctLink(page)).toBeHidden()

  await test.step('once one is approved, the rejected ones offer no correction and no appeal', async () => {
    const other = await submitReceipt(server, member)
    await desk.reject(other.id, 'Cut off')
    const rejected = await submitReceipt(server, member, { corrects: other.id })
    await desk.reject(rejected.id, 'Still cut off')
    await moveTo(page, `/app/submissions/${other.id}`)
    await expect(correctLink(page)).toBeVisible()
    await expect(correctedLink(page)).toHaveAttribute('href', `/app/submissions/${rejected.id}`)
    const approved = await submitReceipt(server, member, { corrects: other.id })
    await desk.approve(approved.id)
    await page.reload()
    await expect(correctedLink(page)).toHaveAttribute('href', `/app/submissions/${approved.id}`)
    await expect(appealButton(page)).toBeHidden()
    await expect(
      page.getByText("This purchase was already approved in another receipt, so this decision can't be appealed."),
    ).toBeVisible()
    await moveTo(page, `/app/submissions/${rejected.id}`)
    const instead = page.getByRole('link', { name: 'See the approved receipt' })
    await expect(instead).toHaveAttribute('href', `/app/submissions/${approved.id}`)
    await expect(correctLink(page)).toBeHidden()
  })
})
