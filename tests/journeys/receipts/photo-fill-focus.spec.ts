import type { Page } from '@playwright/test'
import { drawPicture, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerPreviews, nothing } from '../support/ocr-answers.ts'
import { amount, answerNext, DAY, day, expectFilled, facts, invoice, notes, today, use } from '../support/photo-fill.ts'
import { readStoredDrafts } from '../support/receipt-form.ts'
import { choosePicture, openAs } from '../support/web.ts'

const change = (page: Page) => page.getByRole('button', { name: 'Change merchant' })
const search = (page: Page) => page.getByLabel('Merchant', { exact: true })
const rows = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('button') })

test('D-96 S-3.06 what was typed or emptied is not replaced, nor in a draft, what is not sure stays a hint, and a field or a search with the focus is filled in when the member leaves it, unless something was typed there', async ({
  page,
  member,
  server,
}) => {
  const previews = await answerPreviews(page)
  await openAs(page, member, '/submit')
  await test.step('a draft from before photos filled in fields', async () => {
    await choosePicture(page, await drawPicture())
    await answerNext(previews, { ...nothing })
    await amount(page).fill('20')
    await page.reload()
    await answerNext(previews, facts())
    await expect(invoice(page)).toHaveValue('700144')
    await expect(amount(page)).toHaveValue('20')
    await expect(notes(page)).toHaveCount(2)
  })
  await test.step('an emptied field', async () => {
    await choosePicture(page, await drawPicture('700145'))
    await amount(page).fill('')
    await answerNext(previews, facts({ invoice_number: '700145' }))
    await expect(invoice(page)).toHaveValue('700145')
    await expect(amount(page)).toHaveValue('')
    await expect(use(page, 'RM\u202f31.00')).toBeVisible()
  })
  await test.step('typed fields, and one that is not sure', async () => {
    await choosePicture(page, await drawPicture('700146'))
    await amount(page).fill('20')
    await day(page).fill('2026-10-04')
    await answerNext(previews, facts({ sure: ['purchase_amount', 'purchase_date'] }))
    await expect(use(page, 'RM\u202f31.00')).toBeVisible()
    await expect(use(page, '5 Oct 2026')).toBeVisible()
    await expect(use(page, '700144')).toBeVisible()
    await expect(notes(page)).toHaveCount(0)
    await expectFilled(page, { amount: '20', day: '2026-10-04', invoice: '' })
  })

  await page.getByRole('button', { name: 'Remove' }).click()
  await amount(page).fill('')
  await day(page).fill(today())
  await expect.poll(() => readStoredDrafts(page)).toMatchObject({ drafts: null })
  await page.reload()
  await choosePicture(page, await drawPicture())
  await invoice(page).focus()
  await answerNext(previews, facts())
  await expectFilled(page, { amount: '31.00', day: DAY, invoice: '' })
  await expect(use(page, '700144')).toBeVisible()
  await amount(page).focus()
  await expect(invoice(page)).toHaveValue('700144')

  await test.step('another photo also empties a filled-in field that has the focus', async () => {
    await paste(page, await drawPicture('700145'))
    await expectFilled(page, { amount: '', day: today(), invoice: '' })
    await expect(amount(page)).toBeFocused()
  })
  await test.step('what the member types into a field that is being read is not mixed with it', async () => {
    await invoice(page).focus()
    await answerNext(previews, facts())
    await expect(amount(page)).toHaveValue('31.00')
    await page.keyboard.type('4711')
    await amount(page).focus()
    await expect(invoice(page)).toHaveValue('4711')
  })

  const { id, name, address } = await findMerchant(server, 'Boba Bukit')
  const sure = facts({ merchant: { id, name, address }, sure: ['merchant', 'purchase_date'] })
  const chooseNext = async (picture: string) => {
    await choosePicture(page, await drawPicture(picture))
    await expect(day(page)).toHaveValue(today())
    await expect(rows(page).first()).toBeVisible()
  }
  await test.step('the search for merchants keeps the focus, and the merchant is chosen when the member leaves it', async () => {
    await chooseNext('700146')
    await search(page).focus()
    await answerNext(previews, sure)
    await expect(use(page, name)).toBeVisible()
    await expect(day(page)).toHaveValue(DAY)
    await expect(search(page)).toBeFocused()
    await rows(page).first().getByRole('button').focus()
    await expect(change(page)).toHaveCount(0)
    await amount(page).focus()
    await expect(change(page)).toBeVisible()
    await expect(amount(page)).toBeFocused()
  })
  await test.step('a merchant that the photo says moves the focus from the list to the amount', async () => {
    await chooseNext('700147')
    await rows(page).first().getByRole('button').focus()
    await answerNext(previews, sure)
    await expect(change(page)).toBeVisible()
    await expect(amount(page)).toBeFocused()
  })
  await test.step('a search for another merchant is not replaced by the merchant in the photo', async () => {
    await chooseNext('700148')
    await search(page).fill('Warung')
    await amount(page).focus()
    await answerNext(previews, sure)
    await expect(use(page, name)).toBeVisible()
    await expect(day(page)).toHaveValue(DAY)
    await expect(search(page)).toHaveValue('Warung')
  })
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
