import type { Page } from '@playwright/test'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { setUpCounter, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { openClaimed, proof, readCode } from '../support/rewards.ts'

const phone = { width: 360, height: 640 }

test.use({ viewport: phone, expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

test('R-4.05 a member without a network shows a code that the counter confirms', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  const shop = await openShop(server)
  await setUpCounter(counter, await inviteOwner(server, shop))
  await page.clock.install()
  const { shown } = await openClaimed(page, server, member, { shop })
  await setOffline(page, true)
  await page.clock.fastForward(30_000)
  await expect(async () => expect((await readCode(page)).code).not.toBe(shown.code)).toPass()
  await typeVoucher(counter, await readCode(page))
  await counter.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(counter.getByRole('heading', { name: 'Handed over' })).toBeVisible()
  await setOffline(page, false)
  await page.clock.runFor(30_000)
  await expect(page.getByText(/^Used (at|on) /).first()).toBeVisible()
})

test('R-4.05 a counter without a network shows six digits, which the member types', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  await counter.setViewportSize(phone)
  const shop = await openShop(server)
  await setUpCounter(counter, await inviteOwner(server, shop))
  const { shown } = await openClaimed(page, server, member, { shop })
  await setOffline(counter, true)
  await typeVoucher(counter, shown)
  await expect(counter.getByRole('heading', { name: 'No network here' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter)
  await page.getByRole('button', { name: 'The counter has no network' }).click()
  const code = (await counter.getByText(/^\d{3} \d{3}$/).textContent()) ?? ''
  await page.getByLabel('Six digits').fill(code)
  await page.getByRole('button', { name: 'Use this voucher' }).click()
  await expect(proof(page)).toBeVisible()
  await setOffline(counter, false)
  await counter.getByRole('button', { name: 'Next', exact: true }).click()
  await counter.getByRole('link', { name: 'Today' }).click()
  await expect(counter.getByRole('listitem')).toContainText(['Without a network'])
})
