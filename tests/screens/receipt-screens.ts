import { expect, type Page } from '@playwright/test'
import { LINES_TYPE } from '@stampus/contract/endpoint'
import type { FactName, PreviewFacts } from '@stampus/contract/ocrPreview'
import { offerOcr } from '../journeys/support/ocr-answers.ts'
import { drawPicture, newInvoiceNumber, type Picture } from '../support/browser/people.ts'
import { submit } from './account-screens.ts'
import { type Answer, failing, having, longWords, lost, missing, unanswered } from './answers.ts'
import { listStates } from './browse-screens.ts'
import type { Screen } from './screen.ts'
import type { Words } from './words.ts'

const form = { path: '/app/submissions/new/1', who: 'newcomer' } as const
const draft = { path: '/submit', who: 'member' } as const
const shop = { path: '/merchants/boba-bukit' }
const sending = (answer: Answer) => ({ 'POST submissions': answer })
const one = (answer: Answer) => ({ 'GET submissions/*': answer })
const appeal = { message: 'The number is printed upside down.', created_at: '2026-11-18T03:00:00Z' }
const reversal = {
  was: 'approved',
  decided_at: '2026-11-17T03:00:00Z',
  created_at: '2026-11-18T03:00:00Z',
}
const answered = { answer: 'You are right, it can be read.', answered_at: '2026-11-19T03:00:00Z' }

/** The history, one receipt, and the form that sends one. */
export const receiptScreens: Screen[] = [
  ...listStates('submissions', '/app/submissions', 'GET submissions*', 'member'),
  ...['pending', 'approved', 'rejected'].map((status): Screen => {
    return { name: `submission.${status}`, path: latest(status), who: 'member', steps: open }
  }),
  { name: 'submission.long', path: latest('rejected'), who: 'member', answers: one(longWords), steps: open },
  {
    name: 'submission.reversed',
    path: latest('rejected'),
    who: 'member',
    answers: one(
      having({
        rejection_reason: 'The same receipt was sent before.',
        reversals: [
          { ...reversal, status: 'pending', reason: 'It is hard to read.' },
          {
            ...reversal,
            status: 'rejected',
            created_at: answered.answered_at,
            reason: 'The same receipt was sent before.',
          },
        ],
      }),
    ),
    steps: open,
  },
  { name: 'submission.missing', path: '/app/submissions/999999', who: 'member' },
  { name: 'submission.failing', path: '/app/submissions/1', who: 'member', answers: one(failing) },
  { name: 'submission.loading', path: '/app/submissions/1', who: 'member', answers: one(unanswered), waits: true },
  { name: 'submission.picture', path: latest('pending'), who: 'member', covered: true, steps: enlarge },
  { name: 'submission.picture-failing', path: latest('pending'), who: 'member', steps: losePicture },
  { name: 'submission.withdrawing', path: latest('pending'), who: 'member', covered: true, steps: withdraw },
  {
    name: 'appeal.empty',
    path: latest('rejected'),
    who: 'member',
    answers: one(having({ appeal: null })),
    steps: object,
  },
  {
    name: 'appeal.gaps',
    path: latest('rejected'),
    who: 'member',
    answers: one(having({ appeal: null })),
    steps: objectWithoutWords,
  },
  ...Object.entries({ kept: answered, reopened: answered, waiting: { answer: null, answered_at: null } }).map(
    ([state, answer]): Screen => {
      const outcome = state === 'waiting' ? null : state
      const answers = one(having({ appeal: { ...appeal, ...answer, outcome } }))
      return { name: `appeal.${state}`, path: latest('rejected'), who: 'member', answers, steps: open }
    },
  ),
  {
    name: 'appeal.undone',
    path: latest('rejected'),
    who: 'member',
    answers: one(having({ status: 'pending', appeal: { ...appeal, outcome: null, answer: null, answered_at: null } })),
    steps: open,
  },
  { ...form, name: 'form.empty' },
  { ...form, name: 'form.gaps', steps: submit },
  { ...form, name: 'form.refused', steps: fillWrongly },
  { ...form, name: 'form.picture', steps: fill },
  { ...form, name: 'form.heic', steps: chooseHeic },
  { ...form, name: 'form.sending', answers: sending(unanswered), waits: true, steps: fillAndSend },
  { ...form, name: 'form.failing', answers: sending(failing), steps: fillAndSend },
  { ...form, name: 'form.lost', answers: sending(lost), steps: fillAndSend },
  { ...form, name: 'form.offline', who: 'sender', steps: sendOffline },
  { ...form, name: 'form.sent', who: 'sender', covered: true, steps: fillAndSend },
  { ...form, name: 'form.missing', answers: { 'GET merchants/*': missing } },
  { ...form, name: 'form.merchant-failing', answers: { 'GET merchants/*': failing } },
  { ...form, name: 'form.loading', answers: { 'GET merchants/*': unanswered }, waits: true },
  { ...form, name: 'form.correction', path: latest('rejected'), who: 'member', steps: correct },
  { ...draft, name: 'draft.empty' },
  { ...draft, name: 'draft.gaps', steps: submit },
  { ...draft, name: 'draft.long', answers: { 'GET submissions*': longWords, 'GET merchants*': longWords } },
  { ...draft, name: 'draft.merchants-failing', answers: { 'GET submissions*': failing, 'GET merchants*': failing } },
  { ...shop, name: 'shop.picture', steps: fill },
  { ...shop, name: 'shop.unverified', who: 'unverified' },
]

