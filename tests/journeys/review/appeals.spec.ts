import type { Page } from '@playwright/test'
import { makeAppeal, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { type Member, manager, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { onDesk, openAtDesk, openDesk, pressAndWaitForNext } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, recordApiCalls } from '../support/web.ts'

test('D-45 D-50 D-51 D-90 a manager answers appeals one at a time without scrolling, the header counts them and polls rarely, the desk sleeps behind them, no refresh removes the open one, and the desk says what reopened a receipt', async ({
  page,
  server,
  member,
}) => {
  await page.clock.install()
  const kept = await createAppeal(server, member, 'Please look again. '.repeat(10))
  const closed = await createAppeal(server, member, 'Please look again.')
  const reopened = await createAppeal(server, member, 'The date is printed twice.')
  for (const _ of ['decided', 'next']) await submitReceipt(server, member)
  const operator = await connectOperator(server)
  const calls = recordApiCalls(page)
  const asked = () => calls.filter((made) => made === 'GET /api/console/appeals').length
  let isLong = true
  await page.route('**/api/console/appeals', async (route) => {
    const { data, meta } = await (await route.fetch()).json()
    await route.fulfill({ json: { data, meta: { ...meta, has_more: isLong } } })
    isLong = false
  })
  await openDesk(page, manager)
  const header = page.getByRole('link', { name: /^Appeals/ })
  await expect(header).toHaveAccessibleName(/^Appeals \d+ or more appeals pending$/)
  expect(asked()).toBe(1)
  // The mouse moves, so the operator counts as present and keeps the receipt.
  await page.mouse.move(300, 300)
  await page.clock.fastForward(240_000)
  await expect.poll(() => calls.filter((made) => made.startsWith('PUT '))).toHaveLength(1)
  expect(asked()).toBe(1)
  await page.clock.fastForward(60_000)
  await expect.poll(asked).toBe(2)
  await expect(header).toHaveAccessibleName(/^Appeals \d+ appeals pending$/)
  await page.unroute('**/api/console/appeals')
  const menu = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(menu).toHaveCount(24)
  await expect(menu.last()).toBeInViewport({ ratio: 1 })

  const decided = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await pressAndWaitForNext(page, 'a')
  const next = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await header.click()
  await expect(page).toHaveTitle(/^Appeals/)
  calls.length = 0
  for (const key of ['a', 's', 'u']) await page.keyboard.press(key)
  await page.getByRole('link', { name: 'Review desk' }).click()
  await expect(page.getByRole('region', { name: next, exact: true })).toBeVisible()
  expect(calls.filter((made) => /leases|decision/.test(made))).toEqual([])
  await page.keyboard.press('u')
  await expect(page.getByRole('region', { name: decided, exact: true })).toBeVisible()

  const answer = page.getByLabel('Your answer to the member')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const [keep, reopen, skip] = [button('Keep the rejection'), button('Send back for review'), button('Skip')]
  const sent = page.getByRole('status').filter({ hasText: /^Answer sent/ })
  const shown = page.getByRole('region', { name: /^Receipt \d+ from / })
  await header.click()
  await expect(answer).toBeVisible()
  // The oldest appeal comes first: those of the demo and of other journeys.
  while (!(await shown.getAttribute('aria-label'))?.startsWith(`Receipt ${kept} `)) {
    const before = (await shown.getAttribute('aria-label')) ?? ''
    await skip.click()
    await expect(page.getByRole('region', { name: before, exact: true })).toBeHidden()
  }
  for (const part of [answer, keep, reopen, skip, page.getByText("Member's message")])
    await expect(part).toBeInViewport({ ratio: 1 })
  const held = Promise.withResolvers<void>()
  await page.route('**/answer', async (route) => {
    await held.promise
    await route.continue()
  })
  calls.length = 0
  await answer.fill('It stays as it is.')
  await keep.dblclick()
  await expect(reopen).toBeDisabled()
  await reopen.click({ force: true })
  held.resolve()
  await expect(sent).toHaveText(`Answer sent: receipt ${kept} stays rejected`)
  expect(calls.filter((made) => made.endsWith('/answer'))).toHaveLength(1)

  // Another manager closes the appeal while this one writes.
  const ours = appealOf(page, closed)
  await answer.fill('You are right.')
  await operator.answer(closed, 'kept', 'It is too dark.')
  await reopen.click()
  await expect(ours.getByRole('alert')).toHaveText(texts.appealAnswered)
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('status').filter({ hasText: /^This appeal has already been closed/ })).toBeVisible()
  await expect(answer).toHaveValue('You are right.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Next appeal' }).click()
  await expect(page.getByRole('heading', { name: 'Appeals', exact: true })).toBeFocused()

  const last = appealOf(page, reopened)
  for (const words of ['The date is printed twice.', 'The picture is too blurred'])
    await expect(last).toContainText(words)
  await reopen.click()
  await expectFieldError(answer, texts.answerRequired)
  await answer.fill('You are right.')
  await reopen.click()
  await expect(sent).toHaveText(`Answer sent: receipt ${reopened} is pending again`)
  const { data } = await callApi(server, show, { id: reopened }, bearerHeader(member.token))
  expect(data).toMatchObject({ status: 'pending', appeal: { outcome: 'reopened', answer: 'You are right.' } })

  await openAtDesk(page, reopened)
  const note = onDesk(page).getByRole('region', { name: 'Reopened by an appeal' })
  const rejection = [`Rejected by ${manager.name}`, 'The picture is too blurred']
  const appeal = [`${member.name} appealed`, 'The date is printed twice.']
  for (const words of [...rejection, ...appeal, `${manager.name} reopened it`, 'You are right.'])
    await expect(note.getByText(words)).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
})

async function createAppeal(server: ServerUnderTest, member: Member, message: string) {
  const { id } = await submitReceipt(server, member)
  await (await connectOperator(server)).reject(id, 'The picture is too blurred')
  await callApi(server, makeAppeal, { id, message }, bearerHeader(member.token))
  return id
}

const appealOf = (page: Page, id: number) => page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
