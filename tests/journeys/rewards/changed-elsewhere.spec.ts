import type { Page } from '@playwright/test'
import { connectOperator } from '../../support/browser/operators.ts'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { submitTodaysReceipt } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { noCode, proof, readCode, row } from '../support/rewards.ts'
import { heading, moveTo, openAs, recordApiCalls, stampCard } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('R-2.02 R-2.05 R-3.01 R-3.03 a double click gives a voucher back once, another tab turns, one that was handed over meanwhile can no longer be given back, one without its key can be tried again, a recalled one says why, and a reward has its Malay words', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const inMalay = { title_ms: 'Kopi O percuma', conditions_ms: 'Secawan panas sahaja.' }
  const [returned, late, recalled] = [await desk.publish(), await desk.publish(inMalay), await desk.publish()]
  await desk.giveStamps(member, 9)
  const ids: number[] = []
  for (const reward of [returned, late, recalled]) ids.push((await claimElsewhere(server, member, reward)).id)
  await openAs(page, member, `/app/vouchers/${ids[0]}`)
  await readCode(page)
  const second = await context.newPage()
  await second.goto('/app/history')
  const giveBack = async ({ title }: { title: string }) => {
    await second.getByRole('button', { name: `Give back: ${title}` }).click()
    return second.getByRole('dialog', { name: 'Give this voucher back?' }).getByRole('button', { name: 'Give back' })
  }
  const calls = recordApiCalls(second)
  await (await giveBack(returned)).dblclick()
  await expect(status(second, 'Voucher returned')).toContainText('2 stamps came back to you.')
  expect(calls.filter((made) => made.startsWith('POST'))).toHaveLength(1)
  await expect(status(page, 'Returned')).toContainText('You gave it back.')
  await noCode(page)

  const tooLate = await giveBack(late)
  await moveTo(page, `/app/vouchers/${ids[1]}`)
  await desk.handOver(await readCode(page))
  await tooLate.click()
  await expect(status(second, 'Too late to give back')).toContainText('This voucher can no longer be used.')
  await expect(row(second, late.title)).toContainText('Used')
  await expect(proof(page)).toHaveText(/^Used at \d\d:\d\d, Boba Bukit$/)

  await page.route(`**/api/vouchers/${ids[2]}/key`, (route) => route.abort())
  await moveTo(page, `/app/vouchers/${ids[2]}`)
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t get your code' })).toContainText(
    'Connect to the internet once. After that it works offline, too.',
  )
  await page.unroute(`**/api/vouchers/${ids[2]}/key`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await readCode(page)
  await desk.recall(recalled, 'The stall has closed.')
  for (const text of [
    'This reward was recalled.',
    'The stall has closed.',
    '2 stamps will come back to you within an hour.',
  ])
    await expect(status(page, 'Cancelled')).toContainText(text)
  await noCode(page)
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(row(page, recalled.title)).toContainText('This reward was recalled. The stall has closed.')
  await moveTo(page, `/app/rewards/${recalled.id}`)
  await expect(heading(page, 'This reward is not available.')).toBeVisible()

  const monthly = await desk.publish({ stamps: 1, limit_30_days: 1 })
  await acceptSupplements(server, member)
  await moveTo(page, `/app/rewards/${monthly.id}?claim=1`)
  const claim = page.getByRole('dialog').getByRole('button', { name: 'Spend 1 stamp' })
  await expect(claim).toBeVisible()
  await claimElsewhere(server, member, monthly)
  await claim.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    /You can have this reward once in 30 days\. You can claim it again from \d{1,2} \w{3} 20\d\d\./,
  )
  await second.goto('/app/history?lang=ms')
  await expect(second.getByRole('link', { name: inMalay.title_ms })).toHaveAttribute('href', `/app/vouchers/${ids[1]}`)
  for (const path of [`/app/vouchers/${ids[1]}`, `/app/rewards/${late.id}`]) {
    await moveTo(second, path)
    await expect(heading(second, inMalay.title_ms)).toBeVisible()
    await expect(second.getByRole('main')).toContainText(inMalay.conditions_ms)
  }
})

test('R-5.02 R-5.03 after a reversal of spent stamps, a member reads that the balance is below zero, cannot claim, and can again once new stamps have filled it', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const operator = await connectOperator(server)
  const receipt = await submitTodaysReceipt(server, member)
  await operator.approve(receipt)
  const [kopi, kuih] = [await desk.publish({ stamps: 1 }), await desk.publish({ stamps: 1 })]
  // The approval can be undone for ten seconds, and until then its stamps cannot be spent.
  let used = 0
  await expect(async () => {
    used = (await claimElsewhere(server, member, kopi)).id
  }).toPass({ timeout: 20_000, intervals: [5000, 1000] })
  await openAs(page, member, `/app/vouchers/${used}`)
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()
  await moveTo(page, `/app/rewards/${kuih.id}?claim=1`)
  const dialog = page.getByRole('dialog')
  const spend = dialog.getByRole('button', { name: 'Spend 1 stamp' })
  await expect(spend).toBeVisible()
  const { id: ready } = await claimElsewhere(server, member, kuih)
  await operator.rejectAfterwards(receipt, 'The receipt is a copy.')
  // The confirmation was opened while the member still had a stamp.
  await spend.click()
  const below = 'Your balance is below zero. New stamps fill it up first'
  await expect(dialog.getByRole('alert')).toContainText(`${below}; then you can claim rewards again.`)
  await expect(dialog.getByRole('alert')).toContainText('Your stamps are untouched.')
  await expect(dialog.getByRole('link', { name: 'Send a receipt' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('main')).toContainText(`${below}.`)
  const claim = page.getByRole('button', { name: 'Claim for 1 stamp' })
  await expect(claim).toHaveCount(0)

  await moveTo(page, `/app/vouchers/${used}`)
  await expect(proof(page)).toBeVisible()
  await moveTo(page, `/app/vouchers/${ready}`)
  await expect(status(page, 'Cancelled')).toContainText(
    'An approval was reversed after you spent its stamps, so this voucher was cancelled.',
  )
  await expect(status(page, 'Cancelled')).toContainText('1 stamp came back to you.')
  await moveTo(page, '/app/history/stamps')
  await expect(row(page, kuih.title).filter({ hasText: /^\+1 stamp.*Stamps returned · / })).toHaveCount(1)
  await expect(row(page, 'Warung Kak Ros').filter({ hasText: /^\u22122 stamps.*Approval reversed · / })).toHaveCount(1)
  await page.getByRole('link', { name: 'Stampus' }).first().click()
  await expect(stampCard(page)).toContainText(/^\u22121 stamp/)
  await expect(stampCard(page)).toContainText(
    'We took back some stamps after a correction, so your balance is below zero. Your next stamps fill the gap first.',
  )

  await desk.giveStamps(member, 1)
  await page.goto(`/app/rewards/${kopi.id}`)
  await expect(page.getByRole('main')).toContainText('1 stamp to go')
  await expect(page.getByRole('main')).not.toContainText(below)
  await desk.giveStamps(member, 1)
  await page.reload()
  await claim.click()
  await spend.click()
  await readCode(page)
})
