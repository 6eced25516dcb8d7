import type { Page } from '@playwright/test'
import { VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedOffline, expectStored, offlineBar } from '../support/kept-answers.ts'
import { noCode, openClaimed, readCode, row, storedKeys, withoutAnswersOf } from '../support/rewards.ts'
import { goTo } from '../support/walk.ts'
import { accountMenu, heading, openAs, stampCard } from '../support/web.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch/ })

const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Show vouchers' }).getByRole('link', { name, exact: true })

test('R-3.01 R-3.03 R-3.04 an opened voucher is ready again when a hand-over is taken back, makes codes without a network, and signing out deletes its key', async ({
  page,
  context,
  server,
  member,
}) => {
  const { desk, id, shown } = await openClaimed(page, server, member)
  const used = page.getByRole('status').filter({ hasText: /^Used at/ })
  await desk.handOver(shown)
  await expect(used).toBeVisible()
  await desk.takeBack(id)
  const takenBack = page
    .getByRole('status')
    .filter({ hasText: 'The counter took this back. Your voucher is ready again.' })
  await expect(takenBack).toBeVisible()
  await desk.handOver(await readCode(page))
  await expect(used).toBeVisible()
  await expect(takenBack).toHaveCount(0)

  await desk.giveStamps(member, 1)
  const offline = await claimElsewhere(server, member, await desk.publish())
  await page.goto(`/app/vouchers/${offline.id}`)
  await readCode(page)
  await expectCachedOffline(page)
  await context.setOffline(true)
  await page.reload()
  await expect(offlineBar(page)).toBeVisible()
  const shownOffline = await readCode(page)
  // The counter has a network.
  await desk.handOver(shownOffline)
  await context.setOffline(false)
  await expect(used).toBeVisible()
  expect(await storedKeys(page)).not.toContain('key')

  const other = await claimElsewhere(server, member, await desk.publish())
  await page.goto(`/app/vouchers/${other.id}`)
  await readCode(page)
  expect(await storedKeys(page)).toContain('key')
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await storedKeys(page)).toBeNull()
})

