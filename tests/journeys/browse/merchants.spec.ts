import { texts } from '@stampus/contract/texts'
import { demoCategories, demoMerchants } from '../../../demo/merchants.ts'
import { drawPicture, findMerchant, newInvoiceNumber } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import {
  choosePicture,
  expectSettled,
  heading,
  logIn,
  recordApiCalls,
  scrollToEnd,
  withoutServerRendering,
} from '../support/web.ts'

const active = demoMerchants.filter(({ active }) => active)

test('S-2.21 S-2.22 S-4.15 S-9.02 S-9.03 D-30 D-34 the list grows by fifteen within the last tenth of the page, keeps its place and is filtered by category', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { prototype } = XMLHttpRequest
    prototype.open = new Proxy(prototype.open, {
      apply(open, request, given) {
        const { scrollHeight, dataset } = document.documentElement
        if (/page=2/.test(given[1])) dataset.left = String(1 - (window.scrollY + window.innerHeight) / scrollHeight)
        return Reflect.apply(open, request, given)
      },
    })
  })
  const calls = recordApiCalls(page)
  await page.goto('/app/merchants')
  const merchants = page.getByRole('main').locator('a[href^="/app/merchants/"]')
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
  while ((await merchants.count()) < active.length) {
    const before = await merchants.count()
    await scrollToEnd(page)
    await expect(merchants).toHaveCount(Math.min(before + 15, active.length))
  }
  // The first fifteen came with the page.
  expect(calls.filter((call) => call.startsWith('GET /api/merchants?'))).toHaveLength(Math.ceil(active.length / 15) - 1)

  await test.step('going back from a merchant restores the place in the list', async () => {
    await merchants.nth(25).scrollIntoViewIfNeeded()
    const name = await merchants.nth(25).innerText()
    await merchants.nth(25).click()
    await expect(page.getByRole('link', { name: 'Submit Receipt' })).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(merchants.nth(25)).toHaveText(name)
    await expect(merchants.nth(25)).toBeInViewport()
  })

  await test.step('the chips filter by category and are part of the URL', async () => {
    await page.goto('/app/merchants')
    const chips = page.getByRole('navigation', { name: /categor/i })
    for (const name of demoCategories) await expect(chips.getByRole('link', { name, exact: true })).toBeVisible()
    await chips.getByRole('link', { name: 'Groceries', exact: true }).click()
    await expect(page).toHaveURL(/category_id=\d+/)
    await expect(chips.getByRole('link', { name: 'Groceries', exact: true })).toHaveAttribute('aria-current', 'true')
    const groceries = active.filter(({ category }) => category === 'Groceries')
    await expect(merchants).toHaveCount(groceries.length)
    await page.reload()
    await expect(merchants).toHaveCount(groceries.length)
    await page.goBack()
    await expect(merchants).toHaveCount(15)
  })
})

