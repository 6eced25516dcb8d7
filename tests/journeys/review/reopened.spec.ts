import { makeAppeal } from '@stampus/contract/submissions'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { manager, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { onDesk, openAtDesk, openDesk, submitTodaysReceipt } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

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
