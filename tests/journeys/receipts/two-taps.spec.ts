import type { Page } from '@playwright/test'
import { create } from '@stampus/contract/console/merchants'
import { list as merchants } from '@stampus/contract/merchants'
import { full } from '../../stress/profile.ts'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager, registerMember } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { type ReceiptFacts, readReceiptFacts, receiptPath } from '../../support/browser/receipts.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test as shared } from '../support/fixtures.ts'
import { type Effort, sendByHand } from '../support/receipt-by-hand.ts'
import { openAs } from '../support/web.ts'

/** So many receipts use less than a member's OCR time for an hour, even on a slow machine. */
const PER_MEMBER = 5

const test = shared.extend<{ environment: ServerUnderTest }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  environment: async ({}, use) => {
    const environment = await startDemoServer({ MAX_RECEIPT_AGE_DAYS: '36500', RECEIPT_OCR: 'on' })
    await addMerchants(environment)
    await use(environment)
    await environment.remove()
  },
  baseURL: async ({ environment }, use) => use(environment.url),
})
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.skip(!receiptPath('truth.json'), 'needs the photographed receipts')

test('D-96 a receipt is sent with Snap and Send, and one more tap for the number that is not sure in its photo; in the full profile half of the forty receipts take at most three taps and no key, nine of ten five taps and only digits', async ({
  page,
  environment,
}) => {
  test.setTimeout(full ? 3_600_000 : 300_000)
  // The total and the date of this one are sure, and its number is offered.
  const receipts = factsOfAll().filter(({ file }) => full || file.startsWith('246.'))
  const efforts: Effort[] = []
  for (const [at, receipt] of receipts.entries()) {
    if (at > 0 && at % PER_MEMBER === 0) await forgetMember(page)
    if (at % PER_MEMBER === 0) await openAs(page, await registerMember(environment))
    const effort = await sendByHand(page, receipt)
    console.log(JSON.stringify(effort))
    efforts.push(effort)
  }
  expect(efforts.length).toBeGreaterThan(0)
  expect.soft(share(efforts, 'taps', 0.5), 'median of the taps').toBeLessThanOrEqual(3)
  expect.soft(share(efforts, 'keys', 0.5), 'median of the keys').toBe(0)
  expect.soft(share(efforts, 'taps', 0.9), '90th percentile of the taps').toBeLessThanOrEqual(5)
  expect.soft(share(efforts, 'cutOff', 0.9), '90th percentile of the readings that the server cut off').toBe(0)
  expect.soft(share(efforts, 'letters', 0.9), '90th percentile of the keys other than digits').toBe(0)
  for (const wrong of ['filledWrong', 'sentWrong'] as const)
    expect
      .soft(
        efforts.flatMap((effort) => effort[wrong]),
        wrong,
      )
      .toEqual([])
})

/** Their notes write the name of some shops in several ways. The commonest of an address is its shop's. */
function factsOfAll(): ReceiptFacts[] {
  const receipts = readReceiptFacts(40)
  const ofShop = Map.groupBy(receipts, ({ address }) => address)
  return receipts.map((receipt) => {
    const names = Map.groupBy(ofShop.get(receipt.address) ?? [], ({ company }) => company)
    const [[company] = [receipt.company]] = [...names].sort(([, one], [, other]) => other.length - one.length)
    return { ...receipt, company }
  })
}

/** The shops of the receipts take part. */
async function addMerchants(server: ServerUnderTest) {
  const headers = await signInOperator(server, manager)
  const { meta } = await callApi(server, merchants, {})
  const category_id = meta?.categories?.[0]?.id ?? 0
  const addresses = new Map(factsOfAll().map(({ company, address }) => [company, address]))
  for (const [at, [name, address]] of [...addresses].entries()) {
    const facts = { name, slug: `photographed-${at}`, category_id, address, contact_number: '', logo_key: null }
    const details = { description: '', description_ms: '', opening_hours: '', opening_hours_ms: '' }
    const rules = { is_active: true, minimum_spend: '', receipts_per_day: '' as const, people: [] }
    await callApi(server, create, { ...facts, ...details, ...rules }, headers)
  }
}

async function forgetMember(page: Page) {
  await page.context().clearCookies()
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
}

/** The least value that this share of the receipts does not exceed. */
function share(efforts: Effort[], name: 'taps' | 'keys' | 'letters' | 'cutOff', part: number): number {
  const sorted = efforts.map((effort) => effort[name]).sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
