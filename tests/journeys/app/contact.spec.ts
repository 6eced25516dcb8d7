import type { Page } from '@playwright/test'
import { close, show as showCase } from '@stampus/contract/console/contact/cases'
import { list, open } from '@stampus/contract/contact/cases'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, heading, logIn, openAs, recordApiCalls, signOut } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const message = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
const again = (page: Page) => page.getByRole('textbox', { name: 'Write again' })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const subject = (page: Page) => page.getByLabel('What is it about?')

test('R-7.01 R-7.02 a member asks about a receipt, once however often the button is pressed and answers are lost, writes again, and takes a text from a closed conversation to a new one; others do not see it, guests find the mail link', async ({
  page,
  server,
  member,
}) => {
  const headers = bearerHeader(member.token)
  const operator = await signInOperator(server, manager)
  const receipt = await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '18.90' })
  const mail = page.getByRole('main').getByRole('link', { name: 'support@stampus.example' })
  await page.goto('/app/contact')
  await expect(page).toHaveURL('/login?redirect=%2Fapp%2Fcontact')
  await expect(mail).toHaveAttribute('href', 'mailto:support@stampus.example')
  await logIn(page, member)
  await expect(heading(page, 'Contact')).toBeVisible()
  await expect(page.getByText('What you write to us, and our answers, will be listed here.')).toBeVisible()
  await expect(mail).toHaveAttribute('href', 'mailto:support@stampus.example')
  const privacy = page.getByRole('link', { name: 'Write about your personal data' })
  await expect(privacy).toHaveAttribute('href', 'mailto:support@stampus.example?subject=Privacy')
  await send(page).click()
  await expectFieldError(subject(page), texts.caseSubjectRequired)
  await expectFieldError(message(page), texts.caseMessageRequired)
  await expect(subject(page)).toBeFocused()
  await subject(page).selectOption('A receipt')
  await page.getByLabel('Which receipt?').selectOption(`submission-${receipt.id}`)
  await expect(page.getByLabel('Which receipt?').locator('option:checked')).toHaveText(/^Boba Bukit · .* · RM\s18\.90$/)
  await message(page).fill('  Why <b>so</b> few stamps?\nI paid more.  ')
  // The server gets it, but its answer is lost on the way.
  const calls = recordApiCalls(page)
  await page.route('**/api/contact/cases', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await send(page).dblclick()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(calls.filter((made) => made.startsWith('POST') && made.endsWith('/contact/cases'))).toHaveLength(1)
  await page.unroute('**/api/contact/cases')
  await page.reload()
  await expect(message(page)).toHaveValue('  Why <b>so</b> few stamps?\nI paid more.  ')
  await send(page).click()
  await expect(heading(page, 'A receipt')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Why <b>so</b> few stamps?' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Waiting for our answer')).toBeVisible()
  const link = page.getByRole('link', { name: /^Boba Bukit/ })
  await expect(link).toHaveAttribute('href', `/app/submissions/${receipt.id}`)
  await again(page).fill('Are you there?')
  await send(page).click()
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
  await expect(again(page)).toHaveValue('')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Back' }).click()
  const mine = page.getByRole('region', { name: 'My messages' })
  await expect(mine.getByRole('listitem')).toHaveCount(1)
  await expect(message(page)).toHaveValue('')
  const { data } = await callApi(server, list, {}, headers)
  expect(data.map(({ state }) => state)).toEqual(['open'])

  await test.step('what was typed in a conversation that is closed meanwhile is in the form for a new one', async () => {
    await message(page).fill('Another question.')
    await mine.getByRole('link', { name: 'A receipt' }).click()
    await again(page).fill('It was RM 18.90.')
    const { id, version } = (await callApi(server, showCase, { id: String(data[0]?.id) }, operator)).data
    await callApi(server, close, { id, version }, operator)
    await send(page).click()
    await expect(page.getByText('Your last message was not sent. It is in the form for a new one.')).toBeVisible()
    await expect(again(page)).toHaveCount(0)
    await page.reload()
    await page.getByRole('link', { name: 'Write to us' }).click()
    await expect(message(page)).toHaveValue('Another question.\n\nIt was RM 18.90.')
    await expect(page.getByLabel('Which receipt?')).toHaveValue(`submission-${receipt.id}`)
    await send(page).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'It was RM 18.90.' })).toBeVisible()
    await page.goBack()
    await expect(message(page)).toHaveValue('')
  })

  await message(page).fill('Nobody else should read this.')
  await signOut(page)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Nobody else')
  const other = await registerMember(server)
  await callApi(server, open, { subject: 'account', message: 'Theirs.' }, bearerHeader(other.token))
  await openAs(page, other, `/app/contact/${data[0]?.id}`)
  await expect(heading(page, 'We couldn’t find this conversation')).toBeVisible()
  await page.getByRole('link', { name: 'See my messages' }).click()
  await expect(message(page)).toHaveValue('')
})
