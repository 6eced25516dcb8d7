import type { Locator, Page } from '@playwright/test'
import { create } from '@stampus/contract/console/merchants'
import { list as merchants } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { formatDay } from '@stampus/contract/values/days'
import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import { formatAmount } from '@stampus/contract/values/money'
import { plainAmount } from '@stampus/contract/values/typedAmounts'
import { full } from '../../stress/profile.ts'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { loadReceiptPicture, manager, registerMember } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import { type ReceiptFacts, readReceiptFacts, receiptPath } from '../../support/browser/receipts.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test as shared } from '../support/fixtures.ts'
import { today } from '../support/photo-fill.ts'
import { sendButton } from '../support/receipt-form.ts'
import { heading, openAs } from '../support/web.ts'

/** So many receipts use less than a member's OCR time for an hour, even on a slow machine. */
const PER_MEMBER = 5
/** Typed for the receipt whose number is unclear: one that is as long. */
const UNCLEAR_NUMBER = '45976649320'

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
    if (at % PER_MEMBER === 0) await openAs(page, await registerMember(environment))
    efforts.push(await sendByHand(page, receipt))
  }
  console.log(JSON.stringify(efforts))
  const most = (share: number, count: (effort: Effort) => number) =>
    efforts.map(count).sort((one, other) => one - other)[Math.ceil(efforts.length * share) - 1]
  expect.soft(most(0.5, ({ taps }) => taps)).toBeLessThanOrEqual(3)
  expect.soft(most(0.9, ({ taps }) => taps)).toBeLessThanOrEqual(5)
  expect.soft(most(0.5, ({ keys }) => keys.length)).toBe(0)
  expect.soft(most(0.9, ({ keys }) => keys.replace(/[\d.]/g, '').length)).toBe(0)
  expect.soft(most(0.9, ({ readings }) => readings)).toBe(1)
  expect.soft(efforts.flatMap(({ filledWrong }) => filledWrong)).toEqual([])
})

/** `readings` counts how often OCR began, because the server may end it before the end of the picture. */
type Effort = { file: string; taps: number; keys: string; readings: number; filledWrong: string[] }

/** Sends a receipt from the home page as a member with a phone would: fills in what is empty and corrects what is wrong. */
async function sendByHand(page: Page, { file, company, total, day, invoice }: ReceiptFacts): Promise<Effort> {
  const effort: Effort = { file, taps: 0, keys: '', readings: 0, filledWrong: [] }
  const tap = async (target: Locator) => {
    effort.taps += 1
    await target.tap()
  }
  const type = async (field: Locator, text: string) => {
    // A typed date needs no deletion of the one before.
    const before = text === day ? '' : await field.inputValue()
    effort.keys += '←'.repeat(before.length) + text.replaceAll('-', '')
    await tap(field)
    await field.fill(text)
  }
  const offer = (value: string) => page.getByRole('button', { name: `Use it: ${value}`, exact: true })
  await expect(async () => {
    Object.assign(effort, { taps: 0, readings: effort.readings + 1 })
    await page.goto('/')
    const opened = page.waitForEvent('filechooser')
    await tap(page.getByLabel('Snap a receipt'))
    const read = page.waitForResponse((answer) => answer.url().endsWith('/api/readings'), { timeout: 90_000 })
    await (await opened).setFiles(await loadReceiptPicture(file))
    const lines = (await (await read).text()).trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '{}').data).not.toBeNull()
  }).toPass()
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Reading your receipt…' })).toHaveCount(0)
  // The values are filled in right after that.
  await page.evaluate(() => new Promise((filled) => requestAnimationFrame(() => setTimeout(filled))))

  const change = page.getByRole('button', { name: 'Change merchant' })
  const search = page.getByLabel('Merchant', { exact: true })
  await expect(change.or(search).first()).toBeVisible()
  const isChosen = await change.isVisible()
  if (!isChosen || !(await page.getByText(company, { exact: true }).isVisible())) {
    if (isChosen) {
      effort.filledWrong.push('Merchant')
      await tap(change)
    }
    const row = page.getByRole('main').getByRole('listitem').getByRole('button').filter({ hasText: company }).first()
    const isOffered = await offer(company).isVisible()
    if (!isOffered && !(await row.isVisible())) await type(search, company.slice(0, 5))
    await tap(isOffered ? offer(company) : row)
  }
  const number = invoiceDigits(invoice) ?? UNCLEAR_NUMBER
  const facts: [label: string, right: string, offered: string, isRight: (value: string) => boolean][] = [
    ['Total amount', total, formatAmount(total, 'RM'), (value) => plainAmount(value, 'RM') === total],
    ['Purchase date', day, formatDay(day), (value) => value === day],
    ['Invoice number', number, number, (value) => isSameNumber(value, invoice)],
  ]
  for (const [label, right, offered, isRight] of facts) {
    const field = page.getByLabel(label)
    const filled = await field.inputValue()
    if (isRight(filled)) continue
    if (filled && filled !== today()) effort.filledWrong.push(label)
    if (await offer(offered).isVisible()) await tap(offer(offered))
    else await type(field, right)
    expect(isRight(await field.inputValue()), `${label} of the form`).toBe(true)
  }

  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/submissions') && answer.request().method() === 'POST' && answer.ok(),
  )
  await tap(sendButton(page))
  const question = page.getByRole('dialog').getByRole('button', { name: /^Send RM/ })
  await expect(question.or(page.getByText(texts.submitted)).first()).toBeVisible()
  if (await question.isVisible()) await tap(question)
  const { data: sent } = await (await answered).json()
  const sentFacts = { merchant: { name: company }, purchase_amount: total, purchase_date: day }
  expect.soft(sent, `what was sent of ${file}`).toMatchObject(sentFacts)
  expect.soft(isSameNumber(sent.invoice_no, invoice), `the number that was sent of ${file}`).toBe(true)
  return effort
}

/** Any number is right for a receipt that has none of its own. */
function isSameNumber(value: string, invoice: string) {
  const [digits, printed] = [invoiceDigits(value), invoiceDigits(invoice)]
  if (digits === undefined || printed === undefined) return digits !== undefined
  return invoiceKey(digits) === invoiceKey(printed)
}

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
