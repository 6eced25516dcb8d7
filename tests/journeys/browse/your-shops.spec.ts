import type { Page } from '@playwright/test'
import type { Merchant } from '@stampus/contract/merchants'
import { aisyah, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { bobaBukit, expectSettled, heading, logIn, moveTo, openAs, recordApiCalls } from '../support/web.ts'

test('S-2.21 S-2.22 S-6.01 D-34 D-55 a guest’s favourites show above the list with the latest first, but not without receipts, in a search or in a category, and go to the member who signs in', async ({
  page,
  server,
  member,
}) => {
  const yourShops = page.getByRole('region', { name: 'Your shops' })
  const tiles = yourShops.getByRole('listitem')
  const first = await findMerchant(server, 'Boba Bukit')
  // Not on the first page of the list.
  const second: Merchant = (await (await fetch(`${server.url}/api/merchants?is_active=1&page=2`)).json()).data.at(-1)
  await page.goto(`/app/merchants/${second.id}`)
  await pressFavourite(page, second, true)
  await page.route(`**/api/merchants/${second.id}`, (route) =>
    route.fulfill({ json: { data: { ...second, is_active: false } } }),
  )
  await page.goto('/app/merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await expectSettled(page)
  await expect(yourShops).toBeHidden()
  await page.unroute(`**/api/merchants/${second.id}`)

  await moveTo(page, `/app/merchants/${first.id}`)
  await pressFavourite(page, first, true)
  await page.goto(`/app/merchants/${second.id}`)
  await pressFavourite(page, second, false)
  await pressFavourite(page, second, true)
  await moveTo(page, '/app/merchants')
  await expect(tiles).toHaveText([`${second.name}Favourite`, `${first.name}Favourite`])
  await expect(page.getByRole('heading', { name: 'All merchants' })).toBeVisible()
  const chips = page.getByRole('navigation', { name: /categor/i })
  await chips.getByRole('link', { name: 'Groceries', exact: true }).click()
  await expect(yourShops).toBeHidden()
  await moveTo(page, '/app/merchants?search=boba')
  await expect(bobaBukit(page)).toHaveCount(1)
  await expect(yourShops).toBeHidden()
  await moveTo(page, '/app/merchants')
  await yourShops.getByRole('link', { name: second.name }).click()
  await expect(heading(page, second.name)).toBeVisible()
  await pressFavourite(page, second, false)
  await expectSettled(page)
  // The remaining favourite is on the first page of the list and needs no request.
  const calls = recordApiCalls(page)
  await page.goto('/app/merchants')
  await expect(tiles).toHaveText([`${first.name}Favourite`])
  await expectSettled(page)
  expect(calls.filter((call) => call.includes('/api/merchants'))).toEqual([])

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, member)
  await moveTo(page, '/app/merchants')
  await expect(yourShops.getByRole('link')).toHaveText(['Boba Bukit'])
  const stored = await page.evaluate((key) => localStorage.getItem(key), `favourite_merchants_${member.id}`)
  expect(stored).toBe(JSON.stringify([first.id]))
  await openAs(page, aisyah, '/app/merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await expect(yourShops).toBeHidden()
})

/** Marks a merchant as a favourite on its page, or no longer. */
async function pressFavourite(page: Page, { name }: Merchant, isFavourite: boolean) {
  const button = page.getByRole('button', { name: `Favourite: ${name}`, exact: true })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', String(isFavourite))
}
