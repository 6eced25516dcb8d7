import type { Page } from '@playwright/test'
import { drawPicture, manager, registerMember } from '../../support/browser/people.ts'
import { installCamera } from '../support/camera.ts'
import { moveTo, openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseMerchant } from '../support/merchant-choice.ts'
import { readCode, voucherIdOf } from '../support/rewards.ts'
import { expectFieldError, heading, openAs } from '../support/web.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const used = (page: Page) => page.getByRole('status').filter({ hasText: /^Used at \d\d:\d\d, Boba Bukit$/ })

/** Types what the member shows, and confirms what the desk finds. */
async function handOverTyped(desk: Page, shown: { number: string; code: string }) {
  await desk.getByLabel('Number', { exact: true }).fill(shown.number)
  await desk.getByLabel('Code', { exact: true }).fill(shown.code)
  await press(desk, 'Check')
}

test('R-8 R-2.01 R-2.02 R-2.06 R-3.03 R-3.04 R-3.05 the first reward, from the form in the console to its hand-over, with the pages of the manager and the member side by side', async ({
  page: desk,
  server,
  anotherBrowser,
}) => {
  test.slow()
  const member = await registerMember(server)
  const phone = await (await anotherBrowser()).newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await openAs(phone, member, '/app/rewards')
  const camera = await installCamera(desk)

  await openConsole(desk, '/rewards/new', manager)
  await chooseMerchant(desk.getByLabel('Merchant', { exact: true }), 'boba buk')
  await desk.getByLabel('Title', { exact: true }).fill('Taro float')
  await desk.getByLabel('Conditions', { exact: true }).fill('One large cup.\nNot at noon.')
  await desk.getByLabel('Picture').setInputFiles(await drawPicture('800001'))
  await expect(desk.getByRole('img', { name: 'Picture chosen' })).toBeVisible()
  // Of few stamps, so that it is among the first of the list.
  await desk.getByLabel('Stamps').fill('1')
  await desk.getByLabel('Owed to the merchant').fill('6.90')
  await press(desk, 'Add draft')
  await expect(toast(desk)).toContainText('Taro float added as a draft.')
  await phone.reload()
  await expect(heading(phone, 'Rewards')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Taro float' })).toHaveCount(0)
  await press(desk, 'Publish')
  await dialog(desk, 'Publish Taro float?').getByRole('button', { name: 'Publish' }).click()
  await expect(toast(desk)).toContainText('Taro float is published.')
  await moveTo(desk, `/members/${member.id}`)
  await press(desk, 'Adjust stamps')
  const adjusting = dialog(desk, `Adjust stamps for ${member.name}`)
  await adjusting.getByLabel(/^Stamps to add/).fill('3')
  await adjusting.getByLabel(/^Reason/).fill('Welcome')
  await adjusting.getByRole('button', { name: 'Adjust' }).click()
  await expect(desk.getByRole('heading', { name: 'Stamps: 3' })).toBeVisible()

  await phone.reload()
  const offered = phone.getByRole('listitem').filter({ hasText: 'Taro float' })
  await expect(offered).toContainText('You can claim this')
  await expectPicture(phone)
  await phone.getByRole('link', { name: 'Taro float' }).click()
  await expect(heading(phone, 'Taro float')).toBeVisible()
  await press(phone, 'Claim for 1 stamp')
  const claiming = dialog(phone, 'Claim this reward?')
  await expect(claiming).toContainText('It costs1 stamp')
  await expect(claiming).toContainText('You keep2 stamps')
  await expect(claiming).toContainText('One large cup.\nNot at noon.')
  await claiming.getByRole('button', { name: 'Spend 1 stamp' }).click()
  await claiming.getByRole('button', { name: 'Accept and claim' }).click()
  const id = await voucherIdOf(phone)
  const qrCode = phone.getByRole('img', { name: 'QR code of this voucher' })
  await expect(qrCode).toBeVisible()

  await desk.getByRole('link', { name: 'Hand over', exact: true }).click()
  await expect(heading(desk, 'Hand over')).toBeVisible()
  const first = await readCode(phone)
  await handOverTyped(desk, first)
  const checked = desk.getByRole('region', { name: 'Taro float' })
  await expect(checked).toContainText('First nameNurul')
  await expect(checked).toContainText('Handed out byBoba Bukit')
  await expect(used(phone)).toHaveCount(0)
  await checked.getByRole('button', { name: 'Hand over' }).click()
  await expect(desk.getByText('Taro float, handed over to Nurul.')).toBeVisible()
  await expect(used(phone)).toBeVisible({ timeout: 3000 })
  await expect(phone.getByText(/^\d+ seconds? ago$/)).toBeVisible()

  await desk.getByRole('button', { name: /^Take back/ }).click()
  await expect(toast(desk)).toContainText('Taken back. The voucher is ready again.')
  await expect(phone.getByText('Show this where you collect it')).toBeVisible()
  await readCode(phone)
  await handOverTyped(desk, first)
  await expectFieldError(desk.getByLabel('Code', { exact: true }), 'This code is not valid now.')
  await camera.show(qrCode)
  await press(desk, 'Scan the QR code')
  await checked.getByRole('button', { name: 'Hand over' }).click()
  await expect(desk.getByText('Taro float, handed over to Nurul.')).toBeVisible()
  await expect(used(phone)).toBeVisible({ timeout: 3000 })
  await press(desk, 'Next voucher')

  await phone.goto('/app/history')
  const row = phone.getByRole('main').getByRole('listitem').filter({ hasText: 'Taro float' })
  await expect(row).toHaveText(/^Taro floatBoba Bukit\d{1,2} \w{3} 20\d\d · 1 stampUsed$/)
  await expect(row.getByRole('link')).toHaveAttribute('href', `/app/vouchers/${id}`)
  await expectPicture(phone)
  await phone.getByRole('link', { name: 'Stampus' }).first().click()
  await expect(phone.getByRole('region', { name: 'Stamp card' })).toContainText(/^2 stamps/)
})

/** The picture of the reward that the page lists has loaded. */
async function expectPicture(page: Page) {
  const picture = page.getByRole('listitem').filter({ hasText: 'Taro float' }).locator('img').last()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
}
