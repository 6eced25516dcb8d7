import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { findMerchant, submitReceipt } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  expectCachedOffline,
  expectStored,
  offlineBar,
  readKept,
  recordTexts,
  reopen,
} from '../support/kept-answers.ts'
import { proof, readCode, row, storedKeys } from '../support/rewards.ts'
import {
  bobaBukit,
  heading,
  moveTo,
  openAs,
  openTab,
  receipts,
  recentActivity,
  signOut,
  stampCard,
} from '../support/web.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch|status of 404/ })

const failures = [
  'We couldn’t load your stamps.',
  texts.submissionsFailed,
  texts.submissionFailed,
  texts.merchantsFailed,
  texts.merchantFailed,
]

test('D-94 D-46 D-102 S-4.01 S-4.02 R-3.01 R-3.03 R-3.05 an app that is closed and opened offline shows what was seen, but no withdrawn receipt, makes the codes of vouchers, follows a decision when the network returns, and deletes all on signing out', async ({
  page,
  context,
  server,
  member,
}) => {
  const [operator, desk] = [await connectOperator(server), await connectRewardsDesk(server)]
  await desk.giveStamps(member, 5)
  const reward = await desk.publish()
  const voucher = await claimElsewhere(server, member, reward)
  const shop = await findMerchant(server, 'Boba Bukit')
  const [{ id }, withdrawn] = [await submitReceipt(server, member), await submitReceipt(server, member)]
  await openAs(page, member, `/app/submissions/${withdrawn.id}`, { remember: true })
  const kept = async () => JSON.stringify(await readKept(page))
  await expect.poll(kept).toContain(withdrawn.invoice_no)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('button', { name: 'Withdraw receipt' }).click()
  await expect(receipts(page)).toHaveCount(1)
  await expect.poll(kept).not.toContain(withdrawn.invoice_no)
  await receipts(page).first().getByRole('link').first().click()
  await expect(page.getByText('Invoice number')).toBeVisible()
  await openTab(page, 'Merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await moveTo(page, `/app/vouchers/${voucher.id}`)
  await readCode(page)
  await moveTo(page, '/')
  await expect(recentActivity(page)).toContainText('Pending')
  await expect(stampCard(page)).toContainText(`${reward.title} is ready`)
  const openStampHistory = async () => {
    await page.getByRole('button', { name: 'Stamp history' }).click()
    await expect(stampCard(page).getByRole('listitem')).toHaveText([/^\u22122 /, /^\+5 /])
  }
  await openStampHistory()
  await expectStored(page)
  await expectCachedOffline(page)

  await context.setOffline(true)
  const seen = await recordTexts(context, ['Pending', 'Approved', ...failures])
  page = await reopen(page, context, '/app/submissions')
  await expect(receipts(page).first()).toContainText('Pending')
  await expect(offlineBar(page)).toHaveText(/^You’re offline\. Shown as of \d{1,2}:\d{2}\.$/)
  await openTab(page, 'Home')
  await expect(stampCard(page)).toContainText('3')
  await expect(recentActivity(page)).toContainText('Pending')
  await openStampHistory()
  // Its request fails, and again after 0.8 seconds.
  await page.waitForTimeout(1500)
  await openTab(page, 'Profile')
  await expect(page.getByRole('main')).toContainText(member.email)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await openTab(page, 'Merchants')
  // A merchant that was only seen in the list has a page, and is enough to fill in a receipt.
  await bobaBukit(page).click()
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await moveTo(page, `/app/submissions/new/${shop.id}`)
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Boba Bukit')
  await moveTo(page, `/app/submissions/${id}`)
  await expect(page.getByText('Invoice number')).toBeVisible()
  expect(await seen(page)).toEqual(['Pending'])
  await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  await moveTo(page, `/app/submissions/${withdrawn.id}`)
  await expect(page.getByRole('alert')).toContainText(texts.submissionFailed)
  await moveTo(page, '/app/merchants?search=boba')
  await expect(page.getByRole('alert')).toContainText(texts.merchantsFailed)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()

  page = await reopen(page, context, `/app/vouchers/${voucher.id}`)
  // The counter has a network.
  await desk.handOver(await readCode(page))
  await moveTo(page, '/app/history')
  await expect(row(page, reward.title)).toBeVisible()
  await expect(page.getByText('You’re offline. Connect to the internet to see all your vouchers.')).toBeVisible()
  await filter(page, 'Used').click()
  await expect(page.getByRole('alert')).toContainText('Connect to the internet to see all your vouchers.')
  await filter(page, 'Ready').click()
  await page.getByRole('button', { name: `Give back: ${reward.title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'You may be offline. Try again when you’re back online.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()

  await openTab(page, 'History')
  await expect(receipts(page).first()).toContainText('Pending')
  await operator.approve(id)
  await seen(page)
  await context.setOffline(false)
  await expect(receipts(page).first()).toContainText('Approved')
  await expect(offlineBar(page)).toBeHidden()
  await moveTo(page, `/app/vouchers/${voucher.id}`)
  await expect(proof(page)).toBeVisible()
  await moveTo(page, '/')
  await expect(recentActivity(page)).toContainText('Approved')
  expect((await seen(page)).join()).toMatch(/^(Pending,)?Approved$/)
  await context.setOffline(true)
  await expect(offlineBar(page)).toBeVisible()
  await expect.poll(kept).not.toBe('[]')
  await signOut(page)
  await expect.poll(kept).toBe('[]')
  expect(await storedKeys(page)).toBeNull()
})

const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Show vouchers' }).getByRole('link', { name, exact: true })
