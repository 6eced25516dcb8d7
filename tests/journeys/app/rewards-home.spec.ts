import { registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, testWithOwnServer as test } from '../support/fixtures.ts'
import { readCode } from '../support/rewards.ts'
import { accountMenu, heading, openAs, stampCard } from '../support/web.ts'

test('R-2.04 the stamp card names the next reward, then how many can be claimed, and a ready voucher comes first', async ({
  page,
  environment,
}) => {
  const desk = await connectRewardsDesk(environment)
  await desk.endAll()
  const member = await registerMember(environment)
  const kopi = await desk.publish({ title: 'Free kopi O', stamps: 5 })
  await desk.publish({ title: 'Nasi lemak', stamps: 9 })
  await desk.giveStamps(member, 1)
  await openAs(page, member)
  const next = stampCard(page).getByRole('link', { name: '4 stamps to Free kopi O' })
  await expect(next).toHaveAttribute('href', `/app/rewards/${kopi.id}`)
  await desk.giveStamps(member, 8)
  await page.goto('/')
  const toClaim = stampCard(page).getByRole('link', { name: 'You can claim 2 rewards' })
  await expect(toClaim).toHaveAttribute('href', '/app/rewards?show=claimable')
  const once = await desk.publish({ title: 'Teh tarik', stamps: 1, limit_total: 1 })
  const had = await claimElsewhere(environment, member, once)
  await page.goto(`/app/vouchers/${had.id}`)
  await desk.handOver(await readCode(page))
  await page.goto('/')
  await expect(stampCard(page).getByRole('link', { name: 'You can claim 1 reward' })).toBeVisible()
  const { id } = await claimElsewhere(environment, member, kopi)
  await page.goto('/')
  const ready = stampCard(page).getByRole('link', { name: 'Free kopi O is ready' })
  await expect(ready).toHaveAttribute('href', `/app/vouchers/${id}`)
  await expect(toClaim).toHaveCount(0)
})

test('R-2.04 on a phone the stamp card says that a voucher is ready whatever its name, and how many are if there are more', async ({
  page,
  environment,
}) => {
  const desk = await connectRewardsDesk(environment)
  const member = await registerMember(environment)
  const satay = await desk.publish({ title: 'Ten sticks of satay with peanut sauce and rice cakes' })
  await desk.giveStamps(member, 9)
  const { id } = await claimElsewhere(environment, member, satay)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, member)
  const strip = stampCard(page).getByRole('link', { name: `${satay.title} is ready` })
  await expect(strip).toHaveAttribute('href', `/app/vouchers/${id}`)
  const [outer, state] = [await strip.boundingBox(), await strip.getByText('is ready', { exact: true }).boundingBox()]
  expect((state?.y ?? 0) + (state?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0))
  expect(outer?.height).toBeLessThanOrEqual(44)
  await claimElsewhere(environment, member, satay)
  await page.reload()
  await stampCard(page).getByRole('link', { name: '2 vouchers are ready' }).click()
  await expect(page).toHaveURL('/app/history?state=ready')
  await expect(page.getByRole('link', { name: `Show code: ${satay.title}` })).toHaveCount(2)
})

test('R-2.03 R-3.05 the account menu leads to the rewards and the redemption history', async ({
  page,
  environment,
}) => {
  const desk = await connectRewardsDesk(environment)
  await desk.publish()
  await openAs(page, await registerMember(environment))
  for (const [name, path] of [
    ['Rewards', '/app/rewards'],
    ['Redemption history', '/app/history'],
  ] as const) {
    await accountMenu(page).click()
    await page.getByRole('banner').getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(heading(page, name)).toBeVisible()
  }
})

test('R-2.04 home leads guests to the rewards', async ({ page, environment }) => {
  const desk = await connectRewardsDesk(environment)
  await desk.publish()
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Explore' })
    .getByRole('link', { name: /^Rewards/ })
    .click()
  await expect(page).toHaveURL('/app/rewards')
})
