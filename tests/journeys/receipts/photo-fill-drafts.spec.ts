import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, findMerchant, newInvoiceNumber } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerPreviews, nothing } from '../support/ocr-answers.ts'
import { amount, answerNext, day, expectFilled, facts, invoice, notes, today } from '../support/photo-fill.ts'
import { sendButton } from '../support/receipt-form.ts'
import { choosePicture, openAs } from '../support/web.ts'

const change = (page: Page) => page.getByRole('button', { name: 'Change merchant' })
const picture = (page: Page) => page.getByRole('img', { name: 'Your receipt' })

test('D-96 D-03 S-3.06 the page of the merchant that the photo said, or of the right one, keeps photo and draft, and so does a reload', async ({
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
  await openAs(page, member, '/submit')
  await takePhoto()

  await test.step('another photo on the page of the merchant that the first one said can be sent', async () => {
    await page.goto(`/app/submissions/new/${id}`)
    await expect(notes(page)).toHaveCount(2)
    await answerNext(previews, nothing)
    await choosePicture(page, await drawPicture('700145'))
    await expectFilled(page, { amount: '', day: today(), invoice: '' })
    await answerNext(previews, nothing)
    await amount(page).fill('12.40')
    await invoice(page).fill(newInvoiceNumber())
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    const { data } = await callApi(server, list, {}, bearerHeader(member.token))
    expect(data).toMatchObject([{ merchant: { id } }])
  })
  await test.step('the right merchant’s page keeps a photo that was taken for another merchant’s', async () => {
    await page.goto('/submit')
    await takePhoto()
    await page.goto(`/app/submissions/new/${(await findMerchant(server, 'Warung Kak Ros')).id}`)
    await expect(picture(page)).toBeVisible()
    await answerNext(previews, nothing)
    await invoice(page).fill('4711')
    await page.goto('/submit')
    await expect(picture(page)).toBeVisible()
    await answerNext(previews, nothing)
    await expect(page.getByText('Warung Kak Ros', { exact: true })).toBeVisible()
    await expect(amount(page)).toHaveValue('31.00')
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
  })
  await test.step('after a reload, what the member removed or changed back is not filled in', async () => {
    await page.goto('/submit')
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
