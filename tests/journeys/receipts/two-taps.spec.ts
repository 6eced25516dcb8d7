// Counts what it takes to send the real receipts from the opened app, beside the camera's own taps. Takes every fourth
// receipt; ALL_RECEIPTS=1 takes all of them. Prints the figures of each.
import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { create } from '@stampus/contract/console/merchants'
import { list as merchants } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import { decimalAmount, formatAmount, plainAmount } from '@stampus/contract/values/money'
import { type Truth, truthsIn } from '../../../bench/ocr/truth.ts'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { loadReceiptPicture, manager, newInvoiceNumber, registerMember } from '../../support/browser/people.ts'
import { startDemoServer } from '../../support/browser/prepared-data.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { receiptNames, receiptsDir } from '../../support/pictures/receipts.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { heading, logInAtHome } from '../support/web.ts'

const takesAll = process.env.ALL_RECEIPTS === '1'
/** A member may send only so many pictures an hour. */
const PER_MEMBER = 10

type Effort = { receipt: string; taps: number; digits: number; letters: number }

const test = base.extend<object, { server: ServerUnderTest }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const environment = await startDemoServer({ MAX_RECEIPT_AGE_DAYS: '36500', RECEIPT_OCR: 'on' })
      await use(environment)
      await environment.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test.use({ viewport: { width: 390, height: 844 } })
test.skip(!receiptNames.includes('truth.json'), 'needs the photographed receipts')

test('D-103 a receipt is sent with two or three taps and nothing typed, most of the others with its digits', async ({
  page,
  server,
}) => {
  test.setTimeout(takesAll ? 1_800_000 : 300_000)
  const all = truthsIn(receiptsDir).truths
  await addMerchants(server, all)
  const receipts = all.filter((_, at) => takesAll || at % 4 === 0)
  const efforts: Effort[] = []
  for (const [at, receipt] of receipts.entries()) {
    if (at % PER_MEMBER === 0) await startAsNewMember(page, server)
    const effort = await send(page, receipt)
    efforts.push(effort)
    console.log(`${effort.receipt}: ${effort.taps} taps, ${effort.digits} digits, ${effort.letters} other keys`)
  }
  const sorted = (name: 'taps' | 'digits' | 'letters') => efforts.map((one) => one[name]).sort((a, b) => a - b)
  const at = (name: Parameters<typeof sorted>[0], share: number) => sorted(name)[Math.ceil(efforts.length * share) - 1]
  const figures = { taps: [at('taps', 0.5), at('taps', 0.9)], digits: [at('digits', 0.5), at('digits', 0.9)] }
  console.log(`median and 90th percentile of ${efforts.length}:`, JSON.stringify(figures))
  expect(at('taps', 0.5)).toBeLessThanOrEqual(3)
  expect(at('digits', 0.5)).toBe(0)
  expect(at('taps', 0.9)).toBeLessThanOrEqual(5)
  expect(at('letters', 0.9)).toBe(0)
})

/** The shops of the receipts take part. */
async function addMerchants(server: ServerUnderTest, receipts: Truth[]) {
  const headers = await signInOperator(server, manager)
  const { meta } = await callApi(server, merchants, {})
  const category_id = meta?.categories?.[0]?.id ?? 0
  for (const [at, name] of [...new Set(receipts.map(({ merchant }) => merchant))].entries()) {
    const facts = { name, slug: `photographed-${at}`, category_id, address: 'Jalan Universiti', contact_number: '' }
    const rules = { logo_key: null, is_active: true, minimum_spend: '', receipts_per_day: '' as const, people: [] }
    const details = { description: '', description_ms: '', opening_hours: '', opening_hours_ms: '' }
    await callApi(server, create, { ...facts, ...details, ...rules }, headers)
  }
}

async function startAsNewMember(page: Page, server: ServerUnderTest) {
  await page.evaluate(() => localStorage.clear()).catch(() => undefined)
  await page.context().clearCookies()
  await page.goto('/login')
  await logInAtHome(page, await registerMember(server))
  await page.goto('/')
}

