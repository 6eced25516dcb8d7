import { connectOperator } from '../../support/browser/operators.ts'
import { manager, registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { moveTo, openConsole, submitTodaysReceipt, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { readCode } from '../support/rewards.ts'
import { openAs, stampCard } from '../support/web.ts'

test('R-5.02 R-5.03 R-5.04 a reversal after its stamps were spent shows figures first, voids the ready voucher and leaves the used one', async ({
  page,
  server,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(server)
  const member = await registerMember(server)
  const receipt = await submitTodaysReceipt(server, member)
  await (await connectOperator(server)).approve(receipt)
  const kopi = await desk.publish({ title: 'Free kopi O', stamps: 1 })
  const kuih = await desk.publish({ title: 'Two kuih', stamps: 1 })
  // The approval can be undone for ten seconds, and until then its stamps cannot be spent.
  let used = 0
  await expect(async () => {
    used = (await claimElsewhere(server, member, kopi)).id
  }).toPass({ timeout: 20_000 })
  const { id: ready } = await claimElsewhere(server, member, kuih)
  const theirs = await (await anotherBrowser()).newPage()
  await openAs(theirs, member, `/app/vouchers/${used}`)
  await desk.handOver(await readCode(theirs))

  await openConsole(page, `/submissions/${receipt}`, manager)
  await page.getByRole('button', { name: 'Reverse the decision' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reverse the approval by/ })
  await expect(dialog).toContainText('The member has 0 stamps now, and −1 stamp afterwards.')
  await expect(dialog.getByRole('listitem')).toHaveText(['Two kuih, 1 stamp'])
  await expect(dialog).toContainText('0 stamps now − 2 taken + 1 from voided vouchers = −1')
  await expect(dialog).toContainText('Until new stamps fill the balance up, the member cannot claim rewards.')
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Reject it').check()
  await dialog.getByRole('textbox').fill('The receipt is a copy.')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expect(toast(page)).toContainText(`Receipt ${receipt} is rejected.`)

  await expect(page.getByRole('region', { name: 'History' })).toContainText('−2Reversal')
  await moveTo(page, `/members/${member.id}`)
  await expect(page.getByRole('row').filter({ hasText: 'Stamps of a voucher returned' })).toContainText(
    `It was voided, because receipt ${receipt} was reversed.`,
  )

  await theirs.goto(`/app/vouchers/${used}`)
  await expect(theirs.getByRole('main')).toContainText('Used at')
  await theirs.goto(`/app/vouchers/${ready}`)
  await expect(theirs.getByRole('main')).toContainText('Cancelled')
  await theirs.goto(`/app/rewards/${kopi.id}`)
  await expect(theirs.getByRole('main')).toContainText('Your balance is below zero')
  await theirs.goto('/')
  await expect(stampCard(theirs)).toContainText('your balance is below zero')
})
