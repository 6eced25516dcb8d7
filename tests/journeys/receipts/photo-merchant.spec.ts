import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, findMerchant, newInvoiceNumber } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerPreviews, changeSettings, nothing } from '../support/ocr-answers.ts'
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
import { sendButton } from '../support/receipt-form.ts'
import { choosePicture, moveTo, openAs } from '../support/web.ts'

test('D-03 D-96 D-103 S-3.06 S-4.06 the form without a merchant chooses the one in the photo and says why it takes no date that would be refused; what the member types, empties, searches or has the focus in is not replaced, also after a reload, and a merchant’s page keeps photo and draft', async ({
  page,
  member,
  server,
}) => {
  const { id, name, address } = await findMerchant(server, 'Boba Bukit')
  const seen = { merchant: { id, name, address } }
  const change = page.getByRole('button', { name: 'Change merchant' })
  const search = page.getByLabel('Merchant', { exact: true })
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
    .first()
  const previews = await answerPreviews(page)
  // The servers of the journeys accept receipts of any age.
  await changeSettings(page, { reads_receipts: true, max_receipt_age_days: 60 })
  await openAs(page, member, '/submit')
  await choosePicture(page, await drawPicture())
  const { sendLine, end } = await previews.next()
  for (const [purchase_date, text] of [
    ['2018-03-27', 'Your photo says 27 Mar 2018. Receipts older than 60 days cannot be accepted.'],
    ['2099-03-27', 'Your photo says 27 Mar 2099. The purchase date cannot be in the future.'],
  ] as const) {
    sendLine({ data: facts({ purchase_date, sure: ['purchase_amount', 'purchase_date'] }) })
    await expect(page.getByText(text)).toBeVisible()
    await expect(day(page)).toHaveValue(today())
  }
  sendLine({ data: facts({ ...seen, purchase_date: null, sure: ['merchant', 'purchase_amount'] }), done: true })
  end()
  await expect(change).toHaveAccessibleDescription(NOTE)
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(notes(page)).toHaveCount(2)
  await change.click()
  await expect(search).toBeFocused()
  await use(page, name).click()
  await expect(amount(page)).toBeFocused()
  await expect(change).toBeVisible()
  await invoice(page).fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(data).toMatchObject([{ merchant: { id } }])

  await changeSettings(page, { reads_receipts: true, max_receipt_age_days: 36_500 })
  await page.goto('/submit')
  await test.step('a field that has the focus is filled in when the member leaves it, unless something was typed there', async () => {
    await choosePicture(page, await drawPicture('700145'))
    await invoice(page).focus()
    await answerNext(previews, facts())
    await expectFilled(page, { amount: '31.00', day: DAY, invoice: '' })
    await expect(use(page, '700144')).toBeVisible()
    await amount(page).focus()
    await expect(invoice(page)).toHaveValue('700144')
    await choosePicture(page, await drawPicture('700146'))
    await expectFilled(page, { amount: '', day: today(), invoice: '' })
    await invoice(page).focus()
    await answerNext(previews, facts())
    await expect(amount(page)).toHaveValue('31.00')
    await page.keyboard.type('4711')
    await amount(page).focus()
    await expect(invoice(page)).toHaveValue('4711')
  })

  const sure = facts({ ...seen, sure: ['merchant', 'purchase_date'] })
  const withAmount = facts({ ...seen, sure: ['merchant', 'purchase_date', 'purchase_amount'] })
  const chooseNext = async (picture: string) => {
    await choosePicture(page, await drawPicture(picture))
    await expect(day(page)).toHaveValue(today())
    await expect(row).toBeVisible()
  }
  await test.step('the search for merchants keeps the focus, and the merchant is chosen when the member leaves it', async () => {
    await chooseNext('700147')
    await search.focus()
    await answerNext(previews, sure)
    await expect(use(page, name)).toBeVisible()
    await expect(day(page)).toHaveValue(DAY)
    await expect(search).toBeFocused()
    await row.getByRole('button').focus()
    await expect(change).toHaveCount(0)
    await amount(page).focus()
    await expect(change).toBeVisible()
    await expect(amount(page)).toBeFocused()
  })
  await test.step('a merchant that the photo says moves the focus from the list to the amount', async () => {
    await chooseNext('700148')
    await row.getByRole('button').focus()
    await answerNext(previews, sure)
    await expect(change).toBeVisible()
    await expect(amount(page)).toBeFocused()
  })
  await test.step('a search for another merchant is not replaced by the merchant in the photo', async () => {
    await chooseNext('700149')
    for (const typed of ['5', '']) await amount(page).fill(typed)
    await search.fill('Warung')
    await invoice(page).focus()
    await answerNext(previews, withAmount)
    await expect(use(page, name)).toBeVisible()
    await expect(day(page)).toHaveValue(DAY)
    await expect(search).toHaveValue('Warung')
    await expect(amount(page)).toHaveValue('')
    await expect(use(page, 'RM\u202f31.00')).toBeVisible()
  })
  await test.step('after a reload, what the member removed or changed back is not filled in', async () => {
    await use(page, name).click()
    await expect(change).toBeVisible()
    await change.click()
    await day(page).fill(today())
    await page.reload()
    await answerNext(previews, withAmount)
    await expect(use(page, name)).toBeVisible()
    await expect(change).toHaveCount(0)
    await expect(day(page)).toHaveValue(today())
    await expect(amount(page)).toHaveValue('')
  })
  await test.step('the page of the merchant keeps the photo', async () => {
    await use(page, name).click()
    await moveTo(page, `/app/submissions/new/${id}`)
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    await answerNext(previews, nothing)
    await expect(invoice(page)).toHaveValue('4711')
  })
})