test('S-4.16 S-8.09 S-9.04 a search waits half a second, sends one request, clears the category, keeps what is typed and says when it finds nothing', async ({
  page,
}) => {
  // A letter arrives when the URL has changed and the page has not yet.
  await page.addInitScript(() => {
    const replace = window.history.replaceState.bind(window.history)
    window.history.replaceState = (...given) => {
      replace(...given)
      const field = document.querySelector<HTMLInputElement>('input[type=search]')
      if (!String(given[2]).endsWith('search=rak') || !field) return
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'rake')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  })
  await page.goto('/app/merchants')
  await expectSettled(page)
  await page.getByLabel('Search merchants').fill('rak')
  await expect(page).toHaveURL('/app/merchants?search=rake')
  await expect(page.getByLabel('Search merchants')).toHaveValue('rake')

  await page.goto('/app/merchants?search=zzzz')
  await expect(page.getByText(texts.noMerchants)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/app/merchants')
  await expect(page.getByLabel('Search merchants')).toHaveValue('')
  await expect(page.getByLabel('Search merchants')).toBeFocused()
  await expect(page.getByRole('main').locator('a[href^="/app/merchants/"]')).toHaveCount(15)

  await page.clock.install()
  await page.goto('/app/merchants')
  await expectSettled(page)
  const calls = recordApiCalls(page)
  await test.step('choosing a category cancels a search that waits', async () => {
    await page.clock.pauseAt(Date.now() + 300_000)
    await page.getByLabel('Search merchants').fill('raket')
    await page.clock.runFor(400)
    await page.getByRole('link', { name: 'Groceries', exact: true }).click()
    await page.clock.runFor(2_000)
    await expect(page).toHaveURL(/\?category_id=\d+$/)
    await expect(page.getByLabel('Search merchants')).toHaveValue('')
    expect(calls.filter((call) => call.includes('search='))).toEqual([])
  })
  await page.clock.resume()
  await expectSettled(page)
  calls.length = 0
  await page.clock.pauseAt(Date.now() + 600_000)
  for (const typed of ['rak', 'raket']) {
    await page.getByLabel('Search merchants').fill(typed)
    await page.clock.runFor(499)
  }
  await expect(page).toHaveURL(/category_id=/)
  expect(calls).toEqual([])
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/app/merchants?search=raket')
  await page.clock.resume()
  await expect(page.getByRole('link', { name: /Raket House/ })).toBeVisible()
  const searches = calls.filter((call) => call.includes('search='))
  expect(searches).toHaveLength(1)
  expect(searches[0]).toContain('search=raket')
  expect(searches[0]).not.toContain('category_id')
})

test('S-2.15 S-2.16 S-2.22 D-32 a merchant page shows its details, its deals, a link to Google Maps and the button to send a receipt, or that it is unknown', async ({
  page,
  server,
}) => {
  const merchant = await findMerchant(server, 'Boba Bukit')
  await page.goto('/app/merchants?search=boba')
  await page.getByRole('link', { name: /Boba Bukit/ }).click()
  await expect(page).toHaveURL(`/app/merchants/${merchant.id}`)
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await expect(page.getByText(merchant.address)).toBeVisible()
  await expect(page.getByText('Bubble tea with the sugar level you choose.')).toBeVisible()
  await expect(page.getByText(merchant.category.name, { exact: true })).toBeVisible()
  const phone = page.getByRole('link', { name: merchant.contact_number })
  await expect(phone).toHaveAttribute('href', `tel:${merchant.contact_number.replace(/[^+\d]/g, '')}`)
  await expect(page.getByRole('main').locator('a[href^="/deals/"]')).toHaveCount(merchant.active_promotions_count)
  await page.getByRole('link', { name: 'Submit Receipt' }).click()
  await expect(page).toHaveURL(`/login?redirect=%2Fapp%2Fsubmissions%2Fnew%2F${merchant.id}`)

  await test.step('the address has a link to Google Maps that opens a new tab', async () => {
    const { id, name, address } = merchant
    for (const path of [`/app/merchants/${id}`, '/merchants/boba-bukit']) {
      await page.goto(path)
      const link = page.getByRole('link', { name: 'Open in Maps' })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      const { origin, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '')
      expect(`${origin}${pathname}`).toBe('https://www.google.com/maps/search/')
      expect(Object.fromEntries(searchParams)).toEqual({ api: '1', query: `${name}, ${address}` })
    }
  })

  await test.step('an unknown merchant shows not found', async () => {
    for (const path of ['/merchants/no-such-shop', '/app/merchants/abc']) {
      await page.goto(path)
      await expect(heading(page, texts.merchantNotFound)).toBeVisible()
      await expect(page.getByText('The code you scanned')).toHaveCount(path.startsWith('/merchants/') ? 1 : 0)
    }
    await page.getByRole('link', { name: 'Go back home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('S-2.22 D-31 D-32 a merchant’s deals are found on later pages of a server that does not filter them, and missing details are left out', async ({
  page,
  server,
}) => {
  const merchant = await findMerchant(server, 'Boba Bukit')
  const asked: number[] = []
  await page.route('**/api/advertisements*', async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    asked.push(number)
    await route.fulfill({ json: { data: Array.from({ length: 15 }, (_, place) => deal(number, place)) } })
  })
  const deal = (number: number, place: number) => ({
    id: number * 100 + place,
    title: `Deal ${number}-${place}`,
    description: '',
    image_url: null,
    placeholder_image_url: null,
    start_date: '2026-01-01',
    end_date: '2099-12-31',
    merchant: { ...merchant, id: number === 3 && place === 14 ? merchant.id : 999_999 },
  })
  await page.route(`**/api/merchants/${merchant.id}`, (route) =>
    route.fulfill({ json: { data: { ...merchant, active_promotions_count: 1 } } }),
  )
  await page.goto(`/app/merchants/${merchant.id}`)
  await expect(page.getByRole('link', { name: 'Deal 3-14' })).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="/deals/"]')).toHaveCount(1)
  expect(asked).toEqual([1, 2, 3])
  await page.unrouteAll()

  await test.step('a merchant that accepts no receipts says so, and missing details are left out', async () => {
    const bare = {
      ...merchant,
      is_active: false,
      contact_number: '',
      address: '',
      active_promotions_count: 0,
      description: null,
      opening_hours: null,
    }
    await page.route('**/api/merchants/*/boba-bukit', (route) => route.fulfill({ json: { data: bare } }))
    await page.route(`**/api/merchants/${merchant.id}`, (route) => route.fulfill({ json: { data: bare } }))
    for (const path of [`/app/merchants/${merchant.id}`, '/merchants/boba-bukit']) {
      await page.goto(withoutServerRendering(path))
      await expect(page.getByText(texts.merchantInactive)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Submit Receipt' })).toBeHidden()
      await expect(page.getByLabel('Invoice number')).toBeHidden()
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
      await expect(page.getByText('Opening hours')).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Open in Maps' })).toHaveCount(0)
      await expect(page.getByText('Bubble tea')).toHaveCount(0)
    }
  })
})

test('S-2.08 S-2.14 S-2.15 S-2.28 S-5.11 S-6.01 the short URL starts a receipt with today’s date after a login, and a click anywhere on a list row opens it', async ({
  page,
  member,
}) => {
  await page.goto('/merchants/boba-bukit')
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About this merchant' })).toBeVisible()
  await expect(page.getByLabel('Purchase date')).toBeHidden()
  await choosePicture(page, await drawPicture())
  await page.getByLabel('Total amount').fill('15.00')
  const invoice = newInvoiceNumber()
  await page.getByLabel('Invoice number').fill(invoice)
  await page.getByRole('button', { name: 'Login to submit receipt' }).click()
  await expect(page).toHaveURL('/login?redirect=%2Fmerchants%2Fboba-bukit')
  await logIn(page, member)
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await page.getByRole('link', { name: 'Bought on a different day?' }).click()
  await expect(page.getByLabel('Purchase date')).toBeVisible()
  await expect(page.getByLabel('Invoice number')).toHaveValue(invoice)
  await page.goBack()
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await expect(page.getByLabel('Invoice number')).toHaveValue(invoice)
  const answered = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/submissions'),
  )
  await sendButton(page).click()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())
  expect((await (await answered).json()).data.purchase_date).toBe(today)
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await page.goto('/merchants/boba-bukit')
  await expect(sendButton(page)).toBeVisible()

  await test.step('a click anywhere on a list row opens it', async () => {
    for (const address of ['/app/submissions', '/app/merchants', '/app/announcements']) {
      await page.goto(address)
      const row = page.locator('main li', { has: page.locator(`a[href^="${address}/"]`) }).first()
      await expect(row).toBeVisible()
      const { width = 0, height = 0 } = (await row.boundingBox()) ?? {}
      await row.click({ position: { x: width - 12, y: height - 12 } })
      await expect(page).toHaveURL(new RegExp(`${address}/[\\w-]+$`))
      await expect(heading(page, /./)).toBeVisible()
    }
  })
})
