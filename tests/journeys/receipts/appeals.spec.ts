import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import type { Member } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { appealButton, createRejectedReceipt, resubmitLink } from '../support/resubmissions.ts'
import { expectFieldError, heading, openAs, receipts } from '../support/web.ts'

const WORDS = 'The picture can be read in full size.\nPlease look at the second line.'

test.use({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED/ })

test('D-08 D-41 D-46 D-90 S-2.28 S-4.07 a rejection is appealed in place, also after the server rejected the appeal or could not be reached; the answer arrives on the page and by mail, and a corrected receipt can be sent all along', async ({
  page,
  context,
  server,
  member,
  mailTo,
}) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  await page.route(`**/api/submissions/${id}`, async (route) => {
    const { data } = await (await route.fetch()).json()
    const { appeal: _, merchant, ...rest } = data
    await route.fulfill({ json: { data: { ...rest, merchant: { name: merchant.name, address: merchant.address } } } })
  })
  await openSubmission(page, member, id)
  const corrected = `/submit?correct=${id}`
  await test.step('a server without appeals offers none', async () => {
    await expect(resubmitLink(page)).toHaveAttribute('href', corrected)
    await expect(appealButton(page)).toBeHidden()
    await page.unroute(`**/api/submissions/${id}`)
    await page.reload()
    await expect(resubmitLink(page)).toHaveAttribute('href', corrected)
  })

  await test.step('the form says what is wrong', async () => {
    await appealButton(page).click()
    await expect(field(page)).toBeFocused()
    await expect(page.getByText('You can appeal once.')).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(appealButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await send(page)
    await expectFieldError(field(page), texts.appealRequired)
    await expect(field(page)).toBeFocused()
    await field(page).fill('x'.repeat(1001))
    await expect(page.getByText('1001 of 1000 characters')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await send(page)
    await expectFieldError(field(page), texts.tooLong(1000))
    await expectNoAxeViolations(page)
  })

  await test.step('an appeal that the server rejects, or that is written offline, keeps its text', async () => {
    const answer = { status: 409, json: { message: texts.appealNotPossible }, headers: {} }
    await page.route('**/api/submissions/*/appeal', (route) => route.fulfill(answer))
    await field(page).fill(WORDS)
    await send(page)
    await expect(page.getByRole('alert').filter({ hasText: texts.appealNotPossible })).toBeVisible()
    Object.assign(answer, { status: 422, json: { message: 'No', errors: { message: ['Other words, please.'] } } })
    await send(page)
    await expectFieldError(field(page), 'Other words, please.')
    await field(page).fill(`${WORDS} Thank you.`)
    Object.assign(answer, { status: 429, json: { message: texts.tooManyRequests }, headers: { 'Retry-After': '90' } })
    await send(page)
    await expect(page.getByText(`${texts.tooManyRequests} You can try again in 2 minutes.`)).toBeVisible()
    await page.getByRole('link', { name: 'Back to History' }).click()
    await receipts(page).getByRole('link').click()
    await expect(field(page)).toHaveValue(`${WORDS} Thank you.`)
    await page.unroute('**/api/submissions/*/appeal')
    await context.setOffline(true)
    await send(page)
    await expect(page.getByRole('alert').filter({ hasText: texts.network })).toBeVisible()
    await context.setOffline(false)
    await expect(field(page)).toHaveValue(`${WORDS} Thank you.`)
  })

  await send(page)
  await expect(page.getByRole('heading', { name: 'Your appeal' })).toBeFocused()
  await expect(page.getByText('A manager will look at your appeal.')).toBeVisible()
  await expect(page.getByText('Please look at the second line. Thank you.')).toBeVisible()
  const headings = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(['Warung Kak Ros', 'Your appeal', 'Why it was rejected', 'What happened so far'])
  await expect(page.getByText('You don’t need to do anything while your appeal is open.')).toBeVisible()
  await expect(resubmitLink(page)).toBeVisible()
  await expect(field(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('A manager will look at your appeal.')).toBeVisible()
  await expect(appealButton(page)).toBeHidden()
  await page.getByRole('link', { name: 'Back to History' }).click()
  await expect(receipts(page).getByText('Rejected', { exact: true })).toBeVisible()
  await expect(receipts(page).getByText('Appealed')).toBeVisible()
  await receipts(page).getByRole('link').click()
  await desk.answer(id, 'kept', 'The second line is a deposit.')
  await expect(page.getByRole('heading', { name: 'Decision not changed' })).toBeVisible()
  await expect(page.getByText('The second line is a deposit.')).toBeVisible()
  await expect(page.getByText('A manager will look at your appeal.')).toBeHidden()
  await expect(appealButton(page)).toBeHidden()
  await expect(resubmitLink(page)).toBeVisible()
  expect((await mailTo(member.email, 'Your appeal')).text).toContain('The second line is a deposit.')
})

test('D-46 D-90 a response from before the appeal is ignored; a reopened receipt is pending again and keeps the answer to its appeal', async ({
  page,
  server,
  member,
}) => {
  const { desk, id } = await createRejectedReceipt(server, member)
  await page.clock.install()
  await openSubmission(page, member, id)
  await appealButton(page).click()
  await field(page).fill(WORDS)
  const asked = Promise.withResolvers<void>()
  await page.route(`**/api/submissions/${id}`, () => asked.resolve())
  // The shown data is stale by now and is requested again.
  await page.clock.fastForward(60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await asked.promise
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/api/submissions/${id}`))
  await send(page)
  await ended
  await expect(page.getByText('A manager will look at your appeal.')).toBeVisible()
  await page.unroute(`**/api/submissions/${id}`)
  // A later request may still wait for its answer.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your appeal' })).toBeVisible()
  await desk.answer(id, 'reopened', 'You are right.')
  await expect(page.getByRole('heading', { name: 'Being reviewed again' })).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText('You are right.')).toBeVisible()
  await desk.reject(id, 'Still too blurred')
  await expect(page.getByRole('heading', { name: 'Reviewed again' })).toBeVisible()
  await expect(page.getByText('Still too blurred')).toBeVisible()
  await expect(appealButton(page)).toBeHidden()
})

async function openSubmission(page: Page, member: Member, id: number) {
  await openAs(page, member, `/app/submissions/${id}`)
  await expect(heading(page, 'Submission Details')).toBeVisible()
  await expect(page.getByText('Why it was rejected')).toBeVisible()
}

const field = (page: Page) => page.getByLabel('Why should the decision change?')
const send = (page: Page) => page.getByRole('button', { name: 'Send appeal' }).click()
