import type { Page } from '@playwright/test'
import type { Merchant } from '@stampus/contract/merchants'
import { aisyah, drawPicture, findMerchant, newInvoiceNumber } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { bobaBukit, choosePicture, expectSettled, heading, openAs, recordApiCalls, tabLink } from '../support/web.ts'

const yourShops = (page: Page) => page.getByRole('region', { name: 'Your shops' })
const favourite = (page: Page, name: string) => page.getByRole('button', { name: `Favourite: ${name}`, exact: true })

test('S-2.21 S-2.22 S-6.01 D-34 D-55 a guest’s favourites show above the list with the latest first, go to the member who signs in, and end with the account', async ({
  page,
  server,
  member,
}) => {
  const [first, second] = [await findMerchant(server, 'Boba Bukit'), await findLastMerchant(server)]
  await markFavourite(page, second)
  await test.step('a favourite that accepts no receipts any more, or is gone, is not shown', async () => {
    await page.route(`**/api/merchants/${second.id}`, (route) =>
      route.fulfill({ json: { data: { ...second, is_active: false } } }),
    )
    await page.goto('/app/merchants')
    await expect(page.getByRole('heading', { name: 'All merchants' })).toBeHidden()
    await expectSettled(page)
    await expect(yourShops(page)).toBeHidden()
    await page.unroute(`**/api/merchants/${second.id}`)
  })

  await test.step('the latest is first, but none shows in a search or category', async () => {
    await markFavourite(page, first)
    await page.goto(`/app/merchants/${second.id}`)
    for (const pressed of ['false', 'true']) {
      await favourite(page, second.name).click()
      await expect(favourite(page, second.name)).toHaveAttribute('aria-pressed', pressed)
    }
    await page.goto('/app/merchants')
    const tiles = yourShops(page).getByRole('listitem')
    await expect(tiles).toHaveText([`${second.name}Favourite`, `${first.name}Favourite`])
    await expect(page.getByRole('heading', { name: 'All merchants' })).toBeVisible()
    await page
      .getByRole('navigation', { name: /categor/i })
      .getByRole('link', { name: 'Groceries', exact: true })
      .click()
    await expect(yourShops(page)).toBeHidden()
    await page.goto('/app/merchants?search=boba')
    await expect(bobaBukit(page)).toBeVisible()
    await expect(yourShops(page)).toBeHidden()
    await page.goto('/app/merchants')
    await yourShops(page).getByRole('link', { name: second.name }).click()
    await expect(heading(page, second.name)).toBeVisible()
    await favourite(page, second.name).click()
    await expect(favourite(page, second.name)).toHaveAttribute('aria-pressed', 'false')
    await expectSettled(page)
    // The remaining favourite is on the first page of the list and needs no request.
    const calls = recordApiCalls(page)
    await page.goto('/app/merchants')
    await expect(tiles).toHaveText([`${first.name}Favourite`])
    await expectSettled(page)
    expect(calls.filter((call) => call.includes('/api/merchants'))).toEqual([])
  })

  await openAs(page, member, '/app/merchants')
  await expect(yourShops(page).getByRole('link')).toHaveText(['Boba Bukit'])
  const stored = () => page.evaluate((key) => localStorage.getItem(key), `favourite_merchants_${member.id}`)
  expect(await stored()).toBe(JSON.stringify([first.id]))
  await page.goto('/app/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await expect.poll(stored).toBeNull()
  await page.goto('/app/merchants')
  await expectSettled(page)
  await expect(yourShops(page)).toBeHidden()
  await openAs(page, aisyah, '/app/merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await expect(yourShops(page)).toBeHidden()
})

test('S-2.21 S-2.27 merchants whose form was opened or got a receipt show above the list', async ({
  page,
  server,
  member,
}) => {
  const kakRos = await findMerchant(server, 'Warung Kak Ros')
  await openAs(page, member, `/app/merchants/${kakRos.id}`)
  await page.getByRole('link', { name: 'Submit Receipt' }).click()
  await expect(page.getByLabel('Invoice number')).toBeVisible()
  await page.goto('/merchants/boba-bukit')
  await choosePicture(page, await drawPicture())
  await page.getByLabel('Total amount').fill('15.00')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await tabLink(page, 'Merchants').click()
  await expect(yourShops(page).getByRole('link')).toHaveText(['Boba Bukit', 'Warung Kak Ros'])
})

/** Marks a merchant as a favourite on its page. */
async function markFavourite(page: Page, { id, name }: Merchant) {
  await page.goto(`/app/merchants/${id}`)
  await favourite(page, name).click()
  await expect(favourite(page, name)).toHaveAttribute('aria-pressed', 'true')
}

/** A merchant that is not on the first page of the list. */
async function findLastMerchant({ url }: ServerUnderTest): Promise<Merchant> {
  const { data } = await (await fetch(`${url}/api/merchants?is_active=1&page=2`)).json()
  return data.at(-1)
}
