import type { Page } from '@playwright/test'
import type { PlainReceipts } from '@stampus/contract/console/bulk'
import type { ComparedFacts } from '@stampus/contract/console/comparedFacts'
import { registerMember, reviewer } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, submitTodaysReceipt } from '../support/desk.ts'
import { expect, deskTest as test } from '../support/fixtures.ts'

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Receipt / })
const box = (page: Page, id: number) => page.getByRole('checkbox', { name: new RegExp(`^Receipt ${id} from `) })
const card = (page: Page, id: number) => page.getByRole('listitem').filter({ has: box(page, id) })
const chooseAll = (page: Page) => page.getByRole('button', { name: /^Select all \d+ viewed/ })

/** Sends plain receipts of different members, opens Approve many, and returns the ids of all that are offered. */
async function openBulk(page: Page, environment: ServerUnderTest, count: number) {
  for (let at = 0; at < count; at += 1) await submitTodaysReceipt(environment, await registerMember(environment))
  await openConsole(page, '/bulk', reviewer)
  await expect(boxes(page).first()).toBeVisible()
  const names = await boxes(page).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  return names.map((name) => Number(/\d+/.exec(name)?.[0]))
}

/** Scrolls a receipt to the middle of the screen and waits until it counts as viewed. */
async function viewReceipt(page: Page, id: number) {
  await card(page, id).evaluate((row) => row.scrollIntoView({ block: 'center' }))
  await expect(card(page, id).getByText('Viewed', { exact: true })).toBeVisible()
}

