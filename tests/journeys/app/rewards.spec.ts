import type { Page, Route } from '@playwright/test'
import { giveBack } from '@stampus/contract/rewards/vouchers'
import { addDays, dayIn, formatDay } from '@stampus/contract/values/days'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { type Member, registerMember } from '../../support/browser/people.ts'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { confirmClaim, readCode, voucherIdOf } from '../support/rewards.ts'
import { heading, logIn, openAs, scrollToEnd } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const dialog = (page: Page) => page.getByRole('dialog')
const balance = (page: Page) => page.getByRole('region', { name: 'Stamp card' })

test('R-2.06 R-3.02 R-3.04 a member claims a reward, shows its code, and the page turns when it is handed over', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ valid_days: 14 })
  await desk.giveStamps(member, 5)
  await openAs(page, member, '/app/rewards')
  await page.getByRole('link', { name: reward.title }).click()
  await page.getByRole('button', { name: 'Claim for 2 stamps' }).click()
  await expect(dialog(page)).toContainText('It costs2 stamps')
  await expect(dialog(page)).toContainText('You keep3 stamps')
  await expect(dialog(page)).toContainText(/Last day to use it\d{1,2} \w{3} 20\d\d/)
  await expect(dialog(page)).toContainText('One hot cup. Not together with other offers.')
  await dialog(page).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Terms and Conditions' })).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Accept and claim' }).click()
  await expect(heading(page, reward.title)).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible()
  const shown = await readCode(page)
  await page.reload()
  expect((await readCode(page)).number).toBe(shown.number)
  await desk.handOver(await readCode(page))
  await expect(page.getByRole('status').filter({ hasText: /^Used at \d\d:\d\d, Boba Bukit$/ })).toBeVisible({
    timeout: 3000,
  })
  await expect(page.getByText(/^\d+ seconds? ago$/)).toBeVisible()
  await page.getByRole('link', { name: 'Stampus' }).first().click()
  await expect(balance(page)).toContainText(/^3 stamps/)
})

test('R-2.06 after a claim on a phone the page says so, and nothing covers the voucher’s code', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const title = 'Ten sticks of satay with peanut sauce'
  const reward = await desk.publish({ title })
  await desk.giveStamps(member, 5)
  await acceptSupplements(server, member)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, member, `/app/rewards/${reward.id}`)
  await confirmClaim(page)
  await voucherIdOf(page)
  await expect(
    page.getByRole('status').filter({ hasText: 'It’s yours · Show the code where you collect it.' }),
  ).toBeVisible()
  await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  await readCode(page)
  const { y = 0, height = 0 } = (await page.getByText(/^New code in \d+ s$/).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(844)
  await desk.handOver(await readCode(page))
  await expect(page.getByRole('status').filter({ hasText: /^Used at/ })).toBeVisible()
  await expect(page.getByText('It’s yours')).toHaveCount(0)
})

test('R-2.06 the confirmation shows the right last day on a phone whose clock is wrong', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ valid_days: 14 })
  await desk.giveStamps(member, 5)
  await openAs(page, member)
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
  await page.goto(`/app/rewards/${reward.id}?claim=1`)
  const lastDay = formatDay(addDays(dayIn('Asia/Kuala_Lumpur', new Date()), 14))
  await expect(dialog(page)).toContainText(`Last day to use it${lastDay}`)
})

test('R-2.03 a guest sees the rewards, logs in for the claim and comes back to it', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish()
  await desk.giveStamps(member, 2)
  await acceptSupplements(server, member)
  await page.goto('/app/rewards')
  await page.getByRole('link', { name: reward.title }).click()
  await expect(page.getByRole('main')).toContainText('14 days of claiming it')
  await page.getByRole('link', { name: 'Login to claim' }).click()
  await logIn(page, member)
  await dialog(page).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await readCode(page)
})

