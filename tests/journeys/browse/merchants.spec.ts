import type { Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { demoCategories, demoMerchants } from '../../../demo/content.ts'
import { findMerchant, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { bobaBukit, expectSettled, heading, logIn, moveTo, recordApiCalls, scrollToEnd } from '../support/web.ts'

const active = demoMerchants.filter(({ is_active }) => is_active)

test('S-2.21 S-2.22 S-4.15 S-4.16 S-8.09 S-9.02 S-9.03 S-9.04 D-30 D-34 the list grows by fifteen within the last tenth of the page, keeps its place and is filtered by category; a search waits half a second, sends one request, clears the category and says when it finds nothing', async ({
  page,
}) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const { prototype } = XMLHttpRequest
    prototype.open = new Proxy(prototype.open, {
      apply(open, request, given) {
        const { scrollHeight, dataset } = document.documentElement
        if (/page=2/.test(given[1])) dataset.left = String(1 - (window.scrollY + window.innerHeight) / scrollHeight)
        return Reflect.apply(open, request, given)
      },
    })
    // A letter arrives when the URL has changed and the page has not yet.
    const replace = window.history.replaceState.bind(window.history)
    window.history.replaceState = (...given) => {
      replace(...given)
      const field = document.querySelector<HTMLInputElement>('input[type=search]')
      if (!String(given[2]).endsWith('search=rak') || !field) return
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'rake')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  })
  const calls = recordApiCalls(page)
  const merchants = page.getByRole('main').locator('a[href^="/app/merchants/"]')
  await page.goto('/app/merchants')
  await expect(merchants).toHaveCount(15)
  const left = await page.evaluate(async () => {
    const { dataset, scrollHeight } = document.documentElement
    for (let top = 0; dataset.left === undefined && top < scrollHeight; top += 20) {
      window.scrollTo(0, top)
      await new Promise(requestAnimationFrame)
    }
    return Number(dataset.left)
  })
  expect(left).toBeLessThanOrEqual(0.1)
  expect(left).toBeGreaterThan(0.03)
  await expect(merchants).toHaveCount(30)
  for (let count = await merchants.count(); count < active.length; count = await merchants.count()) {
    await scrollToEnd(page)
    await expect(merchants).toHaveCount(Math.min(count + 15, active.length))
  }
  // The first fifteen came with the page.
  expect(calls.filter((call) => call.startsWith('GET /api/merchants?'))).toHaveLength(Math.ceil(active.length / 15) - 1)
  await merchants.nth(25).scrollIntoViewIfNeeded()
  await merchants.nth(25).click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(merchants.nth(25)).toBeInViewport()

  const search = page.getByLabel('Search merchants')
  const chip = (category: string) =>
    page.getByRole('navigation', { name: /categor/i }).getByRole('link', { name: category, exact: true })
  for (const category of demoCategories) await expect(chip(category)).toBeVisible()
  await chip('Groceries').click()
  await expect(page).toHaveURL(/\?category_id=\d+$/)
  await expect(chip('Groceries')).toHaveAttribute('aria-current', 'true')
  await expect(merchants).toHaveCount(active.filter(({ category }) => category === 'Groceries').length)
  await search.fill('rak')
  await expect(page).toHaveURL('/app/merchants?search=rake')
  await expect(search).toHaveValue('rake')
  await search.fill('zzzz')
  await expect(page.getByText(texts.noMerchants)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/app/merchants')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await expect(chip('Groceries')).toBeVisible()

  await expectSettled(page)
  calls.length = 0
  await page.clock.pauseAt(Date.now() + 300_000)
  await search.fill('raket')
  await page.clock.runFor(400)
  await chip('Groceries').click()
  await page.clock.runFor(2_000)
  await expect(page).toHaveURL(/\?category_id=\d+$/)
  await expect(search).toHaveValue('')
  for (const typed of ['rak', 'raket']) {
    await search.fill(typed)
    await page.clock.runFor(499)
  }
  await expect(page).toHaveURL(/\?category_id=\d+$/)
  expect(calls.filter((call) => call.includes('search='))).toEqual([])
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/app/merchants?search=raket')
  await page.clock.resume()
  await expect(page.getByRole('link', { name: /Raket House/ })).toBeVisible()
  const searches = calls.filter((call) => call.includes('search='))
  expect(searches).toEqual([expect.not.stringContaining('category_id')])
})

