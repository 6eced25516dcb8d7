import type { Page } from '@playwright/test'
import { inviteOwner, openShop } from '../../support/browser/counters.ts'
import { claimElsewhere } from '../../support/browser/rewards.ts'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { setUpCounter, typeVoucher } from '../support/counter.ts'
import { expect, test } from '../support/fixtures.ts'
import { openClaimed, proof, readCode } from '../support/rewards.ts'

const phone = { width: 360, height: 640 }

test.use({ viewport: phone, expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ })

const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

test('R-4.05 a counter without a network shows six digits, which the member types, and confirms the code of a member without one', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const counter = await (await anotherBrowser()).newPage()
  await counter.setViewportSize(phone)
  const shop = await openShop(server)
  await setUpCounter(counter, await inviteOwner(server, shop))
  const { desk, shown } = await openClaimed(page, server, member, { shop })
  await setOffline(counter, true)
  await typeVoucher(counter, shown)
  await expect(counter.getByRole('heading', { name: 'No network here' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter)
  await page.getByRole('button', { name: 'The counter has no network' }).click()
  const code = (await counter.getByText(/^\d{3} \d{3}$/).textContent()) ?? ''
  await page.getByLabel('Six digits').fill(code)
  await page.getByRole('button', { name: 'Use this voucher' }).click()
  await expect(proof(page)).toBeVisible()
  await counter.getByRole('button', { name: 'The member’s page says “Used”' }).click()
  await expect(counter.getByRole('heading', { name: 'Compare the two digits' })).toBeVisible()
  await expectNoAxeViolationsInBothSchemes(counter)
  const shownDigits = page.getByRole('definition').filter({ hasText: /^\d\d$/ })
  // Both change every 30 seconds, at the same moment.
  await expect(async () => {
    const digits = await shownDigits.textContent()
    await expect(counter.getByText(digits ?? '', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await setOffline(counter, false)
  await counter.getByRole('button', { name: 'Next', exact: true }).click()
  await counter.getByRole('link', { name: 'Today' }).click()
  await expect(counter.getByRole('listitem')).toContainText(['Without a network'])

  const other = await claimElsewhere(server, member, await desk.publish({ merchant_id: shop.id }))
  await page.clock.install()
  await page.goto(`/app/vouchers/${other.id}`)
  const before = await readCode(page)
  await setOffline(page, true)
  await page.clock.fastForward(30_000)
  await expect(async () => expect((await readCode(page)).code).not.toBe(before.code)).toPass()
  await counter.getByRole('link', { name: 'To the counter' }).click()
  await typeVoucher(counter, await readCode(page))
  await counter.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(counter.getByRole('heading', { name: 'Handed over' })).toBeVisible()
  await setOffline(page, false)
  await page.clock.runFor(30_000)
  await expect(page.getByText(/^Used (at|on) /).first()).toBeVisible()
})

test('R-4.03 a page of the counter that cannot be loaded says so below the header, in both languages, and opens on Retry or when the network returns', async ({
  page,
  server,
}) => {
  await setUpCounter(page, await inviteOwner(server, await openShop(server)))
  await setOffline(page, true)
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('alert')).toContainText('No connection to the server.')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toContainText('No connection to the server.')
  await page.getByRole('link', { name: 'To the counter' }).click()
  await expect(page.getByRole('button', { name: 'Type it instead' })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('alert')).toContainText('No connection to the server.')
  await setOffline(page, false)
  await expect(page.getByText('Nothing yet today.')).toBeVisible()

  const scripts = '**/assets/TodayPage*'
  await page.goto('/counter/')
  await page.route(scripts, (route) => route.abort())
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('alert')).toContainText('That did not work. Please try again.')
  await expectNoAxeViolationsInBothSchemes(page)
  await page.getByRole('banner').getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByRole('alert')).toContainText('Tidak berjaya. Sila cuba lagi.')
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Cuba lagi' }).click()
  await expect(page.getByRole('heading', { name: 'Diserahkan hari ini' })).toBeVisible()
})
