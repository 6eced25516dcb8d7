import type { Deal } from '@stampus/contract/deals'
import { texts } from '@stampus/contract/texts'
import { expect, test } from '../support/fixtures.ts'
import { heading, scrollToEnd, withoutServerRendering } from '../support/web.ts'

test('S-2.24 S-2.25 S-2.27 S-4.15 S-8.10 S-9.02 D-31 D-33 anyone can read the list of deals and a deal, how to use it and how long it lasts; Share opens the device’s dialog once with its title and URL, or copies the link and says so', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Reflect.set(window, 'shared', shared)
    const share = async (given: unknown) => {
      shared.push(given)
      await new Promise((resolve) => window.addEventListener('dialog-closed', resolve, { once: true }))
      throw new DOMException('The visitor closed the dialog.', 'AbortError')
    }
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  })
  await page.goto('/app/deals')
  await expect(heading(page, 'Popular Deals')).toBeVisible()
  const deals = page.getByRole('main').getByRole('listitem')
  await expect(deals).toHaveCount(15)
  await scrollToEnd(page)
  await expect.poll(() => deals.count()).toBeGreaterThan(20)

  const { data } = await (await fetch(`${server.url}/api/advertisements?page=2`)).json()
  const deal: Deal = data[0]
  const { id, title, merchant } = deal
  await page.goto(`/deals/${id}`)
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText(merchant.address)).toBeVisible()
  const phone = page.getByRole('link', { name: merchant.contact_number })
  await expect(phone).toHaveAttribute('href', `tel:${merchant.contact_number.replace(/[^+\d]/g, '')}`)

  await test.step('the dialog opens once, and a click while it is open does nothing', async () => {
    const shared = () => page.evaluate(() => Reflect.get(window, 'shared'))
    const button = page.getByRole('button', { name: 'Share', exact: true })
    const notifications = page.getByRole('status', { name: 'Notifications' })
    await button.dblclick()
    expect(await shared()).toEqual([{ title, url: `${server.url}/deals/${id}` }])
    await button.dispatchEvent('click')
    expect(await shared()).toHaveLength(1)
    await page.evaluate(() => window.dispatchEvent(new Event('dialog-closed')))
    await button.dispatchEvent('click')
    expect(await shared()).toHaveLength(2)
    await expect(notifications).toHaveText('')
    await page.evaluate(() => {
      window.dispatchEvent(new Event('dialog-closed'))
      Object.defineProperty(navigator, 'share', { value: undefined })
    })
    await button.dblclick()
    await expect(notifications.getByText('Link copied')).toHaveCount(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/deals/${id}`)
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await button.click()
    await expect(notifications).toContainText(/Could not copy the link.*address bar of your browser/)
  })
  await page.getByRole('link', { name: merchant.name }).click()
  await expect(page).toHaveURL(`/app/merchants/${merchant.id}`)
  await expect(heading(page, merchant.name)).toBeVisible()

  await test.step('a deal in its last week shows the days that remain, by the campus calendar', async () => {
    // Half past midnight in Kuala Lumpur: in London it is still the day before.
    await page.clock.setFixedTime('2026-11-21T16:30:00Z')
    const ends = ['2026-11-22', '2026-11-23', '2026-11-29', '2026-11-30']
    const plain = { ...deal, image_url: null, description: '', merchant: { ...merchant, is_active: undefined } }
    const ending = ends.map((end_date, place) => ({ ...plain, id: place + 1, end_date }))
    Object.assign(ending[1] ?? {}, { merchant: { ...merchant, is_active: false } })
    await page.route('**/api/advertisements*', (route) => route.fulfill({ json: { data: ending } }))
    await page.goto(withoutServerRendering('/app/deals'))
    await expect(deals).toHaveCount(4)
    for (const [place, end] of ['Ends today', 'Ends tomorrow', '7 days left', 'Until 30 Nov 2026'].entries())
      await expect(deals.nth(place)).toContainText(end)
    await deals.first().getByRole('link').click()
    await expect(page.getByText(/to 22 Nov 2026 · Ends today$/)).toBeVisible()
  })

  await test.step('a deal says how to use it and leads to the merchant’s form, if that accepts receipts', async () => {
    const steps = page.getByRole('list').filter({ hasText: 'Show this deal' }).getByRole('listitem')
    await expect(steps).toHaveText([
      /Show this deal at the stall when you order\.$/,
      /Pay and keep the receipt\.$/,
      /Take a photo of the receipt here to collect stamps\.$/,
    ])
    const submit = page.getByRole('link', { name: 'Submit Receipt' })
    await expect(submit).toHaveAttribute('href', `/app/submissions/new/${merchant.id}`)
    // Below the steps, Snap would cover it on a phone.
    const [button, first] = [await submit.boundingBox(), await steps.first().boundingBox()]
    expect(button?.y).toBeLessThan(first?.y ?? 0)
    await page.goBack()
    await deals.nth(1).getByRole('link').click()
    await expect(page.getByText(texts.merchantInactive)).toBeVisible()
    await expect(steps).toHaveCount(1)
    await expect(submit).toBeHidden()
  })
})
