import { drawPicture, logOutElsewhere, newInvoiceNumber, newPerson } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { readStoredDrafts } from '../support/receipt-form.ts'
import { choosePicture, heading, logIn, readSessionToken, register } from '../support/web.ts'

const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000

test('D-03 a guest’s receipt without a picture is offered after the verification, and the draft of a member who is signed out is deleted after 7 days', async ({
  page,
  server,
  mailTo,
}) => {
  const person = newPerson()
  const invoice = newInvoiceNumber()
  await page.goto('/merchants/boba-bukit')
  await page.getByLabel('Total amount').fill('15.00')
  await page.getByLabel('Invoice number').fill(invoice)
  await page.getByRole('button', { name: 'Login to submit receipt' }).click()
  await expect(page.getByText('Your receipt is saved on this device')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await register(page, person)
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await page.goto((await mailTo(person.email)).link ?? '')
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible()
  await expect(page.getByText('You started a receipt. Continue where you left off.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/submit')
  await expect(page.getByLabel('Total amount')).toHaveValue('15.00')
  await expect(page.getByLabel('Invoice number')).toHaveValue(invoice)
  await expect(page.getByText('Boba Bukit')).toBeVisible()

  await choosePicture(page, await drawPicture())
  await expect
    .poll(() => readStoredDrafts(page))
    .toMatchObject({ drafts: expect.stringContaining('15.00'), pictures: 1 })
  await logOutElsewhere(server, await readSessionToken(page))
  await page.goto('/app/submissions')
  await expect(page).toHaveURL(/^[^?]*\/login\?reason=session_expired/)
  expect((await readStoredDrafts(page)).drafts).toContain('15.00')
  await page.clock.install({ time: Date.now() + EIGHT_DAYS_MS })
  await page.goto('/app/merchants')
  await expect.poll(() => readStoredDrafts(page)).toEqual({ drafts: null, pictures: 0 })
})

test('D-03 S-2.15 a guest keeps a picture chosen at home although another tab deletes it before a draft refers to it, and after the login the receipt of another day', async ({
  page,
  member,
}) => {
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

  await page.goto('/merchants/boba-bukit')
  await page.getByLabel('Total amount').fill('15.00')
  await expect(page.getByText('We’ll use today’s date.')).toBeVisible()
  await page.getByRole('link', { name: 'Bought on a different day?' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Fsubmissions%2Fnew%2F\d+$/)
  await logIn(page, member)
  await expect(page.getByLabel('Purchase date')).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('15.00')
})
