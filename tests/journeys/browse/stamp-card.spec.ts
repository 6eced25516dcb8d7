import type { Locator } from '@playwright/test'
import { connectOperator } from '../../support/browser/operators.ts'
import { submitReceipt } from '../../support/browser/people.ts'
import { expect, test, withMotion } from '../support/fixtures.ts'
import { openAs, stampCard } from '../support/web.ts'

test.use({ ...withMotion, viewport: { width: 390, height: 844 }, hasTouch: true })

test('S-2.13 a full card stays in view until the next stamp arrives, earlier cards are reached, and a stamp leads to its receipt', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectOperator(server)
  await desk.approve((await submitReceipt(server, member, { amount: '100.00' })).id)
  await openAs(page, member)
  const card = stampCard(page)
  await expect(card).toContainText(/^10 stamps/)
  await expect(card.getByRole('group', { name: '10 of 10' })).toBeInViewport()
  await expect(card.getByText('Complete')).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Earlier card' })).toBeHidden()
  await desk.approve((await submitReceipt(server, member, { amount: '12.00' })).id)
  await page.reload()
  await expect(card).toContainText('Card 2 of 2')
  await expect(card.getByRole('group', { name: '1 of 10' })).toBeInViewport()

  const { id } = await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '12.00' })
  await desk.approve(id)
  await submitReceipt(server, member, { merchant: 'Raket House', amount: '14.00' })
  await page.reload()
  const places = card.getByRole('group', { name: '2 of 10' })
  await expect(card).toContainText(/^12 stamps.*Card 2 of 2/)
  await expect(card.getByText('Complete')).not.toBeInViewport()

  await test.step('earlier cards are reached with a button, and a full one is marked complete', async () => {
    await card.getByRole('button', { name: 'Earlier card' }).click()
    await expect(card).toContainText('Card 1 of 2')
    await expect(card.getByRole('group', { name: '10 of 10' })).toBeInViewport()
    await expect(card.getByText('Complete')).toBeInViewport()
    await expect(card.getByRole('link', { name: /^Stamp 10: / })).toBeInViewport()
    await card.getByRole('button', { name: 'Later card' }).click()
    await expect(card).toContainText('Card 2 of 2')
    await expect(places).toBeInViewport()
  })

  await test.step('earlier cards are reached with a swipe of a finger or on a touchpad, too', async () => {
    for (const swipe of [swipeWithFinger, swipeOnTouchpad]) {
      await swipe(places, 'right')
      await expect(card).toContainText('Card 1 of 2')
      await expect(card.getByRole('link', { name: /^Stamp 10: / })).toBeInViewport()
      await expect(page).toHaveURL('/')
      await swipe(card.getByRole('group', { name: '10 of 10' }), 'left')
      await expect(card).toContainText('Card 2 of 2')
      await expect(places).toBeInViewport()
    }
  })

  await test.step('with the arrow keys, the focus moves from a stamp to the buttons when its card leaves the view', async () => {
    await card.getByRole('link', { name: /^Stamp 2: / }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(card).toContainText('Card 1 of 2')
    await expect(card.getByRole('button', { name: 'Earlier card' })).toBeFocused()
    await card.getByRole('button', { name: 'Later card' }).click()
    await expect(places).toBeInViewport()
  })

  await test.step('a stamp carries the logo of its shop and leads to its receipt, and pending stamps are marked', async () => {
    await expect(card).toContainText('1 pending')
    await expect(places.getByRole('img', { name: 'Pending stamp' })).toHaveCount(1)
    const stamp = places.getByRole('link', { name: 'Stamp 2: Boba Bukit' })
    await expect(stamp.locator('image').last()).toHaveAttribute('href', /\.(svg|webp|png)/)
    await stamp.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/app/submissions/${id}`)
  })
})

test('S-2.13 R-1.04 new stamps land once: not again when their shops are known, nor on a card that is swiped to, and not with reduced motion', async ({
  page,
  server,
  member,
}) => {
  const desk = await connectOperator(server)
  const card = stampCard(page)
  await test.step('an entry of a kind that the app does not know is shown with its stamps', async () => {
    const facts = { id: 1, kind: 'gift', stamps: -4, submission: null, reason: null }
    const entry = { ...facts, created_at: '2026-01-02T03:04:05Z' }
    await page.route('**/api/wallet/entries*', (route) => route.fulfill({ json: { data: [entry] } }))
    await openAs(page, member, '/?stamps=all')
    await expect(card.getByRole('listitem')).toContainText(/^\u22124 stamps.*Stamps changed/)
    await page.unroute('**/api/wallet/entries*')
  })
  await page.goto('/')
  await expect(card).toContainText(/^0 stamps/)
  await desk.approve((await submitReceipt(server, member, { amount: '250.00' })).id)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/wallet/entries*', async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.addInitScript(() => {
    const counted = window as { landings?: number }
    counted.landings = 0
    addEventListener('animationstart', ({ animationName }) => {
      if (animationName === 'land') counted.landings = (counted.landings ?? 0) + 1
    })
  })
  await page.goto('/')
  const landings = () => page.evaluate(() => (window as { landings?: number }).landings)
  await expect(card.getByText('Complete').last()).toHaveClass(/animate-land/)
  await expect(card).toContainText('Card 3 of 3')
  await expect(card).toContainText(/^25 stamps/)
  await expect(card.getByRole('group', { name: '5 of 10' })).toBeInViewport()
  await expect(card.getByRole('status')).toHaveText('25 new stamps')
  // The last card, the card before it and its mark.
  await expect.poll(landings).toBe(16)
  held.resolve()
  await expect(card.getByRole('link', { name: /^Stamp 5: / })).toBeInViewport()
  for (const number of [2, 1]) {
    await card.getByRole('button', { name: 'Earlier card' }).click()
    await expect(card).toContainText(`Card ${number} of 3`)
    await expect(card.getByRole('link', { name: /^Stamp 10: / })).toBeInViewport()
  }
  expect(await landings()).toBe(16)
  await page.reload()
  await expect(card).toContainText(/^25 stamps/)
  await expect(card.getByRole('link', { name: /^Stamp 5: / })).toBeInViewport()
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
})

async function swipeWithFinger(at: Locator, to: 'left' | 'right') {
  const page = at.page()
  const { x = 0, y = 0, width = 0, height = 0 } = (await at.boundingBox()) ?? {}
  const way = to === 'right' ? width : -width
  const from = x + (to === 'right' ? 0 : width)
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) => {
    const touchPoints = part === undefined ? [] : [{ x: from + part * way, y: y + height / 2 }]
    return browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await touch('touchStart', 0.1)
  for (const part of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) await touch('touchMove', part)
  await touch('touchEnd')
  await browser.detach()
}

async function swipeOnTouchpad(at: Locator, to: 'left' | 'right') {
  const { x = 0, y = 0, width = 0, height = 0 } = (await at.boundingBox()) ?? {}
  await at.page().mouse.move(x + width / 2, y + height / 2)
  await at.page().mouse.wheel(to === 'right' ? -width : width, 0)
}
