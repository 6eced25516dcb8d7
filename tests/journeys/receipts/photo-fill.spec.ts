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
} from '../support/photo-fill.ts'
import { openForm, sendButton } from '../support/receipt-form.ts'
import { choosePicture } from '../support/web.ts'

const PLACE = { left: 0.5, top: 0.25, width: 0.25, height: 0.05 }
const SMALL_PHONE = { width: 360, height: 616 }

test('D-103 D-96 S-3.06 what is sure in the photo is filled in and marked until the member changes it or chooses another photo, also in a draft', async ({
  page,
  member,
  server,
}) => {
  const previews = await answerPreviews(page)
  await openForm(page, server, member)
  await choosePicture(page, await drawPicture())
  const { sendLine, end } = await previews.next()
  const reading = page.getByRole('status').filter({ hasText: 'Reading your receipt…' })
  sendLine({ data: { ...nothing, purchase_amount: '31.00' } })
  await expect(reading).toContainText('Total amount: RM\u202f31.00')
  await expect(reading).toMatchAriaSnapshot(`
    - status:
      - /children: equal
      - paragraph: Reading your receipt…
  `)
  await expect(amount(page)).toHaveValue('')
  sendLine({ data: facts(), done: true })
  end()
  await expectFilled(page, { amount: '31.00', day: DAY, invoice: '700144' })
  for (const field of [amount(page), day(page), invoice(page)])
    await expect(field).toHaveAccessibleDescription(new RegExp(NOTE))
  const status = page.getByRole('status').filter({ hasText: /photo/ })
  await expect(status).toHaveText('Filled in from your photo: total, date, invoice number. Check them.')
  await expect(notes(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Send · about 3 stamps' })).toBeVisible()
  await expectNoAxeViolations(page)
  await amount(page).fill('31.50')
  await expect(notes(page)).toHaveCount(2)
  await amount(page).fill('31.00')
  await expect(notes(page)).toHaveCount(2)

  await test.step('another photo replaces only what the first one filled in, also after a reload', async () => {
    await choosePicture(page, await drawPicture('700145'))
    await expectFilled(page, { amount: '31.00', day: today(), invoice: '' })
    const other = { purchase_amount: '12.40', invoice_number: '700145' }
    await answerNext(previews, facts({ ...other, sure: ['purchase_amount', 'invoice_number'] }))
    await expectFilled(page, { amount: '31.00', day: today(), invoice: '700145' })
    await expect(notes(page)).toHaveCount(1)
    await page.reload()
    await expectFilled(page, { amount: '31.00', day: today(), invoice: '700145' })
    await expect(notes(page)).toHaveCount(1)
    await answerNext(previews, { ...nothing })
    await choosePicture(page, await drawPicture('700146'))
    await answerNext(previews, facts({ purchase_date: '2026-10-06', invoice_number: '700146' }))
    await expectFilled(page, { amount: '31.00', day: '2026-10-06', invoice: '700146' })
  })
  await test.step('no photo takes it back', async () => {
    await page.getByRole('button', { name: 'Remove' }).click()
    await expectFilled(page, { amount: '31.00', day: today(), invoice: '' })
    await expect(notes(page)).toHaveCount(0)
  })
  await choosePicture(page, await drawPicture())
  await answerNext(previews, facts())
  await expectFilled(page, { amount: '31.00', day: DAY, invoice: '700144' })
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(data).toMatchObject([{ purchase_amount: '31.00', purchase_date: DAY, invoice_no: '700144' }])
})

test('D-96 the page of a merchant says if the photo names another one, names no stamps below the minimum spend, and asks once about another amount than the photo’s', async ({
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
  const previews = await answerPreviews(page)
  let posts = 0
  await page.route('**/api/submissions', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts += 1
    return posts === 1 ? route.fulfill({ status: 409, json: { message: '' } }) : route.fallback()
  })
  await openForm(page, server, member)
  await choosePicture(page, await drawPicture())
  await answerNext(previews, facts({ merchant: { id, name, address }, sure: ['merchant'] }))
  await expect(page.getByText('The photo says Warung Kak Ros. Is this the right merchant?')).toBeVisible()
  await expect(page.getByText('Boba Bukit', { exact: true })).toBeVisible()

  await choosePicture(page, await drawPicture('700145'))
  await answerNext(previews, facts({ purchase_amount: '4.20' }))
  await expect(amount(page)).toHaveValue('4.20')
  await amount(page).fill('14.90')
  await expect(page.getByRole('button', { name: 'Submit receipt' })).toBeVisible()
  await amount(page).fill('15')
  await expect(page.getByRole('button', { name: 'Send · about 1 stamp', exact: true })).toBeVisible()

  await amount(page).fill('33')
  const question = page.getByRole('dialog', { name: 'The photo says RM\u202f4.20. Send RM\u202f33.00 anyway?' })
  await sendButton(page).click()
  await expect(question).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await sendButton(page).click()
  await question.getByRole('button', { name: 'Use RM\u202f4.20' }).click()
  await expect(amount(page)).toHaveValue('4.20')
  await expect(amount(page)).toBeFocused()
  expect(posts).toBe(0)
  await amount(page).fill('33')
  await sendButton(page).click()
  await question.getByRole('button', { name: 'Send RM\u202f33.00' }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(data).toMatchObject([{ purchase_amount: '33.00' }])
})

test('S-5.11 D-96 what was read is boxed on the photo, which opens in full, the button stays in view on a small phone and hides nothing, and the page of a merchant’s code sends today’s date, whatever the photo says', async ({
  page,
  member,
  server,
}) => {
  const previews = await answerPreviews(page)
  await openForm(page, server, member)
  await choosePicture(page, await loadReceiptPicture('134.jpg'))
  await answerNext(previews, facts({ places: { purchase_amount: PLACE } }))
  const picture = page.getByRole('img', { name: 'Your receipt' })
  await expect(page.getByRole('list', { name: 'Found in your photo' }).getByRole('listitem')).toHaveText(
    'Total amount: RM\u202f31.00',
  )
  await expectBoxed(picture)
  await page.setViewportSize({ width: 390, height: 844 })
  // The page may not have its new layout yet.
  await expect.poll(async () => (await picture.boundingBox())?.height).toBeLessThanOrEqual(0.4 * 844)
  await expectBoxed(picture)
  await page.getByRole('button', { name: 'Enlarge photo' }).click()
  const full = page.getByRole('dialog', { name: 'Your receipt' })
  const found = full.getByRole('list', { name: 'Found in your photo' })
  await expect(found.getByRole('listitem')).toHaveText('Total amount: RM\u202f31.00')
  await expect(full.getByRole('button').getByRole('list')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await full.getByRole('button', { name: 'Actual size' }).click()
  await page.goBack()
  await expect(full).toBeHidden()
  await expect(amount(page)).toHaveValue('31.00')
  await page.setViewportSize(SMALL_PHONE)
  await expectButtonInView(page)

  await page.goto('/merchants/boba-bukit')
  await answerNext(previews, nothing)
  await choosePicture(page, await drawPicture())
  await answerNext(previews, facts({ places: { purchase_date: PLACE, purchase_amount: PLACE } }))
  await expect(notes(page)).toHaveCount(2)
  await expect(page.getByText('5 Oct 2026')).toHaveCount(0)
  await expectButtonInView(page)
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(data).toMatchObject([{ purchase_date: today(), purchase_amount: '31.00' }])
})

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
  })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(sendButton(page)).not.toBeInViewport()
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
