import type { Page } from '@playwright/test'
import { makeAppeal, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { type Member, manager, reviewer, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { onDesk, openConsole, openConsoleAs, openDesk, pressAndWaitForNext } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, recordApiCalls } from '../support/web.ts'

test('D-50 D-90 managers, and nobody else, answer appeals one at a time beside their receipts and without scrolling', async ({
  page,
  server,
  member,
}) => {
  const kept = await createAppeal(server, member, 'Please look again. '.repeat(10))
  const closed = await createAppeal(server, member, 'Please look again.')
  const reopened = await createAppeal(server, member, 'The date is printed twice.')
  await openConsole(page, '/appeals', reviewer)
  await expect(page.getByRole('heading', { name: 'Review desk' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Appeals/ })).toBeHidden()

  await page.route('**/api/console/confirmations/count', (route) => route.fulfill({ json: { waiting: 25 } }))
  await openConsoleAs(page, manager)
  await page.getByRole('link', { name: /^Confirmations/ }).click()
  await expectMenuOnScreen(page)
  await openAppeals(page, kept)
  await expect(answer(page)).toBeInViewport({ ratio: 1 })
  for (const name of ['Keep the rejection', 'Send back for review', 'Skip'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText("Member's message")).toBeInViewport({ ratio: 1 })

  for (const next of [closed, reopened, kept]) {
    await page.getByRole('button', { name: 'Skip', exact: true }).click()
    await expect(appealOf(page, next)).toBeVisible()
  }
  const calls = recordApiCalls(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/answer', async (route) => {
    await held.promise
    await route.continue()
  })
  await answer(page).fill('It stays as it is.')
  await page.getByRole('button', { name: 'Keep the rejection' }).dblclick()
  const other = page.getByRole('button', { name: 'Send back for review' })
  await expect(other).toBeDisabled()
  await other.click({ force: true })
  held.resolve()
  await expect(sent(page)).toHaveText(`Answer sent: receipt ${kept} stays rejected`)
  expect(calls.filter((made) => made.endsWith('/answer'))).toHaveLength(1)
  await page.unroute('**/answer')

  // Another manager closes the appeal while this one writes.
  const ours = appealOf(page, closed)
  await expect(ours).toBeVisible()
  await answer(page).fill('You are right.')
  await (await connectOperator(server)).answer(closed, 'kept', 'It is too dark.')
  await other.click()
  await expect(ours.getByRole('alert')).toHaveText(texts.appealAnswered)
  await expect(gone(page)).toBeVisible()
  await expect(answer(page)).toHaveValue('You are right.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Next appeal' }).click()
  await expect(ours).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Appeals', exact: true })).toBeFocused()

  const last = appealOf(page, reopened)
  await expect(last).toContainText('The date is printed twice.')
  await expect(last).toContainText('The picture is too blurred')
  await expectNoAxeViolations(page)
  await other.click()
  await expectFieldError(answer(page), texts.answerRequired)
  await expect(answer(page)).toBeFocused()
  await answer(page).fill('You are right.')
  await other.click()
  await expect(last).toBeHidden()
  await expect(sent(page)).toHaveText(`Answer sent: receipt ${reopened} is pending again`)
  await expect(page.getByRole('heading', { name: 'Appeals', exact: true })).toBeFocused()
  const { data } = await callApi(server, show, { id: reopened }, bearerHeader(member.token))
  expect(data).toMatchObject({ status: 'pending', appeal: { outcome: 'reopened', answer: 'You are right.' } })
})