/** Takes the picture on the home page, corrects what the form has wrong, and sends it. */
async function send(page: Page, receipt: Truth): Promise<Effort> {
  const effort: Effort = { receipt: receipt.id, taps: 0, digits: 0, letters: 0 }
  const read = page.waitForResponse((answer) => answer.url().endsWith('/api/readings'), { timeout: 60_000 })
  effort.taps += 1
  await page
    .getByLabel('Take a photo of a receipt')
    .first()
    .setInputFiles(await loadReceiptPicture(basename(receipt.picture)))
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await (await read).finished()
  await expect(page.getByRole('status').filter({ hasText: 'Reading your receipt…' })).toHaveCount(0)
  await chooseMerchant(page, receipt.merchant, effort)
  const amount = decimalAmount(receipt.sen)
  await correct(page, effort, {
    field: page.getByLabel('Total amount'),
    isRight: (value) => plainAmount(value, 'RM') === amount,
    offered: formatAmount(amount, 'RM'),
    typed: amount,
  })
  const [year = '', month = '', day = ''] = receipt.day.split('-')
  await correct(page, effort, {
    field: page.getByLabel('Purchase date'),
    isRight: (value) => value === receipt.day,
    offered: new Date(`${receipt.day}T00:00`).toLocaleDateString('en-MY', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }),
    typed: receipt.day,
    keys: `${day}${month}${year}`,
  })
  const invoice = invoiceDigits(receipt.invoice ?? '') ?? newInvoiceNumber().slice(0, 6)
  await correct(page, effort, {
    field: page.getByLabel('Invoice number'),
    isRight: (value) =>
      receipt.invoice ? invoiceKey(invoiceDigits(value) ?? '') === invoiceKey(invoice) : value !== '',
    offered: invoice,
    typed: invoice,
  })
  effort.taps += 1
  await sendButton(page).click()
  const question = page.getByRole('dialog').getByRole('button', { name: /^Send RM/ })
  const sent = page.getByText(texts.submitted)
  await expect(question.or(sent).first()).toBeVisible()
  if (await question.isVisible()) {
    effort.taps += 1
    await question.click()
  }
  await expect(sent.first()).toBeVisible()
  await page.goto('/')
  return effort
}

/** Keeps a recognised merchant, takes the offered one, or searches with the first letters of its name. */
async function chooseMerchant(page: Page, name: string, effort: Effort) {
  const change = page.getByRole('button', { name: 'Change merchant' })
  const search = page.getByLabel('Merchant', { exact: true })
  await expect(change.or(search).first()).toBeVisible()
  if (await change.isVisible()) {
    if (await page.getByText(name, { exact: true }).isVisible()) return
    effort.taps += 1
    await change.click()
  }
  effort.taps += 1
  const offer = page.getByRole('button', { name: `Use it: ${name}`, exact: true })
  if (await offer.isVisible()) return offer.click()
  const row = page.getByRole('main').getByRole('listitem').getByRole('button').filter({ hasText: name }).first()
  if (!(await row.isVisible())) {
    const typed = name.slice(0, 8)
    effort.taps += 1
    effort.letters += typed.length
    await search.fill(typed)
  }
  await row.click()
}

type Fact = {
  field: Locator
  isRight: (value: string) => boolean
  /** How the form offers the right value. */
  offered: string
  typed: string
  /** The keys, if they are not the typed text. */
  keys?: string
}

/** Takes the offered value, or types it. */
async function correct(page: Page, effort: Effort, { field, isRight, offered, typed, keys = typed }: Fact) {
  if (isRight(await field.inputValue())) return
  effort.taps += 1
  const offer = page.getByRole('button', { name: `Use it: ${offered}`, exact: true })
  if (await offer.isVisible()) return offer.click()
  effort.digits += keys.length
  await field.fill(typed)
}
