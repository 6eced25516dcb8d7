import { registerMember } from '../../support/browser/people.ts'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, testWithOwnServer as test } from '../support/fixtures.ts'
import { confirmClaim, readCode, voucherIdOf } from '../support/rewards.ts'
import { openAs, stampCard } from '../support/web.ts'

test('R-2.04 R-2.06 the stamp card names the next reward, then how many can be claimed, and ready vouchers come first, on a phone too, where nothing covers the code after a claim', async ({
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

  // On a phone, nothing covers the code after a claim.
  await page.setViewportSize({ width: 390, height: 844 })
  const other = await registerMember(environment)
  await desk.giveStamps(other, 9)
  await acceptSupplements(environment, other)
  const claimed = await desk.publish({ title: 'Ten sticks of satay with peanut sauce' })
  await openAs(page, other, `/app/rewards/${claimed.id}`)
  await confirmClaim(page)
  await voucherIdOf(page)
  const note = page.getByRole('status').filter({ hasText: 'It’s yours · Show the code where you collect it.' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  await readCode(page)
  const { y = 0, height = 0 } = (await page.getByText(/^New code in \d+ s$/).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(844)
  await desk.handOver(await readCode(page))
  await expect(page.getByRole('status').filter({ hasText: /^Used at/ })).toBeVisible()
  await expect(page.getByText('It’s yours')).toHaveCount(0)

  // There, a voucher is ready whatever its name.
  const satay = await desk.publish({ title: 'Ten sticks of satay with peanut sauce and rice cakes' })
  const first = await claimElsewhere(environment, other, satay)
  await page.goto('/')
  const strip = stampCard(page).getByRole('link', { name: `${satay.title} is ready` })
  await expect(strip).toHaveAttribute('href', `/app/vouchers/${first.id}`)
  const [outer, state] = [await strip.boundingBox(), await strip.getByText('is ready', { exact: true }).boundingBox()]
  expect((state?.y ?? 0) + (state?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0))
  expect(outer?.height).toBeLessThanOrEqual(44)
  await claimElsewhere(environment, other, satay)
  await page.reload()
  await stampCard(page).getByRole('link', { name: '2 vouchers are ready' }).click()
  await expect(page).toHaveURL('/app/history?state=ready')
  await expect(page.getByRole('link', { name: `Show code: ${satay.title}` })).toHaveCount(2)
})