test('D-45 D-50 D-51 D-90 the header counts appeals and polls rarely, the desk sleeps behind them, and no refresh removes the open one', async ({
  page,
  server,
  member,
}) => {
  await page.clock.install()
  const id = await createAppeal(server, member, 'Please look again.')
  await createAppeal(server, member, 'This one too.')
  for (const _ of ['decided', 'next']) await submitReceipt(server, member)
  await openDesk(page, manager)
  const decided = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await pressAndWaitForNext(page, 'a')
  const next = (await onDesk(page).getAttribute('aria-label')) ?? ''
  await page.getByRole('link', { name: /^Appeals/ }).click()
  await expect(page).toHaveTitle(/^Appeals/)
  const calls = recordApiCalls(page)
  for (const key of ['a', 's', 'u']) await page.keyboard.press(key)
  await page.getByRole('link', { name: 'Review desk' }).click()
  await expect(page.getByRole('region', { name: next, exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/Review desk/)
  expect(calls.filter((made) => /leases|decision/.test(made))).toEqual([])
  await page.keyboard.press('u')
  await expect(page.getByRole('region', { name: decided, exact: true })).toBeVisible()

  await page.route('**/api/console/appeals', async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    await route.fulfill({ response, json: { ...list, meta: { ...list.meta, has_more: true } } })
  })
  await page.goto('/console/submissions')
  calls.length = 0
  const asked = () => calls.filter((made) => made === 'GET /api/console/appeals').length
  await page.goto('/console/')
  await expect(onDesk(page)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Appeals \d+ or more appeals pending$/ })).toBeVisible()
  // The mouse moves, so the operator counts as present and keeps the receipt.
  await page.mouse.move(300, 300)
  await page.clock.fastForward(240_000)
  await expect.poll(() => calls.filter((made) => made.startsWith('PUT '))).toHaveLength(1)
  expect(asked()).toBe(1)
  await page.clock.fastForward(60_000)
  await expect.poll(asked).toBe(2)
  await page.unrouteAll({ behavior: 'wait' })

  await openAppeals(page, id)
  const ours = appealOf(page, id)
  await answer(page).fill('You are')
  await (await connectOperator(server)).answer(id, 'kept', 'It is too dark.')
  await page.clock.fastForward(60_000)
  await expect(gone(page)).toBeVisible()
  await expect(ours).toBeVisible()
  await expect(answer(page)).toHaveValue('You are')
  await page.getByRole('link', { name: 'Review desk' }).click()
  await expect(ours).toBeHidden()
  await page.getByRole('link', { name: /^Appeals/ }).click()
  await expect(answer(page)).toHaveValue('You are')
})

/** The whole menu of a manager is visible, even with counts beside the names. */
async function expectMenuOnScreen(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Sections' })
  await expect(menu.getByRole('link')).toHaveCount(23)
  const edges = new Set<number>()
  for (const link of await menu.getByRole('link').all()) {
    await expect(link).toBeInViewport({ ratio: 1 })
    const box = await link.boundingBox()
    edges.add((box?.x ?? 0) + (box?.width ?? 0))
  }
  const bounds = await menu.boundingBox()
  expect([...edges]).toEqual([(bounds?.x ?? 0) + (bounds?.width ?? 0)])
}

/** Opens the appeals from another page of the console, and answers those before the one about this receipt. */
async function openAppeals(page: Page, id: number) {
  await page.getByRole('link', { name: /^Appeals/ }).click()
  await answerEarlierAppeals(page, id)
}

async function createAppeal(server: ServerUnderTest, member: Member, message: string) {
  const { id } = await submitReceipt(server, member)
  await (await connectOperator(server)).reject(id, 'The picture is too blurred')
  await callApi(server, makeAppeal, { id, message }, bearerHeader(member.token))
  return id
}

/** The oldest appeal comes first: those of the demo and of other tests. */
async function answerEarlierAppeals(page: Page, id: number) {
  const shown = page.getByRole('region', { name: /^Receipt \d+ from / })
  // The desk's receipt has such a name, too.
  await expect(answer(page)).toBeVisible()
  while (!(await shown.getAttribute('aria-label'))?.startsWith(`Receipt ${id} `)) {
    const before = (await shown.getAttribute('aria-label')) ?? ''
    await answer(page).fill('It stays as it is.')
    await page.getByRole('button', { name: 'Keep the rejection' }).click()
    await expect(page.getByRole('region', { name: before, exact: true })).toBeHidden()
    await expect(shown).toBeVisible()
  }
}

const appealOf = (page: Page, id: number) => page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
const sent = (page: Page) => page.getByRole('status').filter({ hasText: /^Answer sent/ })
const gone = (page: Page) => page.getByRole('status').filter({ hasText: /^This appeal has already been closed/ })
const answer = (page: Page) => page.getByLabel('Your answer to the member')
