import { VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { noCode, openClaimed, proof, readCode, row, withoutAnswersOf } from '../support/rewards.ts'
import { goTo } from '../support/walk.ts'
import { heading, moveTo, openAs, stampCard } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

test('R-3.01 R-3.02 R-3.03 R-3.04 on phones whose clock is wrong a voucher shows the same code in two tabs, is ready again when a hand-over is taken back, is taken over by another device and back, and expires by the clock of the campus; that of another member cannot be found', async ({
  page,
  context,
  server,
  member,
  anotherBrowser,
}) => {
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  const { desk, id } = await openClaimed(page, server, member)
  const second = await context.newPage()
  await second.goto(`/app/vouchers/${id}`)
  await expect.poll(async () => (await readCode(page)).code === (await readCode(second)).code).toBe(true)
  await desk.handOver(await readCode(second))
  for (const tab of [page, second]) await expect(proof(tab)).toBeVisible()
  await second.close()
  await desk.takeBack(id)
  const ready = page.getByRole('status').filter({ hasText: 'The counter took this back. Your voucher is ready again.' })
  await expect(ready).toBeVisible()
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()
  await expect(ready).toHaveCount(0)

  await desk.giveStamps(member, 5)
  const again = await claimElsewhere(server, member, await desk.publish())
  await moveTo(page, `/app/vouchers/${again.id}`)
  const first = await readCode(page)
  const other = await (await anotherBrowser()).newPage()
  await openAs(other, member, `/app/vouchers/${again.id}`)
  await readCode(other)
  const elsewhere = 'You opened this voucher on another device'
  await expect(page.getByText(elsewhere)).toBeVisible()
  await noCode(page)
  await expect(desk.handOver(first)).rejects.toThrow(/422/)
  await page.getByRole('button', { name: 'Show it here' }).click()
  const { code } = await readCode(page)
  await expect(other.getByText(elsewhere)).toBeVisible()
  await withoutAnswersOf(page, again.id)
  await page.clock.fastForward(VOUCHER_CODE_SECONDS * 1000)
  await expect.poll(async () => (await readCode(page)).code).not.toBe(code)

  const expiring = await claimElsewhere(server, member, await desk.publish({ valid_days: 1 }))
  await moveTo(page, `/app/vouchers/${expiring.id}`)
  await readCode(page)
  await withoutAnswersOf(page, expiring.id)
  await page.clock.fastForward('49:00:00')
  const expired = page.getByRole('status').filter({ hasText: 'Expired' })
  await expect(expired).toContainText('2 stamps will come back to you within an hour.')
  await noCode(page)

  const stranger = await registerMember(server)
  await desk.giveStamps(stranger, 5)
  const reward = await desk.publish()
  const theirs = await claimElsewhere(server, stranger, reward)
  await moveTo(page, `/app/vouchers/${theirs.id}`)
  await expect(heading(page, 'We couldn’t find this voucher')).toBeVisible()
  await expect(page.getByText(reward.title)).toHaveCount(0)
})

test('S-2.29 R-3.01 R-3.05 the history shows what the balance can buy, gives a voucher back, and lists and filters ready and earlier ones', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const dear = await desk.publish({ stamps: 23 })
  await desk.giveStamps(member, 23)
  await openAs(page, member, '/app/history')
  await expect(page.getByText('No vouchers yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What your 23 stamps can get' })).toBeVisible()
  await expect(row(page, dear.title)).toContainText('You can claim this')

  const reward = await desk.publish()
  await claimElsewhere(server, member, reward)
  await page.goto('/app/history')
  await expect(row(page, reward.title)).toContainText(/Use by \d{1,2} \w{3} 20\d\d · 2 stamps/)
  await page.getByRole('button', { name: `Give back: ${reward.title}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('You’ll get 2 stamps back')
  await expect(dialog).toContainText(
    'If the counter shows that it handed over the reward before, the stamps may be taken again.',
  )
  await dialog.getByRole('button', { name: 'Give back' }).click()
  await expect(row(page, reward.title)).toContainText('Returned')
  await expect(row(page, reward.title)).toContainText('2 stamps came back to you.')
  await page.getByRole('link', { name: 'All stamp movements' }).click()
  const returned = row(page, reward.title).filter({ hasText: 'Stamps returned' })
  await expect(returned).toContainText('+2')
  await expect(returned).toContainText(/Stamps returned · \d{1,2} \w{3} 20\d\d, \d{1,2}:\d\d$/)
  await expect(row(page, reward.title).filter({ hasText: 'Reward claimed' })).toContainText('\u22122')
  await expect(row(page, 'Welcome.')).toContainText('Stamps adjusted')
  await goTo(page, '/')
  await expect(stampCard(page)).toContainText(/^23 stamps/)

  const [late, soon, over] = [
    await desk.publish({ valid_days: 30 }),
    await desk.publish({ valid_days: 3 }),
    await desk.publish(),
  ]
  await claimElsewhere(server, member, late)
  await claimElsewhere(server, member, soon)
  const cancelled = await claimElsewhere(server, member, over)
  await desk.cancel(cancelled.id, 'The machine is broken.')
  await page.goto('/app/history')
  const ready = page.locator('section').filter({ hasText: 'Ready to use' })
  await expect(ready.getByRole('listitem')).toHaveText([new RegExp(soon.title), new RegExp(late.title)])
  await expect(row(page, over.title)).toContainText('Cancelled')
  await expect(row(page, over.title)).toContainText('A manager cancelled this voucher. The machine is broken.')
  const filter = (name: string) =>
    page.getByRole('navigation', { name: 'Show vouchers' }).getByRole('link', { name, exact: true })
  await filter('Ready').click()
  await expect(row(page, over.title)).toHaveCount(0)
  await filter('Used').click()
  await expect(page.getByText('No vouchers here')).toBeVisible()
  await goTo(page, `/app/vouchers/${cancelled.id}`)
  const ended = page.getByRole('status').filter({ hasText: 'Cancelled' })
  await expect(ended).toContainText('The machine is broken.')
  await expect(ended).toContainText('2 stamps came back to you.')
})
