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
const COUNT = 40
const numberOf = (file: string) => file.replace(/\.\w+$/, '')

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
test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.skip(!receiptPath('truth.json'), 'needs the photographed receipts')

/** Receipts with the most taps and keys that they may take. */
const SAMPLE: Record<string, { taps: number; keys: number }> = {
  // All is sure, in a HEIC picture.
  '068': { taps: 2, keys: 0 },
  // The number is offered.
  '246': { taps: 3, keys: 0 },
}

test('D-96 a receipt is sent with Snap and Send, and one more tap for each value that is not sure in its photo', async ({
  page,
  environment,
}) => {
  test.setTimeout(300_000)
  const efforts = await sendAll(
    page,
    environment,
    factsOfAll().filter(({ file }) => numberOf(file) in SAMPLE),
  )
  expect(efforts).toHaveLength(Object.keys(SAMPLE).length)
  for (const { file, taps, keys } of efforts) {
    const most = SAMPLE[numberOf(file)]
    expect.soft(taps, `taps of ${file}`).toBeLessThanOrEqual(most?.taps ?? 0)
    expect.soft(keys, `keys of ${file}`).toBeLessThanOrEqual(most?.keys ?? 0)
  }
})

test('D-96 half of the forty receipts take at most three taps and no key, nine of ten five taps and only digits', async ({
  page,
  environment,
}) => {
  test.skip(!full, 'takes minutes: only with STAMPUS_PROFILE=full')
  test.setTimeout(3_600_000)
  const efforts = await sendAll(page, environment, factsOfAll())
  expect.soft(share(efforts, 'taps', 0.5), 'median of the taps').toBeLessThanOrEqual(3)
  expect.soft(share(efforts, 'keys', 0.5), 'median of the keys').toBe(0)
  expect.soft(share(efforts, 'taps', 0.9), '90th percentile of the taps').toBeLessThanOrEqual(5)
  expect.soft(share(efforts, 'cutOff', 0.9), '90th percentile of the readings that the server cut off').toBe(0)
  expect.soft(share(efforts, 'letters', 0.9), '90th percentile of the keys other than digits').toBe(0)
})

/** Their notes write the name of some shops in several ways. The commonest of an address is its shop's. */
function factsOfAll(): ReceiptFacts[] {
  const receipts = readReceiptFacts(COUNT)
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

/** Sends the receipts as members with a phone, and prints what it took. No wrong value may be sent. */
async function sendAll(page: Page, server: ServerUnderTest, receipts: ReceiptFacts[]): Promise<Effort[]> {
  const efforts: Effort[] = []
  for (const [at, receipt] of receipts.entries()) {
    if (at % PER_MEMBER === 0) await startAsNewMember(page, server)
    const effort = await sendByHand(page, receipt)
    efforts.push(effort)
    const { file, taps, keys, letters, seconds, cutOff, steps, filledWrong } = effort
    const wrong = filledWrong.length > 0 ? [`WRONG: ${filledWrong.join(', ')}`] : []
    const parts = [
      `${taps} taps`,
      `${keys} keys, ${letters} of them not digits`,
      `${seconds.toFixed(1)} s`,
      `cut off ${cutOff}`,
      ...steps,
      ...wrong,
    ]
    console.log(`${file}: ${parts.join(' · ')}`)
  }
  printFigures(efforts)
  expect
    .soft(
      efforts.filter(({ filledWrong }) => filledWrong.length > 0),
      'wrong values filled in',
    )
    .toEqual([])
  expect
    .soft(
      efforts.filter(({ sentWrong }) => sentWrong.length > 0),
      'wrong values sent',
    )
    .toEqual([])
  return efforts
}

async function startAsNewMember(page: Page, server: ServerUnderTest) {
  await page.context().clearCookies()
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await openAs(page, await registerMember(server))
}

function printFigures(efforts: Effort[]) {
  const figures = (['taps', 'keys', 'seconds'] as const).map((name) => {
    const [median, p90] = [share(efforts, name, 0.5), share(efforts, name, 0.9)]
    return `${name} ${Number(median.toFixed(1))}, ${Number(p90.toFixed(1))}`
  })
  const wrong = efforts.flatMap(({ filledWrong }) => filledWrong).length
  console.log(
    `Median and 90th percentile of ${efforts.length}: ${figures.join(' · ')} · wrong values filled in ${wrong}`,
  )
}

/** The least value that this share of the receipts does not exceed. */
function share(efforts: Effort[], name: 'taps' | 'keys' | 'letters' | 'seconds' | 'cutOff', part: number): number {
  const sorted = efforts.map((effort) => effort[name]).sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
