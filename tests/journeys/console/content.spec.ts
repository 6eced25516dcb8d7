import type { Page } from '@playwright/test'
import { create as createDeal } from '@stampus/contract/console/deals'
import { change, show } from '@stampus/contract/console/merchants'
import { texts } from '@stampus/contract/texts'
import { callApi } from '../../support/browser/api.ts'
import { openShop } from '../../support/browser/counters.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { drawPicture, manager, submitReceipt } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { toast as done, moveTo, openConsole } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { expectFieldError, heading, press } from '../support/web.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test('D-32 D-53 D-106 a manager adds a merchant once, whose poster links to its page; when two change one merchant, the second sees a notice and keeps the typed values; before one is deactivated, what waits is listed, and until that is loaded it cannot be saved; a category in use is not removed, and a deal is scheduled in English and Malay and removed', async ({
  page,
  member,
  server,
}) => {
  await openConsole(page, '/merchants/new', manager)
  await field(page, 'Name').fill('Kedai Ujian D’53')
  await page.getByLabel('Category').selectOption({ label: 'Food & Drink' })
  await field(page, 'Address').fill('Lot 9, Medan Selera Siswa')
  await page.getByLabel('Logo').setInputFiles(await drawPicture('530001'))
  await expect(page.getByRole('img', { name: 'Logo chosen' })).toBeVisible()
  await page.getByLabel('Minimum spend').fill('20,00')
  await expect(page.getByLabel('Minimum spend')).toHaveAccessibleDescription("We'll use RM\u202f20.00.")
  const hours = page.getByLabel('Opening hours (optional)')
  await hours.fill('Mon–Fri 8.00–18.00\nSat 9.00–13.00')
  await page.getByRole('button', { name: 'Add merchant' }).dblclick()
  await expect(done(page)).toContainText('Kedai Ujian D’53 added.')
  await expect(heading(page, 'Kedai Ujian D’53')).toBeVisible()
  await expect(hours).toHaveValue('Mon–Fri 8.00–18.00\nSat 9.00–13.00')
  // The toast covers the page for a while.
  await done(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'QR poster' }).click()
  await expect(page.getByRole('img', { name: `QR code of ${server.url}/merchants/kedai-ujian-d53` })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  await page.emulateMedia({ media: null })

  const shop = await openShop(server)
  await moveTo(page, `/merchants/${shop.id}`)
  await expect(heading(page, shop.name)).toBeVisible()
  const headers = await signInOperator(server, manager)
  const { category, ...facts } = (await callApi(server, show, { id: shop.id }, headers)).data
  const given = { category_id: category.id, minimum_spend: '', receipts_per_day: '' as const }
  await callApi(server, change, { ...facts, ...given, contact_number: '03-5550 9999' }, headers)
  const contact = page.getByLabel('Contact number')
  await contact.fill('03-5550 1111')
  await press(page, 'Save')
  await expect(page.getByRole('alert').filter({ hasText: texts.merchantChanged })).toBeVisible()
  await expect(contact).toHaveValue('03-5550 1111')
  await press(page, 'Load current version')
  await expect(contact).toHaveValue('03-5550 9999')
  await page.getByLabel('Page URL').fill(`${facts.slug}-baru`)
  await expect(page.getByText('Printed posters use the old URL')).toBeVisible()

  await submitReceipt(server, member, { merchant: shop.name })
  const words = { title: 'Free refill', title_ms: null, description: 'All day.', description_ms: null, image_key: null }
  const days = { start_date: '2026-01-01', end_date: '2099-12-31' }
  await callApi(server, createDeal, { ...words, ...days, merchant_id: shop.id }, headers)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/console/merchants/*/usage', async (route) => {
    await answered.promise
    await route.continue()
  })
  const active = page.getByLabel(/^Active/)
  const save = page.getByRole('button', { name: 'Save' })
  await active.uncheck()
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await expect(active).toBeDisabled()
  answered.resolve()
  const question = page.getByRole('dialog', { name: `Deactivate ${shop.name}?` })
  await expect(question).toContainText('1 receipt is still pending')
  await expect(question.getByRole('listitem')).toContainText(['Free refill'])
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(save).toBeFocused()
  await save.click()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(done(page)).toContainText(`${shop.name} saved.`)

  await moveTo(page, '/categories')
  await press(page, 'Remove Food & Drink')
  await press(page, 'Remove category')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/\d+ merchants are in this category/)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await page.getByRole('link', { name: 'New deal' }).click()
  await expect(heading(page, 'New deal')).toBeVisible()
  await chooseMerchant(page.getByLabel('Merchant'), 'boba buk')
  await field(page, 'Title').fill('Two for one')
  await field(page, 'Description').fill('On Mondays.')
  const last = page.getByRole('textbox', { name: 'Last day' })
  await last.fill('2025-12-31')
  await page.getByRole('textbox', { name: 'First day' }).fill('2026-01-02')
  await press(page, 'Add deal')
  await expectFieldError(last, texts.endsBeforeStart)
  await last.fill('2099-12-31')
  await press(page, 'Add Malay text')
  const [title, description] = [page.getByLabel('Title in Malay'), page.getByLabel('Description in Malay')]
  await expect(title).toBeFocused()
  await title.fill('Dua untuk satu')
  await description.fill('Hari Isnin.')
  await press(page, 'Add deal')
  await page.getByRole('dialog', { name: 'Save anyway?' }).getByRole('button', { name: 'Save' }).click()
  await expect(done(page)).toContainText('Two for one added.')
  await field(page, 'Title').fill('Just two for one')
  const hint = page.getByText('Check the Malay text too.')
  await expect(hint).toBeVisible()
  await title.fill('Hanya dua untuk satu')
  await expect(hint).toBeHidden()
  await press(page, 'Save')
  await expect(done(page)).toContainText('Just two for one saved.')
  await press(page, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(done(page)).toContainText('Just two for one removed.')
})
