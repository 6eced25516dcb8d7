import type { Page } from '@playwright/test'
import { dayAfter, dayIn } from '@stampus/contract/values/days'
import { manager } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError, heading, press } from '../support/web.ts'

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
  await page.getByLabel('Status').selectOption('Published')
  await expect(page).toHaveURL(/state=published/)
  await expect(page.getByText('Not now')).toBeVisible()
  await page.unrouteAll()
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ title: 'Filtered kopi', stock: 5 })
  await desk.giveStamps(member, 5)
  await claimElsewhere(server, member, reward)
  await press(page, 'Retry')
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
