import type { Page } from '@playwright/test'
import { dayAfter, dayIn } from '@stampus/contract/values/days'
import { manager, registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError, heading, openAs, recordApiCalls } from '../support/web.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const confirm = async (page: Page, action: string, title: string) => {
  await press(page, action)
  await dialog(page, `${action} ${title}?`).getByRole('button', { name: action }).click()
}
const status = (page: Page) => page.getByRole('region', { name: 'Status' })

test('R-2.01 R-2.02 a manager adds a reward once, as a draft, with its mistakes shown at the fields; it is published, paused without losing what was typed, and ended, and a copy begins as a new draft', async ({
  page,
  anotherBrowser,
}) => {
  await openConsole(page, '/rewards', manager)
  await page.getByRole('link', { name: 'New reward' }).click()
  await expect(heading(page, 'New reward')).toBeVisible()
  await press(page, 'Add draft')
  await expectFieldError(page.getByLabel('Merchant', { exact: true }), 'Please choose a merchant.')
  await expectFieldError(page.getByLabel('Title', { exact: true }), 'A title is required.')
  await expectFieldError(page.getByLabel('Conditions', { exact: true }), 'Enter the conditions.')
  await expectFieldError(page.getByLabel('Stamps'), 'Enter a whole number from 1 to 10,000.')
  await expectFieldError(page.getByLabel('Owed to the merchant'), 'Enter an amount from RM 0.00 to RM 100,000.00.')
  await expectNoAxeViolations(page)

  await page.getByLabel('Merchant', { exact: true }).fill('BOBA BUKIT')
  await press(page, 'Add draft')
  await expect(page.getByText('Please choose a merchant.')).toHaveCount(0)
  await expect(page.getByLabel('Merchant', { exact: true })).toHaveValue('Boba Bukit')
  await page.getByLabel('Merchant', { exact: true }).fill('')
  await chooseMerchant(page.getByLabel('Merchant', { exact: true }), 'boba buk')
  await page.getByLabel('Title', { exact: true }).fill('Teh tarik')
  await page.getByLabel('Conditions', { exact: true }).fill('One glass.\nNot at noon.')
  await page.getByLabel('Stamps').fill('4')
  await page.getByLabel('Owed to the merchant').fill('1,80')
  await expect(page.getByLabel('Owed to the merchant')).toHaveAccessibleDescription(/We'll use RM\s1\.80\./)
  await page.getByLabel('Stock').fill('20')
  await page.getByLabel('Per member, 30 days').fill('2')
  await page.getByRole('textbox', { name: 'Last day (optional)' }).fill('01/01/2020')
  await press(page, 'Add draft')
  await expectFieldError(page.getByRole('textbox', { name: 'Last day (optional)' }), 'The last day cannot be before')
  await page.getByRole('textbox', { name: 'Last day (optional)' }).fill('31/12/2099')
  const calls = recordApiCalls(page)
  await page.getByRole('button', { name: 'Add draft' }).dblclick()
  await expect(toast(page)).toContainText('Teh tarik added as a draft.')
  expect(calls.filter((made) => made === 'POST /api/console/rewards')).toHaveLength(1)
  await expect(heading(page, 'Teh tarik')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Owed to the merchant')).toHaveValue('1.80')
  await expect(page.getByLabel('Conditions', { exact: true })).toHaveValue('One glass.\nNot at noon.')
  await expect(page.getByRole('textbox', { name: 'Last day (optional)' })).toHaveValue('31/12/2099')
  await expect(status(page)).toContainText('StatusDraftLeft20')
  await expectNoAxeViolations(page)

  await page.getByLabel('Stamps').fill('5')
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await expect(dialog(page, 'Leave without saving?')).toBeVisible()
  await press(page, 'Leave')
  await expect(heading(page, 'Deals')).toBeVisible()
  await page.goBack()
  await confirm(page, 'Remove', 'Teh tarik')
  await expect(toast(page)).toContainText('Teh tarik removed.')
  await expect(heading(page, 'Rewards')).toBeVisible()

  await page.getByRole('link', { name: 'New reward' }).click()
  await page.getByLabel('Stampus desk').check()
  await expect(page.getByLabel('Owed to the merchant')).toHaveCount(0)
  await page.getByLabel('Title', { exact: true }).fill('Tote bag')
  await page.getByLabel('Conditions', { exact: true }).fill('One for each member.')
  await page.getByLabel('Stamps').fill('9')
  await press(page, 'Add draft')
  await expect(heading(page, 'Tote bag')).toBeVisible()
  await confirm(page, 'Publish', 'Tote bag')
  await expect(toast(page)).toContainText('Tote bag is published.')
  await expect(heading(page, 'Tote bag')).toBeFocused()
  const reader = await (await anotherBrowser()).newPage()
  const path = new URL(page.url()).pathname.replace('/console', '/app')
  await reader.goto(path)
  await expect(heading(reader, 'Tote bag')).toBeVisible()

  await page.getByLabel('Stamps').fill('8')
  await press(page, 'Pause')
  await expect(dialog(page, 'Pause Tote bag?')).toContainText('What you changed in the form is not saved.')
  await dialog(page, 'Pause Tote bag?').getByRole('button', { name: 'Pause' }).dblclick()
  await expect(toast(page)).toContainText('Tote bag is paused.')
  await reader.reload()
  await expect(reader.getByText('This reward is not available.')).toBeVisible()
  await expect(page.getByLabel('Stamps')).toHaveValue('8')
  await press(page, 'Save')
  await expect(toast(page)).toContainText('Tote bag saved.')
  await confirm(page, 'End', 'Tote bag')
  await expect(toast(page)).toContainText('Tote bag has ended.')
  const facts = page.getByRole('region', { name: 'Facts' })
  await expect(facts).toContainText('Handed out byStampus deskStamps8')
  await expect(facts).not.toContainText('Owed to the merchant')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Copy' }).click()
  await expect(heading(page, 'New reward')).toBeVisible()
  await expect(page.getByText('Copied from Tote bag.')).toBeVisible()
  await expect(page.getByLabel('Stampus desk')).toBeChecked()
  await expect(page.getByLabel('Stamps')).toHaveValue('8')
  await press(page, 'Add draft')
  await expect(toast(page)).toContainText('Tote bag added as a draft.')
  await expect(status(page)).toContainText('Draft')
})

test('R-2.01 R-2.02 when two managers change one reward, the second sees a notice and keeps what was typed; a recall shows its figures first, needs a reason, and the member reads it', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ title: 'Shared kopi' })
  await openConsole(page, `/rewards/${reward.id}`, manager)
  await expect(page.getByLabel('Stamps')).toHaveValue('2')
  await desk.change(reward, { stamps: 6 })
  await page.getByLabel('Stamps').fill('5')
  await press(page, 'Save')
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this reward.' })
  await expect(conflict).toBeVisible()
  await expect(page.getByLabel('Stamps')).toHaveValue('5')
  await conflict.getByRole('button', { name: 'Load current version' }).click()
  await expect(page.getByLabel('Stamps')).toHaveValue('6')
  const changed = await desk.change({ ...reward, version: reward.version + 1 }, { stamps: 7 })
  expect(changed.stamps).toBe(7)
  await confirm(page, 'Pause', 'Shared kopi')
  await expect(conflict).toBeVisible()
  await conflict.getByRole('button', { name: 'Load current version' }).click()
  await expect(page.getByLabel('Stamps')).toHaveValue('7')
  await confirm(page, 'Pause', 'Shared kopi')
  await expect(toast(page)).toContainText('Shared kopi is paused.')

  const recalled = await desk.publish({ title: 'Recalled kopi', stamps: 3 })
  const other = await registerMember(server)
  const [voucher] = await Promise.all(
    [member, other].map(async (one) => {
      await desk.giveStamps(one, 7)
      return claimElsewhere(server, one, recalled)
    }),
  )
  await moveTo(page, `/rewards/${recalled.id}`)
  await press(page, 'Recall')
  const recall = dialog(page, 'Recall Recalled kopi?')
  await expect(recall).toContainText('2 vouchers are ready and will end. 6 stamps go back to the members')
  await recall.getByRole('button', { name: 'Recall' }).click()
  await expectFieldError(recall.getByLabel('Reason (shown to members)'), 'A reason is required.')
  await expectNoAxeViolations(page)
  await recall.getByLabel('Reason (shown to members)').fill('The machine is broken')
  await recall.getByRole('button', { name: 'Recall' }).dblclick()
  await expect(toast(page)).toContainText('Recalled kopi is recalled.')
  await expect(status(page)).toContainText('Reason: The machine is broken')
  await expect(status(page)).toContainText('Vouchers that were not used end, and their stamps go back, within an hour.')
  await expect(page.getByRole('button', { name: 'Recall' })).toHaveCount(0)
  const theirs = await (await anotherBrowser()).newPage()
  await openAs(theirs, member, `/app/vouchers/${voucher?.id}`)
  await expect(theirs.getByText('The machine is broken')).toBeVisible()
})

