import type { Locator, Page } from '@playwright/test'
import type { Submission } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import { formatAmount } from '@stampus/contract/values/money'
import { plainAmount } from '@stampus/contract/values/typedAmounts'
import { loadReceiptPicture } from '../../support/browser/people.ts'
import type { ReceiptFacts } from '../../support/browser/receipts.ts'
import { expect } from './fixtures.ts'
import { sendButton } from './receipt-form.ts'
import { heading } from './web.ts'

/** Typed for the receipt whose number is unclear: one that is as long. */
const UNCLEAR_NUMBER = '45976649320'
const SEARCH_KEYS = 5
const READING_MS = 90_000
/** The server ends OCR after some time. On a busy machine, that may be before the end of the picture. */
const ATTEMPTS = 4
/** Two taps in one place within this time are a double tap, which sets no cursor. */
const DOUBLE_TAP_MS = 400

/**
 * What it took to send a receipt. `letters` counts the keys that are neither digits nor a dot, `cutOff` how often the server
 * ended OCR before the end of the picture: that attempt does not count. The fields that were filled in or sent with a wrong
 * value have their names in `filledWrong` and `sentWrong`.
 */
export type Effort = Record<'taps' | 'keys' | 'letters' | 'cutOff', number> &
  Record<'filledWrong' | 'sentWrong', string[]> & { file: string }

/** Sends a receipt from the home page as a member with a phone would: fills in what is empty and corrects what is wrong. */
export async function sendByHand(page: Page, receipt: ReceiptFacts): Promise<Effort> {
  const { hand, cutOff } = await snap(page, receipt.file)
  const form = { page, hand, filledWrong: [] as string[] }
  await chooseMerchant(form, receipt.company)
  for (const fact of factsOf(receipt)) await correct(form, fact)
  const sentWrong = wrongFacts(await send(form), receipt)
  return { file: receipt.file, ...hand.count, cutOff, filledWrong: form.filledWrong, sentWrong }
}

/** A finger that counts its taps and keys. */
function createHand(page: Page) {
  const count = { taps: 0, keys: 0, letters: 0 }
  const press = async (key: string) => {
    count.keys += 1
    if (!/^[\d.]$/.test(key)) count.letters += 1
    await page.keyboard.press(key)
  }
  return {
    count,
    tap: async (target: Locator, position?: { x: number; y: number }) => {
      count.taps += 1
      await page.waitForTimeout(DOUBLE_TAP_MS)
      await target.tap(position ? { position } : {})
    },
    type: async (text: string) => {
      for (const key of text) await press(key)
    },
    /** Deletes the text of the field that has the focus. */
    clear: async (text: string) => {
      await page.keyboard.press('End')
      for (const _ of text) await press('Backspace')
    },
  }
}
type Hand = ReturnType<typeof createHand>
type Form = { page: Page; hand: Hand; filledWrong: string[] }

/** Opens the app and takes a photo with Snap, until OCR comes to its end. */
async function snap(page: Page, file: string) {
  const picture = await loadReceiptPicture(file)
  for (let cutOff = 0; ; cutOff += 1) {
    const hand = createHand(page)
    await page.goto('/')
    const opened = page.waitForEvent('filechooser')
    await hand.tap(page.getByLabel('Snap a receipt'))
    const camera = await opened
    const isRead = waitUntilRead(page)
    await camera.setFiles(picture)
    if ((await isRead) || cutOff + 1 === ATTEMPTS) return { hand, cutOff }
  }
}

/** Waits until the form is filled in from the photo. False if the server has ended OCR early. */
async function waitUntilRead(page: Page): Promise<boolean> {
  const answer = await page.waitForResponse((response) => response.url().endsWith('/api/readings'), {
    timeout: READING_MS,
  })
  const lines = (await answer.text()).trim().split('\n')
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Reading your receipt…' })).toHaveCount(0)
  // The values are filled in right after that.
  await page.evaluate(() => new Promise((filled) => requestAnimationFrame(() => setTimeout(filled))))
  return JSON.parse(lines.at(-1) ?? '{}').data !== null
}

