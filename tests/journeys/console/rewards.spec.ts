import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { dayAfter, dayIn } from '@stampus/contract/values/days'
import { voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { manager } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError, heading, press } from '../support/web.ts'

// An answer that a test loses.
test.use({ expectedErrors: /ERR_FAILED/ })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const confirm = async (page: Page, action: string, title: string) => {
  await press(page, action)
  await dialog(page, `${action} ${title}?`).getByRole('button', { name: action }).click()
}
const status = (page: Page) => page.getByRole('region', { name: 'Status' })

test('R-2.01 R-2.02 D-53 the list of rewards says when it cannot be loaded, is filtered and shows what is left, ready and used; when two managers change one reward, the second sees a notice; it is paused without losing what was typed, ended and copied; a recall shows its figures first and needs a reason', async ({
  page,
  server,
  member,
}) => {
  await page.route('**/api/console/rewards?*', (route) => route.fulfill({ status: 400, json: { message: 'Not now' } }))
  await openConsole(page, '/rewards', manager)
  await expect(page.getByText('Not now')).toBeVisible()
  await page.unrouteAll()
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ title: 'Filtered kopi', stock: 5 })
  await desk.giveStamps(member, 5)
  await claimElsewhere(server, member, reward)
  await press(page, 'Retry')
  await page.getByLabel('Status').selectOption('Published')
  await expect(page).toHaveURL(/state=published/)
  await chooseMerchant(page.getByLabel('Merchant', { exact: true }), 'boba buk')
  await expect(page).toHaveURL(/merchant_id=\d+/)
  const row = page.getByRole('row').filter({ hasText: 'Filtered kopi' })
  await expect(row.getByRole('cell')).toHaveText(['Filtered kopi', 'Boba Bukit', 'Published', '2', '4', '1', '0'], {
    useInnerText: true,
  })
  await page.getByLabel('Status').selectOption('Draft')
  await expect(row).toHaveCount(0)

  const bag = await desk.publish({ title: 'Tote bag', merchant_id: null })
  await moveTo(page, `/rewards/${bag.id}`)
  const stamps = page.getByLabel('Stamps')
  await expect(stamps).toHaveValue('2')
  await desk.change(bag, { stamps: 6 })
  await stamps.fill('5')
  await press(page, 'Save')
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this reward.' })
  await expect(conflict).toBeVisible()
  await expect(stamps).toHaveValue('5')
  await conflict.getByRole('button', { name: 'Load current version' }).click()
  await expect(stamps).toHaveValue('6')
  await desk.change({ ...bag, version: bag.version + 1 }, { stamps: 7 })
  await confirm(page, 'Pause', 'Tote bag')
  await expect(conflict).toBeVisible()
  await conflict.getByRole('button', { name: 'Load current version' }).click()
  await expect(stamps).toHaveValue('7')
  await stamps.fill('8')
  await press(page, 'Pause')
  await expect(dialog(page, 'Pause Tote bag?')).toContainText('What you changed in the form is not saved.')
  await dialog(page, 'Pause Tote bag?').getByRole('button', { name: 'Pause' }).dblclick()
  await expect(toast(page)).toContainText('Tote bag is paused.')
  await expect(stamps).toHaveValue('8')
  await press(page, 'Save')
  await expect(toast(page)).toContainText('Tote bag saved.')
  await confirm(page, 'End', 'Tote bag')
  await expect(toast(page)).toContainText('Tote bag has ended.')
  const facts = page.getByRole('region', { name: 'Facts' })
  await expect(facts).toContainText('Handed out byStampus deskStamps8')
  for (const name of ['Save', 'Publish']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('link', { name: 'Copy' }).click()
  await expect(page.getByText('Copied from Tote bag.')).toBeVisible()
  await expect(page.getByLabel('Stampus desk')).toBeChecked()
  await expect(stamps).toHaveValue('8')
  await press(page, 'Add draft')
  await expect(toast(page)).toContainText('Tote bag added as a draft.')
  await confirm(page, 'Remove', 'Tote bag')
  await expect(toast(page)).toContainText('Tote bag removed.')
  await expect(heading(page, 'Rewards')).toBeVisible()

  const recalled = await desk.publish({ title: 'Recalled kopi', stamps: 3 })
  await claimElsewhere(server, member, recalled)
  await moveTo(page, `/rewards/${recalled.id}`)
  await press(page, 'Recall')
  const recall = dialog(page, 'Recall Recalled kopi?')
  await expect(recall).toContainText('1 voucher is ready and will end. 3 stamps go back to the member')
  await recall.getByRole('button', { name: 'Recall' }).click()
  await expectFieldError(recall.getByLabel('Reason (shown to members)'), 'A reason is required.')
  await expectNoAxeViolations(page)
  await recall.getByLabel('Reason (shown to members)').fill('The machine is broken')
  await recall.getByRole('button', { name: 'Recall' }).dblclick()
  await expect(toast(page)).toContainText('Recalled kopi is recalled.')
  await expect(status(page)).toContainText('Reason: The machine is broken')
  await expect(status(page)).toContainText('Vouchers that were not used end, and their stamps go back, within an hour.')
  await page.getByRole('link', { name: 'Earning rules', exact: true }).click()
  await press(page, 'New rule')
  const rule = dialog(page, 'New earning rule')
  const first = rule.getByRole('textbox', { name: 'First day' })
  const tomorrow = dayAfter(dayIn('Asia/Kuala_Lumpur', new Date()))
  await expect(first).toHaveValue(tomorrow.split('-').reverse().join('/'))
  await expect(rule.getByLabel('One stamp for each full')).toHaveValue('10.00')
  await first.fill('')
  await rule.getByRole('button', { name: 'Add rule' }).click()
  await expectFieldError(first, 'Enter a date.')
})

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
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const spaced = number.replace(/^\d{4}/, '$& ')
  await page.getByLabel('Voucher or member').fill(spaced)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').getByRole('link', { name: spaced }).click()
  await press(page, 'Void')
  const voiding = page.getByRole('dialog', { name: /^Void voucher \d{4} \d{4}\?$/ })
  const reason = voiding.getByLabel('Reason (shown to the member)')
  await expect(voiding.getByLabel('Give the stamps back')).toBeChecked()
  await voiding.getByRole('button', { name: 'Void' }).click()
  await expectFieldError(reason, 'A reason is required.')
  await expectNoAxeViolations(page)
  await reason.fill('The stall has closed')
  await voiding.getByRole('button', { name: 'Void' }).dblclick()
  await expect(toast(page)).toContainText('is voided.')
  await expect(facts).toContainText('Stamps2Returned')
  await expect(history.first()).toHaveText(/^Voided, stamps returnedTan Mei Fong, .*The stall has closed$/)
  expect((await mailTo(member.email, 'voucher')).text).toContain('The stall has closed')

  await moveTo(page, `/vouchers/${kept.id}`)
  await press(page, 'Void')
  await voiding.getByLabel('Keep the stamps spent').check()
  await reason.fill('Sold to another person')
  await voiding.getByRole('button', { name: 'Void' }).click()
  await expect(facts).toContainText('Stamps2Not returned')
  await page.getByRole('link', { name: 'Audit log' }).last().click()
  await expect(page.getByRole('row').last()).toContainText(/Voided a voucher.*Sold to another person/)
})
