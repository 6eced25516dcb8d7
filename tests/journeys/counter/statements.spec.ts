import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signIn } from '@stampus/contract/counter/owners'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { addDays, dayIn, instantOf } from '@stampus/contract/values/days'
import { root } from '../../structure/tree.ts'
import { totpCode, voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi, startSession } from '../../support/browser/api.ts'
import {
  type InvitedOwner,
  inviteOwner,
  OWNER_PASSWORD,
  openShop,
  signUpOwner,
} from '../../support/browser/counters.ts'
import { waitForMail } from '../../support/browser/mailbox.ts'
import { manager, registerMember } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { type ServerUnderTest, startServer } from '../../support/browser/server-under-test.ts'
import { sharedEnvironment } from '../../support/browser/shared-environment.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { putSession } from '../support/counter.ts'
import { openConsole } from '../support/desk.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { press } from '../support/web.ts'

const ZONE = 'Asia/Kuala_Lumpur'
const loadedAt = Date.now()
const monthAfter = (month: string) => addDays(`${month}-01`, 31).slice(0, 7)
/** The next month, in whose middle rewards are handed over, and the second day of the one after that. */
const month = monthAfter(dayIn(ZONE, new Date(loadedAt)).slice(0, 7))
const midMonth = instantOf(`${month}-15`, '12:00', ZONE).getTime() - loadedAt
const secondDay = instantOf(`${monthAfter(month)}-02`, '12:00', ZONE).getTime() - loadedAt
const monthInWords = new Date(`${month}-15`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' })

/** A server whose clock is so many milliseconds ahead. */
const clock = (ahead: number) => ({
  NODE_OPTIONS: `--import=${join(root, 'tests/stress/machine/machine-faults.ts')}`,
  STAMPUS_CLOCK_OFFSET_MS: String(ahead),
  STAMPUS_MACHINE_FAULT: 'own clock',
})

type Later = { server: ServerUnderTest; shop: { name: string }; owner: InvitedOwner }

/** A server of its own on the second day of a month, and a shop that handed two rewards over in the month before. */
const test = base.extend<{ later: Later }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  later: async ({}, use) => {
    const before = await startDemoServer(clock(midMonth))
    const shop = await openShop(before)
    const owner = await inviteOwner(before, shop)
    await signUpOwner(before, owner)
    await handOver(before, { title: 'Kopi O', owed_sen: 180, merchant_id: shop.id })
    await handOver(before, { title: '=1+1', owed_sen: 250, merchant_id: shop.id })
    await before.end()
    const settings = { ...before.settings, ...clock(secondDay), SECOND_FACTOR: 'managers' }
    const server = await startServer(settings, root, ['--liftoff-only'])
    await use({ server, shop, owner })
    await server.remove()
  },
})

test.use({ expectedErrors: /401|404|409|422/ })
test.skip(sharedEnvironment() !== undefined, 'The clock of a shared environment cannot be moved.')

async function handOver(server: ServerUnderTest, given: { title: string; owed_sen: number; merchant_id: number }) {
  const desk = await connectRewardsDesk(server)
  const member = await registerMember(server)
  await desk.giveStamps(member, 5)
  const { id, number } = await claimElsewhere(server, member, await desk.publish(given))
  const { key } = (await callApi(server, openKey, { id }, bearerHeader(member.token))).data
  await desk.handOver({ number, code: voucherCode(key, Date.now() + midMonth) })
}

/** The row of a list that contains this text. */
const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

