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
import { expectFieldError, openAs } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

test('R-7.02 a canned answer goes to the member by mail, in their language; they write again, the case is closed, and the time to an answer is shown', async ({
  page,
  server,
  member,
  anotherBrowser,
  mailTo,
}) => {
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
  const asked = { subject: 'account', message: 'Where is <i>my</i> card?\nI need it.' } as const
  const { id } = (await callApi(server, open, asked, bearerHeader(member.token))).data

  await openConsole(page, '/canned-answers/new', manager)
  await page.getByRole('button', { name: 'Add answer' }).click()
  await expectFieldError(page.getByLabel('Title'), texts.titleRequired)
  await page.getByLabel('Title').fill('Card by post')
  await page.getByLabel('For cases about').selectOption('Their account')
  await page.getByLabel('Text', { exact: true }).fill('Your card comes by post.')
  await page.getByRole('button', { name: 'Add Malay text' }).click()
  await page.getByLabel('Text in Malay').fill('Kad anda dihantar melalui pos.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add answer' }).click()
  await expect(toast(page)).toContainText('Card by post added.')

  await moveTo(page, '/cases?state=waiting')
  const row = page.getByRole('row').filter({ hasText: `(${id})` })
  await expect(row).toContainText('Open')
  await expect(row).toContainText('due in')
  await expectNoAxeViolations(page)
  await row.getByRole('link', { name: `Their account (${id})` }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Where is <i>my</i> card?' })).toBeVisible()
  await page.getByLabel('Assigned to').selectOption(manager.name)
  await page.getByRole('button', { name: 'Assign' }).click()
  await expect(toast(page)).toContainText(`Assigned to ${manager.name}.`)
  const answer = page.getByLabel('Your answer (the member reads Malay)')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expectFieldError(answer, texts.answerRequired)
  await answer.fill('Selamat pagi.')
  await page.getByLabel('Canned answer').selectOption('Card by post')
  await expect(answer).toHaveValue('Selamat pagi.')
  await page.getByRole('button', { name: 'Insert' }).click()
  await expect(answer).toHaveValue('Selamat pagi.\n\nKad anda dihantar melalui pos.')
  await expect(answer).toBeFocused()
  await answer.press('Control+End')
  await answer.pressSequentially(' Esok.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send answer' }).dblclick()
  await expect(toast(page)).toContainText('Answer sent.')
  await expect(page.getByRole('listitem').filter({ hasText: 'Kad anda dihantar melalui pos. Esok.' })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Answered')

  const { text, link = '' } = await mailTo(member.email, 'mesej')
  expect(text).toContain('Kad anda dihantar melalui pos. Esok.')
  const theirs = await (await anotherBrowser()).newPage()
  await theirs.goto(link)
  await theirs.getByLabel(/^E-?mel|^Email/).fill(member.email)
  await theirs.getByLabel(/^Kata laluan$|^Password$/).fill(member.password)
  await theirs
    .getByRole('main')
    .getByRole('button', { name: /^(Log masuk|Login)$/ })
    .click()
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Esok.' })).toBeVisible()
  await expect(theirs.getByText(manager.name)).toHaveCount(0)
  await theirs.getByRole('textbox', { name: 'Tulis sekali lagi' }).fill('Belum sampai.')
  await theirs.getByRole('button', { name: 'Hantar mesej' }).click()
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Belum sampai.' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Reopened')
  await page.getByRole('button', { name: 'Close case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close this case?' })
  await expect(dialog).toContainText('The last message has no answer yet.')
  await dialog.getByRole('button', { name: 'Close case' }).click()
  await expect(toast(page)).toContainText('Case closed.')
  await expect(page.getByLabel('Your answer')).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByText('Perbualan ini telah ditutup.')).toBeVisible()
  await expect(theirs.getByRole('textbox')).toHaveCount(0)
  await theirs.goto('/app/contact')
  await expect(theirs.getByText(/^Buat masa ini, jawapan mengambil masa kira-kira \d+ /)).toBeVisible()
  await moveTo(page, `/audit?subject_kind=case&subject_id=${id}`)
  await expect(page.getByText('Answered a case')).toBeVisible()
})

