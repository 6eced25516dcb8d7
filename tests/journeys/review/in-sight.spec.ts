import { makeAppeal } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { manager, newInvoiceNumber, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { onDesk, openAtDesk, submitTodaysReceipt } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('D-45 D-51 D-90 at 1280 by 800 an appeal that reopened a receipt, and a spot check beside look-alikes need no scrolling', async ({
  page,
  server,
  member,
}) => {
  await page.route('**/api/console/checks', async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    const signal = {
      kind: 'same_invoice',
      text: 'Possible duplicate of receipt 7: invoice 123, sent before by another member on 5 Oct 2026 (pending)',
    }
    const look_alikes = [1, 2, 3].map((submission_id) => ({ ...signal, submission_id, picture: data.picture }))
    await route.fulfill({ response, json: { ...answer, data: { ...data, look_alikes } } })
  })
  const checked = await submitReceipt(server, await registerMember(server), { invoice: newInvoiceNumber() })
  const { approve, reject, answer } = await connectOperator(server)
  await approve(checked.id)
  const id = await submitTodaysReceipt(server, member)
  await reject(id, 'The picture is too blurred')
  await callApi(server, makeAppeal, { id, message: 'The total can be read.' }, bearerHeader(member.token))
  await answer(id, 'reopened', 'You are right.')

  await openAtDesk(page, id, reviewer)
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

  await page.getByRole('link', { name: 'Spot checks' }).click()
  for (const name of [/^I would approve/, /^I would reject/, /^I would correct/])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('toolbar', { name: 'Picture' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /^I would approve/ })).toBeEnabled()
  await page.keyboard.press('e')
  await expect(page.getByRole('form').getByRole('button', { name: 'I would correct' })).toBeInViewport({ ratio: 1 })
})
