import type { Page } from '@playwright/test'
import { drawPicture, manager } from '../../support/browser/people.ts'
import { connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { installCamera } from '../support/camera.ts'
import { openConsole, toast } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { readCode } from '../support/rewards.ts'
import { expectFieldError, heading, openAs, press, recordApiCalls } from '../support/web.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const used = (page: Page) => page.getByRole('status').filter({ hasText: /^Used at \d\d:\d\d, Boba Bukit$/ })

test('R-8 R-2.01 R-2.02 R-2.06 R-3.01 R-3.03 R-3.04 R-3.05 the first reward, from the form in the console, which shows mistakes at the fields, to its hand-over by its typed digits and, taken back, by its QR code, with the pages of the manager and the member side by side', async ({
  page: desk,
  server,
  member,
  anotherBrowser,
}) => {
  test.slow()
  const camera = await installCamera(desk)
  await openConsole(desk, '/rewards/new', manager)
  await press(desk, 'Add draft')
  await expectFieldError(field(desk, 'Merchant'), 'Please choose a merchant.')
  await expectFieldError(field(desk, 'Title'), 'A title is required.')
  await expectFieldError(field(desk, 'Conditions'), 'Enter the conditions.')
  await expectFieldError(desk.getByLabel('Stamps'), 'Enter a whole number from 1 to 10,000.')
  await expectFieldError(desk.getByLabel('Owed to the merchant'), 'Enter an amount from RM 0.00 to RM 100,000.00.')
  await expectNoAxeViolations(desk)
  await field(desk, 'Merchant').fill('BOBA BUKIT')
  await press(desk, 'Add draft')
  await expect(field(desk, 'Merchant')).toHaveValue('Boba Bukit')
  await field(desk, 'Title').fill('Taro float')
  await field(desk, 'Conditions').fill('One large cup.\nNot at noon.')
  await desk.getByLabel('Picture').setInputFiles(await drawPicture('800001'))
  await expect(desk.getByRole('img', { name: 'Picture chosen' })).toBeVisible()
  // Of few stamps, so that it is among the first of the list.
  await desk.getByLabel('Stamps').fill('1')
  await desk.getByLabel('Owed to the merchant').fill('6,90')
  await expect(desk.getByLabel('Owed to the merchant')).toHaveAccessibleDescription(/We'll use RM\s6\.90\./)
  const calls = recordApiCalls(desk)
  await desk.getByRole('button', { name: 'Add draft' }).dblclick()
  await expect(toast(desk)).toContainText('Taro float added as a draft.')
  expect(calls.filter((made) => made === 'POST /api/console/rewards')).toHaveLength(1)
  await expect(desk.getByLabel('Owed to the merchant')).toHaveValue('6.90')

  await (await connectRewardsDesk(server)).giveStamps(member, 3)
  const phone = await (await anotherBrowser()).newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await openAs(phone, member, '/app/rewards')
  await expect(phone.getByRole('link', { name: 'Taro float' })).toHaveCount(0)
  await press(desk, 'Publish')
  await dialog(desk, 'Publish Taro float?').getByRole('button', { name: 'Publish' }).click()
  await expect(toast(desk)).toContainText('Taro float is published.')
  await phone.reload()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Taro float' })).toContainText('You can claim this')
  const picture = phone.getByRole('listitem').filter({ hasText: 'Taro float' }).locator('img').last()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await phone.getByRole('link', { name: 'Taro float' }).click()
  await press(phone, 'Claim for 1 stamp')
  const claiming = dialog(phone, 'Claim this reward?')
  await expect(claiming).toContainText('It costs1 stamp')
  await expect(claiming).toContainText('One large cup.\nNot at noon.')
  await claiming.getByRole('button', { name: 'Spend 1 stamp' }).click()
  await claiming.getByRole('button', { name: 'Accept and claim' }).click()
  const qrCode = phone.getByRole('img', { name: 'QR code of this voucher' })
  await expect(qrCode).toBeVisible()

  await desk.getByRole('link', { name: 'Hand over', exact: true }).click()
  await expect(heading(desk, 'Hand over')).toBeVisible()
  const [number, code] = [field(desk, 'Number'), field(desk, 'Code')]
  await number.fill('123')
  await press(desk, 'Check')
  await expectFieldError(number, 'Enter the eight digits of the voucher.')
  await expectFieldError(code, 'Enter the four digits that change.')
  const first = await readCode(phone)
  // A pasted text arrives as one change, as this one does.
  await number.fill(`${first.number.slice(0, 4)} ${first.number.slice(4)} ${first.code}`)
  await expect(code).toHaveValue(first.code)
  await code.press('Enter')
  const checked = desk.getByRole('region', { name: 'Taro float' })
  await expect(checked).toContainText('First nameNurul')
  await expect(checked).toContainText('Handed out byBoba Bukit')
  await expect(checked).not.toContainText(member.name)
  await expectNoAxeViolations(desk)
  calls.length = 0
  await checked.getByRole('button', { name: 'Hand over' }).dblclick()
  await expect(desk.getByText('Taro float, handed over to Nurul.')).toBeVisible()
  expect(calls.filter((made) => made.endsWith('/hand-over'))).toHaveLength(1)
  await expect(used(phone)).toBeVisible({ timeout: 3000 })

  await desk.getByRole('button', { name: /^Take back/ }).click()
  await expect(toast(desk)).toContainText('Taken back. The voucher is ready again.')
  await expect(phone.getByText('Show this where you collect it')).toBeVisible()
  await readCode(phone)
  await number.fill(first.number)
  await code.fill(first.code)
  await press(desk, 'Check')
  await expectFieldError(code, 'This code is not valid now.')
  await expect(code).toBeFocused()
  await camera.fail('NotFoundError')
  await press(desk, 'Scan the QR code')
  await expect(
    desk
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: /^No camera was found\./ }),
  ).toBeVisible()
  await camera.fail('')
  await press(desk, 'Scan the QR code')
  await expect.poll(camera.isOn).toBe(true)
  await camera.show(qrCode)
  await expect(checked).toBeVisible()
  expect(await camera.isOn()).toBe(false)
  await checked.getByRole('button', { name: 'Hand over' }).click()
  await expect(used(phone)).toBeVisible({ timeout: 3000 })
  await press(desk, 'Next voucher')
  await camera.show(heading(desk, 'Hand over'))
  await press(desk, 'Scan the QR code')
  await expect.poll(camera.isOn).toBe(true)
  await desk.getByRole('link', { name: 'Vouchers', exact: true }).click()
  await expect(heading(desk, 'Vouchers')).toBeVisible()
  expect(await camera.isOn()).toBe(false)
})
