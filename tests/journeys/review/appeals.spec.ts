import type { Page } from '@playwright/test'
import { makeAppeal, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { type Member, manager, reviewer, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { onDesk, openConsoleAs, openDesk, pressAndWaitForNext } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, recordApiCalls } from '../support/web.ts'

test('D-90 D-50 a manager reads an appeal beside its receipt and returns it to the queue with an answer', async ({
  page,
  server,
  member,
}) => {
  const id = await createAppeal(server, member, 'The date is printed twice.')
  const ours = await openAppeal(page, id)
  await expect(ours).toContainText('The date is printed twice.')
  await expect(ours).toContainText('The picture is too blurred')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send back for review' }).click()
  await expectFieldError(answer(page), texts.answerRequired)
  await expect(answer(page)).toBeFocused()
  await answer(page).fill('You are right.')
  await page.getByRole('button', { name: 'Send back for review' }).click()
  await expect(ours).toBeHidden()
  await expect(sent(page)).toHaveText(`Answer sent: receipt ${id} is pending again`)
  await expect(page.getByRole('heading', { name: 'Appeals', exact: true })).toBeFocused()
  const { data } = await callApi(server, show, { id }, bearerHeader(member.token))
  expect(data).toMatchObject({ status: 'pending', appeal: { outcome: 'reopened', answer: 'You are right.' } })
})

test('D-90 D-50 only managers have access to appeals', async ({ page }) => {
  await openConsoleAs(page, reviewer)
  await expect(page.getByRole('link', { name: /^Appeals/ })).toBeHidden()
  await page.goto('/console/appeals')
  await expect(page.getByRole('heading', { name: 'Review desk' })).toBeVisible()
})

test('D-90 D-50 an answer that is rejected keeps its text until the manager continues', async ({
  page,
  server,
  member,
}) => {
  const id = await createAppeal(server, member, 'Please look again.')
  const ours = await openAppeal(page, id)
  await answer(page).fill('You are right.')
  await (await connectOperator(server)).answer(id, 'kept', 'It is too dark.')
  await page.getByRole('button', { name: 'Send back for review' }).click()
  await expect(ours.getByRole('alert')).toHaveText(texts.appealAnswered)
  await expect(gone(page)).toBeVisible()
  await expect(answer(page)).toHaveValue('You are right.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Next appeal' }).click()
  await expect(ours).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Appeals', exact: true })).toBeFocused()
})

test('D-90 D-50 refreshing the list does not remove the open appeal', async ({ page, server, member }) => {
  await page.clock.install()
  const id = await createAppeal(server, member, 'Please look again.')
  const ours = await openAppeal(page, id)
  await createAppeal(server, member, 'This one too.')
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

test('D-90 D-50 one answer is sent at a time, and an appeal can be skipped', async ({ page, server, member }) => {
  const id = await createAppeal(server, member, 'Please look again.')
  await createAppeal(server, member, 'This one too.')
  const ours = await openAppeal(page, id)
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(ours).toBeHidden()
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(ours).toBeVisible()
  const calls = recordApiCalls(page)
  let continueToNext = () => {}
  const held = new Promise<void>((resolve) => {
    continueToNext = resolve
  })
  await page.route('**/answer', async (route) => {
    await held
    await route.continue()
  })
  await answer(page).fill('It stays as it is.')
  await page.getByRole('button', { name: 'Keep the rejection' }).dblclick()
  const other = page.getByRole('button', { name: 'Send back for review' })
  await expect(other).toBeDisabled()
  await other.click({ force: true })
  continueToNext()
  await expect(sent(page)).toHaveText(`Answer sent: receipt ${id} stays rejected`)
  expect(calls.filter((made) => made.endsWith('/answer'))).toHaveLength(1)
})

test('D-90 D-50 the header shows how many appeals wait, and polls rarely', async ({ page, server, member }) => {
  await page.clock.install()
  await createAppeal(server, member, 'Please look again.')
  await submitReceipt(server, member)
  await page.route('**/api/console/appeals', async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    await route.fulfill({ response, json: { ...list, meta: { ...list.meta, has_more: true } } })
  })
  const calls = recordApiCalls(page)
  const asked = () => calls.filter((made) => made === 'GET /api/console/appeals').length
  await openDesk(page, manager)
  await expect(page.getByRole('link', { name: /^Appeals \d+ or more appeals pending$/ })).toBeVisible()
  // The mouse moves, so the operator counts as present and keeps the receipt.
  await page.mouse.move(300, 300)
  await page.clock.fastForward(240_000)
  await expect.poll(() => calls.filter((made) => made.startsWith('PUT '))).toHaveLength(1)
  expect(asked()).toBe(1)
  await page.clock.fastForward(60_000)
  await expect.poll(asked).toBe(2)
  await page.unrouteAll({ behavior: 'wait' })
})

test('D-45 D-51 behind the appeals, the desk’s shortcuts are inactive and its last decision can still be undone', async ({
  page,
  server,
  member,
}) => {
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
})

/** Opens the appeals as a manager and skips to the one about this receipt. */
async function openAppeal(page: Page, id: number) {
  await openConsoleAs(page, manager)
  await page.getByRole('link', { name: /^Appeals/ }).click()
  await answerEarlierAppeals(page, id)
  return page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
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

const sent = (page: Page) => page.getByRole('status').filter({ hasText: /^Answer sent/ })
const gone = (page: Page) => page.getByRole('status').filter({ hasText: /^This appeal has already been closed/ })
const answer = (page: Page) => page.getByLabel('Your answer to the member')