test('S-2.15 S-2.16 S-2.21 S-2.22 S-2.27 S-6.01 D-32 D-34 a merchant page shows its details, leaves out what is missing or says that it is unknown; a guest’s favourites show above the list with the latest first, but not without receipts, in a search or in a category, and before the merchants whose form was opened once the guest signs in', async ({
  page,
  server,
  member,
}) => {
  const merchant = await findMerchant(server, 'Boba Bukit')
  const { id, name, address, contact_number: number, category } = merchant
  // Not on the first page of the list.
  const second: Merchant = (await (await fetch(`${server.url}/api/merchants?is_active=1&page=2`)).json()).data.at(-1)
  const submit = page.getByRole('link', { name: 'Submit Receipt' })
  const maps = page.getByRole('link', { name: 'Open in Maps' })
  const favourite = page.getByRole('button', { name: /^Favourite: / })
  const pressFavourite = async (isFavourite: boolean) => {
    await favourite.click()
    await expect(favourite).toHaveAttribute('aria-pressed', String(isFavourite))
  }
  await page.goto(`/app/merchants/${id}`)
  await expect(heading(page, name)).toBeVisible()
  for (const shown of [address, 'Bubble tea with the sugar level you choose.', category.name])
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
  const phone = page.getByRole('link', { name: number })
  await expect(phone).toHaveAttribute('href', `tel:${number.replace(/[^+\d]/g, '')}`)
  await expect(page.getByRole('main').locator('a[href^="/deals/"]')).toHaveCount(merchant.active_promotions_count)
  await expect(maps).toHaveAttribute('target', '_blank')
  await expect(maps).toHaveAttribute('rel', 'noopener noreferrer')
  const { origin, pathname, searchParams } = new URL((await maps.getAttribute('href')) ?? '')
  expect(`${origin}${pathname}`).toBe('https://www.google.com/maps/search/')
  expect(Object.fromEntries(searchParams)).toEqual({ api: '1', query: `${name}, ${address}` })
  await pressFavourite(true)
  await submit.click()
  await expect(page).toHaveURL(`/login?redirect=%2Fapp%2Fsubmissions%2Fnew%2F${id}`)

  const nothing = { contact_number: '', address: '', description: null, opening_hours: null }
  const bare = { ...merchant, ...nothing, is_active: false, active_promotions_count: 0, id: 999_999 }
  await page.route(/\/api\/merchants\/(999999|.+\/bare)$/, (route) => route.fulfill({ json: { data: bare } }))
  for (const path of ['/app/merchants/999999', '/merchants/bare']) {
    await moveTo(page, path)
    await expect(page.getByText(texts.merchantInactive)).toBeVisible()
    for (const missing of ['Opening hours', 'Bubble tea']) await expect(page.getByText(missing)).toHaveCount(0)
    for (const missing of [submit, maps, page.getByLabel('Invoice number'), page.locator('a[href^="tel:"]')])
      await expect(missing).toHaveCount(0)
  }
  await moveTo(page, `/app/merchants/${second.id}`)
  await expect(heading(page, second.name)).toBeVisible()
  for (const isFavourite of [true, false, true]) await pressFavourite(isFavourite)

  const yourShops = page.getByRole('region', { name: 'Your shops' })
  const tiles = yourShops.getByRole('listitem')
  await moveTo(page, '/app/merchants')
  await expect(tiles).toHaveText([`${second.name}Favourite`, `${name}Favourite`])
  await expect(page.getByRole('heading', { name: 'All merchants' })).toBeVisible()
  const chips = page.getByRole('navigation', { name: /categor/i })
  await chips.getByRole('link', { name: 'Groceries', exact: true }).click()
  await expect(yourShops).toBeHidden()
  await moveTo(page, '/app/merchants?search=boba')
  await expect(bobaBukit(page)).toHaveCount(1)
  await expect(yourShops).toBeHidden()
  const closed = { data: { ...second, is_active: false } }
  await page.route(`**/api/merchants/${second.id}`, (route) => route.fulfill({ json: closed }))
  await page.goto('/app/merchants')
  await expect(tiles).toHaveText([`${name}Favourite`])

  for (const [path, hints] of Object.entries({ '/app/merchants/abc': 0, '/merchants/no-such-shop': 1 })) {
    await moveTo(page, path)
    await expect(heading(page, texts.merchantNotFound)).toBeVisible()
    await expect(page.getByText('The code you scanned')).toHaveCount(hints)
  }
  await page.getByRole('link', { name: 'Go back home' }).click()
  await expect(page).toHaveURL('/')

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, member)
  const kakRos = await findMerchant(server, 'Warung Kak Ros')
  await moveTo(page, `/app/merchants/${kakRos.id}`)
  await submit.click()
  await expect(page.getByLabel('Invoice number')).toBeVisible()
  await moveTo(page, '/app/merchants')
  await expect(yourShops.getByRole('link')).toHaveText([name, 'Warung Kak Ros'])
  const stored = await page.evaluate((key) => localStorage.getItem(key), `favourite_merchants_${member.id}`)
  expect(stored).toBe(JSON.stringify([second.id, id]))

  // A click anywhere on a row opens it.
  await submitReceipt(server, member)
  for (const list of ['/app/submissions', '/app/merchants?search=raket', '/app/announcements']) {
    await moveTo(page, list)
    const [path = ''] = list.split('?')
    const row = page.locator('main li', { has: page.locator(`a[href^="${path}/"]`) }).first()
    await expect(row).toBeVisible()
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {}
    await row.click({ position: { x: width - 12, y: height - 12 } })
    await expect(page).toHaveURL(new RegExp(`${path}/[\\w-]+$`))
  }
})
