import { connectOperator } from '../../support/browser/operators.ts'
import { submitReceipt } from '../../support/browser/people.ts'
import { expect, test, withMotion } from '../support/fixtures.ts'
import { openAs, stampCard } from '../support/web.ts'

test.use({ ...withMotion, viewport: { width: 390, height: 844 }, hasTouch: true })

test('S-2.13 R-1.04 a full card stays in view until the next stamp; new stamps land once, not again when their shops are known, on an earlier card, after a reload or with reduced motion; earlier cards are reached, and a stamp leads to its receipt', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectOperator(server)
  const card = stampCard(page)
  const places = (number: number) => card.getByRole('group', { name: `${number} of 10` })
  const landings = () => page.evaluate(() => (window as { landings?: number }).landings)
  await desk.approve((await submitReceipt(server, member, { amount: '100.00' })).id)
  await page.addInitScript(() => {
    const counted = window as { landings?: number }
    counted.landings = 0
    addEventListener('animationstart', ({ animationName }) => {
      if (animationName === 'land') counted.landings = (counted.landings ?? 0) + 1
    })
  })
  // An entry of a kind that the app does not know is shown with its stamps.
  const gift = { id: 1, kind: 'gift', stamps: -4, submission: null, reason: null, created_at: '2026-01-02T03:04:05Z' }
  await page.route('**/api/wallet/entries*', (route) => route.fulfill({ json: { data: [gift] } }))
  await openAs(page, member, '/?stamps=all')
  await expect(card).toContainText(/^10 stamps/)
  await expect(card.getByRole('listitem').filter({ hasText: 'Stamps changed' })).toContainText(/^\u22124 stamps/)
  await expect(places(10)).toBeInViewport()
  await expect(card.getByText('Complete')).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Earlier card' })).toBeHidden()
  await page.unroute('**/api/wallet/entries*')

  await desk.approve((await submitReceipt(server, member, { amount: '12.00' })).id)
  await page.goto('/')
  await expect(card).toContainText(/^11 stamps.*Card 2 of 2/)
  await test.step('an earlier card is reached with a swipe, too', async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await places(1).boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.wheel(-width, 0)
    await expect(card).toContainText('Card 1 of 2')
    await expect(card.getByRole('link', { name: /^Stamp 10: / })).toBeInViewport()
    await expect(page).toHaveURL('/')
    await page.mouse.wheel(width, 0)
    await expect(card).toContainText('Card 2 of 2')
    await expect(places(1)).toBeInViewport()
  })

  const { id } = await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '140.00' })
  await desk.approve(id)
  await submitReceipt(server, member, { merchant: 'Raket House', amount: '14.00' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/wallet/entries*', async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.goto('/')
  await expect(card.getByText('Complete').last()).toHaveClass(/animate-land/)
  await expect(card).toContainText(/^25 stamps.*Card 3 of 3/)
  await expect(places(5)).toBeInViewport()
  await expect(card.getByRole('status')).toHaveText('14 new stamps')
  // The last card, the card before it and its mark.
  await expect.poll(landings).toBe(15)
  held.resolve()
  await expect(card.getByRole('link', { name: /^Stamp 5: / })).toBeInViewport()
  await test.step('an arrow key goes on by one card, and the focus moves from its stamp to the buttons', async () => {
    await card.getByRole('link', { name: /^Stamp 5: / }).focus()
    await page.keyboard.press('ArrowLeft')
    const row = page.locator('[dir=rtl]')
    await expect.poll(() => row.evaluate((shown) => shown.scrollLeft / shown.clientWidth)).toBe(-1)
    await expect(card).toContainText('Card 2 of 3')
    await expect(card.getByRole('button', { name: 'Earlier card' })).toBeFocused()
  })
  await card.getByRole('button', { name: 'Earlier card' }).click()
  await expect(card).toContainText('Card 1 of 3')
  await expect(card.getByRole('link', { name: /^Stamp 10: / })).toBeInViewport()
  expect(await landings()).toBe(15)
  await page.reload()
  await expect(card).toContainText(/^25 stamps/)
  await expect(card.getByRole('link', { name: /^Stamp 5: / })).toBeInViewport()
  await expect(card.getByText('Complete').last()).not.toBeInViewport()
  await expect(card.getByRole('status')).toBeEmpty()
  expect(await landings()).toBe(0)

  await test.step('with reduced motion they are all there at once, and one line says how many', async () => {
    await desk.approve((await submitReceipt(server, member, { amount: '120.00' })).id)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await expect(card).toContainText('stamps')
    expect(await card.textContent()).toMatch(/^37 stamps.*Card 4 of 4/)
    await expect(card.getByRole('status')).toHaveText('12 new stamps')
  })

  await test.step('a stamp carries the logo of its shop and leads to its receipt, and pending stamps are marked', async () => {
    await expect(card).toContainText('1 pending')
    await expect(places(7).getByRole('img', { name: 'Pending stamp' })).toHaveCount(1)
    await card.getByRole('button', { name: 'Earlier card' }).click()
    const stamp = card.getByRole('link', { name: 'Stamp 5: Boba Bukit' })
    await expect(stamp.locator('image').last()).toHaveAttribute('href', /\.(svg|webp|png)/)
    await stamp.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/app/submissions/${id}`)
  })
})
