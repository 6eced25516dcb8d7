import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { manager } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, press } from '../support/web.ts'

test.use({ expectedErrors: /ERR_FAILED/ })

const check = async (page: Page, shown: { number: string; code: string }) => {
  await page.getByLabel('Number', { exact: true }).fill(shown.number)
  await page.getByLabel('Code', { exact: true }).fill(shown.code)
  await page.getByLabel('Code', { exact: true }).press('Enter')
}

test('R-3.01 R-3.04 the desk sends a lost hand-over again as the same request, another desk says who was first; a manager finds vouchers by member, reward and state, exports them, takes one back, and voids one with a reason', async ({
  page,
  server,
  member,
  mailTo,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const reward = await desk.publish()
  const { id, number } = await claimElsewhere(server, member, reward)
  const { key } = (await callApi(server, openKey, { id }, bearerHeader(member.token))).data
  const kept = await claimElsewhere(server, member, await desk.publish({ title: 'Kept kopi' }))
  await openConsole(page, '/hand-over', manager)
  const device = await page.context().newPage()
  await device.goto('/console/hand-over')
  for (const each of [page, device]) {
    await check(each, { number, code: voucherCode(key, Date.now()) })
    await expect(each.getByRole('region', { name: reward.title })).toBeVisible()
  }
  const sent: string[] = []
  await page.route('**/hand-over', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(route.request().postDataJSON().request_id)
    if (sent.length > 1) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await press(page, 'Hand over')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await press(device, 'Hand over')
  await expect(device.getByRole('main').getByRole('alert')).toHaveText(/^Used at \d\d:\d\d by Tan Mei Fong\.$/)
  await device.close()
  await press(page, 'Hand over')
  await expect(page.getByText(`${reward.title}, handed over to Nurul.`)).toBeVisible()
  expect(sent).toEqual([sent[0], sent[0]])
  await moveTo(page, `/vouchers/${id}`)
  await page.getByRole('button', { name: /^Take back/ }).click()
  const facts = page.getByRole('region', { name: 'Facts' })
  await expect(facts).toContainText('StatusReady')
  await expect(page.getByRole('button', { name: /^Take back/ })).toHaveCount(0)
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveText([
    /^Hand-over taken backTan Mei Fong, /,
    /^Handed over at the Stampus deskTan Mei Fong, /,
    new RegExp(`^Claimed${member.name}, `),
  ])

  await moveTo(page, `/members/${member.id}`)
  await page.getByRole('region', { name: 'Profile' }).getByRole('link', { name: 'Vouchers' }).click()
  await expect(page).toHaveURL(new RegExp(`/vouchers\\?member_id=${member.id}$`))
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Reward').selectOption({ label: reward.title })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Status').selectOption('Used')
  await expect(page.getByText('No vouchers found.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Ready')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export CSV')])
  const rows = String(await readFile(await file.path()))
    .trim()
    .split('\r\n')
  expect([rows.length, rows[1]]).toEqual([2, expect.stringContaining(`"'${number}","ready",`)])
  await press(page, 'Clear filters')
  const search = page.getByLabel('Voucher or member')
  await search.fill(number.replace(/^\d{4}/, '$& '))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').last().getByRole('link').first().click()
  await press(page, 'Void')
  const dialog = page.getByRole('dialog', { name: /^Void voucher \d{4} \d{4}\?$/ })
  const reason = dialog.getByLabel('Reason (shown to the member)')
  await expect(dialog.getByLabel('Give the stamps back')).toBeChecked()
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expectFieldError(reason, 'A reason is required.')
  await expectNoAxeViolations(page)
  await reason.fill('The stall has closed')
  await dialog.getByRole('button', { name: 'Void' }).dblclick()
  await expect(toast(page)).toContainText('is voided.')
  await expect(facts).toContainText('Stamps2Returned')
  await expect(history.first()).toHaveText(/^Voided, stamps returnedTan Mei Fong, .*The stall has closed$/)
  expect((await mailTo(member.email, 'voucher')).text).toContain('The stall has closed')

  await moveTo(page, `/vouchers/${kept.id}`)
  await press(page, 'Void')
  await dialog.getByLabel('Keep the stamps spent').check()
  await reason.fill('Sold to another person')
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expect(facts).toContainText('Stamps2Not returned')
  await page.getByRole('link', { name: 'Audit log' }).last().click()
  await expect(page.getByRole('row').last()).toContainText(/Voided a voucher.*Sold to another person/)
})
