import type { Page } from '@playwright/test'
import { connectOperator } from '../../support/browser/operators.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { submitTodaysReceipt } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { noCode, proof, readCode, row, voucherIdOf } from '../support/rewards.ts'
import { moveTo, openAs, stampCard } from '../support/web.ts'

test('R-5.02 R-5.03 after a reversal of spent stamps, a member reads that the balance is below zero, cannot claim, and can again once new stamps have filled it', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const operator = await connectOperator(server)
  const receipt = await submitTodaysReceipt(server, member)
  await operator.approve(receipt)
  const [kopi, kuih] = [await desk.publish({ stamps: 1 }), await desk.publish({ stamps: 1 })]
  await openAs(page, member)
  // The approval can be undone for ten seconds, and until then its stamps cannot be spent.
  let used = 0
  await expect(async () => {
    used = (await claimElsewhere(server, member, kopi)).id
  }).toPass({ timeout: 20_000, intervals: [5000, 1000] })
  await moveTo(page, `/app/vouchers/${used}`)
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()
  // A confirmation that was opened while the member still had a stamp.
  const early = await context.newPage()
  await early.goto(`/app/rewards/${kopi.id}?claim=1`)
  const spend = early.getByRole('dialog').getByRole('button', { name: 'Spend 1 stamp' })
  await expect(spend).toBeVisible()
  const { id: ready } = await claimElsewhere(server, member, kuih)
  await moveTo(page, `/app/vouchers/${ready}`)
  await readCode(page)

  await operator.rejectAfterwards(receipt, 'The receipt is a copy.')
  const cancelled = page.getByRole('status').filter({ hasText: 'Cancelled' })
  await expect(cancelled).toContainText(
    'An approval was reversed after you spent its stamps, so this voucher was cancelled.',
  )
  await expect(cancelled).toContainText('1 stamp came back to you.')
  await noCode(page)
  await spend.click()
  await expectBlocked(early)
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await row(page, kopi.title).getByRole('link').click()
  await expect(proof(page)).toBeVisible()
  await moveTo(page, '/app/history/stamps')
  await expect(row(page, kuih.title).filter({ hasText: /^\+1 stamp.*Stamps returned · / })).toHaveCount(1)
  await expect(row(page, 'Warung Kak Ros').filter({ hasText: /^\u22122 stamps.*Approval reversed · / })).toHaveCount(1)
  await page.getByRole('link', { name: 'Stampus' }).first().click()
  await expect(stampCard(page)).toContainText(/^\u22121 stamp/)
  await expect(stampCard(page)).toContainText(
    'We took back some stamps after a correction, so your balance is below zero. Your next stamps fill the gap first.',
  )
  await early.reload()
  await expectBlocked(early)
  await early.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const main = early.getByRole('main')
  const below = 'Your balance is below zero. New stamps fill it up first.'
  const claim = early.getByRole('button', { name: 'Claim for 1 stamp' })
  await expect(main).toContainText(below)
  await expect(claim).toHaveCount(0)

  await desk.giveStamps(member, 1)
  await early.reload()
  await expect(main).toContainText('1 stamp to go')
  await expect(main).not.toContainText(below)
  await desk.giveStamps(member, 1)
  await early.reload()
  await claim.click()
  await spend.click()
  await voucherIdOf(early)
  await readCode(early)
})

/** The confirmation of a claim says why it fails. */
async function expectBlocked(page: Page) {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(
    'Your balance is below zero. New stamps fill it up first; then you can claim rewards again.',
  )
  await expect(dialog.getByRole('alert')).toContainText('Your stamps are untouched.')
  await expect(dialog.getByRole('link', { name: 'Send a receipt' })).toBeVisible()
}
