import type { Page } from '@playwright/test'
import { setLanguage } from '@stampus/contract/accounts'
import { close, show } from '@stampus/contract/console/contact/cases'
import { open, write } from '@stampus/contract/contact/cases'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, openAs, press } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const message = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('R-7.02 a canned answer goes to the member by mail, in their language; they write again, what was typed meanwhile stays through that, a lost connection and another manager who closes the case, and the time to an answer is shown', async ({
  page,
  server,
  member,
  mailTo,
}) => {
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
  const asked = { subject: 'account', message: 'Where is <i>my</i> card?\nI need it.' } as const
  const { id } = (await callApi(server, open, asked, bearerHeader(member.token))).data
  await openConsole(page, '/canned-answers/new', manager)
  await page.getByLabel('Title').fill('Card by post')
  await page.getByLabel('For cases about').selectOption('Their account')
  await page.getByLabel('Text', { exact: true }).fill('Your card comes by post.')
  await press(page, 'Add Malay text')
  await page.getByLabel('Text in Malay').fill('Kad anda dihantar melalui pos.')
  await press(page, 'Add answer')
  await expect(toast(page)).toContainText('Card by post added.')

  await moveTo(page, '/cases?state=waiting')
  const row = page.getByRole('row').filter({ hasText: `(${id})` })
  await expect(row).toContainText('due in')
  await row.getByRole('link', { name: `Their account (${id})` }).click()
  await expect(message(page, 'Where is <i>my</i> card?')).toBeVisible()
  await page.getByLabel('Assigned to').selectOption(manager.name)
  await press(page, 'Assign')
  await expect(toast(page)).toContainText(`Assigned to ${manager.name}.`)
  const answer = page.getByLabel('Your answer (the member reads Malay)')
  await press(page, 'Send answer')
  await expectFieldError(answer, texts.answerRequired)
  await answer.fill('Selamat pagi.')
  await page.getByLabel('Canned answer').selectOption('Card by post')
  await press(page, 'Insert')
  await expect(answer).toHaveValue('Selamat pagi.\n\nKad anda dihantar melalui pos.')
  await expect(answer).toBeFocused()
  await answer.press('Control+End')
  await answer.pressSequentially(' Esok.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send answer' }).dblclick()
  await expect(toast(page)).toContainText('Answer sent.')
  await expect(message(page, 'Kad anda dihantar melalui pos. Esok.')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Answered')

  expect((await mailTo(member.email, 'mesej')).text).toContain('Kad anda dihantar melalui pos. Esok.')
  await answer.fill('Sampai hari ini.')
  await callApi(server, write, { id, message: 'Belum sampai.' }, bearerHeader(member.token))
  await press(page, 'Send answer')
  await expect(page.getByRole('alert').filter({ hasText: texts.caseChanged })).toBeVisible()
  await expect(message(page, 'Belum sampai.')).toBeVisible()
  await page.route('**/answers', (route) => route.abort())
  await press(page, 'Send answer')
  await expect(page.getByRole('alert').filter({ hasText: texts.network })).toBeVisible()
  await page.unroute('**/answers')
  await press(page, 'Close case')
  const closing = page.getByRole('dialog', { name: 'Close this case?' })
  await expect(closing).toContainText('The last message has no answer yet.')
  await closing.getByRole('button', { name: 'Cancel' }).click()
  await expect(answer).toHaveValue('Sampai hari ini.')
  const headers = await signInOperator(server, manager)
  const { version } = (await callApi(server, show, { id: String(id) }, headers)).data
  await callApi(server, close, { id, version }, headers)
  await press(page, 'Send answer')
  await expect(page.getByText('This case is closed.')).toBeVisible()
  await expect(page.getByText('Your answer was not sent:')).toBeVisible()
  await expect(page.getByText('Sampai hari ini.')).toBeVisible()
  const theirs = await page.context().newPage()
  await openAs(theirs, member, '/app/contact')
  await expect(theirs.getByText(/^Buat masa ini, jawapan mengambil masa kira-kira \d+ /)).toBeVisible()

  await moveTo(page, `/audit?subject_kind=case&subject_id=${id}`)
  await expect(page.getByText('Answered a case')).toBeVisible()
})

test('R-7.03 a manager keeps a group of links in order, and members see it in their language without what is over', async ({
  page,
  member,
}) => {
  await openConsole(page, '/links/new', manager)
  await page.getByLabel('Title', { exact: true }).first().fill('Study')
  await page.getByLabel('Title in Malay (optional)').first().fill('Belajar')
  const link = (place: number) => page.getByRole('group', { name: `Link ${place}` })
  const fill = async (place: number, title: string, address: string) => {
    await link(place).getByLabel('Title', { exact: true }).fill(title)
    await link(place).getByLabel('Address').fill(address)
  }
  await fill(1, 'Help desk', 'javascript:alert(1)')
  await press(page, 'Add group')
  await expectFieldError(link(1).getByLabel('Address'), texts.invalidLinkAddress)
  await link(1).getByLabel('Address').fill('tel:+60355500001')
  await press(page, 'Add link')
  await fill(2, 'Library <b>', 'https://library.campus.edu.my/hours')
  await link(2).getByLabel('Note (optional)').fill('Open until ten.')
  await press(page, 'Add link')
  await fill(3, 'Exam week', 'https://exams.campus.edu.my')
  await link(3).getByLabel('Last day (optional)', { exact: true }).fill('01/02/2020')
  await press(page, 'Move link 2 up')
  await press(page, 'Add group')
  await expect(toast(page)).toContainText('Study added.')

  const theirs = await page.context().newPage()
  await openAs(theirs, member, '/app/links?lang=ms')
  const group = theirs.getByRole('region', { name: 'Belajar' })
  await expect(group.getByRole('link')).toHaveText(['Library <b>', 'Help desk'])
  await expect(group.getByRole('link').first()).toHaveAttribute('href', 'https://library.campus.edu.my/hours')
  await expect(group).toContainText('Open until ten.')
  await press(page, 'Remove link 2')
  await press(page, 'Remove link 1')
  await press(page, 'Save')
  await expect(toast(page)).toContainText('Study saved.')
  await page.getByRole('link', { name: 'Links', exact: true }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'Study' })
  await expect(row).toContainText('Hidden')
  await row.getByRole('link').click()
  await press(page, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page)).toContainText('Study removed.')
  await expect(row).toHaveCount(0)
})