test('R-3.02 R-3.03 two tabs show the same code, another device takes it over, which can be undone, and another member’s voucher cannot be found', async ({
  page,
  context,
  server,
  member,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(server)
  const stranger = await registerMember(server)
  await desk.giveStamps(member, 5)
  await desk.giveStamps(stranger, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish())
  await openAs(page, member)
  const second = await context.newPage()
  await Promise.all([page, second].map((tab) => tab.goto(`/app/vouchers/${id}`)))
  await expect.poll(async () => (await readCode(page)).code === (await readCode(second)).code).toBe(true)
  await desk.handOver(await readCode(second))
  for (const tab of [page, second]) await expect(tab.getByRole('status').filter({ hasText: /^Used at/ })).toBeVisible()
  await second.close()

  const again = await claimElsewhere(server, member, await desk.publish())
  await page.goto(`/app/vouchers/${again.id}`)
  const first = await readCode(page)
  const other = await (await anotherBrowser()).newPage()
  await openAs(other, member, `/app/vouchers/${again.id}`)
  await readCode(other)
  const elsewhere = 'You opened this voucher on another device'
  await expect(page.getByText(elsewhere)).toBeVisible()
  await noCode(page)
  await page.reload()
  await expect(page.getByText(elsewhere)).toBeVisible()
  await expect(desk.handOver(first)).rejects.toThrow(/422/)
  await page.getByRole('button', { name: 'Show it here' }).click()
  await readCode(page)
  await expect(other.getByText(elsewhere)).toBeVisible()
  await desk.handOver(await readCode(page))

  const reward = await desk.publish()
  const theirs = await claimElsewhere(server, stranger, reward)
  const answered = page.waitForResponse(`**/api/vouchers/${theirs.id}`)
  await page.goto(`/app/vouchers/${theirs.id}`)
  expect((await answered).status()).toBe(404)
  await expect(heading(page, 'We couldn’t find this voucher')).toBeVisible()
  await expect(page.getByText(reward.title)).toHaveCount(0)
})

test('R-3.01 R-3.03 on a phone whose clock is wrong or set meanwhile the code changes and is right, a voucher expires by the clock of the campus, and a recalled one says why', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 9)
  const claimed = async (validDays = 14) =>
    (await claimElsewhere(server, member, await desk.publish({ valid_days: validDays }))).id
  const openVoucher = async (id: number) => {
    await page.goto(`/app/vouchers/${id}`)
    return readCode(page)
  }
  await openAs(page, member)
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  await desk.handOver(await openVoucher(await claimed()))
  const changing = await claimed()
  const before = await openVoucher(changing)
  await withoutAnswersOf(page, changing)
  await page.clock.fastForward(VOUCHER_CODE_SECONDS * 1000)
  await expect.poll(async () => (await readCode(page)).code).not.toBe(before.code)

  const set = await claimed()
  const { code } = await openVoucher(set)
  await withoutAnswersOf(page, set)
  await page.clock.setSystemTime(Date.now())
  await expect.poll(async () => (await readCode(page)).code).not.toBe(code)
  await page.unroute(`**/api/vouchers/${set}`)
  for (let answers = 0; answers < 2; answers += 1) await page.waitForResponse(`**/api/vouchers/${set}`)
  await desk.handOver(await readCode(page))

  const id = await claimed(1)
  await openVoucher(id)
  await withoutAnswersOf(page, id)
  await page.clock.fastForward('49:00:00')
  await expect(page.getByRole('status').filter({ hasText: 'Expired' })).toContainText(
    '2 stamps will come back to you within an hour.',
  )
  await noCode(page)
  const recalled = { state: 'voided', ended_at: new Date().toISOString(), stamps_back: true, voided_by: 'recall' }
  await page.route(`**/api/vouchers/${id}`, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, ...recalled, reason: 'The stall has closed.' } } })
  })
  await page.reload()
  const cancelled = page.getByRole('status').filter({ hasText: 'Cancelled' })
  await expect(cancelled).toContainText('This reward was recalled.')
  await expect(cancelled).toContainText('The stall has closed.')
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
  await expect(page.getByRole('dialog')).toContainText('You’ll get 2 stamps back')
  await expect(page.getByRole('dialog')).toContainText(
    'If the counter shows that it handed over the reward before, the stamps may be taken again.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).dblclick()
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
  const ready = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Ready to use' })
  await expect(ready.getByRole('listitem')).toHaveText([new RegExp(soon.title), new RegExp(late.title)])
  await expect(row(page, over.title)).toContainText('Cancelled')
  await expect(row(page, over.title)).toContainText('A manager cancelled this voucher. The machine is broken.')
  await filter(page, 'Ready').click()
  await expect(row(page, over.title)).toHaveCount(0)
  await filter(page, 'Used').click()
  await expect(page.getByText('No vouchers here')).toBeVisible()
  await goTo(page, `/app/vouchers/${cancelled.id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toContainText('The machine is broken.')
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toContainText('2 stamps came back to you.')
})

test('R-3.05 offline, a filter of the history that was never opened shows what the device knows, and giving back says why it fails', async ({
  page,
  context,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const [ready, over] = [await desk.publish(), await desk.publish()]
  await desk.giveStamps(member, 5)
  await claimElsewhere(server, member, ready)
  await desk.cancel((await claimElsewhere(server, member, over)).id, 'The machine is broken.')
  await openAs(page, member, '/', { remember: true })
  await expect(stampCard(page)).toContainText(`${ready.title} is ready`)
  await expectStored(page)
  await expectCachedOffline(page)
  await context.setOffline(true)
  const connect = page.getByText('You’re offline. Connect to the internet to see all your vouchers.')
  await page.goto('/app/history')
  await expect(row(page, ready.title)).toBeVisible()
  await expect(connect).toBeVisible()
  await filter(page, 'Used').click()
  await expect(page.getByRole('alert')).toContainText('Connect to the internet to see all your vouchers.')
  await context.setOffline(false)
  await expect(page.getByText('No vouchers here')).toBeVisible()
  await filter(page, 'All').click()
  await expect(row(page, over.title)).toBeVisible()
  await context.setOffline(true)
  await expect(offlineBar(page)).toBeVisible()
  await filter(page, 'Ready').click()
  await expect(row(page, ready.title)).toBeVisible()
  await expect(row(page, over.title)).toHaveCount(0)
  await filter(page, 'Returned').click()
  await expect(page.getByText('No vouchers here')).toBeVisible()
  await expect(connect).toHaveCount(0)
  await filter(page, 'Ready').click()
  await page.getByRole('button', { name: `Give back: ${ready.title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'You may be offline. Try again when you’re back online.',
  )
})
