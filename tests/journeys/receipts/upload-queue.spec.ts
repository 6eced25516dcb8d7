import type { Page } from '@playwright/test'
import { list, type Submission } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import {
  type Member,
  manager,
  registerMember,
  reviewer,
  submitPhotographedReceipt,
} from '../../support/browser/people.ts'
import { readReceiptFacts } from '../../support/browser/receipts.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { lastDecision, onDesk, openDesk, pressAndWaitForNext } from '../support/desk.ts'
import { expect, testWithOwnServer as test } from '../support/fixtures.ts'

const RECEIPTS = 12
const MEMBERS = 2
const EVERY_FIFTH = 5

test('D-51 D-45 two reviewers clear twelve real receipts at once with keys alone, the oldest first: a skipped one returns at the end, none is decided twice, none is lost', async ({
  environment,
  page,
  anotherBrowser,
}) => {
  test.setTimeout(240_000)
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => registerMember(environment)))
  for (const [at, truth] of readReceiptFacts(RECEIPTS).entries())
    await submitPhotographedReceipt(environment, members[at % MEMBERS] as Member, truth)
  const desks = [page, await (await anotherBrowser()).newPage()]
  await openDesk(page, reviewer)
  await skipTheOldest(page)
  await openDesk(desks[1] as Page, manager)
  const [first = [], second = []] = await Promise.all(desks.map(clear))
  const decided = [...first, ...second]
  expect(new Set(decided).size, 'receipts decided').toBe(decided.length)
  expect(Math.min(first.length, second.length)).toBeGreaterThan(0)
  const sent = (await Promise.all(members.map((member) => submissionsOf(environment, member)))).flat()
  expect(sent.filter(({ status }) => status !== 'pending').map(({ id }) => id)).toHaveLength(RECEIPTS)
  expect(sent.filter(({ id }) => !decided.includes(id))).toEqual([])
})

/** Skips three receipts, the oldest first: they are at the end of the queue then. */
async function skipTheOldest(desk: Page) {
  const passed: number[] = []
  for (let at = 0; at < 3; at += 1) {
    passed.push(idOf((await onDesk(desk).getAttribute('aria-label')) ?? ''))
    await pressAndWaitForNext(desk, 's')
  }
  expect(passed).toEqual(passed.toSorted((a, b) => a - b))
  await desk.reload()
  await expect(onDesk(desk)).toBeVisible()
  expect(passed).not.toContain(idOf((await onDesk(desk).getAttribute('aria-label')) ?? ''))
}

/** Decides every receipt of this desk until none is left. Returns their ids. */
async function clear(desk: Page) {
  const decided: number[] = []
  const none = desk.getByText('No receipts to review')
  while (await onDesk(desk).isVisible()) {
    const name = (await onDesk(desk).getAttribute('aria-label')) ?? ''
    // The button is enabled once the picture is fully shown.
    await expect(desk.getByRole('button', { name: /^Approve/ })).toBeEnabled()
    const isDuplicate = await onDesk(desk).getByText('Possible duplicate of receipt').first().isVisible()
    await (isDuplicate || decided.length % EVERY_FIFTH === 3 ? reject(desk) : desk.keyboard.press('a'))
    await expect(desk.locator(`section[aria-label="${name}"]`)).toHaveCount(0)
    await expect(onDesk(desk).or(none)).toBeVisible()
    await expect(lastDecision(desk)).toContainText(name.replace(/^Receipt \d+ from /, ''))
    decided.push(idOf(name))
  }
  await expect(none).toBeVisible()
  return decided
}

/** Chooses the first of the usual reasons. */
async function reject(desk: Page) {
  await desk.keyboard.press('r')
  await expect(desk.getByRole('radio').first()).toBeFocused()
  await desk.keyboard.press('Space')
  await desk.keyboard.press('Enter')
}

const idOf = (name: string) => Number(/\d+/.exec(name)?.[0])

async function submissionsOf(environment: ServerUnderTest, member: Member): Promise<Submission[]> {
  const { data } = await callApi(environment, list, {}, bearerHeader(member.token))
  return data
}