function latest(status: string) {
  return `/app/submissions?status=${status}`
}

async function open(page: Page, words: Words) {
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'RM' }).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: words.submissionTitle })).toBeVisible()
}

async function enlarge(page: Page, words: Words) {
  await open(page, words)
  await page.getByRole('button', { name: words.submissionPictureEnlarge }).click()
}

async function losePicture(page: Page, words: Words) {
  await page.route('**/files/**', (route) => route.abort())
  await open(page, words)
  await expect(page.getByText(words.submissionPictureFailed)).toBeVisible()
}

async function withdraw(page: Page, words: Words) {
  await open(page, words)
  await page.getByRole('button', { name: words.withdraw }).click()
  await expect(page.getByRole('dialog', { name: words.withdrawTitle })).toBeVisible()
}

async function object(page: Page, words: Words) {
  await open(page, words)
  await page.getByRole('button', { name: words.appealTitle }).click()
  await expect(page.getByLabel(words.appealLabel)).toBeVisible()
}

async function objectWithoutWords(page: Page, words: Words) {
  await object(page, words)
  await page.getByRole('button', { name: words.appealSend }).click()
}

async function correct(page: Page, words: Words) {
  await open(page, words)
  await page.getByRole('link', { name: words.submissionCorrect }).click()
  await expect(page.getByLabel(words.receiptAmount)).not.toHaveValue('')
}

function choosePicture(page: Page, words: Words, picture: Picture) {
  return page.getByLabel(words.receiptPictureChoose).setInputFiles(picture)
}

async function fill(page: Page, words: Words) {
  await choosePicture(page, words, await drawPicture())
  await page.getByLabel(words.receiptAmount).fill('18.90')
  await page.getByLabel(words.receiptInvoice).fill(newInvoiceNumber())
  await expect(page.getByRole('img', { name: words.receiptPictureAlt })).toBeVisible()
}

async function fillAndSend(page: Page, words: Words) {
  await fill(page, words)
  await submit(page)
  const result = page.getByRole('progressbar').or(page.getByRole('alert')).or(page.getByText(words.receiptSent))
  await expect(result.first()).toBeVisible()
}

async function fillWrongly(page: Page, words: Words) {
  const picture = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await choosePicture(page, words, picture)
  await page.getByLabel(words.receiptAmount).fill('12.345')
  await page.getByLabel(words.receiptInvoice).fill('INV-22')
  await page.getByLabel(words.receiptDate).fill('2100-01-01')
  await submit(page)
}

async function chooseHeic(page: Page, words: Words) {
  const picture = { name: 'IMG_2041.HEIC', mimeType: 'image/heic', buffer: Buffer.alloc(2_400_000) }
  await choosePicture(page, words, picture)
  await expect(page.getByText(words.receiptPictureAttached)).toBeVisible()
}

async function sendOffline(page: Page, words: Words) {
  await fill(page, words)
  await page.context().setOffline(true)
  await submit(page)
  await expect(page.getByText(words.receiptWaits)).toBeVisible()
}

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
