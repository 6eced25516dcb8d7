import type { Page } from '@playwright/test'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { claimElsewhere } from '../../support/browser/rewards.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { installCamera } from '../support/camera.ts'
import { countTouches, pressPin, setUpCounter, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { openClaimed, proof, readCode } from '../support/rewards.ts'

const phone = { width: 360, height: 640 }

test.use({ viewport: phone })

test('R-4.01 R-4.03 a counter is set up within 12 touches and 3 screens, every hand-over takes at most 2 touches, and a voucher that stays in front of the camera is not checked again', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  await counter.setViewportSize(phone)
  const camera = await installCamera(counter)
  const shop = await openShop(server)
  const setUp = await setUpCounter(counter, await inviteOwner(server, shop))
  expect(setUp.touches).toBeLessThanOrEqual(12)
  expect(setUp.screens.filter((name) => name !== 'Choose your password').length).toBeLessThanOrEqual(3)

  const { desk, reward } = await openClaimed(page, server, member, { shop })
  const qr = page.getByRole('img', { name: 'QR code of this voucher' })
  const first = countTouches(counter)
  await camera.show(qr)
  await expect(counter.getByRole('heading', { name: reward.title })).toBeVisible()
  await expect(counter.getByText(/^For \w+$/)).toBeVisible()
  await first.press('Hand over')
  await expect(counter.getByRole('heading', { name: 'Handed over' })).toBeVisible()
  expect(first.count()).toBeLessThanOrEqual(2)
  await expect(proof(page)).toBeVisible({ timeout: 3000 })

  const next = countTouches(counter)
  await next.press('Next')
  const other = await desk.publish({ merchant_id: shop.id })
  const { id } = await claimElsewhere(server, member, other)
  await page.goto(`/app/vouchers/${id}`)
  await camera.show(qr)
  await expect(counter.getByRole('heading', { name: other.title })).toBeVisible()
  await next.press('Hand over')
  await expect(counter.getByRole('heading', { name: 'Handed over' })).toBeVisible()
  expect(next.count()).toBeLessThanOrEqual(2)

  const checks: string[] = []
  counter.on('request', (request) => checks.push(request.url()))
  await counter.getByRole('button', { name: 'Next', exact: true }).click()
  // Long enough for some pictures of the camera.
  await counter.waitForTimeout(4000)
  expect(checks.filter((url) => url.endsWith('/check'))).toEqual([])
  await expect(counter.getByRole('heading', { name: 'Not valid' })).toHaveCount(0)
  await counter.getByRole('link', { name: 'Today' }).click()
  await expect(counter.getByRole('listitem')).toContainText([other.title, reward.title])
  await expectNoAxeViolationsInBothSchemes(counter)
})

test('R-4.02 R-4.03 R-4.04 a hand-over is taken back and made again, a used voucher and a wrong number are refused in one sentence each, and five wrong PINs lock a cashier', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  await counter.setViewportSize(phone)
  const shop = await openShop(server)
  await setUpCounter(counter, await inviteOwner(server, shop))
  await expectNoAxeViolationsInBothSchemes(counter, 'scan')
  const { reward, shown } = await openClaimed(page, server, member, { shop })
  await counter.getByRole('button', { name: 'Type it instead' }).click()
  await expectNoAxeViolationsInBothSchemes(counter, 'type')
  await counter.getByLabel('Number').fill('00000000')
  await expect(counter.getByLabel('Code', { exact: true })).toBeFocused()
  await typeVoucher(counter, { number: '00000000', code: shown.code })
  await expect(counter.getByText('There is no voucher with this number.')).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter, 'unknown')
  const corrected = await readCode(page)
  await typeVoucher(counter, { ...corrected, code: '' })
  await counter.getByLabel('Code', { exact: true }).fill(corrected.code)
  await expect(counter.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter, 'checked')
  await counter.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(proof(page)).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter, 'done')
  await counter.getByRole('button', { name: /^Take back \(\d+\)$/ }).click()
  await expect(page.getByText('The counter took this back. Your voucher is ready again.')).toBeVisible()
  await counter.getByRole('link', { name: 'Today' }).click()
  await expect(counter.getByText('0 rewards')).toBeVisible()
  await expect(counter.getByRole('listitem')).toHaveText(new RegExp(`${reward.title}.*Taken back, \\d\\d:\\d\\d$`))
  await expectNoAxeViolationsInBothSchemes(counter, 'today')
  await counter.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(counter.getByRole('listitem')).toHaveText(/Ditarik balik, \d\d:\d\d$/)

  await counter.getByRole('button', { name: 'English' }).click()
  await counter.getByRole('link', { name: 'To the counter' }).click()
  const again = await readCode(page)
  await typeVoucher(counter, again)
  await counter.getByRole('button', { name: 'Hand over', exact: true }).click()
  await counter.getByRole('button', { name: 'Next', exact: true }).click()
  await typeVoucher(counter, again)
  await expect(counter.getByText(/^Used at \d\d:\d\d by Rosnah\.$/)).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter, 'problem')
  await counter.getByRole('button', { name: 'Next', exact: true }).click()
  await expectPinLocked(counter)
})

/** A wrong PIN is refused, and five of them lock the cashier. */
async function expectPinLocked(page: Page) {
  await page.getByRole('button', { name: /^Rosnah is at the counter/ }).click()
  await expect(page.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()
  await pressPin(page, '000001')
  await expect(page.getByText('This PIN is wrong.')).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(page)
  await pressPin(page)
  await page.getByRole('button', { name: /^Rosnah is at the counter/ }).click()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await pressPin(page, '000001')
    await expect(page.getByRole('img', { name: '0/6' })).toBeVisible()
  }
  await pressPin(page)
  await expect(page.getByText(/^Too many tries\. Please wait \d+ minutes\.$/)).toBeVisible()
}
