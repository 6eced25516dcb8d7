import { texts } from '@stampus/contract/texts'
import { drawPicture, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { readStoredDrafts, sendButton } from '../support/receipt-form.ts'
import { accountMenu, choosePicture, heading, logIn, moveTo } from '../support/web.ts'

test('D-03 S-2.15 S-2.33 S-3.06 a guest’s receipt goes on after the login, with another day and without a merchant that was removed, and leaves every tab with the member; a guest keeps a picture chosen at home although another tab deletes it before a draft refers to it', async ({
  page,
  context,
  server,
  member,
}) => {
  const [amount, day] = [page.getByLabel('Total amount'), page.getByLabel('Purchase date')]
  await page.goto('/merchants/boba-bukit')
  await amount.fill('15.00')
  await expect(page.getByText('We’ll use today’s date.')).toBeVisible()
  await page.getByRole('link', { name: 'Bought on a different day?' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Fsubmissions%2Fnew%2F\d+$/)
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
  await logIn(page, member)
  await expect(amount).toHaveValue('15.00')
  await day.fill('2026-10-05')
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await expect(page.getByText('You started a receipt. Continue where you left off.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/submit')
  await expect(page.getByText('Boba Bukit')).toBeVisible()
  await expect(amount).toHaveValue('15.00')
  await expect(day).toHaveValue('2026-10-05')

  const { id } = await findMerchant(server, 'Boba Bukit')
  await page.route(`**/api/merchants/${id}`, (route) => route.fulfill({ status: 404, json: { message: '' } }))
  await page.reload()
  await expect(amount).toHaveValue('15.00')
  await sendButton(page).click()
  await expect(page.getByLabel('Merchant')).toHaveAccessibleDescription(texts.requiredFields)
  await page.unroute(`**/api/merchants/${id}`)

  await moveTo(page, '/merchants/boba-bukit')
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await choosePicture(page, await drawPicture())
  await amount.fill('31.70')
  const other = await context.newPage()
  await other.goto('/')
  await accountMenu(other).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Login to submit receipt' })).toBeVisible()
  await expect(amount).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeHidden()
  await other.close()

  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (file, id) {
      const putting = put.call(this, file, id)
      if (!localStorage.getItem('drafts')) this.delete(id as string)
      return putting
    }
  })
  await page.goto('/')
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/login?redirect=%2Fsubmit')
  expect(await readStoredDrafts(page)).toEqual({ drafts: expect.any(String), pictures: 1 })
})
