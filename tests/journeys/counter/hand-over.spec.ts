import { openShop } from '../../support/browser/counters.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { installCamera } from '../support/camera.ts'
import { openCounter, pressPin, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { openClaimed, proof, readCode } from '../support/rewards.ts'
import { press } from '../support/web.ts'

test.use({ viewport: { width: 360, height: 640 }, colorScheme: 'dark' })

test('R-4.01 R-4.02 R-4.03 R-4.04 a hand-over is two touches, is taken back and made again, a voucher that stays in front of the camera is not checked again, a used one and a wrong number are refused in one sentence each, and five wrong PINs lock a cashier', async ({
  page,
  server,
  member,
}) => {
  const counter = await page.context().newPage()
  const camera = await installCamera(counter)
  const shop = await openShop(server)
  await openCounter(counter, server, shop)
  await expectNoAxeViolations(counter, 'scan')
  const { reward, shown } = await openClaimed(page, server, member, { shop })
  await counter.getByRole('button', { name: 'Type it instead' }).click()
  await counter.getByLabel('Number').fill('00000000')
  await expect(counter.getByLabel('Code', { exact: true })).toBeFocused()
  await counter.getByLabel('Code', { exact: true }).fill(shown.code)
  await expect(counter.getByText('There is no voucher with this number.')).toBeVisible()
  await expectNoAxeViolations(counter, 'unknown')
  await typeVoucher(counter, { ...(await readCode(page)), code: '' })
  await counter.getByLabel('Code', { exact: true }).fill((await readCode(page)).code)
  await expect(counter.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await press(counter, 'Hand over')
  await expect(proof(page)).toBeVisible()
  await press(counter, /^Take back \(\d+\)$/)
  await expect(page.getByText('The counter took this back. Your voucher is ready again.')).toBeVisible()
  await counter.getByRole('link', { name: 'Today' }).click()
  await expect(counter.getByText('0 rewards')).toBeVisible()
  await expect(counter.getByRole('listitem')).toHaveText(new RegExp(`${reward.title}.*Taken back, \\d\\d:\\d\\d$`))
  await expectNoAxeViolations(counter, 'today')
  await press(counter, 'Bahasa Melayu')
  await expect(counter.getByRole('listitem')).toHaveText(/Ditarik balik, \d\d:\d\d$/)
  await press(counter, 'English')

  await counter.getByRole('link', { name: 'To the counter' }).click()
  const again = await readCode(page)
  await camera.show(page.getByRole('img', { name: 'QR code of this voucher' }))
  await expect(counter.getByRole('heading', { name: reward.title })).toBeVisible()
  await expect(counter.getByText(/^For \w+$/)).toBeVisible()
  await expectNoAxeViolations(counter, 'checked')
  await press(counter, 'Hand over')
  await expect(counter.getByRole('heading', { name: 'Handed over' })).toBeVisible()
  await expect(proof(page)).toBeVisible({ timeout: 3000 })
  await expectNoAxeViolations(counter, 'done')
  const checks: string[] = []
  counter.on('request', (request) => checks.push(request.url()))
  await press(counter, 'Next')
  // Long enough for some pictures of the camera, too short to be out of sight between two of them.
  await counter.waitForTimeout(1400)
  expect(checks.filter((url) => url.endsWith('/check'))).toEqual([])
  await camera.show(page.getByRole('banner'))
  await typeVoucher(counter, again)
  await expect(counter.getByText(/^Used at \d\d:\d\d by Rosnah\.$/)).toBeVisible()
  await expectNoAxeViolations(counter, 'problem')
  await press(counter, 'Next')

  const leave = counter.getByRole('button', { name: /^Rosnah is at the counter/ })
  await leave.click()
  await expect(counter.getByRole('heading', { name: 'PIN of Rosnah' })).toBeVisible()
  await pressPin(counter, '000001')
  await expect(counter.getByText('This PIN is wrong.')).toBeVisible()
  await expectNoAxeViolations(counter, 'PIN')
  await pressPin(counter)
  await leave.click()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await pressPin(counter, '000001')
    await expect(counter.getByRole('img', { name: '0/6' })).toBeVisible()
  }
  await pressPin(counter)
  await expect(counter.getByText(/^Too many tries\. Please wait \d+ minutes\.$/)).toBeVisible()
})
