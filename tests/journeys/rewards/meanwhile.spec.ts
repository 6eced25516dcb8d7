import type { Page } from '@playwright/test'
import { registerMember } from '../../support/browser/people.ts'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { noCode, readCode } from '../support/rewards.ts'
import { heading, openAs, recordApiCalls, stampCard } from '../support/web.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const used = (page: Page) => status(page, /^Used at \d\d:\d\d, Boba Bukit$/)
const problem = (page: Page) => page.getByRole('dialog', { name: 'Claim this reward?' }).getByRole('alert')
const givingBack = (page: Page) => page.getByRole('dialog', { name: 'Give this voucher back?' })

test('R-2.05 of two members who claim the last one at the same time, one gets it and the other reads why', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(server)
  const last = await desk.publish({ stock: 1 })
  const theirs = await (await anotherBrowser()).newPage()
  const people = [
    { tab: page, one: member },
    { tab: theirs, one: await registerMember(server) },
  ]
  for (const { tab, one } of people) {
    await desk.giveStamps(one, 3)
    await acceptSupplements(server, one)
    await openAs(tab, one, `/app/rewards/${last.id}?claim=1`)
    await expect(tab.getByRole('dialog')).toContainText('You keep1 stamp')
  }
  await Promise.all(people.map(({ tab }) => press(tab, 'Spend 2 stamps')))
  const qrCode = (tab: Page) => tab.getByRole('img', { name: 'QR code of this voucher' })
  for (const { tab } of people) await expect(problem(tab).or(qrCode(tab))).toBeVisible()
  const [winner, loser] = (await qrCode(page).isVisible()) ? [page, theirs] : [theirs, page]
  await expect(problem(loser)).toContainText('This reward is sold out.')
  await expect(problem(loser)).toContainText('Your stamps are untouched.')
  await readCode(winner)
  // Public answers are cached for some seconds.
  await expect(async () => {
    await loser.goto(`/app/rewards/${last.id}`)
    await expect(loser.getByRole('main')).toContainText('Sold out', { timeout: 2000 })
  }).toPass()
  await loser.goto('/')
  await expect(stampCard(loser)).toContainText(/^3 stamps/)
  await winner.goto('/')
  await expect(stampCard(winner)).toContainText(/^1 stamp/)
})

test('R-2.02 R-3.01 a double click gives a voucher back once, another tab turns, one that was handed over meanwhile can no longer be given back, and a recalled one says why', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const [returned, late, recalled] = [await desk.publish(), await desk.publish(), await desk.publish()]
  await desk.giveStamps(member, 9)
  const open = async (reward: typeof late) => (await claimElsewhere(server, member, reward)).id
  const ids = [await open(returned), await open(late), await open(recalled)]
  await openAs(page, member, `/app/vouchers/${ids[0]}`)
  await readCode(page)
  const second = await context.newPage()
  await second.goto('/app/history')
  await press(second, `Give back: ${returned.title}`)
  const calls = recordApiCalls(second)
  await givingBack(second).getByRole('button', { name: 'Give back' }).dblclick()
  await expect(status(second, 'Voucher returned')).toContainText('2 stamps came back to you.')
  expect(calls.filter((made) => made.startsWith('POST'))).toHaveLength(1)
  await expect(status(page, 'Returned')).toContainText('You gave it back.')
  await noCode(page)

  await press(second, `Give back: ${late.title}`)
  await page.goto(`/app/vouchers/${ids[1]}`)
  await desk.handOver(await readCode(page))
  await givingBack(second).getByRole('button', { name: 'Give back' }).click()
  await expect(status(second, 'Too late to give back')).toContainText('This voucher can no longer be used.')
  await expect(row(second, late.title)).toContainText('Used')
  await expect(used(page)).toBeVisible()

  await page.goto(`/app/vouchers/${ids[2]}`)
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
  await page.goto(`/app/rewards/${recalled.id}`)
  await expect(heading(page, 'This reward is not available.')).toBeVisible()
})