test('R-2.01 D-53 the list of rewards says when it is empty or cannot be loaded, keeps its filters in the address and shows what is left, ready and used; a new earning rule begins with the current values', async ({
  page,
  server,
  member,
}) => {
  const calls = { fail: false }
  await page.route('**/api/console/rewards?*', (route) =>
    calls.fail
      ? route.fulfill({ status: 400, json: { message: 'Not now' } })
      : route.fulfill({ json: { data: [], meta: { current_page: 1, per_page: 25, has_more: false } } }),
  )
  await openConsole(page, '/rewards', manager)
  await expect(page.getByText('No rewards found.')).toBeVisible()
  calls.fail = true
  await page.reload()
  await expect(page.getByText('Not now')).toBeVisible()
  await page.unrouteAll()
  const desk = await connectRewardsDesk(server)
  const { title } = await desk.publish()
  await press(page, 'Retry')
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  const reward = await desk.publish({ title: 'Filtered kopi', stock: 5 })
  await desk.giveStamps(member, 5)
  await claimElsewhere(server, member, reward)
  await page.reload()
  await page.getByLabel('Status').selectOption('Published')
  await chooseMerchant(page.getByLabel('Merchant', { exact: true }), 'boba buk')
  await expect(page).toHaveURL(/merchant_id=\d+/)
  await expect(page).toHaveURL(/state=published/)
  const row = page.getByRole('row').filter({ hasText: 'Filtered kopi' })
  await expect(row.getByRole('cell')).toHaveText(['Filtered kopi', 'Boba Bukit', 'Published', '2', '4', '1', '0'], {
    useInnerText: true,
  })
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(row).toBeVisible()
  await page.getByLabel('Status').selectOption('Draft')
  await expect(row).toHaveCount(0)
  await press(page, 'Clear filters')
  await row.getByRole('link').click()
  await expect(heading(page, 'Filtered kopi')).toBeVisible()
  await page.getByRole('link', { name: 'Vouchers', exact: true }).last().click()
  await expect(page).toHaveURL(new RegExp(`/vouchers\\?reward_id=${reward.id}`))
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.getByRole('link', { name: 'Earning rules', exact: true }).click()
  await press(page, 'New rule')
  const rule = page.getByRole('dialog', { name: 'New earning rule' })
  const first = rule.getByRole('textbox', { name: 'First day' })
  const tomorrow = dayAfter(dayIn('Asia/Kuala_Lumpur', new Date()))
  await expect(first).toHaveValue(tomorrow.split('-').reverse().join('/'))
  await expect(rule.getByLabel('One stamp for each full')).toHaveValue('10.00')
  await first.fill('')
  await rule.getByRole('button', { name: 'Add rule' }).click()
  await expectFieldError(first, 'Enter a date.')
})
