import type { Page } from '@playwright/test'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { claimElsewhere } from '../../support/browser/rewards.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { pressPin, setUpCounter, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { openClaimed, proof, readCode } from '../support/rewards.ts'

const phone = { width: 360, height: 640 }

test.use({ viewport: phone, expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/ })

const setOffline = async (isOffline: boolean, ...pages: Page[]) => {
  for (const page of pages) await page.context().setOffline(isOffline)
}
const waiting = (page: Page) => page.getByRole('region', { name: /^Noted, not yet entered/ }).getByRole('listitem')
const answers = (page: Page) => page.getByRole('region', { name: 'Answers' }).getByRole('listitem')

/** The counter scans or types a code without a network, and the member has none either. */
async function noteDown(counter: Page, shown: { number: string; code: string }) {
  await typeVoucher(counter, shown)
  await counter.getByRole('button', { name: 'The member has no network either' }).click()
  await expect(counter.getByRole('heading', { name: 'Noted' })).toBeVisible()
  await counter.getByRole('button', { name: 'Next', exact: true }).click()
}

test('R-4.06 without a network on both sides a hand-over is noted, survives a reload and errors and is entered by one touch, and what was noted on paper is entered after the PIN, where a wrong code can be corrected', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  await counter.setViewportSize(phone)
  const shop = await openShop(server)
  await setUpCounter(counter, await inviteOwner(server, shop))
  const { desk, shown } = await openClaimed(page, server, member, { shop })
  await setOffline(true, page, counter)
  await typeVoucher(counter, await readCode(page))
  await expectNoAxeViolationsInBothSchemes(counter, 'no network')
  await counter.getByRole('button', { name: 'The member has no network either' }).click()
  await expect(counter.getByRole('heading', { name: 'Noted' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter, 'noted')
  await counter.getByRole('button', { name: 'Next', exact: true }).click()
  await counter.getByRole('link', { name: 'Noted, not yet entered (1)' }).click()
  await expect(waiting(counter)).toContainText([`${shown.number.slice(0, 4)} ${shown.number.slice(4)}`])
  await expect(waiting(counter)).toContainText([/Code \d{4}, .*Enter by /])
  await counter.getByRole('button', { name: /^Enter \d/ }).click()
  await expect(counter.getByText('No connection to the server.')).toBeVisible()
  await expect(waiting(counter)).toHaveCount(1)

  await setOffline(false, page, counter)
  await counter.reload()
  await expect(waiting(counter)).toHaveCount(1)
  await expectNoAxeViolationsInBothSchemes(counter, 'list')
  await counter.route('**/api/counter/late-hand-overs', (route) => route.fulfill({ status: 503, json: {} }))
  await counter.getByRole('button', { name: /^Enter \d/ }).click()
  await expect(counter.getByText('The server is busy. Please try again in a moment.')).toBeVisible()
  await expect(waiting(counter)).toHaveCount(1)
  await counter.unroute('**/api/counter/late-hand-overs')
  await counter.getByRole('button', { name: /^Enter \d/ }).click()
  await expect(answers(counter)).toContainText([/Used.*Entered\. The voucher is used\./])
  await expect(waiting(counter)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^Used (at|on) /).first()).toBeVisible()
  await counter.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(counter.getByText('Nothing is waiting to be entered.')).toBeVisible()

  const other = await claimElsewhere(server, member, await desk.publish({ merchant_id: shop.id }))
  await page.goto(`/app/vouchers/${other.id}`)
  const paper = await readCode(page)
  await counter.getByRole('link', { name: 'To the counter' }).click()
  await counter.getByRole('link', { name: 'Today' }).click()
  await counter.getByRole('link', { name: 'Noted without a network' }).click()
  await counter.getByRole('button', { name: 'Enter one noted on paper' }).click()
  await counter.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(counter.getByLabel('Number')).toBeFocused()
  await expect(counter.getByText('Enter the time that was noted, within the last 24 hours.')).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter, 'form')
  const campusTime = new Date().toLocaleTimeString('en-GB', { timeZone: 'Asia/Kuala_Lumpur', timeStyle: 'short' })
  await counter.getByLabel('Number').fill(paper.number)
  await counter.getByLabel('Code', { exact: true }).fill(paper.code === '0000' ? '1111' : '0000')
  await counter.getByLabel('Time').fill(campusTime)
  // Meanwhile the cashier left, as after a quarter of an hour.
  await counter.evaluate(() => fetch('/api/counter/phone/cashier', { method: 'DELETE' }))
  await counter.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(counter.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()
  await pressPin(counter)
  await expect(waiting(counter)).toHaveCount(1)
  await counter.getByRole('button', { name: /^Enter \d/ }).click()
  await expect(answers(counter)).toContainText(['This code does not fit this voucher and this time.'])
  await counter.getByRole('button', { name: /^Correct \d/ }).click()
  await counter.getByLabel('Code', { exact: true }).fill(paper.code)
  await counter.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(answers(counter)).toContainText(['Entered. The voucher is used.'])
  await expect(answers(counter)).toHaveCount(1)
  await expect(proof(page)).toBeVisible()
})

test('R-4.06 an entry whose answer was lost is entered once, and all are entered together with their answers', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  const shop = await openShop(server)
  await setUpCounter(counter, await inviteOwner(server, shop))
  const { desk, shown } = await openClaimed(page, server, member, { shop })
  const cancelled = await claimElsewhere(server, member, await desk.publish({ merchant_id: shop.id }))
  await setOffline(true, counter)
  await noteDown(counter, shown)
  await noteDown(counter, { number: shown.number, code: shown.code === '0000' ? '1111' : '0000' })
  await page.goto(`/app/vouchers/${cancelled.id}`)
  await noteDown(counter, await readCode(page))
  await setOffline(false, counter)
  await desk.cancel(cancelled.id, 'Claimed twice.')
  await counter.getByRole('link', { name: 'Noted, not yet entered (3)' }).click()
  // The server enters the first, but its answer does not arrive.
  await counter.route(
    '**/api/counter/late-hand-overs',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await counter.getByRole('button', { name: 'Enter all (3)' }).click()
  await expect(counter.getByText('No connection to the server.')).toBeVisible()
  await expect(waiting(counter)).toHaveCount(3)
  await counter.getByRole('button', { name: 'Enter all (3)' }).click()
  await expect(answers(counter)).toContainText([
    'Entered. The voucher is used.',
    'This code does not fit this voucher and this time.',
    'The voucher is no longer ready, so the office decides whether you are paid for it.',
  ])
  await expectNoAxeViolationsInBothSchemes(counter)
  await counter.reload()
  await expect(answers(counter)).toHaveCount(3)
})
