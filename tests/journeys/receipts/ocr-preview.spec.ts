import type { Page } from '@playwright/test'
import type { PictureProblem } from '@stampus/contract/ocrPreview'
import { texts } from '@stampus/contract/texts'
import { drawPicture } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerPreviews, nothing } from '../support/ocr-answers.ts'
import { fill, openForm, sendButton } from '../support/receipt-form.ts'
import { choosePicture, heading, moveTo } from '../support/web.ts'

const reading = (page: Page) => page.getByRole('status').filter({ hasText: 'Reading your receipt…' })
const use = (page: Page, value: string) => page.getByRole('button', { name: `Use it: ${value}` })
/** The position of a field on the page, regardless of scrolling. */
const top = (page: Page, label: string) =>
  page.getByLabel(label).evaluate((field) => Math.round(field.getBoundingClientRect().top + window.scrollY))

const problemTexts: Record<PictureProblem, string> = {
  dark: 'This photo is very dark. Retake it in better light, or send it as it is.',
  blurred: 'This photo is blurred. Retake it with a steady hand, or send it as it is.',
  cut_off: 'Part of the receipt is not in this photo. Retake it with the whole receipt, or send it as it is.',
  no_receipt: 'We can’t find a receipt in this photo. Retake it with the receipt in view, or send it as it is.',
}
const note = (page: Page, problem: PictureProblem) =>
  page.getByRole('status').filter({ hasText: problemTexts[problem] })

test.use({ expectedErrors: /Failed to load resource|Access to XMLHttpRequest/ })

test('D-96 hints appear one by one, are offered under their fields and stay when the connection breaks, the form says why a picture is hard to read, and a receipt can be sent anyway, also while it is read', async ({
  page,
  member,
  server,
}) => {
  const previews = await answerPreviews(page)
  await openForm(page, server, member)
  const form = new URL(page.url()).pathname
  const [amount, invoice] = [page.getByLabel('Total amount'), page.getByLabel('Invoice number')]
  await expect(reading(page)).toHaveCount(0)
  await choosePicture(page, await drawPicture())
  const { sendLine, end } = await previews.next()
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await expect(reading(page)).toBeVisible()
  const place = await top(page, 'Total amount')
  sendLine({ data: { ...nothing, purchase_amount: '13.00' } })
  await expect(use(page, 'RM\u202f13.00')).toBeVisible()
  await invoice.fill('12')
  sendLine({ data: { ...nothing, purchase_amount: '31.00', invoice_number: '700144' } })
  await expect(use(page, 'RM\u202f31.00')).toBeVisible()
  await expect(use(page, 'RM\u202f13.00')).toHaveCount(0)
  await expect(use(page, '700144')).toBeVisible()
  await expect(reading(page)).toBeVisible()
  sendLine({ data: { ...nothing, purchase_amount: '31.00', invoice_number: '700144' }, done: true })
  end()
  await expect(reading(page)).toHaveCount(0)
  await expect(use(page, '700144')).toBeVisible()
  expect(await top(page, 'Total amount')).toBe(place)
  await expect(amount).toHaveValue('')
  await expect(invoice).toHaveValue('12')
  await expectNoAxeViolations(page)

  await test.step('a hint is shown while its field has another value', async () => {
    await amount.fill('13.00')
    await use(page, 'RM\u202f31.00').click()
    await expect(amount).toHaveValue('31.00')
    await expect(amount).toBeFocused()
    await expect(use(page, 'RM\u202f31.00')).toBeHidden()
    for (const same of ['00700144', 'INV 700-144']) {
      await invoice.fill('1')
      await expect(use(page, '700144')).toBeVisible()
      await invoice.fill(same)
      await expect(use(page, '700144')).toBeHidden()
    }
    await amount.fill('32,00')
    await expect(use(page, 'RM\u202f31.00')).toBeVisible()
    await amount.fill('RM 31')
    await expect(use(page, 'RM\u202f31.00')).toBeHidden()
  })
  await test.step('a preview that fails halfway keeps the hints that arrived', async () => {
    await choosePicture(page, await drawPicture('700145'))
    const { sendLine, end } = await previews.next()
    sendLine({ data: { ...nothing, purchase_amount: '35.00' } })
    sendLine({ data: null, done: true })
    end()
    await expect(use(page, 'RM\u202f35.00')).toBeVisible()
    await expect(reading(page)).toHaveCount(0)
  })
  await test.step('the form says why a picture is hard to read until another one is chosen', async () => {
    for (const [at, problem] of (['dark', 'blurred', 'cut_off', 'no_receipt'] as const).entries()) {
      if (at === 0) await choosePicture(page, await drawPicture())
      else {
        const opened = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Choose another', exact: true }).click()
        await (await opened).setFiles(await drawPicture(`70014${at}`))
      }
      const { sendLine, end } = await previews.next()
      for (const other of Object.keys(problemTexts) as PictureProblem[]) await expect(note(page, other)).toHaveCount(0)
      const place = await top(page, 'Total amount')
      sendLine({ data: { ...nothing, picture_problem: problem }, done: true })
      end()
      await expect(note(page, problem)).toBeVisible()
      expect(await top(page, 'Total amount')).toBe(place)
    }
    await expectNoAxeViolations(page)
    await expect(page.getByLabel('Choose another photo')).toBeFocused()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(note(page, 'no_receipt')).toHaveCount(0)
  })
  await test.step('a picture with a problem can be sent as it is', async () => {
    await fill(page, await drawPicture())
    const { sendLine, end } = await previews.next()
    sendLine({ data: { ...nothing, picture_problem: 'blurred' }, done: true })
    end()
    await expect(note(page, 'blurred')).toBeVisible()
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    await expect(heading(page, 'My Submissions')).toBeVisible()
  })
  await test.step('a broken connection keeps the hints that arrived, and the form no longer shows that it is reading', async () => {
    await moveTo(page, form)
    await choosePicture(page, await drawPicture())
    const { sendLine, abort } = await previews.next()
    sendLine({ data: { ...nothing, purchase_amount: '31.00' } })
    await expect(use(page, 'RM\u202f31.00')).toBeVisible()
    abort()
    await expect(reading(page)).toHaveCount(0)
    await expect(use(page, 'RM\u202f31.00')).toBeVisible()
  })
  await test.step('a receipt can be sent while its picture is still being read, and the picture is not read again', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/readings')) asked += 1
    })
    await fill(page, await drawPicture('700145'))
    const { closed } = await previews.next()
    await expect(reading(page)).toBeVisible()
    await sendButton(page).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await closed
    expect(asked).toBe(1)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('D-96 Retake opens the camera', async ({ page, member, server }) => {
    const previews = await answerPreviews(page)
    await openForm(page, server, member)
    await choosePicture(page, await drawPicture())
    const { sendLine, end } = await previews.next()
    sendLine({ data: { ...nothing, picture_problem: 'dark' }, done: true })
    end()
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Retake', exact: true }).click()
    const camera = await opened
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    await camera.setFiles(await drawPicture('700150'))
    await expect(note(page, 'dark')).toHaveCount(0)
  })
})
