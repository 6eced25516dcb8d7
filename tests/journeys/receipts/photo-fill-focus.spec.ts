import type { Page } from '@playwright/test'
import { drawPicture, findMerchant, type Member } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerPreviews } from '../support/ocr-answers.ts'
import { amount, answerNext, DAY, day, expectFilled, facts, invoice, today, use } from '../support/photo-fill.ts'
import { openForm } from '../support/receipt-form.ts'
import { choosePicture, openAs } from '../support/web.ts'

const change = (page: Page) => page.getByRole('button', { name: 'Change merchant' })
const search = (page: Page) => page.getByLabel('Merchant', { exact: true })
const rows = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('button') })

/** Opens the form without a merchant, whose photo is being read. */
async function startReading(page: Page, server: ServerUnderTest, member: Member) {
  const { id, name, address } = await findMerchant(server, 'Boba Bukit')
  const previews = await answerPreviews(page)
  await openAs(page, member, '/submit')
  await choosePicture(page, await drawPicture())
  await expect(rows(page).first()).toBeVisible()
  const answer = () =>
    answerNext(previews, facts({ merchant: { id, name, address }, sure: ['merchant', 'purchase_date'] }))
  return { name, answer }
}

test('D-96 a field with the focus is filled in when the member leaves it', async ({ page, member, server }) => {
  const previews = await answerPreviews(page)
  await openForm(page, server, member)
  await choosePicture(page, await drawPicture())
  await invoice(page).focus()
  await answerNext(previews, facts())
  await expectFilled(page, { amount: '31.00', day: DAY, invoice: '' })
  await expect(use(page, '700144')).toBeVisible()
  await amount(page).focus()
  await expect(invoice(page)).toHaveValue('700144')
})

test('D-96 what the member types into a field that is being read is not mixed with it', async ({
  page,
  member,
  server,
}) => {
  const previews = await answerPreviews(page)
  await openForm(page, server, member)
  await choosePicture(page, await drawPicture())
  await invoice(page).focus()
  await answerNext(previews, facts())
  await expect(amount(page)).toHaveValue('31.00')
  await page.keyboard.type('4711')
  await amount(page).focus()
  await expect(invoice(page)).toHaveValue('4711')
})

test('D-96 the search for merchants keeps the focus, and the merchant is chosen when the member leaves it', async ({
  page,
  member,
  server,
}) => {
  const { name, answer } = await startReading(page, server, member)
  await search(page).focus()
  await answer()
  await expect(use(page, name)).toBeVisible()
  await expect(day(page)).toHaveValue(DAY)
  await expect(search(page)).toBeFocused()
  await rows(page).first().getByRole('button').focus()
  await expect(change(page)).toHaveCount(0)
  await amount(page).focus()
  await expect(change(page)).toBeVisible()
  await expect(amount(page)).toBeFocused()
})

test('D-96 a merchant that the photo says moves the focus from the list to the amount', async ({
  page,
  member,
  server,
}) => {
  const { answer } = await startReading(page, server, member)
  await rows(page).first().getByRole('button').focus()
  await answer()
  await expect(change(page)).toBeVisible()
  await expect(amount(page)).toBeFocused()
})

test('D-96 a search for another merchant is not replaced by the merchant in the photo', async ({
  page,
  member,
  server,
}) => {
  const { name, answer } = await startReading(page, server, member)
  await search(page).fill('Warung')
  await amount(page).focus()
  await answer()
  await expect(use(page, name)).toBeVisible()
  await expect(day(page)).toHaveValue(DAY)
  await expect(search(page)).toHaveValue('Warung')
})

test('D-96 another photo also empties a filled-in field that has the focus', async ({ page, member, server }) => {
  const previews = await answerPreviews(page)
  await openForm(page, server, member)
  await choosePicture(page, await drawPicture())
  await answerNext(previews, facts())
  await expect(amount(page)).toHaveValue('31.00')
  await amount(page).focus()
  await paste(page, await drawPicture('700145'))
  await expectFilled(page, { amount: '', day: today(), invoice: '' })
  await expect(amount(page)).toBeFocused()
})

async function paste(page: Page, { name, mimeType, buffer }: Awaited<ReturnType<typeof drawPicture>>) {
  await page.evaluate(
    ({ bytes, type, name }) => {
      const pasted = new DataTransfer()
      pasted.items.add(new File([new Uint8Array(bytes)], name, { type }))
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }))
    },
    { bytes: [...buffer], type: mimeType, name },
  )
}
