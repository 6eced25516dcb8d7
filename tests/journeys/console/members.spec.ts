import { texts } from '@stampus/contract/texts'
import { manager, registerUnverifiedMember } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, recordApiCalls } from '../support/web.ts'

test.use({ expectedErrors: /ERR_FAILED/ })

test('D-50 D-53 D-24 D-45 R-5.03 a manager adjusts stamps once, however often they are sent, writes a negative balance off, suspends and reinstates a member, and sends links, within the limits of the member’s own requests', async ({
  page,
  server,
  member,
  mailTo,
}) => {
  await openConsole(page, '/members', manager)
  await page.getByLabel('Name, email or member number').fill(member.email)
  await page.getByRole('link', { name: member.name }).click()
  await expect(page.getByRole('heading', { name: 'Stamps: 0' })).toBeVisible()
  const writeOff = page.getByRole('button', { name: 'Write off', exact: true })
  await expect(writeOff).toHaveCount(0)
  const adjust = page.getByRole('button', { name: 'Adjust stamps' })
  await adjust.click()
  const dialog = page.getByRole('dialog')
  const [stamps, reason] = [dialog.getByLabel(/^Stamps to add/), dialog.getByLabel(/^Reason/)]
  const confirm = dialog.getByRole('button', { name: 'Adjust', exact: true })
  await stamps.fill('1.5')
  await confirm.click()
  await expectFieldError(stamps, texts.invalidStamps)
  await expectFieldError(reason, texts.reasonRequired)
  await expectNoAxeViolations(page)
  const calls = recordApiCalls(page)
  await stamps.fill('-3')
  await reason.fill('Given by mistake')
  await expect(stamps).toHaveAccessibleDescription(`${member.name} will have −3 stamps.`)
  await confirm.dblclick()
  await expect(dialog.getByRole('alert')).toHaveText('Tick this box, or remove fewer stamps.')
  await dialog.getByLabel(/will owe 3 stamps/).check()
  await confirm.dblclick()
  await expect(page.getByRole('heading', { name: 'Stamps: \u22123' })).toBeVisible()
  expect(calls.filter((made) => made.endsWith('/stamp-adjustments'))).toHaveLength(1)
  expect((await mailTo(member.email, 'stamps')).text).toContain('Reason: Given by mistake')

  await writeOff.click()
  const writing = page.getByRole('dialog', { name: 'Write off 3 missing stamps' })
  await expect(writing).toContainText(`${member.name} has −3 stamps now, and will have 0 stamps.`)
  await reason.fill('Our own mistake')
  await writing.getByRole('button', { name: 'Write off' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Stamps: 0' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Our own mistake' })).toContainText('+3')
  await expect(writeOff).toHaveCount(0)

  const sent: unknown[] = []
  await page.route('**/stamp-adjustments', async (route) => {
    sent.push(route.request().postDataJSON().request_id)
    if (sent.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const fill = async () => {
    await adjust.click()
    await stamps.fill('3')
    await reason.fill('Counted again')
    await confirm.click()
  }
  await fill()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await fill()
  await expect(toast(page)).toContainText(`${member.name} now has 3 stamps.`)
  expect(new Set(sent).size).toBe(1)
  await expect(page.getByRole('cell', { name: /Counted again/ })).toHaveCount(1)

  await page.getByRole('button', { name: 'Suspend' }).click()
  await reason.fill('Forged <b>receipts</b>')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(toast(page)).toContainText(`${member.name} is suspended.`)
  await expect(page.getByRole('region', { name: 'Suspensions' })).toContainText('Forged <b>receipts</b>')
  await page.getByRole('button', { name: 'Reinstate' }).click()
  await dialog.getByRole('button', { name: 'Reinstate' }).click()
  await expect(toast(page)).toContainText(`${member.name} can sign in again.`)

  const open = page.getByRole('button', { name: 'Send reset link' })
  const held = Promise.withResolvers<void>()
  await page.route('**/reset-link', async (route) => {
    await held.promise
    await route.continue()
  })
  await open.click()
  const send = dialog.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true })
  await expect(dialog, 'while sending').toBeVisible()
  held.resolve()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  const waiting = await registerUnverifiedMember(server)
  await moveTo(page, `/members/${waiting.id}`)
  const resend = async () => {
    await page.getByRole('button', { name: 'Resend verification' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
  }
  await resend()
  await expect(toast(page)).toContainText(texts.verificationLinkSent)
  await resend()
  await expect(dialog.getByRole('alert')).toHaveText(texts.tooManyRequests)
})
