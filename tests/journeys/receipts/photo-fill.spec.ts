import type { Locator, Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, findMerchant, loadReceiptPicture } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerPreviews, nothing } from '../support/ocr-answers.ts'
import {
  amount,
  answerNext,
  DAY,
  day,
  expectFilled,
  facts,
  invoice,
  NOTE,
  notes,
  today,
  use,
} from '../support/photo-fill.ts'
import { fill, openForm, sendButton } from '../support/receipt-form.ts'
import { choosePicture, heading, moveTo } from '../support/web.ts'

test.use({ expectedErrors: /Failed to load resource|Access to XMLHttpRequest/ })

const PLACE = { left: 0.5, top: 0.25, width: 0.25, height: 0.05 }

test('D-96 D-103 S-3.06 hints appear one by one; what is sure in a photo is filled in and marked until the member changes it or chooses another photo, also in a draft; the form says why a picture is hard to read, asks once about another amount, and sends a receipt also while it is read', async ({
  page,
  member,
  server,
}) => {
  const { id, name, address } = await findMerchant(server, 'Warung Kak Ros')
  await page.route('**/api/merchants/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, minimum_spend: '15.00' } } })
  })
  const posts: string[] = []
  await page.route('**/api/submissions', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts.push('sent')
    return posts.length === 1 ? route.fulfill({ status: 409, json: { message: '' } }) : route.fallback()
  })
  const previews = await answerPreviews(page)
  await openForm(page, server, member)
  const form = new URL(page.url()).pathname
  const reading = page.getByRole('status').filter({ hasText: 'Reading your receipt…' })
  await choosePicture(page, await drawPicture())

  await test.step('a photo', async () => {
    const { sendLine, end } = await previews.next()
    sendLine({ data: { ...nothing, purchase_amount: '13.00' } })
    await expect(reading).toContainText('Total amount: RM\u202f13.00')
    await expect(reading.getByRole('paragraph')).toHaveText('Reading your receipt…')
    await expect(use(page, 'RM\u202f13.00')).toBeVisible()
    await expect(amount(page)).toHaveValue('')
    const place = await topOf(amount(page))
    sendLine({ data: facts(), done: true })
    end()
    await expectFilled(page, { amount: '31.00', day: DAY, invoice: '700144' })
    expect(await topOf(amount(page))).toBe(place)
    await expect(reading).toHaveCount(0)
    await expect(use(page, 'RM\u202f13.00')).toHaveCount(0)
    for (const field of [amount(page), day(page), invoice(page)])
      await expect(field).toHaveAccessibleDescription(new RegExp(NOTE))
    const status = page.getByRole('status').filter({ hasText: /photo/ })
    await expect(status).toHaveText('Filled in from your photo: total, date, invoice number. Check them.')
    await expect(page.getByRole('button', { name: 'Send · about 3 stamps' })).toBeVisible()
    await expectNoAxeViolations(page)
    await expect(notes(page)).toHaveCount(3)
    for (const typed of ['31.50', '31.00']) {
      await amount(page).fill(typed)
      await expect(notes(page)).toHaveCount(2)
    }
  })
  await test.step('another photo replaces only what the first one filled in, also after a reload, and no photo takes it back', async () => {
    await choosePicture(page, await drawPicture('700145'))
    await expectFilled(page, { amount: '31.00', day: today(), invoice: '' })
    const other = { purchase_amount: '12.40', invoice_number: '700145' }
    await answerNext(previews, facts({ ...other, sure: ['purchase_amount', 'invoice_number'] }))
    await expectFilled(page, { amount: '31.00', day: today(), invoice: '700145' })
    await page.reload()
    await expectFilled(page, { amount: '31.00', day: today(), invoice: '700145' })
    await expect(notes(page)).toHaveCount(1)
    await answerNext(previews, facts({ ...other, sure: [] }))
    await use(page, 'RM\u202f12.40').click()
    await expect(amount(page)).toHaveValue('12.40')
    await expect(amount(page)).toBeFocused()
    await expect(use(page, 'RM\u202f12.40')).toBeHidden()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expectFilled(page, { amount: '12.40', day: today(), invoice: '' })
    await expect(notes(page)).toHaveCount(0)
  })
  await test.step('a problem of the picture is named, and a broken connection keeps what arrived', async () => {
    await choosePicture(page, await drawPicture())
    const { sendLine, abort } = await previews.next()
    for (const [picture_problem, text] of [
      ['dark', 'This photo is very dark. Retake it in better light, or send it as it is.'],
      ['blurred', 'This photo is blurred. Retake it with a steady hand, or send it as it is.'],
      ['cut_off', 'Part of the receipt is not in this photo. Retake it with the whole receipt, or send it as it is.'],
      ['no_receipt', 'We can’t find a receipt in this photo. Retake it with the receipt in view, or send it as it is.'],
    ] as const) {
      sendLine({ data: { ...nothing, picture_problem, invoice_number: '700144' } })
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
    }
    abort()
    await expect(reading).toHaveCount(0)
    await invoice(page).fill('1')
    await expect(use(page, '700144')).toBeVisible()
    await invoice(page).fill('INV 00700-144')
    await expect(use(page, '700144')).toBeHidden()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('We can’t find a receipt in this photo.')).toHaveCount(0)
  })

  await choosePicture(page, await drawPicture('700145'))
  const seen = { merchant: { id, name, address }, purchase_amount: '4.20' }
  await answerNext(previews, facts({ ...seen, sure: ['merchant', 'purchase_amount'] }))
  await expect(page.getByText('The photo says Warung Kak Ros. Is this the right merchant?')).toBeVisible()
  await amount(page).fill('14.90')
  await expect(page.getByRole('button', { name: 'Submit receipt' })).toBeVisible()
  await amount(page).fill('15')
  await expect(page.getByRole('button', { name: 'Send · about 1 stamp', exact: true })).toBeVisible()
  await amount(page).fill('33')
  const question = page.getByRole('dialog', { name: 'The photo says RM\u202f4.20. Send RM\u202f33.00 anyway?' })
  await sendButton(page).click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await sendButton(page).click()
  await question.getByRole('button', { name: 'Use RM\u202f4.20' }).click()
  await expect(amount(page)).toHaveValue('4.20')
  await expect(amount(page)).toBeFocused()
  expect(posts).toEqual([])
  await amount(page).fill('33')
  await sendButton(page).click()
  await question.getByRole('button', { name: 'Send RM\u202f33.00' }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()

  await test.step('a receipt is sent while its picture is still being read, and the picture is not read again', async () => {
    await moveTo(page, form)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/readings')) asked += 1
    })
    await fill(page, await drawPicture())
    const { closed } = await previews.next()
    await expect(reading).toBeVisible()
    await sendButton(page).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await closed
    expect(asked).toBe(1)
  })
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(data).toMatchObject([{ purchase_amount: '18.90' }, { purchase_amount: '33.00' }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('S-5.11 D-96 what was read is boxed on the photo, which opens in full, Retake opens the camera, the button stays in view on a small phone and hides nothing, and the page of a merchant’s code sends today’s date, whatever the photo says', async ({
    page,
    member,
    server,
  }) => {
    const previews = await answerPreviews(page)
    await openForm(page, server, member)
    await choosePicture(page, await loadReceiptPicture('134.jpg'))
    await answerNext(previews, facts({ places: { purchase_amount: PLACE }, picture_problem: 'dark' }))
    const found = page.getByRole('list', { name: 'Found in your photo' }).getByRole('listitem')
    await expect(found).toHaveText('Total amount: RM\u202f31.00')
    const picture = page.getByRole('img', { name: 'Your receipt' })
    await expect.poll(async () => (await picture.boundingBox())?.height).toBeLessThanOrEqual(0.4 * 844)
    await expectBoxed(picture)
    await page.getByRole('button', { name: 'Enlarge photo' }).click()
    const full = page.getByRole('dialog', { name: 'Your receipt' })
    await expect(full.getByRole('listitem')).toHaveText('Total amount: RM\u202f31.00')
    await expect(full.getByRole('button').getByRole('list')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await full.getByRole('button', { name: 'Actual size' }).click()
    await page.goBack()
    await expect(full).toBeHidden()
    await expect(amount(page)).toHaveValue('31.00')

    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Retake', exact: true }).click()
    const camera = await opened
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    await camera.setFiles(await drawPicture('700150'))
    await answerNext(previews, facts())
    await expect(page.getByText('This photo is very dark.')).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 616 })
    await expectButtonInView(page)

    await moveTo(page, '/merchants/boba-bukit')
    await answerNext(previews, nothing)
    await choosePicture(page, await drawPicture())
    await answerNext(previews, facts({ places: { purchase_date: PLACE, purchase_amount: PLACE } }))
    await expect(notes(page)).toHaveCount(2)
    await expect(page.getByText('5 Oct 2026')).toHaveCount(0)
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    const { data } = await callApi(server, list, {}, bearerHeader(member.token))
    expect(data).toMatchObject([{ purchase_date: today(), purchase_amount: '31.00' }])
  })
})

