import { texts } from '@stampus/contract/texts'
import { show as showWallet } from '@stampus/contract/wallet'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { manager, registerUnverifiedMember } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, heading, logIn, openAs, recordApiCalls, tabLink } from '../support/web.ts'

test('D-50 D-53 D-24 S-6.03 a manager suspends a member, who is logged out and sees whom to contact, reinstates them, and sends links, within the limits of the member’s own requests', async ({
  page,
  server,
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

  const open = page.getByRole('button', { name: 'Send reset link' })
  const sending = page.getByRole('dialog')
  await open.click()
  await sending.getByRole('button', { name: 'Cancel' }).click()
  await expect(open).toBeFocused()
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/reset-link', async (route) => {
    await held
    await route.continue()
  })
  await open.click()
  const send = sending.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await sending.getByRole('button', { name: 'Cancel' }).click({ force: true })
  await expect(sending).toBeVisible()
  answer()
  await expect(sending).toBeHidden()
  await expect(open).toBeFocused()

  const waiting = await registerUnverifiedMember(server)
  await moveTo(page, `/members/${waiting.id}`)
  const ask = async () => {
    await page.getByRole('button', { name: 'Resend verification' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  }
  await ask()
  await expect(toast(page)).toContainText(texts.verificationLinkSent)
  await ask()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(texts.tooManyRequests)
})

test.describe('with a lost connection', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('D-53 D-45 R-5.03 stamps are adjusted once, however often they are sent, a negative balance is written off, and the member sees the reason in a mail and on the card', async ({
    page,
    server,
    member,
    mailTo,
  }) => {
    await openConsole(page, `/members/${member.id}`, manager)
    await expect(page.getByText('No stamps yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Stamps: 0' })).toBeVisible()
    const writeOff = page.getByRole('button', { name: 'Write off', exact: true })
    await expect(writeOff).toHaveCount(0)
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
    await openAs(page, member, link)
    const origin = page.getByRole('region', { name: 'Stamp card' }).getByRole('listitem')
    await expect(origin).toContainText(/^\u22123 stamps.*Stamps adjusted.*Given by mistake$/)

    await page.goto(`/console/members/${member.id}`)
    await writeOff.click()
    const writing = page.getByRole('dialog', { name: 'Write off 3 missing stamps' })
    await expect(writing).toContainText(`${member.name} has −3 stamps now, and will have 0 stamps.`)
    await expect(writing.getByRole('textbox')).toHaveCount(1)
    await writing.getByRole('button', { name: 'Write off' }).click()
    await expectFieldError(writing.getByLabel(/^Reason/), 'A reason is required.')
    await writing.getByLabel(/^Reason/).fill('Our own mistake')
    await writing.getByRole('button', { name: 'Write off' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Stamps: 0' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Our own mistake' })).toContainText('+3')
    await expect(writeOff).toHaveCount(0)

    const sent: unknown[] = []
    await page.route('**/stamp-corrections', async (route) => {
      sent.push(route.request().postDataJSON().request_id)
      if (sent.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const open = page.getByRole('button', { name: 'Adjust stamps' })
    const fill = async () => {
      await open.click()
      await page.getByLabel(/^Stamps to add/).fill('3')
      await page.getByLabel(/^Reason/).fill('Counted again')
      await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    }
    await fill()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await fill()
    await expect(toast(page)).toContainText(`${member.name} now has 3 stamps.`)
    expect(new Set(sent).size).toBe(1)
    await expect(page.getByRole('cell', { name: /Counted again/ })).toHaveCount(1)
    await expect(open).toBeFocused()
  })
})
