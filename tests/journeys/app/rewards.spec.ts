import type { Page, Route } from '@playwright/test'
import { giveBack } from '@stampus/contract/rewards/vouchers'
import { addDays, dayIn, formatDay } from '@stampus/contract/values/days'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { registerMember } from '../../support/browser/people.ts'
import { acceptSupplements, claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { readCode, row, voucherIdOf } from '../support/rewards.ts'
import { boxOf, goTo, PHONE } from '../support/walk.ts'
import { accountMenu, heading, logIn, moveTo, openAs, stampCard } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_FAILED/ })

const dialog = (page: Page) => page.getByRole('dialog')
const problem = (page: Page) => dialog(page).getByRole('alert')
const spend = (page: Page, stamps = 2) => dialog(page).getByRole('button', { name: `Spend ${stamps} stamps` })

test('R-2.03 R-2.04 R-2.06 R-3.02 R-3.04 on a phone a guest finds a reward, logs in for the claim, shows the code, which nothing covers, and the page turns when it is handed over', async ({
  page,
  server,
  member,
}) => {
  await page.setViewportSize(PHONE)
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish({ valid_days: 14 })
  const atDesk = await desk.publish({ merchant_id: null })
  await desk.giveStamps(member, 5)
  expect((await page.goto('/app/rewards/999999'))?.status()).toBe(404)
  await expect(heading(page, 'This reward is not available.')).toBeVisible()
  await moveTo(page, `/app/merchants/${reward.merchant?.id}`)
  await expect(page.getByRole('heading', { name: 'Rewards here' })).toBeVisible()
  await expect(page.getByRole('link', { name: reward.title })).toBeVisible()
  await expect(page.getByRole('link', { name: atDesk.title })).toHaveCount(0)
  await goTo(page, '/')
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
  await spend(page).click()
  await expect(dialog(page).getByRole('link', { name: 'Terms and Conditions' })).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Accept and claim' }).click()
  await expect(heading(page, reward.title)).toBeVisible()
  const isYours = page.getByRole('status').filter({ hasText: 'It’s yours · Show the code where you collect it.' })
  await expect(isYours).toBeVisible()
  await expect(page.getByRole('status', { name: 'Notifications' })).toBeEmpty()
  await expect(page.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible()
  const { number } = await readCode(page)
  expect((await boxOf(page.getByText(/^New code in \d+ s$/))).bottom).toBeLessThanOrEqual(844)
  await page.reload()
  const shown = await readCode(page)
  expect(shown.number).toBe(number)
  await desk.handOver(shown)
  await expect(page.getByRole('status').filter({ hasText: /^Used at \d\d:\d\d, Boba Bukit$/ })).toBeVisible({
    timeout: 3000,
  })
  await expect(page.getByText(/^\d+ seconds? ago$/)).toBeVisible()
  await expect(isYours).toHaveCount(0)
  await page.getByRole('link', { name: 'Stampus' }).first().click()
  await expect(stampCard(page)).toContainText(/^3 stamps/)
})

test('R-2.03 R-2.04 R-2.05 R-2.06 R-3.01 R-3.05 S-2.29 the stamp card names the next reward, how many can be claimed and what is ready, the history filters vouchers and gives one back, and a member reads what limits rewards, what is missing and the last day', async ({
  page,
  server,
  member,
}) => {
  await page.setViewportSize(PHONE)
  const desk = await connectRewardsDesk(server)
  const inReach = await desk.publish({ stamps: 3, valid_days: 14 })
  const close = await desk.publish({ stamps: 7 })
  const far = await desk.publish({ stamps: 40 })
  const once = await desk.publish({ title: 'Ten sticks of satay with peanut sauce', stamps: 1, limit_total: 1 })
  const monthly = await desk.publish({ stamps: 1, limit_30_days: 1 })
  const [open, over] = [await desk.publish({ stamps: 1, valid_days: 3 }), await desk.publish({ stamps: 1 })]
  await openAs(page, member, '/app/history')
  await expect(page.getByText('No vouchers yet')).toBeVisible()
  await goTo(page, '/')
  const strip = (name: string | RegExp) => stampCard(page).getByRole('link', { name })
  await expect(strip(/^1 stamp to /)).toHaveAttribute('href', /^\/app\/rewards\/\d+$/)
  await desk.giveStamps(member, 6)
  await page.goto('/')
  await expect(strip(/^You can claim \d+ rewards$/)).toHaveAttribute('href', '/app/rewards?show=claimable')
  await goTo(page, '/app/history')
  await expect(page.getByRole('heading', { name: 'What your 6 stamps can get' })).toBeVisible()
  const { id } = await claimElsewhere(server, member, once)
  await page.goto('/')
  await expect(strip(`${once.title} is ready`)).toHaveAttribute('href', `/app/vouchers/${id}`)
  expect((await strip(`${once.title} is ready`).boundingBox())?.height).toBeLessThanOrEqual(44)
  for (const reward of [monthly, open]) await claimElsewhere(server, member, reward)
  await desk.cancel((await claimElsewhere(server, member, over)).id, 'The machine is broken.')
  await page.goto('/')
  await strip('3 vouchers are ready').click()
  await expect(page).toHaveURL('/app/history?state=ready')
  const filter = (name: string) =>
    page.getByRole('navigation', { name: 'Show vouchers' }).getByRole('link', { name, exact: true })
  const codes = page.getByRole('link', { name: /^Show code: / })
  await expect(codes).toHaveCount(3)
  await expect(codes.first()).toHaveAccessibleName(`Show code: ${open.title}`)
  await expect(row(page, over.title)).toHaveCount(0)
  await filter('Used').click()
  await expect(page.getByText('No vouchers here')).toBeVisible()
  await filter('All').click()
  await expect(row(page, over.title)).toContainText('Cancelled')
  await expect(row(page, over.title)).toContainText('A manager cancelled this voucher. The machine is broken.')
  await expect(row(page, open.title)).toContainText(/Use by \d{1,2} \w{3} 20\d\d · 1 stamp/)
  await page.getByRole('button', { name: `Give back: ${open.title}` }).click()
  await expect(dialog(page)).toContainText('You’ll get 1 stamp back')
  await dialog(page).getByRole('button', { name: 'Give back' }).click()
  await expect(row(page, open.title)).toContainText('Returned')
  await expect(row(page, open.title)).toContainText('1 stamp came back to you.')
  await page.getByRole('link', { name: 'All stamp movements' }).click()
  const returned = row(page, open.title).filter({ hasText: 'Stamps returned' })
  await expect(returned).toContainText('+1')
  await expect(returned).toContainText(/Stamps returned · \d{1,2} \w{3} 20\d\d, \d{1,2}:\d\d$/)
  await expect(row(page, open.title).filter({ hasText: 'Reward claimed' })).toContainText('\u22121')
  await expect(row(page, 'Welcome.')).toContainText('Stamps adjusted')

  const today = dayIn('Asia/Kuala_Lumpur', new Date())
  const again = formatDay(addDays(today, 30))
  await accountMenu(page).click()
  await page.getByRole('banner').getByRole('link', { name: 'Rewards' }).click()
  await expect(heading(page, 'Rewards')).toBeVisible()
  for (const { title } of [inReach, open]) await expect(row(page, title)).toContainText('You can claim this')
  await expect(row(page, close.title)).toContainText('3 stamps to go')
  await expect(row(page, once.title)).toContainText('Limit reached')
  await expect(row(page, once.title)).not.toContainText('You can claim this')
  await expect(row(page, monthly.title)).toContainText(`Limit reached, again from ${again}`)
  await page.getByRole('link', { name: 'Can claim' }).click()
  await expect(row(page, close.title)).toHaveCount(0)
  for (const { title } of [inReach, open]) await expect(row(page, title)).toBeVisible()
  for (const { title } of [once, monthly]) await expect(row(page, title)).toHaveCount(0)
  await page.getByRole('link', { name: 'Almost' }).click()
  for (const { title } of [inReach, far]) await expect(row(page, title)).toHaveCount(0)
  await expect(row(page, close.title)).toBeVisible()

  await moveTo(page, `/app/rewards/${monthly.id}`)
  await expect(page.getByRole('main')).toContainText(`Limit reached, again from ${again}`)
  await expect(page.getByRole('main')).toContainText('For each memberOnce in 30 days')
  await expect(page.getByRole('button', { name: 'Claim for 1 stamp' })).toHaveCount(0)
  await moveTo(page, `/app/rewards/${close.id}?claim=1`)
  await expect(problem(page)).toContainText('You need 3 more stamps for this reward.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  const send = page.getByRole('main').getByRole('link', { name: 'Send a receipt' })
  await expect(send).toHaveAttribute('href', '/app/merchants')
  // On a phone whose clock is wrong.
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
  await page.goto(`/app/rewards/${inReach.id}?claim=1`)
  await expect(dialog(page)).toContainText(`Last day to use it${formatDay(addDays(today, 14))}`)
})

test('R-2.05 a double click claims once, a claim after a lost reply repeats it, gets another voucher if that was given back and asks again if it was used, and one whose reward sells out, ends or changes meanwhile says so', async ({
  page,
  server,
  member,
  context,
}) => {
  const desk = await connectRewardsDesk(server)
  const reward = await desk.publish()
  await desk.giveStamps(member, 26)
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
  await spend(page).dblclick()
  await expect(problem(page)).toContainText('you won’t pay twice')
  await page.reload()
  await spend(page).click()
  await voucherIdOf(page)
  expect(keys.size).toBe(1)
  await moveTo(page, '/app/history')
  await expect(page.getByRole('link', { name: `Show code: ${reward.title}` })).toHaveCount(1)
  await page.unroute('**/api/rewards/*/vouchers')

  const givenBack = await claimAndLoseReply(page, await desk.publish())
  await callApi(server, giveBack, { id: givenBack }, bearerHeader(member.token))
  await spend(page).click()
  expect(await voucherIdOf(page)).not.toBe(givenBack)

  const used = await claimAndLoseReply(page, await desk.publish())
  const other = await context.newPage()
  await other.goto(`/app/vouchers/${used}`)
  await desk.handOver(await readCode(other))
  await spend(page).click()
  await expect(problem(page)).toContainText(
    'Your earlier claim went through, and its voucher has been used. You can claim the reward once more.',
  )
  await spend(page).click()
  expect(await voucherIdOf(page)).not.toBe(used)

  const last = await desk.publish({ stock: 1 })
  await openClaim(page, last)
  const stranger = await registerMember(server)
  await desk.giveStamps(stranger, 3)
  await claimElsewhere(server, stranger, last)
  await spend(page).click()
  await expect(problem(page)).toContainText('This reward is sold out.')
  await expect(problem(page)).toContainText('Your stamps are untouched.')
  await dialog(page).getByRole('link', { name: 'See all rewards' }).click()

  const changed = await desk.publish()
  await openClaim(page, changed)
  await desk.change(changed, { stamps: 6 })
  await spend(page).click()
  await expect(problem(page)).toContainText('This reward has changed')
  await expect(dialog(page)).toContainText('It costs6 stamps')
  await spend(page, 6).click()
  await voucherIdOf(page)

  const ending = await desk.publish()
  await openClaim(page, ending)
  await desk.end(ending)
  await spend(page).click()
  // In the dialog, or in place of the whole page once that knows.
  await expect(page.getByText('This reward is not available.').first()).toBeVisible()
})

async function openClaim(page: Page, { id }: { id: number }) {
  await moveTo(page, `/app/rewards/${id}?claim=1`)
  await expect(dialog(page)).toContainText(/You keep\d+ stamps?/)
}

/** Claims a reward and loses the reply. Returns the id of the voucher that nobody has seen. */
async function claimAndLoseReply(page: Page, reward: { id: number }): Promise<number> {
  await openClaim(page, reward)
  let id = 0
  const loseReply = async (route: Route) => {
    id = (await (await route.fetch()).json()).data.id
    await route.abort()
  }
  await page.route('**/api/rewards/*/vouchers', loseReply, { times: 1 })
  await spend(page).click()
  await expect(problem(page)).toContainText('you won’t pay twice')
  return id
}