/** Keeps a recognised merchant, takes the offered one, or searches for it. */
async function chooseMerchant({ page, hand, filledWrong }: Form, name: string) {
  const change = page.getByRole('button', { name: 'Change merchant' })
  const search = page.getByLabel('Merchant', { exact: true })
  await expect(change.or(search).first()).toBeVisible()
  if (await change.isVisible()) {
    if (await page.getByText(name, { exact: true }).isVisible()) return
    filledWrong.push('merchant')
    await hand.tap(change)
  }
  const offer = page.getByRole('button', { name: `Use it: ${name}`, exact: true })
  const row = page.getByRole('main').getByRole('listitem').getByRole('button').filter({ hasText: name }).first()
  if (await offer.isVisible()) await hand.tap(offer)
  else {
    if (!(await row.isVisible())) {
      await hand.tap(search)
      await expect(search).toBeFocused()
      await hand.type(name.slice(0, SEARCH_KEYS))
    }
    await hand.tap(row)
  }
  await expect(page.getByLabel('Total amount')).toBeFocused()
}

/**
 * How the form offers the right value and how it is typed, its value before the photo, and where a tap sets the cursor to the
 * start.
 */
type Fact = Record<'name' | 'label' | 'offered' | 'typed', string> & {
  isRight: (value: string) => boolean
  startValue?: string
  start?: { x: number; y: number }
}

function factsOf({ total, day, invoice }: ReceiptFacts): Fact[] {
  const number = invoiceDigits(invoice) ?? UNCLEAR_NUMBER
  const [year, month, dayOfMonth] = day.split('-')
  const readable = new Date(`${day}T00:00`).toLocaleDateString('en-MY', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return [
    {
      name: 'total',
      label: 'Total amount',
      isRight: (value) => plainAmount(value, 'RM') === total,
      offered: formatAmount(total, 'RM'),
      typed: total,
    },
    {
      name: 'date',
      label: 'Purchase date',
      isRight: (value) => value === day,
      offered: readable,
      // Chromium's own language is American English here.
      typed: `${month}${dayOfMonth}${year}`,
      startValue: dayIn('Asia/Kuala_Lumpur', new Date()),
      start: { x: 20, y: 24 },
    },
    {
      name: 'invoice number',
      label: 'Invoice number',
      isRight: (value) => isSameNumber(value, invoice),
      offered: number,
      typed: number,
    },
  ]
}

/** Any number is right for a receipt that has none of its own. */
function isSameNumber(value: string, invoice: string) {
  const [digits, printed] = [invoiceDigits(value), invoiceDigits(invoice)]
  if (digits === undefined || printed === undefined) return digits !== undefined
  return invoiceKey(digits) === invoiceKey(printed)
}

/** Takes the offered value, or types it in place of the wrong one. */
async function correct({ page, hand, filledWrong }: Form, fact: Fact) {
  const { name, label, isRight, offered, typed, startValue = '', start } = fact
  const field = page.getByLabel(label)
  const value = await field.inputValue()
  if (isRight(value)) return
  if (value !== startValue) filledWrong.push(name)
  const offer = page.getByRole('button', { name: `Use it: ${offered}`, exact: true })
  if (await offer.isVisible()) await hand.tap(offer)
  else {
    await hand.tap(field, start)
    await expect(field).toBeFocused()
    // The typed date replaces the one in its field.
    if (!start) await hand.clear(value)
    await hand.type(typed)
  }
  expect(isRight(await field.inputValue()), `${name} of the form`).toBe(true)
}

/** Sends the form. Returns the created submission. */
async function send({ page, hand }: Form): Promise<Submission> {
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/submissions') && answer.request().method() === 'POST' && answer.ok(),
  )
  await hand.tap(sendButton(page))
  const question = page.getByRole('dialog').getByRole('button', { name: /^Send RM/ })
  const done = page.getByText(texts.submitted).first()
  await expect(question.or(done).first()).toBeVisible()
  if (await question.isVisible()) await hand.tap(question)
  await expect(done).toBeVisible()
  return (await (await answered).json()).data
}

function wrongFacts(sent: Submission, { company, total, day, invoice }: ReceiptFacts) {
  const facts = {
    merchant: sent.merchant.name === company,
    total: sent.purchase_amount === total,
    date: sent.purchase_date === day,
    'invoice number': isSameNumber(sent.invoice_no, invoice),
  }
  return Object.entries(facts).flatMap(([name, isRight]) => (isRight ? [] : [name]))
}
