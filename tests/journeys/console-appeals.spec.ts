import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { makeAppeal, show } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { bearing, call } from '../api.ts'
import { aManager } from '../operators.ts'
import { aSubmission, type Member, manager, reviewer } from '../people.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import { openDesk } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { expectFault } from './web.ts'

test('D-45 D-50 a manager reads an appeal beside its receipt and sends it back to the queue with an answer', async ({
  page,
  server,
  member,
}) => {
  const id = await anAppeal(server, member, 'The date is printed twice.')
  await openDesk(page, manager)
  await page.getByRole('link', { name: /^Appeals/ }).click()
  const ours = page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
  await answerThoseBefore(page, id)
  await expect(ours).toContainText('The date is printed twice.')
  await expect(ours).toContainText('The picture is too blurred')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Review it once more' }).click()
  await expectFault(answer(page), texts.answerRequired)
  await expect(answer(page)).toBeFocused()
  await answer(page).fill('You are right.')
  await page.getByRole('button', { name: 'Review it once more' }).click()
  await expect(ours).toBeHidden()
  const { data } = await call(server, show, { id }, bearing(member.token))
  expect(data).toMatchObject({ status: 'pending', appeal: { outcome: 'reopened', answer: 'You are right.' } })
})

test('D-50 appeals are a matter for managers', async ({ page }) => {
  await openDesk(page, reviewer)
  await expect(page.getByRole('link', { name: /^Appeals/ })).toBeHidden()
  await page.goto('/console/appeals')
  await expect(page.getByRole('heading', { name: 'Review desk' })).toBeVisible()
})

async function anAppeal(server: ServerUnderTest, member: Member, message: string) {
  const { id } = await aSubmission(server, member)
  await (await aManager(server)).reject(id, 'The picture is too blurred')
  await call(server, makeAppeal, { id, message }, bearing(member.token))
  return id
}

/** The oldest appeal comes first: those of the demo and of other tests. */
async function answerThoseBefore(page: Page, id: number) {
  const shown = page.getByRole('region', { name: /^Receipt \d+ from / })
  await expect(shown).toBeVisible()
  while (!(await shown.getAttribute('aria-label'))?.startsWith(`Receipt ${id} `)) {
    const before = (await shown.getAttribute('aria-label')) ?? ''
    await answer(page).fill('It stays as it is.')
    await page.getByRole('button', { name: 'Keep the rejection' }).click()
    await expect(page.getByRole('region', { name: before, exact: true })).toBeHidden()
    await expect(shown).toBeVisible()
  }
}

const answer = (page: Page) => page.getByLabel('Your answer to the member')
