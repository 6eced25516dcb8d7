import { registerMember } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, testWithOwnServer as test } from '../support/fixtures.ts'
import { readCode } from '../support/rewards.ts'
import { logIn, stampCard } from '../support/web.ts'

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
  await page.goto('/login')
  await logIn(page, member)
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