test('R-7.02 R-7.03 what was typed stays when the member writes or another manager closes the case meanwhile; a manager keeps a group of links in order, and members see it without what is over', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const asked = { subject: 'data', message: 'Which data do you keep?' } as const
  const { id } = (await callApi(server, open, asked, bearerHeader(member.token))).data
  await openConsole(page, `/cases/${id}`, manager)
  await page.getByLabel('Your answer').fill('Your receipts.')
  await callApi(server, write, { id, message: 'I mean my pictures.' }, bearerHeader(member.token))
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.caseChanged })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'I mean my pictures.' })).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('Your receipts.')
  await page.route('**/answers', (route) => route.abort())
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.network })).toBeVisible()
  await page.unroute('**/answers')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(toast(page)).toContainText('Answer sent.')
  await expect(page.getByRole('listitem').filter({ hasText: 'Your receipts.' })).toHaveCount(1)

  await page.getByLabel('Your answer').fill('And your name.')
  const headers = await signInOperator(server, manager)
  const { version } = (await callApi(server, show, { id: String(id) }, headers)).data
  await callApi(server, close, { id, version }, headers)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('This case is closed.')).toBeVisible()
  await expect(page.getByText('Your answer was not sent:')).toBeVisible()
  await expect(page.getByText('And your name.')).toBeVisible()

  await moveTo(page, '/links/new')
  await page.getByLabel('Title', { exact: true }).first().fill('Study')
  await page.getByLabel('Title in Malay (optional)').first().fill('Belajar')
  const link = (place: number) => page.getByRole('group', { name: `Link ${place}` })
  const fill = async (place: number, title: string, address: string) => {
    await link(place).getByLabel('Title', { exact: true }).fill(title)
    await link(place).getByLabel('Address').fill(address)
  }
  await fill(1, 'Help desk', 'javascript:alert(1)')
  await page.getByRole('button', { name: 'Add group' }).click()
  await expectFieldError(link(1).getByLabel('Address'), texts.invalidLinkAddress)
  await link(1).getByLabel('Address').fill('tel:+60355500001')
  await page.getByRole('button', { name: 'Add link' }).click()
  await fill(2, 'Library <b>', 'https://library.campus.edu.my/hours')
  await link(2).getByLabel('Note (optional)').fill('Open until ten.')
  await page.getByRole('button', { name: 'Add link' }).click()
  await fill(3, 'Exam week', 'https://exams.campus.edu.my')
  await link(3).getByLabel('Last day (optional)', { exact: true }).fill('01/02/2020')
  await page.getByRole('button', { name: 'Move link 2 up' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add group' }).click()
  await expect(toast(page)).toContainText('Study added.')

  const theirs = await (await anotherBrowser()).newPage()
  await openAs(theirs, member, '/app/links')
  const group = theirs.getByRole('region', { name: 'Study' })
  await expect(group.getByRole('link')).toHaveText(['Library <b>', 'Help desk'])
  await expect(group.getByRole('link').first()).toHaveAttribute('href', 'https://library.campus.edu.my/hours')
  await expect(group).toContainText('Open until ten.')
  await expectNoAxeViolations(theirs)
  await callApi(server, setLanguage, { language: 'ms' }, bearerHeader(member.token))
  await theirs.goto('/app/links')
  await expect(theirs.getByRole('region', { name: 'Belajar' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove link 2' }).click()
  await page.getByRole('button', { name: 'Remove link 1' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Study saved.')
  await page.getByRole('link', { name: 'Links', exact: true }).first().click()
  await expect(page.getByRole('row').filter({ hasText: 'Study' })).toContainText('Hidden')
  await theirs.goto('/app/links?lang=en')
  await expect(theirs.getByRole('region', { name: 'Campus services' })).toBeVisible()
  await expect(theirs.getByRole('region', { name: 'Study' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Study' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page)).toContainText('Study removed.')
  await expect(page.getByRole('row').filter({ hasText: 'Study' })).toHaveCount(0)
})
