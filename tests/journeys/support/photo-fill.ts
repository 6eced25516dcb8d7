import type { Page } from '@playwright/test'
import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { expect } from './fixtures.ts'
import { type answerPreviews, nothing } from './ocr-answers.ts'

export const NOTE = 'From your photo – check it'
export const DAY = '2026-10-05'

/** A preview of a receipt of DAY whose total, date and invoice number are sure. */
export const facts = (given: Partial<PreviewFacts> = {}): PreviewFacts => ({
  ...nothing,
  purchase_amount: '31.00',
  purchase_date: DAY,
  invoice_number: '700144',
  sure: ['purchase_amount', 'purchase_date', 'invoice_number'],
  ...given,
})

export const amount = (page: Page) => page.getByLabel('Total amount')
export const day = (page: Page) => page.getByLabel('Purchase date')
export const invoice = (page: Page) => page.getByLabel('Invoice number')
export const notes = (page: Page) => page.getByText(NOTE)
export const use = (page: Page, value: string) => page.getByRole('button', { name: `Use it: ${value}` })
export const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())

/** Answers the next picture with one last line. */
export async function answerNext(previews: Awaited<ReturnType<typeof answerPreviews>>, data: PreviewFacts) {
  const { sendLine, end } = await previews.next()
  sendLine({ data, done: true })
  end()
}

export async function expectFilled(page: Page, values: { amount: string; day: string; invoice: string }) {
  await expect(amount(page)).toHaveValue(values.amount)
  await expect(day(page)).toHaveValue(values.day)
  await expect(invoice(page)).toHaveValue(values.invoice)
}
