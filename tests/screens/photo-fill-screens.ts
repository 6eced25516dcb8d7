import { expect, type Page } from '@playwright/test'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import type { FactName, PreviewFacts } from '@stampus/contract/ocrPreview'
import { offerOcr } from '../journeys/support/ocr-answers.ts'
import { drawPicture } from '../support/browser/people.ts'
import { submit } from './account-screens.ts'
import type { Answer } from './answers.ts'
import type { Screen } from './screen.ts'
import type { Words } from './words.ts'

const places: Record<FactName, { left: number; top: number; width: number; height: number }> = {
  merchant: { left: 0.3, top: 0.15, width: 0.36, height: 0.05 },
  purchase_amount: { left: 0.58, top: 0.42, width: 0.12, height: 0.04 },
  purchase_date: { left: 0.3, top: 0.26, width: 0.24, height: 0.04 },
  invoice_number: { left: 0.56, top: 0.24, width: 0.14, height: 0.04 },
}
const facts = { purchase_amount: '18.90', purchase_date: '2026-11-18', invoice_number: '700144', places }
const sure: FactName[] = ['purchase_amount', 'purchase_date', 'invoice_number']
const dark: PreviewFacts = { purchase_amount: null, purchase_date: null, invoice_number: null, picture_problem: 'dark' }

const reading = (data: PreviewFacts): Answer => {
  const body = `${JSON.stringify({ data: { picture_problem: null, ...data }, done: true })}\n`
  return (route) => route.fulfill({ contentType: LINES_TYPE, body })
}
const withFacts = (data: PreviewFacts) => ({ 'POST readings': reading(data) })
const form = { path: '/app/submissions/new/1', who: 'newcomer' } as const

/** The form, after the server has looked for the facts on the picture. */
export const photoFillScreens: Screen[] = [
  {
    ...form,
    name: 'form.filled',
    answers: withFacts({ ...facts, sure }),
    steps: chooseAndFill,
  },
  { ...form, name: 'form.unsure', answers: withFacts({ ...facts, sure: [] }), steps: chooseAndSuggest },
  { ...form, name: 'form.dark', answers: withFacts(dark), steps: chooseDark },
  {
    ...form,
    name: 'form.other-amount',
    answers: withFacts({ ...facts, sure }),
    covered: true,
    steps: sendOtherAmount,
  },
]

async function choose(page: Page, words: Words) {
  await offerOcr(page)
  await page.reload()
  await page.getByLabel(words.receiptPictureChoose).setInputFiles(await drawPicture())
  await expect(page.getByRole('img', { name: words.receiptPictureAlt })).toBeVisible()
}

async function chooseAndFill(page: Page, words: Words) {
  await choose(page, words)
  await expect(page.getByLabel(words.receiptInvoice)).toHaveValue('700144')
}

async function chooseAndSuggest(page: Page, words: Words) {
  await choose(page, words)
  await expect(page.getByRole('button', { name: words.receiptReadUse }).first()).toBeVisible()
}

async function chooseDark(page: Page, words: Words) {
  await choose(page, words)
  await expect(page.getByText(words.receiptPictureDark)).toBeVisible()
}

async function sendOtherAmount(page: Page, words: Words) {
  await chooseAndFill(page, words)
  await page.getByLabel(words.receiptAmount).fill('81.90')
  await submit(page)
  await expect(page.getByRole('dialog')).toBeVisible()
}
