import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { addDays, dayIn, instantOf } from '@stampus/contract/values/days'
import { root } from '../../structure/tree.ts'
import { voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { inviteOwner } from '../../support/browser/counters.ts'
import { waitForMail } from '../../support/browser/mailbox.ts'
import { findMerchant, manager, registerMember } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { type ServerUnderTest, startServer } from '../../support/browser/server-under-test.ts'
import { sharedEnvironment } from '../../support/browser/shared-environment.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole } from '../support/desk.ts'
import { test as base, expect } from '../support/fixtures.ts'

const ZONE = 'Asia/Kuala_Lumpur'
const FAULTS = `--import=${join(root, 'tests/stress/machine/machine-faults.ts')}`
const month = () => dayIn(ZONE, new Date()).slice(0, 7)
const monthInWords = new Date().toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: ZONE })

/** A server of its own, on the second day of the next month, on which two rewards of Boba Bukit were handed over in this one. */
const test = base.extend<{ later: ServerUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  later: async ({}, use) => {
    const now = await startDemoServer()
    await handOver(now, { title: 'Kopi O', owed_sen: 180 })
    await handOver(now, { title: '=1+1', owed_sen: 250 })
    await now.end()
    const secondDay = instantOf(addDays(`${addDays(`${month()}-01`, 31).slice(0, 7)}-01`, 1), '12:00', ZONE)
    const clock = {
      STAMPUS_CLOCK_OFFSET_MS: String(secondDay.getTime() - Date.now()),
      STAMPUS_MACHINE_FAULT: 'own clock',
    }
    const later = await startServer({ ...now.settings, ...clock }, root, ['--liftoff-only', FAULTS])
    await use(later)
    await later.remove()
  },
})

test.use({ expectedErrors: /401|404|409|422/ })
test.skip(sharedEnvironment() !== undefined, 'The clock of a shared environment cannot be moved.')

async function handOver(server: ServerUnderTest, reward: { title: string; owed_sen: number }) {
  const desk = await connectRewardsDesk(server)
  const member = await registerMember(server)
  await desk.giveStamps(member, 5)
  const { id, number } = await claimElsewhere(server, member, await desk.publish(reward))
  const { key } = (await callApi(server, openKey, { id }, bearerHeader(member.token))).data
  await desk.handOver({ number, code: voucherCode(key, Date.now()) })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** The row of a list that contains this text. */
const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

test('R-6.01 R-6.02 R-6.03 a manager issues a statement, the owner disputes a line, the manager answers, and it is paid', async ({
  page,
  later,
  anotherBrowser,
}) => {
  test.slow()
  const invited = await inviteOwner(later, await findMerchant(later, 'Boba Bukit'))
  await openConsole(page, '/settlement', manager, later.url)
  const line = page.getByRole('row').filter({ hasText: monthInWords }).filter({ hasText: 'Boba Bukit' })
  await expect(line).toContainText(/Live.*Issue.*2.*RM\u202f4\.30/)
  await expectNoAxeViolations(page)
  await line.getByRole('link').click()
  await press(page, 'Issue')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('RM\u202f4.30')
  await expect(dialog).toContainText('2 lines')
  await dialog.getByRole('button', { name: 'Issue' }).click()
  await expect(page.getByText('The statement is issued. Its lines stay as they are.')).toBeVisible()
  await expectNoAxeViolations(page)

  const owner = await (await anotherBrowser()).newPage()
  await owner.setViewportSize({ width: 360, height: 640 })
  await owner.goto(invited.link)
  await owner.getByLabel('Password', { exact: true }).fill('Teh-0-kosong')
  await press(owner, 'Save and go on')
  await owner.getByRole('link', { name: 'Statements' }).click()
  await expect(row(owner, monthInWords)).toContainText('Please check')
  await expectNoAxeViolations(owner)
  const mail = await readMail(later, invited.email, monthInWords)
  await owner.goto(mail)
  await expect(owner.getByRole('heading', { name: `Statement for ${monthInWords}` })).toBeVisible()
  await press(owner, 'Dispute Kopi O')
  await press(owner, 'Send')
  await expect(owner.getByRole('alert')).toBeVisible()
  await owner.getByLabel('What is wrong with this line?').fill('We gave a large one.')
  await press(owner, 'Send')
  await expect(row(owner, 'Kopi O')).toContainText('The office has not answered yet.')
  await expect(owner.getByRole('button', { name: 'Accept statement' })).toHaveCount(0)
  await expectNoAxeViolations(owner)

  await page.getByRole('link', { name: 'Settlement' }).first().click()
  const disputed = page.getByRole('region', { name: 'Disputed lines (1)' })
  await expect(disputed).toContainText('We gave a large one.')
  const menu = page.getByRole('navigation', { name: 'Sections' })
  await expect(menu.getByRole('link', { name: 'Settlement 1 question waiting' })).toBeVisible()
  await disputed.getByRole('button', { name: 'Answer' }).click()
  await dialog.getByLabel('Pay more').check()
  await dialog.getByLabel('More', { exact: true }).fill('0.70')
  await dialog.getByLabel('Answer (mailed to the owner)').fill('You are right: the large one is 2.50.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Your answer was sent.')).toBeVisible()
  await expect(disputed).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Settlement', exact: true })).toBeVisible()

  await owner.reload()
  await expect(row(owner, 'Kopi O')).toContainText('The next statement has a line of RM\u202f0.70 for it.')
  await press(owner, 'Accept statement')
  await expect(owner.getByRole('group', { name: /^Accept this statement of RM.4\.30\?/ })).toBeVisible()
  await press(owner, 'Accept statement')
  await expect(owner.getByText('You have accepted this statement. The office pays it next.')).toBeVisible()

  await line.getByRole('link').click()
  await press(page, 'Mark as paid')
  await dialog.getByLabel('Reference of the payment').fill('Maybank 4711')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('The statement is marked as paid.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  await owner.reload()
  await expect(owner.getByText('Reference: Maybank 4711')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Dispute =1+1' })).toHaveCount(0)

  await expectPrinted(owner)
  await expectPrinted(page)
  await expectFile(owner, 'Download CSV', 'statement')
  await expectFile(page, 'Export CSV', 'statements')
})

/** The link in the newest mail to an address whose subject contains this. */
async function readMail(server: ServerUnderTest, address: string, subject: string): Promise<string> {
  const { link } = await waitForMail(join(server.dataDir, 'mail'), address, { subject })
  if (!link) throw new Error('The mail contains no link')
  return link
}

/** On paper there is only the statement, light also in dark colours, with the head of the table on each page. */
async function expectPrinted(page: Page) {
  const article = page.getByRole('article')
  await expect(article).toBeHidden()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(article).toBeVisible()
  for (const text of ['Boba Bukit', `Statement for ${monthInWords}`, 'RM\u202f4.30, 2 lines', 'Maybank 4711'])
    await expect(article).toContainText(text)
  await expect(article.getByRole('row')).toHaveText([/Time/, /Kopi O/, /=1\+1/, /Total\s*RM\u202f4\.30/])
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    const head = getComputedStyle(document.querySelector('article thead') ?? document.body).display
    return { backgroundColor, color, head }
  })
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)', head: 'table-header-group' })
  await page.emulateMedia({ media: null, colorScheme: null })
}

async function expectFile(page: Page, name: string, file: string) {
  const downloading = page.waitForEvent('download')
  await page.getByText(name).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${file}-${month()}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('"Kopi O","1.80","RM"')
  expect(text).toContain(`"'=1+1","2.50","RM"`)
}
