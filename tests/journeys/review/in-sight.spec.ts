import { makeAppeal } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { onDesk, openAtDesk, openConsoleAs, openDesk, submitTodaysReceipt } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('D-50 the whole manager menu is visible at 1280 by 800, even with counts beside the names', async ({ page }) => {
  await page.route('**/api/console/confirmations/count', (route) => route.fulfill({ json: { waiting: 25 } }))
  await openConsoleAs(page, manager)
  await page.getByRole('link', { name: /^Confirmations/ }).click()
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
})

test('D-90 an appeal is answered without scrolling at 1280 by 800', async ({ page, server, member }) => {
  for (const _ of ['one', 'another']) {
    const { id } = await submitReceipt(server, member)
    await (await connectOperator(server)).reject(id, 'The picture is too blurred')
    await callApi(server, makeAppeal, { id, message: 'Please look again. '.repeat(10) }, bearerHeader(member.token))
  }
  await openConsoleAs(page, manager)
  await page.getByRole('link', { name: /^Appeals/ }).click()
  await expect(page.getByLabel('Your answer to the member')).toBeInViewport({ ratio: 1 })
  for (const name of ['Keep the rejection', 'Send back for review', 'Skip'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText("Member's message")).toBeInViewport({ ratio: 1 })
})

test('D-51 a spot check is answered and corrected without scrolling at 1280 by 800, even beside a look-alike', async ({
  page,
  server,
}) => {
  await page.route('**/api/console/checks', async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    const signal = {
      kind: 'same_invoice',
      text: 'Possible duplicate of receipt 7: invoice 123, sent by another member on 5 Oct 2026 (pending)',
    }
    const look_alikes = [1, 2, 3].map((submission_id) => ({ ...signal, submission_id, picture: data.picture }))
    await route.fulfill({ response, json: { ...answer, data: { ...data, look_alikes } } })
  })
  const { id } = await submitReceipt(server, await registerMember(server), { invoice: newInvoiceNumber() })
  await (await connectOperator(server)).approve(id)
  await openConsoleAs(page, reviewer)
  await page.getByRole('link', { name: 'Spot checks' }).click()
  for (const name of [/^I would approve/, /^I would reject/, /^I would correct/])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('toolbar', { name: 'Picture' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /^I would approve/ })).toBeEnabled()
  await page.keyboard.press('e')
  await expect(page.getByRole('form').getByRole('button', { name: 'I would correct' })).toBeInViewport({ ratio: 1 })
})

test('D-51 the list of keys opens at its top and is completely visible', async ({ page, server, member }) => {
  await submitTodaysReceipt(server, member)
  await openDesk(page, reviewer)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  expect(await dialog.evaluate((element) => [element.scrollTop, element.scrollHeight - element.clientHeight])).toEqual([
    0, 0,
  ])
})

test('D-45 D-90 the desk shows an appeal that reopened a receipt without scrolling: the rejection, the message and the answer', async ({
  page,
  server,
  member,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const id = await submitTodaysReceipt(server, member)
  const { reject, answer } = await connectOperator(server)
  await reject(id, 'The picture is too blurred')
  await callApi(server, makeAppeal, { id, message: 'The total can be read.' }, bearerHeader(member.token))
  await answer(id, 'reopened', 'You are right.')
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  const note = onDesk(page).getByRole('region', { name: 'Reopened by an appeal' })
  for (const words of [
    `Rejected by ${manager.name}`,
    'The picture is too blurred',
    `${member.name} appealed`,
    'The total can be read.',
    `${manager.name} reopened it`,
    'You are right.',
  ])
    await expect(note.getByText(words)).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
})
