import type { Page } from '@playwright/test'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { noCode, proof, readCode, row } from '../support/rewards.ts'
import { heading, moveTo, openAs, recordApiCalls } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('R-2.02 R-2.05 R-3.01 R-3.03 a double click gives a voucher back once, another tab turns, one that was handed over meanwhile can no longer be given back, one without its key can be tried again, and a recalled one says why', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const [returned, late, recalled] = [await desk.publish(), await desk.publish(), await desk.publish()]
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
  const shown = await readCode(page)
  await desk.recall(recalled, 'The stall has closed.')
  for (const text of [
    'This reward was recalled.',
    'The stall has closed.',
    '2 stamps will come back to you within an hour.',
  ])
    await expect(status(page, 'Cancelled')).toContainText(text)
  await noCode(page)
  await expect(desk.handOver(shown)).rejects.toThrow(/409.*This voucher was cancelled/)
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(row(page, recalled.title)).toContainText('This reward was recalled. The stall has closed.')

  const monthly = await desk.publish({ stamps: 1, limit_30_days: 1 })
  await acceptSupplements(server, member)
  await page.goto(`/app/rewards/${monthly.id}?claim=1`)
  const claim = page.getByRole('dialog').getByRole('button', { name: 'Spend 1 stamp' })
  await expect(claim).toBeVisible()
  await claimElsewhere(server, member, monthly)
  await claim.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    /You can have this reward once in 30 days\. You can claim it again from \d{1,2} \w{3} 20\d\d\./,
  )
  await moveTo(page, `/app/rewards/${recalled.id}`)
  await expect(heading(page, 'This reward is not available.')).toBeVisible()
})
