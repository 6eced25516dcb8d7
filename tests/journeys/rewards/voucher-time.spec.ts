import type { Page } from '@playwright/test'
import { reinstate, suspend } from '@stampus/contract/console/members'
import { VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager, registerMember } from '../../support/browser/people.ts'
import { claimElsewhere } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectStored } from '../support/kept-answers.ts'
import { noCode, openClaimed, proof, readCode, row, storedKeys } from '../support/rewards.ts'
import { heading, logIn, moveTo, openAs } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_|Failed to fetch/ })

const stripes = (page: Page) => page.locator('main span[class*="repeating-linear-gradient"]')
const isMoving = (page: Page) => stripes(page).evaluateAll((all) => all.every((one) => one.getAnimations().length > 0))

/** The answers about a voucher correct the clock of its page. */
const withoutAnswersOf = (page: Page, id: number) => page.route(`**/api/vouchers/${id}`, (route) => route.abort())

/** Goes on answering about a voucher as it is now, but without the server's time. Returns how often it was requested. */
async function withoutServerTime(page: Page, id: number) {
  let requests = 0
  await page.route(`**/api/vouchers/${id}`, async (route) => {
    requests += 1
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, now: undefined } } })
  })
  return () => requests
}

test('R-3.01 R-3.02 R-3.03 R-3.04 on phones whose clock is a day behind a voucher shows the same code in two tabs, its proof is fresh and ages, it is ready again when a hand-over is taken back, is taken over by another device and back, and expires by the clock of the campus; that of another member cannot be found', async ({
  page,
  context,
  server,
  member,
  anotherBrowser,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install({ time: Date.now() - 86_400_000 })
  const { desk, id } = await openClaimed(page, server, member)
  const second = await context.newPage()
  await second.goto(`/app/vouchers/${id}`)
  await expect.poll(async () => (await readCode(page)).code === (await readCode(second)).code).toBe(true)
  await desk.handOver(await readCode(second))
  for (const tab of [page, second]) await expect(proof(tab)).toHaveText(/^Used at \d\d:\d\d, Boba Bukit$/)
  await expect(page.getByText(/^\d+ seconds? ago$/)).toBeVisible()
  expect(await isMoving(page)).toBe(true)
  await second.close()
  await desk.takeBack(id)
  const ready = page.getByRole('status').filter({ hasText: 'The counter took this back. Your voucher is ready again.' })
  await expect(ready).toBeVisible()
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()
  await expect(ready).toHaveCount(0)

  const countRequests = await withoutServerTime(page, id)
  await page.clock.fastForward(90_000)
  await expect(page.getByText('1 minute ago')).toBeVisible()
  let before = 0
  const newRequests = async () => {
    await page.clock.runFor(10_000)
    const sent = countRequests() - before
    before += sent
    return sent
  }
  await expect.poll(newRequests, { intervals: [1000] }).toBe(0)
  await page.clock.fastForward('00:15:00')
  await expect.poll(() => isMoving(page)).toBe(false)
  await page.clock.fastForward('24:00:00')
  await expect(proof(page)).toHaveText(/^Used on \d{1,2} \w{3} 20\d\d at \d\d:\d\d, Boba Bukit$/)

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

test('R-3.03 R-3.04 R-3.06 the newest answer decides whether the key of a voucher is kept, not an older one of another page or tab; the voucher of a suspended member cannot be used, the member reads why, and it can be used again afterwards', async ({
  page,
  context,
  server,
  member,
}) => {
  const { desk, reward, id, shown: first } = await openClaimed(page, server, member, { remember: true })
  const path = `/app/vouchers/${id}`
  const back = (tab: Page) => tab.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await desk.handOver(first)
  await expect(proof(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(path)
  await expect(proof(other)).toBeVisible()
  for (const tab of [page, other]) {
    await back(tab)
    await expect(row(tab, reward.title)).toContainText('Used')
  }
  await withoutAnswersOf(other, id)
  await row(page, reward.title).getByRole('link').click()
  await desk.takeBack(id)
  const shown = await readCode(page)
  await row(other, reward.title).getByRole('link').click()
  // It begins with its old answer, and without a network goes on with what this browser keeps.
  await expect(heading(other, reward.title)).toBeVisible()
  await readCode(other)
  expect(await storedKeys(page)).toContain('key')
  await other.close()

  await page.route('**/api/vouchers?*', (route) => route.abort())
  await back(page)
  await expect(row(page, reward.title)).toContainText('Used')
  expect(await storedKeys(page)).toContain('key')
  await page.unroute('**/api/vouchers?*')
  await desk.handOver(shown)
  await page.reload()
  await expect(row(page, reward.title)).toContainText('Used')
  await expect.poll(() => storedKeys(page)).not.toContain('key')
  await expectStored(page)
  await page.route('**/api/vouchers/*', (route) => route.abort())
  await page.goto(path)
  await expect(proof(page)).toBeVisible()
  await page.unroute('**/api/vouchers/*')

  await desk.takeBack(id)
  const before = await readCode(page)
  // Without a network, the phone does not know of the suspension and still shows codes.
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: /^You’re offline/ })).toBeVisible()
  const headers = await signInOperator(server, manager)
  await callApi(server, suspend, { id: member.id, reason: 'Forged receipts' }, headers)
  await readCode(page)
  await context.setOffline(false)
  await expect(page).toHaveURL('/login?reason=suspended')
  const why = 'Your account has been suspended. Please contact support for assistance.'
  await expect(page.getByText(why)).toBeVisible()
  expect(await storedKeys(page)).toBeNull()
  await callApi(server, reinstate, { id: member.id }, headers)
  // The code from before the suspension is worthless.
  await expect(desk.handOver(before)).rejects.toThrow('This code is not valid now.')
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
  await logIn(page, member)
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()
})