test('R-2.03 a member filters rewards by those that can be claimed and those that are close', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const inReach = await desk.publish({ stamps: 3 })
  const close = await desk.publish({ stamps: 7 })
  const far = await desk.publish({ stamps: 40 })
  await desk.giveStamps(member, 4)
  await openAs(page, member, '/app/rewards')
  const card = ({ title }: { title: string }) => page.getByRole('listitem').filter({ hasText: title })
  await expect(card(inReach)).toContainText('You can claim this')
  await expect(card(close)).toContainText('3 stamps to go')
  // Those that cost more come on the next page.
  await expect(async () => {
    await scrollToEnd(page)
    await expect(card(far)).toContainText('36 stamps to go', { timeout: 1000 })
  }).toPass()
  await page.getByRole('link', { name: 'Can claim' }).click()
  await expect(card(close)).toHaveCount(0)
  await expect(card(inReach)).toBeVisible()
  await page.getByRole('link', { name: 'Almost' }).click()
  await expect(card(inReach)).toHaveCount(0)
  await expect(card(far)).toHaveCount(0)
  await expect(card(close)).toBeVisible()
})

test('R-2.03 a reward whose limit the member has reached says so, and from which day on it can be claimed again', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const once = await desk.publish({ stamps: 1, limit_total: 1 })
  const monthly = await desk.publish({ stamps: 1, limit_30_days: 1 })
  const open = await desk.publish({ stamps: 1 })
  await desk.giveStamps(member, 9)
  await claimElsewhere(server, member, once)
  await claimElsewhere(server, member, monthly)
  const again = formatDay(addDays(dayIn('Asia/Kuala_Lumpur', new Date()), 30))
  await openAs(page, member, '/app/rewards')
  const card = ({ title }: { title: string }) => page.getByRole('listitem').filter({ hasText: title })
  await expect(card(open)).toContainText('You can claim this')
  await expect(card(once)).toContainText('Limit reached')
  await expect(card(monthly)).toContainText(`Limit reached, again from ${again}`)
  await expect(card(once)).not.toContainText('You can claim this')
  await page.getByRole('link', { name: 'Can claim' }).click()
  await expect(card(open)).toBeVisible()
  await expect(card(once)).toHaveCount(0)
  await expect(card(monthly)).toHaveCount(0)
  await page.goto(`/app/rewards/${monthly.id}`)
  await expect(page.getByRole('main')).toContainText(`Limit reached, again from ${again}`)
  await expect(page.getByRole('button', { name: 'Claim for 1 stamp' })).toHaveCount(0)
})

test('R-2.03 the page of a merchant shows its rewards', async ({ page, server }) => {
  const desk = await connectRewardsDesk(server)
  const here = await desk.publish()
  const atDesk = await desk.publish({ merchant_id: null })
  await page.goto(`/app/merchants/${here.merchant?.id}`)
  await expect(page.getByRole('heading', { name: 'Rewards here' })).toBeVisible()
  await expect(page.getByRole('link', { name: here.title })).toBeVisible()
  await expect(page.getByRole('link', { name: atDesk.title })).toHaveCount(0)
})

test('R-2.03 an unknown reward is not found', async ({ page }) => {
  expect((await page.goto('/app/rewards/999999'))?.status()).toBe(404)
  await expect(heading(page, 'This reward is not available.')).toBeVisible()
})

test('R-2.05 a double click claims once, and so does a repeat after a lost reply', async ({ page, server, member }) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish()
  await desk.giveStamps(member, 10)
  await acceptSupplements(server, member)
  await openAs(page, member, `/app/rewards/${reward.id}?claim=1`)
  let losses = 1
  const keys = new Set<string>()
  await page.route('**/api/rewards/*/vouchers', async (route) => {
    keys.add(route.request().headers()['idempotency-key'] ?? '')
    const answer = await route.fetch()
    losses -= 1
    if (losses < 0) await route.fulfill({ response: answer })
    else await route.abort()
  })
  const confirm = dialog(page).getByRole('button', { name: 'Spend 2 stamps' })
  await confirm.dblclick()
  await expect(dialog(page).getByRole('alert')).toContainText('you won’t pay twice')
  await page.reload()
  await confirm.click()
  await voucherIdOf(page)
  expect(keys.size).toBe(1)
  await page.goto('/app/history')
  await expect(page.getByRole('link', { name: `Show code: ${reward.title}` })).toHaveCount(1)
})

