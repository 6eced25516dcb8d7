import type { Locator, Page } from '@playwright/test'
import type { ComparedFacts } from '@stampus/contract/console/comparedFacts'
import type { Signal } from '@stampus/contract/console/signals'
import { findMerchant, reviewer } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import {
  deskPicture,
  lastDecision,
  onDesk,
  openAtDesk,
  replaceOcrResult,
  submitTodaysReceipt,
} from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
]

const readableToday = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kuala_Lumpur',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
}).format()

const plain = (kind: Signal['kind'], text: string): Signal => ({ kind, text, submission_id: null, picture: null })
const signals: Signal[] = [
  plain('amount_differs', 'The receipt seems to say RM\u202f42.50, not RM\u202f23.50'),
  plain('merchant_differs', 'The receipt seems to be from Raket House, not Warung Kak Ros'),
  plain('large_amount', 'The amount is above RM\u202f20.00'),
  plain('sent_late', 'Sent 20 days after the purchase'),
  plain('burst', 'One of 7 receipts that the member sent in an hour'),
  plain('own_shop', 'The member belongs to Warung Kak Ros'),
]

async function mismatched(server: ServerUnderTest): Promise<ComparedFacts> {
  const place = { left: 0.5, top: 0.6, width: 0.2, height: 0.05 }
  return {
    purchase_amount: { verdict: 'differs', read: '42.50', place },
    purchase_date: { verdict: 'differs', read: '2026-11-02', place: null, time: null },
    invoice_number: { verdict: 'fits', read: null, place: null },
    merchant: {
      verdict: 'differs',
      read: 'Raket House',
      place: null,
      merchant_id: (await findMerchant(server, 'Raket House')).id,
    },
  }
}

/** Whether all of it is visible without scrolling. */
async function expectVisible(page: Page, shown: Locator) {
  await expect(shown).toBeInViewport({ ratio: 1 })
  const isFullyVisible = await shown.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [0.05, 0.5, 0.95].every((x) => {
      const there = document.elementFromPoint(left + x * width, top + height / 2)
      return there !== null && (element.contains(there) || there.contains(element))
    })
  })
  expect(isFullyVisible).toBe(true)
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])
}

test('D-42 D-51 a value that differs on the picture is shown once, needs no scrolling on a desk’s screen, and disappears when it is corrected', async ({
  page,
  server,
  member,
}) => {
  const id = await submitTodaysReceipt(server, member)
  const read = await mismatched(server)
  await replaceOcrResult(page, id, read, 'read', signals)
  await openAtDesk(page, id, reviewer)
  const amount = onDesk(page).getByText('42.50')
  await expect(onDesk(page)).toContainText('Receipt: 2 Nov 2026')
  await expect(onDesk(page)).not.toContainText('days before it was sent')
  await expect(amount).toHaveCount(1)
  await expect(onDesk(page).getByText('Raket House')).toHaveCount(1)
  await expect(onDesk(page).getByText('Sent 20 days after the purchase')).toBeVisible()
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const fact of ['RM\u202f23.50', 'Warung Kak Ros', readableToday, /^\d{14}$/])
      await expectVisible(page, onDesk(page).getByRole('definition').getByText(fact, { exact: true }).first())
    for (const take of ['RM\u202f42.50', 'Raket House', '2 Nov 2026'])
      await expectVisible(page, page.getByRole('button', { name: `Use this value: ${take}` }))
    await expectVisible(page, onDesk(page).getByText('Matches the receipt'))
    for (const way of [/^Approve/, /^Reject/, /^Correct/, /^Skip/, /^Escalate/])
      await expectVisible(page, onDesk(page).getByRole('button', { name: way }))
  }
  if (before) await page.setViewportSize(before)
  await page.getByRole('button', { name: 'Use this value: RM\u202f42.50' }).click()
  await expect(onDesk(page).getByRole('insertion')).toHaveText('RM\u202f42.50')
  await expect(onDesk(page).getByText('Receipt: RM\u202f42.50')).toHaveCount(0)
  await expect(amount).toHaveCount(1)
})

test('D-51 no dialog of the desk covers the receipt, the list of keys needs no scrolling, and a digit chooses a rejection reason but stays a digit in a text field', async ({
  page,
  server,
  member,
}) => {
  await openAtDesk(page, await submitTodaysReceipt(server, member), reviewer)
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 800 })
  const receipt = page.getByRole('region', { name: 'Receipt picture' })
  const right = async () => {
    const box = await receipt.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  const names = { r: 'Why is this receipt rejected?', m: 'Escalate to managers', '?': 'Keyboard shortcuts' }
  for (const [key, name] of Object.entries(names)) {
    await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeInViewport({ ratio: 1 })
    expect((await dialog.boundingBox())?.x).toBeGreaterThanOrEqual(await right())
    const hidden = await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    if (key === '?') expect(hidden).toBe(0)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await expect(deskPicture(page)).toBeVisible()

  if (before) await page.setViewportSize(before)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Reject receipt' }).click()
  await expect(dialog.getByText('A reason is required.')).toBeVisible()
  await page.keyboard.press('2')
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked()
  await expect(dialog.getByRole('radio').nth(1)).toBeFocused()
  await page.keyboard.press('9')
  await expect(dialog.getByRole('radio').nth(8)).toBeChecked()
  await page.keyboard.press('0')
  await expect(dialog.getByRole('radio').nth(9)).toBeChecked()
  const labels = dialog.getByRole('group', { name: 'Common reasons' }).locator('label')
  await expect(labels.nth(9)).toHaveText(/0$/)
  await expect(labels.nth(10)).toHaveText(/^\D+$/)
  const words = dialog.getByLabel('Reason (shown to the member)')
  await words.fill('Seen ')
  await words.pressSequentially('12')
  await expect(words).toHaveValue('Seen 12')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Control+Enter')
  await expect(lastDecision(page)).toContainText('Rejected')
})
