import type { Page, Route } from '@playwright/test'
import { giveBack } from '@stampus/contract/rewards/vouchers'
import { addDays, dayIn, formatDay } from '@stampus/contract/values/days'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { registerMember } from '../../support/browser/people.ts'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { confirmClaim, readCode, voucherIdOf } from '../support/rewards.ts'
import { accountMenu, heading, logIn, openAs, scrollToEnd, stampCard } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const dialog = (page: Page) => page.getByRole('dialog')

test('R-2.03 R-2.04 R-2.06 R-3.02 R-3.04 a guest finds a reward, logs in for the claim, shows the code, and the page turns when it is handed over', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ valid_days: 14 })
  const atDesk = await desk.publish({ merchant_id: null })
  await desk.giveStamps(member, 5)
  await page.goto(`/app/merchants/${reward.merchant?.id}`)
  await expect(page.getByRole('heading', { name: 'Rewards here' })).toBeVisible()
  await expect(page.getByRole('link', { name: reward.title })).toBeVisible()
  await expect(page.getByRole('link', { name: atDesk.title })).toHaveCount(0)
  expect((await page.goto('/app/rewards/999999'))?.status()).toBe(404)
  await expect(heading(page, 'This reward is not available.')).toBeVisible()
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Explore' })
    .getByRole('link', { name: /^Rewards/ })
    .click()
  await expect(page).toHaveURL('/app/rewards')
  await page.getByRole('link', { name: reward.title }).click()
  await expect(page.getByRole('main')).toContainText('14 days of claiming it')
  await page.getByRole('link', { name: 'Login to claim' }).click()
  await logIn(page, member)

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
  await expect(stampCard(page)).toContainText(/^3 stamps/)
})

test('R-2.03 R-2.05 R-2.06 R-3.05 a member finds rewards in the menu and by filters, and reads what limits them, what is missing and the last day', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  const inReach = await desk.publish({ stamps: 3, valid_days: 14 })
  const close = await desk.publish({ stamps: 7 })
  const far = await desk.publish({ stamps: 40 })
  const once = await desk.publish({ stamps: 1, limit_total: 1 })
  const monthly = await desk.publish({ stamps: 1, limit_30_days: 1 })
  const open = await desk.publish({ stamps: 1 })
  await desk.giveStamps(member, 6)
  await claimElsewhere(server, member, once)
  await claimElsewhere(server, member, monthly)
  const today = dayIn('Asia/Kuala_Lumpur', new Date())
  const again = formatDay(addDays(today, 30))

  await openAs(page, member)
  for (const [name, path] of [
    ['Redemption history', '/app/history'],
    ['Rewards', '/app/rewards'],
  ] as const) {
    await accountMenu(page).click()
    await page.getByRole('banner').getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(heading(page, name)).toBeVisible()
  }
  const card = ({ title }: { title: string }) => page.getByRole('listitem').filter({ hasText: title })
  // Those that cost more come on the next page.
  await expect(async () => {
    await scrollToEnd(page)
    await expect(card(far)).toContainText('36 stamps to go', { timeout: 1000 })
  }).toPass()
  for (const one of [inReach, open]) await expect(card(one)).toContainText('You can claim this')
  await expect(card(close)).toContainText('3 stamps to go')
  await expect(card(once)).toContainText('Limit reached')
  await expect(card(monthly)).toContainText(`Limit reached, again from ${again}`)
  await expect(card(once)).not.toContainText('You can claim this')
  await page.getByRole('link', { name: 'Can claim' }).click()
  await expect(card(close)).toHaveCount(0)
  for (const one of [inReach, open]) await expect(card(one)).toBeVisible()
  for (const one of [once, monthly]) await expect(card(one)).toHaveCount(0)
  await page.getByRole('link', { name: 'Almost' }).click()
  await expect(card(inReach)).toHaveCount(0)
  await expect(card(far)).toHaveCount(0)
  await expect(card(close)).toBeVisible()

  await page.goto(`/app/rewards/${monthly.id}`)
  await expect(page.getByRole('main')).toContainText(`Limit reached, again from ${again}`)
  await expect(page.getByRole('button', { name: 'Claim for 1 stamp' })).toHaveCount(0)
  await page.goto(`/app/rewards/${close.id}?claim=1`)
  await expect(dialog(page).getByRole('alert')).toContainText('You need 3 more stamps for this reward.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  const send = page.getByRole('main').getByRole('link', { name: 'Send a receipt' })
  await expect(send).toHaveAttribute('href', '/app/merchants')
  // On a phone whose clock is wrong.
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
  await page.goto(`/app/rewards/${inReach.id}?claim=1`)
  await expect(dialog(page)).toContainText(`Last day to use it${formatDay(addDays(today, 14))}`)
})

test('R-2.05 a double click claims once, and a claim after a lost reply repeats it, gets another voucher if that was given back, and asks again if it was used', async ({
  page,
  server,
  member,
  context,
}) => {
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
  await page.unroute('**/api/rewards/*/vouchers')

  const givenBack = await claimAndLoseReply(page, await desk.publish())
  await callApi(server, giveBack, { id: givenBack }, bearerHeader(member.token))
  await confirm.click()
  expect(await voucherIdOf(page)).not.toBe(givenBack)
  await readCode(page)

  const used = await claimAndLoseReply(page, await desk.publish())
  const other = await context.newPage()
  await other.goto(`/app/vouchers/${used}`)
  await desk.handOver(await readCode(other))
  await other.close()
  await confirm.click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Your earlier claim went through, and its voucher has been used. You can claim the reward once more.',
  )
  await confirm.click()
  expect(await voucherIdOf(page)).not.toBe(used)
})

/** Claims a reward and loses the reply. Returns the id of the voucher that nobody has seen. */
async function claimAndLoseReply(page: Page, reward: { id: number }): Promise<number> {
  await page.goto(`/app/rewards/${reward.id}?claim=1`)
  let id = 0
  const loseReply = async (route: Route) => {
    id = (await (await route.fetch()).json()).data.id
    await route.abort()
  }
  await page.route('**/api/rewards/*/vouchers', loseReply, { times: 1 })
  await dialog(page).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('you won’t pay twice')
  return id
}

test('R-2.05 a reward that sells out, ends, changes or is claimed in another tab meanwhile says so', async ({
  page,
  server,
  member,
  context,
}) => {
  const desk = await connectRewardsDesk(server)
  const [last, over] = [await desk.publish({ stock: 1 }), await desk.publish()]
  const [changed, once] = [await desk.publish(), await desk.publish({ limit_total: 1 })]
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

  await desk.giveStamps(member, 6)
  await page.goto(`/app/rewards/${changed.id}`)
  await page.getByRole('button', { name: 'Claim for 2 stamps' }).click()
  await desk.change(changed, { stamps: 6 })
  await dialog(page).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This reward has changed')
  await expect(dialog(page)).toContainText('It costs6 stamps')
  await dialog(page).getByRole('button', { name: 'Spend 6 stamps' }).click()
  await voucherIdOf(page)

  await desk.giveStamps(member, 3)
  await page.goto(`/app/rewards/${once.id}`)
  const second = await context.newPage()
  const limits = second.waitForResponse('**/api/reward-limits')
  await second.goto(`/app/rewards/${once.id}?claim=1`)
  await limits
  await confirmClaim(page)
  await voucherIdOf(page)
  await dialog(second).getByRole('button', { name: 'Spend 2 stamps' }).click()
  await expect(dialog(second).getByRole('alert')).toContainText('You can have this reward once, and you have had it.')
})
