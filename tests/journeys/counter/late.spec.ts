import type { Page, Route } from '@playwright/test'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { voucherCode } from '../../support/api/codes.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { openShop } from '../../support/browser/counters.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openCounter, pressPin, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { openClaimed, proof, readCode } from '../support/rewards.ts'
import { expectFieldError, press } from '../support/web.ts'

test.use({
  viewport: { width: 360, height: 640 },
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of 503/,
})

const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)
const waiting = (page: Page) => page.getByRole('region', { name: /^Noted, not yet entered/ }).getByRole('listitem')
const answers = (page: Page) => page.getByRole('region', { name: 'Answers' }).getByRole('listitem')
const wrong = ({ number, code }: { number: string; code: string }) => ({
  number,
  code: code === '0000' ? '1111' : '0000',
})

/** The counter types a code without a network, and the member has none either. */
async function noteDown(counter: Page, shown: { number: string; code: string }) {
  await typeVoucher(counter, shown)
  await press(counter, 'The member has no network either')
  await expect(counter.getByRole('heading', { name: 'Noted' })).toBeVisible()
}

test('R-4.03 R-4.05 a counter without a network shows six digits, which the member types, and confirms the code of a member without one; a page that cannot be loaded says so, in both languages, and opens on Retry or when the network returns', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  const shop = await openShop(server)
  await openCounter(counter, server, shop)
  const { desk, shown } = await openClaimed(page, server, member, { shop })
  await setOffline(counter, true)
  await typeVoucher(counter, shown)
  await expect(counter.getByRole('heading', { name: 'No network here' })).toBeVisible()
  await expectNoAxeViolations(counter, 'no network')
  await press(page, 'The counter has no network')
  await page.getByLabel('Six digits').fill((await counter.getByText(/^\d{3} \d{3}$/).textContent()) ?? '')
  await press(page, 'Use this voucher')
  await expect(proof(page)).toBeVisible()
  await press(counter, 'The member’s page says “Used”')
  await expect(counter.getByRole('heading', { name: 'Compare the two digits' })).toBeVisible()
  await expectNoAxeViolations(counter, 'two digits')
  const shownDigits = page.getByRole('definition').filter({ hasText: /^\d\d$/ })
  // Both change every 30 seconds, at the same moment.
  await expect(async () => {
    const digits = await shownDigits.textContent()
    await expect(counter.getByText(digits ?? '', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await press(counter, 'Next')
  await counter.getByRole('link', { name: 'Today' }).click()
  await expect(counter.getByRole('alert')).toContainText('No connection to the server.')
  await setOffline(counter, false)
  await expect(counter.getByRole('listitem')).toContainText(['Without a network'])

  const other = await claimElsewhere(server, member, await desk.publish({ merchant_id: shop.id }))
  await page.clock.install()
  await page.goto(`/app/vouchers/${other.id}`)
  await readCode(page)
  await setOffline(page, true)
  const scripts = '**/assets/TodayPage*'
  await counter.route(scripts, (route) => route.abort())
  await counter.goto('/counter/')
  await typeVoucher(counter, await readCode(page))
  await press(counter, 'Hand over')
  await expect(counter.getByRole('heading', { name: 'Handed over' })).toBeVisible()
  await setOffline(page, false)
  await page.clock.runFor(30_000)
  await expect(page.getByText(/^Used (at|on) /).first()).toBeVisible()

  await press(counter, 'Next')
  await counter.getByRole('link', { name: 'Today' }).click()
  await expect(counter.getByRole('alert')).toContainText('That did not work. Please try again.')
  await expectNoAxeViolations(counter, 'broken')
  await counter.getByRole('banner').getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(counter.getByRole('alert')).toContainText('Tidak berjaya. Sila cuba lagi.')
  await counter.unroute(scripts)
  await press(counter, 'Cuba lagi')
  await expect(counter.getByRole('heading', { name: 'Diserahkan hari ini' })).toBeVisible()
})

test('R-4.06 without a network on both sides hand-overs are noted, survive a reload and errors and are entered by one touch, also an entry whose answer was lost, and what was noted on paper is entered after the PIN, where a wrong code can be corrected', async ({
  page: counter,
  server,
  member,
}) => {
  const shop = await openShop(server)
  await openCounter(counter, server, shop)
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 6)
  const claim = async () => {
    const { id, number } = await claimElsewhere(server, member, await desk.publish({ merchant_id: shop.id }))
    const { key } = (await callApi(server, openKey, { id }, bearerHeader(member.token))).data
    return { id, number, code: voucherCode(key, Date.now()) }
  }
  const [shown, cancelled] = [await claim(), await claim()]
  await setOffline(counter, true)
  await noteDown(counter, shown)
  await press(counter, 'Next')
  await noteDown(counter, wrong(shown))
  await press(counter, 'Next')
  await counter.getByRole('link', { name: 'Noted, not yet entered (2)' }).click()
  await expect(waiting(counter)).toContainText([/^\d{4} \d{4}.*Code \d{4}, .*Enter by /, /^\d{4} \d{4}/])
  await press(counter, 'Enter all (2)')
  await expect(counter.getByText('No connection to the server.')).toBeVisible()
  await counter.getByRole('link', { name: 'To the counter' }).click()
  await noteDown(counter, cancelled)
  await press(counter, 'Next')
  await setOffline(counter, false)
  await desk.cancel(cancelled.id, 'Claimed twice.')
  await counter.reload()
  await counter.getByRole('link', { name: 'Noted, not yet entered (3)' }).click()
  await expect(waiting(counter)).toHaveCount(3)
  await expectNoAxeViolations(counter, 'list')
  await counter.route('**/api/counter/late-hand-overs', (route) => route.fulfill({ status: 503, json: {} }))
  await press(counter, 'Enter all (3)')
  await expect(counter.getByText('The server is busy. Please try again in a moment.')).toBeVisible()
  await counter.unroute('**/api/counter/late-hand-overs')
  // The server enters the first, but its answer does not arrive.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await counter.route('**/api/counter/late-hand-overs', lose, { times: 1 })
  await press(counter, 'Enter all (3)')
  await expect(counter.getByText('No connection to the server.')).toBeVisible()
  await expect(waiting(counter)).toHaveCount(3)
  await press(counter, 'Enter all (3)')
  await expect(answers(counter)).toContainText([
    'Entered. The voucher is used.',
    'This code does not fit this voucher and this time.',
    'The voucher is no longer ready, so the office decides whether you are paid for it.',
  ])
  await counter.reload()
  await expect(answers(counter)).toHaveCount(3)
  await press(counter, 'Clear')
  await expect(counter.getByText('Nothing is waiting to be entered.')).toBeVisible()

  const paper = await claim()
  await press(counter, 'Enter one noted on paper')
  await counter.getByLabel('Number').fill(paper.number)
  await counter.getByLabel('Code', { exact: true }).fill(wrong(paper).code)
  const campusTime = new Date().toLocaleTimeString('en-GB', { timeZone: 'Asia/Kuala_Lumpur', timeStyle: 'short' })
  await counter.getByLabel('Time').fill(campusTime)
  await counter.getByLabel('Yesterday').check()
  await press(counter, 'Enter')
  await expectFieldError(counter.getByLabel('Time'), 'Enter the time that was noted, within the last 24 hours.')
  await counter.getByLabel('Today').check()
  // Meanwhile the cashier left, as after a quarter of an hour.
  await counter.evaluate(() => fetch('/api/counter/phone/cashier', { method: 'DELETE' }))
  await press(counter, 'Enter')
  await expect(counter.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()
  await pressPin(counter)
  await counter.getByRole('button', { name: /^Enter \d/ }).click()
  await expect(answers(counter)).toContainText(['This code does not fit this voucher and this time.'])
  await counter.getByRole('button', { name: /^Correct \d/ }).click()
  await counter.getByLabel('Code', { exact: true }).fill(paper.code)
  await press(counter, 'Enter')
  await expect(answers(counter)).toContainText(['Entered. The voucher is used.'])
  await expect(answers(counter)).toHaveCount(1)
})
