import { connectOperator } from '../../support/browser/operators.ts'
import { manager, registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, submitTodaysReceipt, toast } from '../support/desk.ts'
import { expect, testWithOwnServer as test } from '../support/fixtures.ts'
import { readCode } from '../support/rewards.ts'
import { openAs, stampCard } from '../support/web.ts'

test('R-5.02 R-5.03 R-5.04 a reversal after its stamps were spent shows figures first, voids the ready voucher and leaves the used one', async ({
  page,
  environment,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(environment)
  await desk.endAll()
  const member = await registerMember(environment)
  const receipt = await submitTodaysReceipt(environment, member)
  await (await connectOperator(environment)).approve(receipt)
  const kopi = await desk.publish({ title: 'Free kopi O', stamps: 1 })
  const kuih = await desk.publish({ title: 'Two kuih', stamps: 1 })
  // The approval can be undone for ten seconds, and until then its stamps cannot be spent.
  let used = 0
  await expect(async () => {
    used = (await claimElsewhere(environment, member, kopi)).id
  }).toPass({ timeout: 20_000 })
  const { id: ready } = await claimElsewhere(environment, member, kuih)
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
  await page.goto(`/console/members/${member.id}`)
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

test.describe('with a lost connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('R-5.04 a reversal can be confirmed once its figures are loaded, not with those of the page before', async ({
    page,
    environment,
  }) => {
    const desk = await connectRewardsDesk(environment)
    const member = await registerMember(environment)
    const receipt = await submitTodaysReceipt(environment, member)
    await (await connectOperator(environment)).approve(receipt)
    await openConsole(page, `/submissions/${receipt}`, manager)
    const open = page.getByRole('button', { name: 'Reverse the decision' })
    await expect(open).toBeVisible()
    await desk.giveStamps(member, 3)
    const answer = Promise.withResolvers<'abort' | 'continue'>()
    await page.route(`**/api/console/submissions/${receipt}/history`, async (route) => route[await answer.promise]())
    await open.click()
    const dialog = page.getByRole('dialog', { name: /^Reverse the approval by/ })
    const confirm = dialog.getByRole('button', { name: 'Reverse' })
    await dialog.getByRole('textbox').fill('The receipt is a copy.')
    await expect(dialog.getByRole('status')).toHaveText("Loading what this does to the member's stamps")
    await expect(dialog).not.toContainText('The member has')
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    answer.resolve('abort')
    await expect(dialog.getByRole('alert')).toContainText("What this does to the member's stamps could not be loaded.")
    await expectNoAxeViolations(page)
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await confirm.click({ force: true })
    await page.unrouteAll({ behavior: 'wait' })
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog).toContainText('The member has 5 stamps now, and 3 stamps afterwards.')
    await expect(async () => {
      // The operator may undo the approval for ten seconds, and until then the reversal is rejected.
      if (await dialog.isVisible()) await confirm.click({ timeout: 500 })
      await expect(toast(page)).toContainText(`Receipt ${receipt} is rejected.`, { timeout: 500 })
    }).toPass({ timeout: 20_000 })
  })
})