/** The position on the page, regardless of scrolling. */
const topOf = (field: Locator) =>
  field.evaluate((shown) => Math.round(shown.getBoundingClientRect().top + window.scrollY))

/** The picture is shown whole, in the middle of its frame. All is measured at one moment, because the page may move. */
async function expectBoxed(picture: Locator) {
  const { frame, box, natural } = await picture.evaluate((shown: HTMLImageElement) => {
    const [frame, box] = [shown, document.querySelector('figure rect')].map((part) => part?.getBoundingClientRect())
    if (!frame || !box) throw new Error('Nothing is shown')
    return { frame, box, natural: { width: shown.naturalWidth, height: shown.naturalHeight } }
  })
  const scale = Math.min(frame.width / natural.width, frame.height / natural.height)
  const [width, height] = [natural.width * scale, natural.height * scale]
  const left = frame.x + (frame.width - width) / 2
  const top = frame.y + (frame.height - height) / 2
  const margin = width / 100
  expect(Math.abs(box.x + margin - left - PLACE.left * width)).toBeLessThan(3)
  expect(Math.abs(box.y + margin - top - PLACE.top * height)).toBeLessThan(3)
  expect(Math.abs(box.width - 2 * margin - PLACE.width * width)).toBeLessThan(4)
  expect(Math.abs(box.height - 2 * margin - PLACE.height * height)).toBeLessThan(4)
}

/** The button of a filled-in form is in view and covers no field, unless the text is large. */
async function expectButtonInView(page: Page) {
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Send · about 3 stamps' })).toBeInViewport({ ratio: 1 })
  for (const field of [amount(page), invoice(page)]) {
    await field.focus()
    await expect(field).toBeInViewport({ ratio: 1 })
    await expectUncovered(field)
  }
  await expectUncovered(sendButton(page))
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    window.scrollTo(0, 0)
  })
  await expect(sendButton(page)).not.toBeInViewport()
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
}

/** Whether the middle of a control is on top of the page. */
async function expectUncovered(control: Locator) {
  const isOnTop = () =>
    control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [0.1, 0.5, 0.9].every((share) =>
        element.contains(document.elementFromPoint(left + width / 2, top + height * share)),
      )
    })
  await expect.poll(isOnTop).toBe(true)
}