test('D-45 only receipts whose pictures were on screen for a second can be approved: none below it, half of it, under a dialog or on a background page', async ({
  page,
  environment,
}) => {
  const ids = await openBulk(page, environment, 5)
  const [first = 0, second = 0, last = 0] = [ids[0], ids[1], ids.at(-1)]
  await viewReceipt(page, first)
  await expect(card(page, last).getByText('Not viewed yet')).toBeVisible()
  await box(page, last).dispatchEvent('click')
  await expect(box(page, last)).not.toBeChecked()
  await page.keyboard.press('l')
  await expect(box(page, first)).toBeChecked()
  await expect(box(page, last)).not.toBeChecked()
  await viewReceipt(page, last)
  await expect(box(page, last)).not.toBeChecked()

  await page.setViewportSize({ width: 390, height: 500 })
  await page.reload()
  const picture = card(page, second).getByRole('button', { name: /^Picture of receipt/ })
  await expect(picture).toBeVisible()
  await picture.evaluate((one) => {
    one.style.scrollMarginTop = `-${one.clientHeight / 2}px`
    one.scrollIntoView({ block: 'start', behavior: 'instant' })
  })
  await page.waitForTimeout(2000)
  await expect(card(page, second).getByText('Not viewed yet')).toBeVisible()
  await picture.evaluate((one) => {
    one.style.scrollMarginTop = ''
    one.scrollIntoView({ block: 'center', behavior: 'instant' })
  })
  await expect(card(page, second).getByText('Viewed', { exact: true })).toBeVisible()

  const released = Promise.withResolvers<void>()
  await page.route('**/files/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await page
    .getByRole('button', { name: /^Picture of receipt/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  released.resolve()
  await expect.poll(() => page.locator('li img').evaluateAll(areLoaded)).toBe(true)
  await page.waitForTimeout(2000)
  await expect(page.getByText('Viewed', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Viewed', { exact: true }).first()).toBeVisible()

  await page.addInitScript(() => {
    const state = { now: 'hidden' }
    Object.defineProperty(document, 'visibilityState', { get: () => state.now })
    window.addEventListener('seen', () => {
      state.now = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
    })
  })
  await page.reload()
  await expect(boxes(page).first()).toBeVisible()
  await page.waitForTimeout(2000)
  await expectNothingViewed(page)
  await page.evaluate(() => window.dispatchEvent(new Event('seen')))
  await expect(page.getByText('Viewed', { exact: true }).first()).toBeVisible()
})

const areLoaded = (images: (HTMLElement | SVGElement)[]) =>
  images.every((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0)

async function expectNothingViewed(page: Page) {
  await expect(page.getByText('Viewed', { exact: true })).toHaveCount(0)
  await expect(chooseAll(page)).toHaveAttribute('aria-disabled', 'true')
}

test('D-45 with text that OCR boxed on their pictures, receipts are viewed, selected and approved with the keyboard, and each approval can be undone', async ({
  page,
  environment,
}) => {
  const place = { left: 0.5, top: 0.25, width: 0.25, height: 0.05 }
  await replaceBulkOcrResults(page, {
    purchase_amount: { verdict: 'fits', read: '23.50', place },
    purchase_date: { verdict: 'fits', read: null, place: { ...place, top: 0.5 }, time: null },
    invoice_number: { verdict: 'not_found', read: null, place: null },
    merchant: { verdict: 'fits', read: 'Warung Kak Ros', place: null, merchant_id: null },
  })
  const [first = 0, second = 0, third = 0] = await openBulk(page, environment, 3)
  await expect(card(page, first).getByText('Matches the receipt')).toHaveCount(1)
  await expect(card(page, first).getByText("Couldn't read this")).toHaveCount(1)
  await viewReceipt(page, first)
  const picture = card(page, first).getByRole('button', { name: /^Picture of receipt/ })
  const frames = picture.locator('span')
  await expect(frames).toHaveCount(2)
  await expect(frames.first()).toBeVisible()
  const shown = await picture.locator('img').evaluate(fittedBox)
  const frame = await frames.first().boundingBox()
  expect(frame?.x).toBeCloseTo(shown.x + place.left * shown.width, 0)
  expect(frame?.y).toBeCloseTo(shown.y + place.top * shown.height, 0)
  expect(frame?.width).toBeCloseTo(place.width * shown.width, 0)
  const strips = card(page, first).locator('span:has(> img)')
  await expect(strips).toHaveCount(2)
  await expect(strips.first()).toBeVisible()
  await expectNoAxeViolations(page)

  const opener = page.getByRole('button', { name: `Picture of receipt ${first}, opens full size` })
  await opener.press('Enter')
  const large = page.getByRole('dialog', { name: /^Receipt \d+ from / })
  await expect(large.getByRole('img', { name: /^Receipt \d+ from / })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.unrouteAll()
  for (const id of [first, second, third]) {
    await page.keyboard.press('j')
    await expect(box(page, id)).toBeFocused()
    await expect(card(page, id).getByText('Viewed', { exact: true })).toBeVisible()
    await page.keyboard.press('Space')
    await expect(box(page, id)).toBeChecked()
  }
  await expectNoAxeViolations(page)
  await page.keyboard.press('a')
  const summary = page.getByRole('dialog', { name: 'Approve 3 receipts?' })
  await expect(summary).toContainText('stamps')
  await expectNoAxeViolations(page)
  await summary.getByRole('button', { name: 'Approve all' }).dblclick()
  await expect(page.getByText('Approved: 3 receipts')).toBeVisible()
  await expect(box(page, first)).toBeHidden()
  await page.getByRole('button', { name: `Undo receipt ${second}` }).click()
  await expect(page.getByText('Approved: 2 receipts. Undone: 1 receipt')).toBeVisible()
  await expect(box(page, second)).toBeVisible()
  await expect(box(page, first)).toBeHidden()
  await page.keyboard.press('u')
  await expect(page.getByText('Approved: 0 receipts. Undone: 3 receipts')).toBeVisible()
  for (const id of [first, second, third]) await expect(box(page, id)).toBeVisible()
  await expectNoAxeViolations(page)
})

/** The position of the picture inside an image element that shows all of it. */
function fittedBox(one: HTMLElement | SVGElement) {
  const { x, y, width, height } = one.getBoundingClientRect()
  const { naturalWidth, naturalHeight } = one as HTMLImageElement
  const scale = Math.min(width / naturalWidth, height / naturalHeight)
  const [across, down] = [naturalWidth * scale, naturalHeight * scale]
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down }
}

/** Replaces the OCR result of each offered receipt. */
async function replaceBulkOcrResults(page: Page, reading: ComparedFacts) {
  await page.route('**/api/console/bulk', async (route) => {
    const response = await route.fetch()
    const answer: PlainReceipts = await response.json()
    await route.fulfill({ response, json: { ...answer, data: answer.data.map((one) => ({ ...one, reading })) } })
  })
}

test.describe('without pictures', () => {
  test.use({ expectedErrors: /^Failed to load resource: net::ERR_FAILED/ })

  test('D-45 a receipt whose picture fails to load does not count as viewed, and when none can be approved, the page shows how many wait and why', async ({
    page,
    environment,
  }) => {
    await page.route('**/files/**', (route) => route.abort())
    await submitTodaysReceipt(environment, await registerMember(environment))
    await openConsole(page, '/bulk', reviewer)
    await expect(page.getByRole('button', { name: /^Couldn't load the picture/ }).first()).toBeVisible()
    await expectNothingViewed(page)

    const answer = { ready: 0, unread: 14, unreadable: 1, unconfirmed: 2, flagged: 9 }
    const json = { data: [], offer: '', before: 0, has_more: false, waiting: answer, is_counted_in_part: false }
    await page.route('**/api/console/bulk', (route) => route.fulfill({ json }))
    await page.reload()
    await expect(page.getByText('No receipts for bulk approval')).toBeVisible()
    for (const words of [
      '14 not read yet',
      '9 with a warning',
      "2 with an amount, date or merchant that we couldn't confirm",
      "1 with a picture that we couldn't read",
    ])
      await expect(page.getByText(words)).toBeVisible()
    await expectNoAxeViolations(page)
  })
})
