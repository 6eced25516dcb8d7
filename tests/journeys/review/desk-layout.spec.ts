import type { Locator, Page } from '@playwright/test'
import type { ComparedFacts } from '@stampus/contract/console/comparedFacts'
import type { Signal } from '@stampus/contract/console/signals'
import { connectOperator } from '../../support/browser/operators.ts'
import { findMerchant, registerMember, reviewer, submitReceipt } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import {
  deskPicture,
  lastDecision,
  onDesk,
  openAtDesk,
  openDesk,
  replaceOcrResult,
  submitTodaysReceipt,
} from '../support/desk.ts'
import { expect, test, testWithOwnServer } from '../support/fixtures.ts'

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

for (const size of sizes)
  test(`D-51 at ${size.width} by ${size.height} the facts, the OCR result and the decision buttons need no scrolling`, async ({
    page,
    server,
    member,
  }) => {
    await page.setViewportSize(size)
    const id = await submitTodaysReceipt(server, member)
    await replaceOcrResult(page, id, await mismatched(server), 'read', signals)
    await openDesk(page, reviewer)
    await openAtDesk(page, id)
    for (const fact of ['RM\u202f23.50', 'Warung Kak Ros', readableToday, /^\d{14}$/])
      await expectVisible(page, onDesk(page).getByRole('definition').getByText(fact, { exact: true }).first())
    for (const take of ['RM\u202f42.50', 'Raket House', '2 Nov 2026'])
      await expectVisible(page, page.getByRole('button', { name: `Use this value: ${take}` }))
    await expectVisible(page, onDesk(page).getByText('Matches the receipt'))
    for (const way of [/^Approve/, /^Reject/, /^Correct/, /^Skip/, /^Escalate/])
      await expectVisible(page, onDesk(page).getByRole('button', { name: way }))
  })

test('D-51 a value that differs on the picture is shown once, and disappears when it is corrected', async ({
  page,
  server,
  member,
}) => {
  const id = await submitTodaysReceipt(server, member)
  await replaceOcrResult(page, id, await mismatched(server), 'read', signals)
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  const amount = onDesk(page).getByText('42.50')
  await expect(onDesk(page)).toContainText('Receipt: 2 Nov 2026')
  await expect(onDesk(page)).not.toContainText('days before it was sent')
  await expect(amount).toHaveCount(1)
  await expect(onDesk(page).getByText('Raket House')).toHaveCount(1)
  await expect(onDesk(page).getByText('Sent 20 days after the purchase')).toBeVisible()
  await page.getByRole('button', { name: 'Use this value: RM\u202f42.50' }).click()
  await expect(onDesk(page).getByRole('insertion')).toHaveText('RM\u202f42.50')
  await expect(onDesk(page).getByText('Receipt: RM\u202f42.50')).toHaveCount(0)
  await expect(amount).toHaveCount(1)
})

test('D-42 D-51 a date on the picture that is outside the accepted period is marked', async ({
  page,
  server,
  member,
}) => {
  const id = await submitTodaysReceipt(server, member)
  const read = await mismatched(server)
  await replaceOcrResult(page, id, {
    ...read,
    purchase_date: { verdict: 'differs', read: '1900-01-02', place: null, time: null },
  })
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  const date = onDesk(page).getByRole('definition').filter({ hasText: 'Receipt: 2 Jan 1900' })
  await expect(date).toContainText('More than 36500 days before it was sent')
})

test('D-51 no dialog of the desk covers the receipt', async ({ page, server, member }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const id = await submitTodaysReceipt(server, member)
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
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
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await expect(deskPicture(page)).toBeVisible()
})

testWithOwnServer(
  'D-51 rejection reasons are sorted by frequency, and the digit keys follow them',
  async ({ page, environment }) => {
    const member = await registerMember(environment)
    const { reject } = await connectOperator(environment)
    for (const reason_code of ['too_old', 'wrong_amount', 'too_old'] as const)
      await reject(await submitTodaysReceipt(environment, member), 'Please look at it again.', reason_code)
    const id = await submitTodaysReceipt(environment, member)
    await openDesk(page, reviewer)
    await openAtDesk(page, id)
    await page.keyboard.press('r')
    const reasons = page.getByRole('dialog').getByRole('radio')
    await expect(reasons.first()).toHaveAccessibleName(/^Too old/)
    await expect(reasons.nth(1)).toHaveAccessibleName(/^Wrong amount/)
    await expect(reasons.nth(2)).toHaveAccessibleName(/^Unreadable/)
    await page.keyboard.press('1')
    await expect(page.getByRole('radio', { name: /^Too old/ })).toBeChecked()
  },
)

test('D-51 a digit chooses a rejection reason, and stays a digit in a text field', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, member)
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
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
