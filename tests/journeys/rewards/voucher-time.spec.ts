import type { Page } from '@playwright/test'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectStored } from '../support/kept-answers.ts'
import { openClaimed, proof, readCode, row, storedKeys, withoutAnswersOf } from '../support/rewards.ts'
import { openAs } from '../support/web.ts'

const stripes = (page: Page) => page.locator('main span[class*="repeating-linear-gradient"]')
const isMoving = (page: Page) => stripes(page).evaluateAll((all) => all.every((one) => one.getAnimations().length > 0))

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

test('R-3.04 on a phone whose clock is a day ahead or behind, the proof is fresh, and a hand-over that is taken back shows', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await openAs(page, member)
  const handOver = async (hours: number) => {
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
    const { id } = await claimElsewhere(server, member, await desk.publish())
    await page.goto(`/app/vouchers/${id}`)
    await desk.handOver(await readCode(page))
    await expect(proof(page)).toHaveText(/^Used at \d\d:\d\d, Boba Bukit$/)
    await expect(page.getByText(/^\d+ seconds? ago$/)).toBeVisible()
    expect(await isMoving(page)).toBe(true)
    return id
  }
  await handOver(24)
  const id = await handOver(-24)
  await desk.takeBack(id)
  await desk.handOver(await readCode(page))
  await expect(proof(page)).toBeVisible()

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
})

test.describe('without answers', () => {
  test.use({ expectedErrors: /net::ERR_|Failed to fetch/ })

  test('R-3.03 R-3.04 the newest answer decides whether the key of a voucher is kept, not an older one of another page or tab', async ({
    page,
    context,
    server,
    member,
  }) => {
    const { desk, reward, id, shown: first } = await openClaimed(page, server, member, { remember: true })
    const back = (tab: Page) => tab.getByRole('main').getByRole('link', { name: 'Back' }).click()
    await desk.handOver(first)
    await expect(proof(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto(`/app/vouchers/${id}`)
    await expect(proof(other)).toBeVisible()
    for (const tab of [page, other]) {
      await back(tab)
      await expect(row(tab, reward.title)).toContainText('Used')
    }
    await row(page, reward.title).getByRole('link').click()
    await desk.takeBack(id)
    const shown = await readCode(page)
    await withoutAnswersOf(other, id)
    await row(other, reward.title).getByRole('link').click()
    await expect(proof(other)).toBeVisible()
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
    await page.goto(`/app/vouchers/${id}`)
    await expect(proof(page)).toBeVisible()
  })
})