/** Claims a reward and loses the reply. Returns the button that claims again, and the voucher that nobody has seen. */
async function claimAndLoseReply(page: Page, server: ServerUnderTest, member: Member, rewardId: number) {
  await acceptSupplements(server, member)
  await openAs(page, member, `/app/rewards/${rewardId}?claim=1`)
  const confirm = dialog(page).getByRole('button', { name: 'Spend 2 stamps' })
  let id = 0
  const loseReply = async (route: Route) => {
    id = (await (await route.fetch()).json()).data.id
    await route.abort()
  }
  await page.route('**/api/rewards/*/vouchers', loseReply, { times: 1 })
  await confirm.click()
  await expect(dialog(page).getByRole('alert')).toContainText('you won’t pay twice')
  return { confirm, id }
}

test('R-2.05 a claim after a lost reply gets another voucher if the first one was given back meanwhile', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 10)
  const { confirm, id } = await claimAndLoseReply(page, server, member, (await desk.publish()).id)
  await callApi(server, giveBack, { id }, bearerHeader(member.token))
  await confirm.click()
  expect(await voucherIdOf(page)).not.toBe(id)
  await readCode(page)
})

test('R-2.05 a claim after a lost reply asks again if the first voucher was used meanwhile', async ({
  page,
  server,
  member,
  context,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 10)
  const { confirm, id } = await claimAndLoseReply(page, server, member, (await desk.publish()).id)
  const other = await context.newPage()
  await other.goto(`/app/vouchers/${id}`)
  await desk.handOver(await readCode(other))
  await other.close()
  await confirm.click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Your earlier claim went through, and its voucher has been used. You can claim the reward once more.',
  )
  await confirm.click()
  expect(await voucherIdOf(page)).not.toBe(id)
})

test('R-2.05 a reward that changed meanwhile shows its new cost and asks again', async ({ page, server, member }) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish()
  await desk.giveStamps(member, 9)
  await acceptSupplements(server, member)
  await openAs(page, member, `/app/rewards/${reward.id}`)
  await page.getByRole('button', { name: 'Claim for 2 stamps' }).click()
  await desk.change(reward, { stamps: 6 })
  await dialog(page).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This reward has changed')
  await expect(dialog(page)).toContainText('It costs6 stamps')
  await dialog(page).getByRole('button', { name: 'Spend 6 stamps' }).click()
  await voucherIdOf(page)
})

test('R-2.05 a reward that sells out at the last second, and one that has ended, say so and cost nothing', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const [last, over] = [await desk.publish({ stock: 1 }), await desk.publish()]
  const other = await registerMember(server)
  await desk.giveStamps(member, 3)
  await desk.giveStamps(other, 3)
  await acceptSupplements(server, member)
  await openAs(page, member, `/app/rewards/${last.id}?claim=1`)
  await expect(dialog(page)).toContainText('You keep1 stamp')
  await claimElsewhere(server, other, last)
  await dialog(page).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This reward is sold out.')
  await expect(dialog(page).getByRole('alert')).toContainText('Your stamps are untouched.')
  await dialog(page).getByRole('link', { name: 'See all rewards' }).click()
  await page.goto(`/app/rewards/${over.id}?claim=1`)
  await expect(dialog(page)).toContainText('You keep1 stamp')
  await desk.end(over)
  await dialog(page).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(page.getByText('This reward is not available', { exact: false }).first()).toBeVisible()
})

test('R-2.05 in two tabs, a reward for once is claimed once, and the second tab says why', async ({
  page,
  server,
  member,
  context,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ limit_total: 1 })
  await desk.giveStamps(member, 9)
  await acceptSupplements(server, member)
  await openAs(page, member, `/app/rewards/${reward.id}`)
  const second = await context.newPage()
  const limits = second.waitForResponse('**/api/reward-limits')
  await second.goto(`/app/rewards/${reward.id}?claim=1`)
  await limits
  await confirmClaim(page)
  await voucherIdOf(page)
  await dialog(second).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(dialog(second).getByRole('alert')).toContainText('You can have this reward once, and you have had it.')
})

test('R-2.05 a member with too few stamps reads how many are missing', async ({ page, server, member }) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ stamps: 9 })
  await desk.giveStamps(member, 4)
  await openAs(page, member, `/app/rewards/${reward.id}?claim=1`)
  await expect(dialog(page).getByRole('alert')).toContainText('You need 5 more stamps for this reward.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Send a receipt' })).toHaveAttribute(
    'href',
    '/app/merchants',
  )
})