test('D-50 R-6.01 R-6.02 R-6.03 where managers need a second factor, nothing opens before its recovery codes are saved, one of which replaces a code; a manager issues a statement, the owner disputes a line, the manager answers, and it is paid', async ({
  page,
  later,
  anotherBrowser,
}) => {
  test.slow()
  const { server, shop, owner: invited } = later
  await openConsole(page, '/settlement', manager, server.url)
  await setUpSecondFactor(page)
  const line = page.getByRole('row').filter({ hasText: monthInWords }).filter({ hasText: shop.name })
  await expect(line).toContainText(/Live.*Issue.*2.*RM\u202f4\.30/)
  await line.getByRole('link').click()
  await press(page, 'Issue')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('RM\u202f4.30')
  await dialog.getByRole('button', { name: 'Issue' }).click()
  await expect(page.getByText('The statement is issued. Its lines stay as they are.')).toBeVisible()

  const owner = await (await anotherBrowser()).newPage()
  await owner.setViewportSize({ width: 360, height: 640 })
  await putSession(owner, await startSession(server, signIn, { email: invited.email, password: OWNER_PASSWORD }))
  await owner.goto(`${server.url}/counter/owner`)
  await owner.getByRole('link', { name: 'Statements' }).click()
  await expect(row(owner, monthInWords)).toContainText('Please check')
  const { link = '' } = await waitForMail(join(server.dataDir, 'mail'), invited.email, { subject: monthInWords })
  await owner.goto(link)
  await press(owner, 'Dispute Kopi O')
  await owner.getByLabel('What is wrong with this line?').fill('We gave a large one.')
  await press(owner, 'Send')
  await expect(row(owner, 'Kopi O')).toContainText('The office has not answered yet.')
  await expectNoAxeViolations(owner)

  await page.getByRole('link', { name: 'Settlement' }).first().click()
  const disputed = page.getByRole('region', { name: 'Disputed lines (1)' })
  await expect(disputed).toContainText('We gave a large one.')
  await expect(page.getByRole('link', { name: 'Settlement 1 question waiting' })).toBeVisible()
  await disputed.getByRole('button', { name: 'Answer' }).click()
  await dialog.getByLabel('Pay more').check()
  await dialog.getByLabel('More', { exact: true }).fill('0.70')
  await dialog.getByLabel('Answer (mailed to the owner)').fill('You are right: the large one is 2.50.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Your answer was sent.')).toBeVisible()
  await expect(disputed).toHaveCount(0)

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
  await owner.reload()
  await expect(owner.getByText('Reference: Maybank 4711')).toBeVisible()

  await expectPrinted(owner, shop.name)
  await expectPrinted(page, shop.name)
  await expectFile(owner, 'Download CSV')
  await expectFile(page, 'Export CSV')
})

/** The only page that opens; its recovery codes stay until they are saved. */
async function setUpSecondFactor(page: Page) {
  await expect(page.getByText('Set up your second factor and save its recovery codes')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0)
  await page.getByLabel('Your password').fill(manager.password)
  await press(page, 'Set up second factor')
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code').fill(totpCode(secret, new Date(Date.now() + secondDay)))
  await press(page, 'Turn on')
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes).toBeVisible()
  // The authenticator app had the focus meanwhile.
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/console/session'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await asked
  await expect(codes).toBeVisible()
  const [recovery = ''] = await codes.getByRole('listitem').allTextContents()
  await press(page, "I've saved them")
  await press(page, 'Sign out')
  await page.getByLabel('Email').fill(manager.email)
  await page.getByLabel('Password', { exact: true }).fill(manager.password)
  await press(page, 'Sign in')
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await code.fill(recovery)
  await code.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settlement' })).toBeVisible()
}

/** On paper there is only the statement, light also in dark colours, with the head of the table on each page. */
async function expectPrinted(page: Page, shop: string) {
  const article = page.getByRole('article')
  await expect(article).toBeHidden()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(article).toBeVisible()
  await expect(article).toContainText(shop)
  await expect(article).toContainText(`Statement for ${monthInWords}`)
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

async function expectFile(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText(name).click()])
  expect(file.suggestedFilename()).toMatch(new RegExp(`^statements?-${month}-`))
  expect(await readFile(await file.path(), 'utf8')).toContain('"Kopi O","1.80","RM"')
}
