import type { PlainReceipts } from '@stampus/contract/console/bulk'
import type { ComparedFacts } from '@stampus/contract/console/evidence'
import { registerMember, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openConsole, submitTodaysReceipt } from '../support/desk.ts'
import { expect, deskTest as test } from '../support/fixtures.ts'

test.use({ expectedErrors: /^Failed to load resource: net::ERR_FAILED/ })

test('D-45 only receipts whose pictures were on screen for a second can be approved: none on a background page, under a dialog, half of it, or that fails to load; with keys they are selected, approved and each undone, and what waits is counted with its reason', async ({
  page,
  environment,
}) => {
  const place = { left: 0.5, top: 0.25, width: 0.25, height: 0.05 }
  const reading: ComparedFacts = {
    purchase_amount: { verdict: 'fits', read: '23.50', place },
    purchase_date: { verdict: 'fits', read: null, place: { ...place, top: 0.5 }, time: null },
    invoice_number: { verdict: 'not_found', read: null, place: null },
    merchant: { verdict: 'fits', read: 'Warung Kak Ros', place: null, merchant_id: null },
  }
  await page.route('**/api/console/bulk', async (route) => {
    const response = await route.fetch()
    const answer: PlainReceipts = await response.json()
    await route.fulfill({ response, json: { ...answer, data: answer.data.map((one) => ({ ...one, reading })) } })
  })
  await page.addInitScript(() => {
    const state = { now: 'hidden' }
    Object.defineProperty(document, 'visibilityState', { get: () => state.now })
    window.addEventListener('seen', () => {
      state.now = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
    })
  })
  for (const _ of ['first', 'second', 'third', 'fourth', 'fifth'])
    await submitTodaysReceipt(environment, await registerMember(environment))
  const boxes = page.getByRole('checkbox', { name: /^Receipt / })
  const box = (id: number) => page.getByRole('checkbox', { name: new RegExp(`^Receipt ${id} from `) })
  const card = (id: number) => page.getByRole('listitem').filter({ has: box(id) })
  const pictureOf = (id: number) => card(id).getByRole('button', { name: /^Picture of receipt/ })
  const viewed = page.getByText('Viewed', { exact: true })
  const expectNothingViewed = async () => {
    await page.waitForTimeout(2000)
    await expect(viewed).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Select all \d+ viewed/ })).toHaveAttribute('aria-disabled', 'true')
  }
  await openConsole(page, '/bulk', reviewer)
  await expect(boxes.first()).toBeVisible()
  const names = await boxes.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  const ids = names.map((name) => Number(/\d+/.exec(name)?.[0]))
  const [first = 0, second = 0, third = 0, last = 0] = [...ids.slice(0, 3), ids.at(-1)]
  await expectNothingViewed()
  await pictureOf(first).press('Enter')
  const large = page.getByRole('dialog', { name: /^Receipt \d+ from / })
  await expect(large.getByRole('img', { name: /^Receipt \d+ from / })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.evaluate(() => window.dispatchEvent(new Event('seen')))
  await expectNothingViewed()
  await page.keyboard.press('Escape')
  await expect(pictureOf(first)).toBeFocused()
  await expect(card(first).getByText('Viewed', { exact: true })).toBeVisible()

  await expect(card(first).getByText('Matches the receipt')).toHaveCount(1)
  await expect(card(first).getByText("Couldn't read this")).toHaveCount(1)
  const frames = pictureOf(first).locator('span')
  await expect(frames).toHaveCount(2)
  const shown = await pictureOf(first).locator('img').evaluate(fittedBox)
  const frame = await frames.first().boundingBox()
  expect(frame?.x).toBeCloseTo(shown.x + place.left * shown.width, 0)
  expect(frame?.y).toBeCloseTo(shown.y + place.top * shown.height, 0)
  expect(frame?.width).toBeCloseTo(place.width * shown.width, 0)

  await box(last).dispatchEvent('click')
  await page.keyboard.press('l')
  await expect(box(first)).toBeChecked()
  await expect(box(last)).not.toBeChecked()
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 500 })
  await pictureOf(last).evaluate((one) => {
    one.style.scrollMarginTop = `-${one.clientHeight / 2}px`
    one.scrollIntoView({ block: 'start', behavior: 'instant' })
  })
  await page.waitForTimeout(2000)
  await expect(card(last).getByText('Not viewed yet')).toBeVisible()
  await pictureOf(last).evaluate((one) => {
    one.style.scrollMarginTop = ''
    one.scrollIntoView({ block: 'center', behavior: 'instant' })
  })
  await expect(card(last).getByText('Viewed', { exact: true })).toBeVisible()
  await expect(box(last)).not.toBeChecked()
  if (before) await page.setViewportSize(before)

  await page.keyboard.press('l')
  await page.keyboard.press('l')
  for (const id of [first, second, third]) {
    await page.keyboard.press('j')
    await expect(box(id)).toBeFocused()
    await expect(card(id).getByText('Viewed', { exact: true })).toBeVisible()
    await page.keyboard.press('Space')
    await expect(box(id)).toBeChecked()
  }
  await page.unroute('**/api/console/bulk')
  await page.keyboard.press('a')
  const summary = page.getByRole('dialog', { name: 'Approve 3 receipts?' })
  await expect(summary).toContainText('stamps')
  await expectNoAxeViolations(page)
  await summary.getByRole('button', { name: 'Approve all' }).dblclick()
  await expect(page.getByText('Approved: 3 receipts')).toBeVisible()
  await expect(box(first)).toBeHidden()
  await page.getByRole('button', { name: `Undo receipt ${second}` }).click()
  await expect(page.getByText('Approved: 2 receipts. Undone: 1 receipt')).toBeVisible()
  await expect(box(second)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('u')
  await expect(page.getByText('Approved: 0 receipts. Undone: 3 receipts')).toBeVisible()

  await page.route('**/files/**', (route) => route.abort())
  await page.reload()
  await page.evaluate(() => window.dispatchEvent(new Event('seen')))
  await expect(page.getByRole('button', { name: /^Couldn't load the picture/ }).first()).toBeVisible()
  await expectNothingViewed()
  const waiting = { ready: 0, unread: 14, unreadable: 1, unconfirmed: 2, flagged: 9 }
  const json = { data: [], offer: '', before: 0, has_more: false, waiting, is_counted_in_part: false }
  await page.route('**/api/console/bulk', (route) => route.fulfill({ json }))
  await page.reload()
  await expect(page.getByText('No receipts for bulk approval')).toBeVisible()
  for (const words of ['14 not read yet', '9 with a warning', /^2 with an .*confirm$/, /^1 with a picture .*read/])
    await expect(page.getByText(words)).toBeVisible()
})

/** The position of the picture inside an image element that shows all of it. */
function fittedBox(one: HTMLElement | SVGElement) {
  const { x, y, width, height } = one.getBoundingClientRect()
  const { naturalWidth, naturalHeight } = one as HTMLImageElement
  const scale = Math.min(width / naturalWidth, height / naturalHeight)
  const [across, down] = [naturalWidth * scale, naturalHeight * scale]
  return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down }
}
