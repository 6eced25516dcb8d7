import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, findMerchant, newInvoiceNumber } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerPreviews, changeSettings, nothing } from '../support/ocr-answers.ts'
import {
  amount,
  answerNext,
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
import { choosePicture, heading, moveTo, openAs } from '../support/web.ts'

const change = (page: Page) => page.getByRole('button', { name: 'Change merchant' })
const picture = (page: Page) => page.getByRole('img', { name: 'Your receipt' })

test('D-96 D-103 D-03 S-3.06 S-4.06 the form without a merchant chooses the one in the photo, and says why it does not take a date that would be refused; the page of that merchant, or of the right one, keeps photo and draft, and so does a reload', async ({
  page,
  member,
  server,
}) => {
  const { id, name, address } = await findMerchant(server, 'Boba Bukit')
  const previews = await answerPreviews(page)
  const read = facts({ merchant: { id, name, address }, sure: ['merchant', 'purchase_amount', 'purchase_date'] })
  /** Takes a photo that says Boba Bukit, in the form without a merchant. */
  const takePhoto = async () => {
    await choosePicture(page, await drawPicture())
    await answerNext(previews, read)
    await expect(notes(page)).toHaveCount(3)
  }
  // The servers of the journeys accept receipts of any age.
  await changeSettings(page, { reads_receipts: true, max_receipt_age_days: 60 })
  await openAs(page, member, '/submit')
  for (const [at, [purchase_date, text]] of [
    ['2018-03-27', 'Your photo says 27 Mar 2018. Receipts older than 60 days cannot be accepted.'] as const,
    ['2099-03-27', 'Your photo says 27 Mar 2099. The purchase date cannot be in the future.'] as const,
  ].entries()) {
    await choosePicture(page, await drawPicture(`70014${at}`))
    await answerNext(previews, facts({ purchase_date, sure: ['purchase_amount', 'purchase_date'] }))
    await expect(page.getByText(text)).toBeVisible()
    await expect(day(page)).toHaveValue(today())
  }

  await choosePicture(page, await drawPicture())
  await answerNext(previews, facts({ merchant: { id, name, address }, sure: ['merchant', 'purchase_amount'] }))
  await expect(change(page)).toHaveAccessibleDescription(NOTE)
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(notes(page)).toHaveCount(2)
  await expectNoAxeViolations(page)
  await change(page).click()
  await expect(page.getByLabel('Merchant', { exact: true })).toBeFocused()
  await use(page, name).click()
  await expect(amount(page)).toBeFocused()
  await expect(change(page)).toBeVisible()
  await invoice(page).fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  const { data: sent } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(sent).toMatchObject([{ merchant: { id } }])
  await changeSettings(page, { reads_receipts: true, max_receipt_age_days: 36_500 })
  await page.goto('/submit')
  await takePhoto()

  await test.step('another photo on the page of the merchant that the first one said can be sent', async () => {
    await moveTo(page, `/app/submissions/new/${id}`)
    await expect(notes(page)).toHaveCount(2)
    await answerNext(previews, nothing)
    await choosePicture(page, await drawPicture('700145'))
    await expectFilled(page, { amount: '', day: today(), invoice: '' })
    await answerNext(previews, nothing)
    await amount(page).fill('12.40')
    await invoice(page).fill(newInvoiceNumber())
    await sendButton(page).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    const { data } = await callApi(server, list, {}, bearerHeader(member.token))
    expect(data).toMatchObject([{ merchant: { id } }, { merchant: { id } }])
  })
  await test.step('the right merchant’s page keeps a photo that was taken for another merchant’s', async () => {
    await moveTo(page, '/submit')
    await takePhoto()
    await moveTo(page, `/app/submissions/new/${(await findMerchant(server, 'Warung Kak Ros')).id}`)
    await expect(picture(page)).toBeVisible()
    await answerNext(previews, nothing)
    await invoice(page).fill('4711')
    await moveTo(page, '/submit')
    await expect(picture(page)).toBeVisible()
    await answerNext(previews, nothing)
    await expect(page.getByText('Warung Kak Ros', { exact: true })).toBeVisible()
    await expect(amount(page)).toHaveValue('31.00')
    await sendButton(page).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
  })
  await test.step('after a reload, what the member removed or changed back is not filled in', async () => {
    await moveTo(page, '/submit')
    await takePhoto()
    await change(page).click()
    await day(page).fill(today())
    await page.reload()
    await answerNext(previews, { ...read, sure: ['merchant', 'purchase_date', 'invoice_number'] })
    await expect(invoice(page)).toHaveValue('700144')
    await expect(page.getByLabel('Merchant', { exact: true })).toBeVisible()
    await expect(change(page)).toHaveCount(0)
    await expect(day(page)).toHaveValue(today())
  })
  await test.step('another photo does not open in full after the browser has lost the first one', async () => {
    await amount(page).fill('20')
    await page.getByRole('button', { name: 'Enlarge photo' }).click()
    const full = page.getByRole('dialog', { name: 'Your receipt' })
    await expect(full).toBeVisible()
    await page.evaluate(() => {
      const opening = indexedDB.open('keyval-store')
      return new Promise((resolve) => {
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('keyval', 'readwrite')
          clearing.objectStore('keyval').clear()
          clearing.oncomplete = resolve
        }
      })
    })
    await page.reload()
    await expect(amount(page)).toHaveValue('20')
    await expect(picture(page)).toHaveCount(0)
    await choosePicture(page, await drawPicture('700145'))
    await expect(picture(page)).toBeVisible()
    await expect(full).toHaveCount(0)
  })
})
