import { texts } from '@stampus/contract/texts'
import { show as showWallet } from '@stampus/contract/wallet'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { manager, registerUnverifiedMember, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, heading, logIn, openAs, recordApiCalls, tabLink } from '../support/web.ts'

test('D-53 S-6.03 a manager suspends a member, who is logged out and sees whom to contact, and reinstates them', async ({
  page,
  anotherBrowser,
  member,
}) => {
  const theirs = await (await anotherBrowser()).newPage()
  await openAs(theirs, member)
  await openConsole(page, '/members', manager)
  await page.getByLabel('Name, email or member number').fill(member.email)
  await page.getByRole('link', { name: member.name }).click()
  await expect(heading(page, member.name)).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend ${member.name}` })
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expectFieldError(dialog.getByLabel(/^Reason/), texts.reasonRequired)
  await dialog.getByLabel(/^Reason/).fill('Forged <b>receipts</b>')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(toast(page)).toContainText(`${member.name} is suspended.`)
  await expect(page.getByRole('region', { name: 'Suspensions' })).toContainText('Forged <b>receipts</b>')
  await expectNoAxeViolations(page)
  await tabLink(theirs, 'History').click()
  await expect(theirs.getByText(texts.suspended)).toBeVisible()
  await page.getByRole('button', { name: 'Reinstate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
  await expect(toast(page)).toContainText(`${member.name} can sign in again.`)
  await logIn(theirs, member)
})

test('D-53 D-45 stamps are adjusted once however often the button is pressed, and the member sees the reason in a mail and on the card', async ({
  page,
  server,
  member,
  mailTo,
}) => {
  await openConsole(page, `/members/${member.id}`, manager)
  await expect(page.getByText('No stamps yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Adjust stamps' }).click()
  const dialog = page.getByRole('dialog', { name: `Adjust stamps for ${member.name}` })
  const [stamps, reason] = [dialog.getByLabel(/^Stamps to add/), dialog.getByLabel(/^Reason/)]
  await stamps.fill('1.5')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  await expectFieldError(stamps, texts.invalidStamps)
  await expectFieldError(reason, texts.reasonRequired)
  await expectNoAxeViolations(page)
  const calls = recordApiCalls(page)
  await stamps.fill('-3')
  await reason.fill('Given by mistake')
  await expect(stamps).toHaveAccessibleDescription(`${member.name} will have −3 stamps.`)
  await dialog.getByRole('button', { name: 'Adjust' }).dblclick()
  await expect(dialog.getByRole('alert')).toHaveText('Tick this box, or remove fewer stamps.')
  await dialog.getByLabel(/will owe 3 stamps/).check()
  await dialog.getByRole('button', { name: 'Adjust' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Stamps: \u22123' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Given by mistake' })).toContainText('\u22123')
  expect(calls.filter((made) => made.endsWith('/stamp-corrections'))).toHaveLength(1)
  expect((await callApi(server, showWallet, {}, bearerHeader(member.token))).data.stamp_balance).toBe(-3)
  const { text, link = '' } = await mailTo(member.email, 'stamps')
  expect(text).toContain('Reason: Given by mistake')
  await page.goto(link)
  await logIn(page, member)
  const origin = page.getByRole('region', { name: 'Stamp card' }).getByRole('listitem')
  await expect(origin).toContainText(/^\u22123 stamps.*Stamps adjusted.*Given by mistake$/)
})

test('D-53 D-24 a verification link is sent again, within the same limits as the member’s own requests', async ({
  page,
  server,
}) => {
  const waiting = await registerUnverifiedMember(server)
  await openConsole(page, `/members/${waiting.id}`, manager)
  const ask = async () => {
    await page.getByRole('button', { name: 'Resend verification' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  }
  await ask()
  await expect(toast(page)).toContainText(texts.verificationLinkSent)
  await ask()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(texts.tooManyRequests)
})

test('D-50 reviewers have no access to members', async ({ page, member }) => {
  await openConsole(page, `/members/${member.id}`, reviewer)
  await expect(page).toHaveURL(/\/console\/?$/)
  await expect(page.getByRole('link', { name: 'Members' })).toHaveCount(0)
})
