import type { Page } from '@playwright/test'
import { change, show } from '@stampus/contract/console/merchants'
import { texts } from '@stampus/contract/texts'
import { callApi } from '../../support/browser/api.ts'
import { openShop } from '../../support/browser/counters.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { drawPicture, findMerchant, manager, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { test } from '../support/announcement-form.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { toast as done, moveTo, openConsole } from '../support/desk.ts'
import { expect } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { paste } from '../support/pasting.ts'
import { readQrCode } from '../support/qr-code.ts'
import { fill, sendButton } from '../support/receipt-form.ts'
import { expectFieldError, heading, openAs } from '../support/web.ts'

test('D-53 a manager adds a merchant; its poster links to its page, and its settings apply there; before one is deactivated, its waiting receipts and its deals are listed, and until they are loaded it cannot be saved', async ({
  page,
  anotherBrowser,
  member,
  server,
}) => {
  await openConsole(page, '/merchants', manager)
  await page.getByRole('link', { name: 'New merchant' }).click()
  await expect(heading(page, 'New merchant')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Kedai Ujian D’53')
  await expect(page.getByLabel('Page URL')).toHaveValue('kedai-ujian-d53')
  await page.getByLabel('Category').selectOption({ label: 'Food & Drink' })
  await page.getByRole('button', { name: 'Add merchant' }).click()
  await expectFieldError(page.getByLabel('Address', { exact: true }), texts.addressRequired)
  await page.getByLabel('Address', { exact: true }).fill('Lot 9, Medan Selera Siswa')
  await page.getByLabel('Logo').setInputFiles(await drawPicture('530001'))
  await expect(page.getByRole('img', { name: 'Logo chosen' })).toBeVisible()
  await page.getByLabel('Minimum spend').fill('20,00')
  await expect(page.getByLabel('Minimum spend')).toHaveAccessibleDescription("We'll use RM\u202f20.00.")
  await page.getByLabel('Receipts per member per day').fill('1')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add merchant' }).dblclick()
  await expect(done(page)).toContainText('Kedai Ujian D’53 added.')
  await expect(heading(page, 'Kedai Ujian D’53')).toBeVisible()

  // The toast covers the page for a while.
  await done(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'QR poster' }).click()
  const address = await readQrCode(page.getByRole('img', { name: /^QR code/ }))
  expect(new URL(address).pathname).toBe('/merchants/kedai-ujian-d53')
  expect(new URL(address).origin).toBe(server.url)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden()
  expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)

  const phone = await (await anotherBrowser()).newPage()
  await openAs(phone, member, '/merchants/kedai-ujian-d53')
  await expect(phone.getByText(texts.minimumSpend('RM\u202f20.00'))).toBeVisible()
  await expect(phone.getByText(texts.dailyReceipts(1), { exact: true })).toBeVisible()
  await fill(phone, await drawPicture('530002'))
  await sendButton(phone).click()
  await expectFieldError(phone.getByLabel('Total amount'), texts.minimumSpend('RM 20.00'))

  await submitReceipt(server, member)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/console/merchants/*/usage', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.emulateMedia({ media: null })
  await moveTo(page, '/merchants?search=kak+ros')
  await page.getByRole('link', { name: 'Warung Kak Ros' }).click()
  const active = page.getByLabel(/^Active/)
  await active.uncheck()
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await expect(active).toBeDisabled()
  answered.resolve()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(active).toBeEnabled()
  await expect(save).toBeFocused()

  await save.click()
  const question = page.getByRole('dialog', { name: 'Deactivate Warung Kak Ros?' })
  await expect(question).toContainText(/\d+ receipts? (is|are) still pending/)
  await expect(question.getByRole('listitem').first()).toBeVisible()
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(done(page)).toContainText('Warung Kak Ros saved.')
  await active.check()
  const saved = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok())
  await save.click()
  await saved
  await expect(question).toBeHidden()
})

test('D-32 D-53 opening hours are typed over several lines, shown line by line and gone when emptied; when two managers change one merchant, the second sees a notice and keeps the typed values', async ({
  page,
  anotherBrowser,
  server,
}) => {
  const { id } = await findMerchant(server, 'Raket House')
  const phone = await (await anotherBrowser()).newPage()
  const expectHours = async (lines: string[]) => {
    for (const path of [`/app/merchants/${id}`, '/merchants/raket-house']) {
      await phone.goto(path)
      await expect(heading(phone, 'Raket House')).toBeVisible()
      await expect(phone.getByRole('term').filter({ hasText: 'Opening hours' })).toHaveCount(Math.min(lines.length, 1))
      const shown = await phone.getByRole('definition').allInnerTexts()
      expect(shown.flatMap((text) => text.split('\n'))).toEqual(lines)
    }
  }
  await openConsole(page, '/merchants', manager)
  await page.getByLabel('Name').fill('raket')
  await page.getByRole('link', { name: /Raket House/ }).click()
  const hours = page.getByLabel('Opening hours (optional)')
  await hours.fill('x'.repeat(201))
  await expect(hours).toHaveValue('x'.repeat(200))
  await hours.fill('Mon–Fri 8.00–18.00\nSat 9.00–13.00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(done(page)).toContainText('Raket House saved.')
  await expectHours(['Mon–Fri 8.00–18.00', 'Sat 9.00–13.00'])
  await expectNoAxeViolations(phone)

  await page.reload()
  await expect(hours).toHaveValue('Mon–Fri 8.00–18.00\nSat 9.00–13.00')
  await hours.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(done(page)).toContainText('Raket House saved.')
  await expectHours([])

  const shop = await openShop(server)
  await moveTo(page, `/merchants/${shop.id}`)
  await expect(heading(page, shop.name)).toBeVisible()
  await changeContact(server, shop, '03-5550 9999')
  await page.getByLabel('Contact number').fill('03-5550 1111')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.merchantChanged })).toBeVisible()
  await expect(page.getByLabel('Contact number')).toHaveValue('03-5550 1111')
  await page.getByRole('button', { name: 'Load current version' }).click()
  await expect(page.getByLabel('Contact number')).toHaveValue('03-5550 9999')
  await page.getByLabel('Page URL').fill('boba-bukit-baru')
  await expect(page.getByText('Printed posters use the old URL')).toBeVisible()
})

test('D-53 D-106 a category in use cannot be removed; a deal is scheduled, shown to members in English and Malay, with a mark on an English text that has no Malay one, and removed', async ({
  page,
  anotherBrowser,
}) => {
  await openConsole(page, '/categories', manager)
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByLabel('Name', { exact: true }).fill('food & drink')
  await page.getByRole('button', { name: 'Add category' }).click()
  await expectFieldError(page.getByLabel('Name', { exact: true }), texts.categoryTaken)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove Food & Drink' }).click()
  await page.getByRole('button', { name: 'Remove category' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/\d+ merchants are in this category/)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await page.getByRole('link', { name: 'New deal' }).click()
  await expect(heading(page, 'New deal')).toBeVisible()
  await chooseMerchant(page.getByLabel('Merchant'), 'boba buk')
  await page.getByLabel('Title', { exact: true }).fill('Two for one')
  await page.getByLabel('Description', { exact: true }).fill('On Mondays.')
  await page.getByRole('textbox', { name: 'First day' }).fill('2026-01-02')
  await page.getByRole('textbox', { name: 'Last day' }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Add deal' }).click()
  await expectFieldError(page.getByRole('textbox', { name: 'Last day' }), texts.endsBeforeStart)
  await page.getByRole('textbox', { name: 'Last day' }).fill('2099-12-31')
  await expect(page.getByText('Members will see the deal as soon as you save')).toBeVisible()
  await page.getByRole('button', { name: 'Add Malay text' }).click()
  const [title, description] = [page.getByLabel('Title in Malay'), page.getByLabel('Description in Malay')]
  await expect(title).toBeFocused()
  await title.fill('Dua untuk satu')
  await description.fill('Hari Isnin.')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add deal' }).click()
  await doubt(page).getByRole('button', { name: 'Save' }).click()
  await expect(done(page)).toContainText('Two for one added.')

  await page.reload()
  await expect(title).toHaveValue('Dua untuk satu')

  const reader = await (await anotherBrowser()).newPage()
  const path = new URL(page.url()).pathname.replace('/console', '')
  await reader.goto(`${path}?lang=ms`)
  const shown = (text: string) => reader.getByRole('main').getByText(text, { exact: true })
  await expect(shown('Dua untuk satu')).not.toHaveAttribute('lang')
  await expect(shown('Hari Isnin.')).not.toHaveAttribute('lang')
  await expect(reader).toHaveTitle(/^Dua untuk satu/)

  await page.getByLabel('Title', { exact: true }).fill('Just two for one')
  const hint = page.getByText('Check the Malay text too.')
  await expect(hint).toBeVisible()
  await title.fill('Hanya dua untuk satu')
  await expect(hint).toBeHidden()
  await description.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(done(page)).toContainText('Just two for one saved.')
  await reader.goto(`${path}?lang=ms`)
  await expect(shown('Hanya dua untuk satu')).toBeVisible()
  await expect(shown('On Mondays.')).toHaveAttribute('lang', 'en')
  await reader.goto(`${path}?lang=en`)
  await expect(shown('Just two for one')).not.toHaveAttribute('lang')
  await expect(shown('On Mondays.')).not.toHaveAttribute('lang')
  await expect(shown('Hanya dua untuk satu')).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(done(page)).toContainText('Just two for one removed.')
  await reader.reload()
  await expect(reader.getByText(texts.dealNotFound)).toBeVisible()
})

test('D-35 D-53 D-106 an announcement is written in English and Malay, previewed as members see it, sanitized and published', async ({
  page,
  anotherBrowser,
}) => {
  await openConsole(page, '/announcements', manager)
  await page.getByRole('link', { name: 'New announcement' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Closed on Friday')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('article', { name: 'Preview' })).toContainText('No text yet.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(text, texts.contentRequired)
  await text.focus()
  await paste(page, '<p style="color:red" onclick="x()">We are <b>closed</b>.<img src="/nowhere.png"></p>')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.keyboard.type('Why')
  await page.getByRole('button', { name: 'Link' }).click()
  await page.getByRole('dialog').getByLabel('URL').fill('/app/deals')
  await page.getByRole('button', { name: 'Save link' }).click()
  await page.getByRole('button', { name: 'Add Malay text' }).click()
  await page.getByRole('textbox', { name: 'Text in Malay' }).focus()
  await paste(page, '<p style="color:red" onclick="x()">Dari <b>sembilan</b>.</p>')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('article', { name: 'Preview', exact: true })
  await expect(preview.getByText('closed', { exact: true })).toHaveCSS('font-weight', '700')
  const previewed = await preview.locator('h2').evaluate((found) => found.parentElement?.outerHTML ?? '')
  expect(previewed).not.toContain('style=')
  const inMalay = page.getByRole('article', { name: 'Preview in Malay' })
  await expect(inMalay.getByRole('heading', { name: 'Closed on Friday' })).not.toHaveAttribute('lang')
  await expect(inMalay.locator('[lang=ms]')).toHaveText('Dari sembilan.')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toContainText('We are closed')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(done(page)).toContainText('Closed on Friday saved as a draft.')

  const reader = await (await anotherBrowser()).newPage()
  await reader.goto('/app/announcements')
  await expect(reader.getByRole('listitem').first()).toBeVisible()
  await expect(reader.getByText('Closed on Friday')).toBeHidden()
  await page.getByLabel('As soon as you save').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(done(page)).toContainText('Members see it now.')
  await reader.goto('/app/announcements?lang=ms')
  await expect(reader.getByRole('link', { name: 'Closed on Friday' })).toHaveAttribute('lang', 'en')
  await expect(reader.getByText('Dari sembilan.', { exact: true })).not.toHaveAttribute('lang')
  await reader.goto('/app/announcements?lang=en')
  await expect(reader.getByText(/^We are closed\./)).not.toHaveAttribute('lang')
  await expect(reader.getByText('sembilan')).toHaveCount(0)
})

/** Changes a merchant's number as another manager. */
async function changeContact(server: ServerUnderTest, { id }: { id: number }, contact_number: string) {
  const headers = await signInOperator(server, manager)
  const { category, ...facts } = (await callApi(server, show, { id }, headers)).data
  const same = { ...facts, category_id: category.id, minimum_spend: '', receipts_per_day: '' as const }
  await callApi(server, change, { ...same, contact_number }, headers)
}

const doubt = (page: Page) => page.getByRole('dialog', { name: 'Save anyway?' })
