import type { Page } from '@playwright/test'
import type { ComparedFacts, Signal } from '@stampus/contract/console/evidence'
import { show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { releaseLeases } from '../../support/browser/operators.ts'
import { findMerchant, manager, newInvoiceNumber, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { lastDecision, onDesk, openAtDesk, openConsole, submitTodaysReceipt as send } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError } from '../support/web.ts'

test.use({ expectedErrors: /status of 503 .*\/reading\)/ })

const place = { left: 0.5, top: 0.6, width: 0.2, height: 0.05 }
const plain = (kind: Signal['kind'], text: string): Signal => ({ kind, text, submission_id: null, picture: null })

/** Replaces the OCR result that the desk gets for a receipt. */
const replaceOcr = (page: Page, id: number, result: object) =>
  page.route(new RegExp(`/api/console/submissions/${id}(/lease)?$`), async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, ...(answer.data && { data: { ...answer.data, ...result } }) } })
  })

test('D-42 D-51 D-103 the desk shows the OCR result beside the typed values without scrolling, reads a picture again, and P accepts the result; A asks once before a doubtful receipt is approved, Escape cancels, Y confirms, A pressed again does not, other keys work', async ({
  page,
  server,
  member,
}) => {
  const id = await send(server, member)
  const other = await findMerchant(server, 'Raket House')
  const number = newInvoiceNumber()
  const [amountRead, again] = [page.getByText('42.50'), onDesk(page).getByRole('button', { name: 'Read again' })]
  const take = (value: string) => page.getByRole('button', { name: `Use this value: ${value}` })
  const matches = onDesk(page).getByText('Matches the receipt')
  await replaceOcr(page, id, { reading: null, reading_state: 'failed' })
  await openAtDesk(page, id, reviewer)
  await expect(onDesk(page).getByText("Couldn't read the picture")).toBeVisible()
  const address = `**/api/console/submissions/${id}/reading`
  await page.route(address, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await again.click()
  await expect(onDesk(page).getByRole('alert')).toHaveText('The service is busy.')
  await page.unroute(address)
  await page.route(address, (route) => route.fulfill({ status: 201, json: { data: {} } }))
  await replaceOcr(page, id, { reading: null, reading_state: 'pending' })
  await again.click()
  await expect(onDesk(page).getByRole('button', { name: 'Reading…' })).toHaveAttribute('aria-busy', 'true')
  const read: ComparedFacts = {
    purchase_amount: { verdict: 'differs', read: '42.50', place },
    purchase_date: { verdict: 'filled_in', filled_in: true, read: null, place: null, time: '19:02' },
    invoice_number: { verdict: 'differs', filled_in: true, read: number, place: null },
    merchant: { verdict: 'differs', read: 'Raket House', place: null, merchant_id: other.id },
  }
  const signals = [
    plain('amount_differs', 'The receipt seems to say RM\u202f42.50, not RM\u202f23.50'),
    plain('merchant_differs', 'The receipt seems to be from Raket House, not Warung Kak Ros'),
    plain('sent_late', 'Sent 20 days after the purchase'),
    plain('own_shop', 'The member belongs to Warung Kak Ros'),
  ]
  await replaceOcr(page, id, { reading: read, reading_state: 'read', signals })
  // The desk loads the receipt until it is read.
  await expect(take('RM\u202f42.50')).toBeVisible()
  await expect(onDesk(page).getByRole('button', { name: 'Reading…' })).toHaveCount(0)
  await expect(amountRead).toHaveCount(1)
  await expect(onDesk(page).getByText('Raket House')).toHaveCount(1)
  await expect(onDesk(page).getByText('Sent 20 days after the purchase')).toBeVisible()
  await expectNoAxeViolations(page)
  for (const height of [800, 768]) {
    await page.setViewportSize({ width: height === 800 ? 1280 : 1366, height })
    const facts = ['RM\u202f23.50', 'Warung Kak Ros'].map((fact) =>
      onDesk(page).getByText(fact, { exact: true }).first(),
    )
    const ways = ['Approve', 'Reject', 'Correct', 'Skip', 'Escalate'].map((way) =>
      onDesk(page).getByRole('button', { name: new RegExp(`^${way}`) }),
    )
    for (const part of [...facts, take('RM\u202f42.50'), take('Raket House'), take(number), ...ways])
      await expect(part).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }

  const question = page.getByRole('group', {
    name: 'The receipt seems to say RM\u202f42.50 and Raket House. Approve RM\u202f23.50?',
  })
  await page.getByRole('button', { name: /^Approve/ }).dblclick()
  await expect(question).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(question.getByRole('button', { name: /^Approve anyway/ })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Why is this receipt rejected?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  for (const _ of ['asks', 'does nothing', 'does nothing']) await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: /^Don’t approve/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await page.keyboard.press('a')
  await page.keyboard.press('y')
  await expect(lastDecision(page)).toContainText(`receipt ${id}`)
  await page.keyboard.press('u')
  await expect(lastDecision(page)).toBeHidden()

  await openAtDesk(page, id)
  await take(number).click()
  await expect(matches).toHaveCount(1)
  await take('Raket House').click()
  await expect(onDesk(page).getByRole('insertion')).toHaveText(['Raket House', number])
  await page.keyboard.press('p')
  await expect(take('RM\u202f42.50')).toBeHidden()
  await expect(amountRead).toHaveCount(1)
  await expect(matches).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Approve as corrected, 4 stamps/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(lastDecision(page)).toContainText(`42.50, receipt ${id}`)
  const { data } = await callApi(server, show, { id }, bearerHeader(member.token))
  const taken = { purchase_amount: '42.50', invoice_no: number, merchant: { id: other.id } }
  expect(data).toMatchObject({ status: 'approved', stamps: 4, ...taken })
})

test('D-45 D-51 a reviewer corrects the amount with the keyboard, also after an undo; no dialog of the desk covers the receipt, the list of keys needs no scrolling, and a digit chooses a rejection reason, sorted by frequency, but stays a digit in a text field; an escalated receipt is taken back with U or comes first to managers, and is released when its page is left', async ({
  page,
  server,
  member,
}) => {
  const id = await send(server, member)
  await page.route('**/api/console/rejection-reasons', (route) =>
    route.fulfill({ json: { data: ['too_old', 'wrong_amount'] } }),
  )
  const receipt = page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
  await openAtDesk(page, id, reviewer)
  const right = await page.getByRole('region', { name: 'Receipt picture' }).boundingBox()
  const names = { r: 'Why is this receipt rejected?', m: 'Escalate to managers', '?': 'Keyboard shortcuts' }
  for (const [key, name] of Object.entries(names)) {
    await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeInViewport({ ratio: 1 })
    expect((await dialog.boundingBox())?.x).toBeGreaterThanOrEqual((right?.x ?? 0) + (right?.width ?? 0))
    const hidden = await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    if (key === '?') expect(hidden).toBe(0)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  await page.keyboard.press('e')
  const amount = page.getByLabel('Amount', { exact: true })
  const day = page.getByRole('textbox', { name: 'Purchase date' })
  await expect(amount).toBeFocused()
  await amount.fill('12.345')
  await day.fill('2100-01-01')
  await page.getByRole('button', { name: 'Use these values' }).click()
  await expectFieldError(amount, texts.invalidAmount)
  await expectFieldError(day, texts.futureDate)
  await day.fill(dayIn('Asia/Kuala_Lumpur', new Date()))
  await amount.fill('RM 42,5')
  await expect(amount).toHaveAccessibleDescription("We'll use RM\u202f42.50.")
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(onDesk(page).getByRole('insertion')).toHaveText('RM\u202f42.50')
  await page.keyboard.press('a')
  await expect(lastDecision(page)).toContainText(`42.50, receipt ${id}`)
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: /^Approve as corrected, 4 stamps/ })).toBeEnabled()

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  const reason = (at: number) => dialog.getByRole('radio').nth(at)
  await dialog.getByRole('button', { name: 'Reject receipt' }).click()
  await expect(dialog.getByText('A reason is required.')).toBeVisible()
  for (const [at, name] of [/^Too old/, /^Wrong amount/, /^Unreadable/].entries())
    await expect(reason(at)).toHaveAccessibleName(name)
  await page.keyboard.press('2')
  await expect(reason(1)).toBeChecked()
  await expect(reason(1)).toBeFocused()
  await page.keyboard.press('0')
  await expect(reason(9)).toBeChecked()
  const words = dialog.getByLabel('Reason (shown to the member)')
  await words.fill('Seen ')
  await words.pressSequentially('12')
  await expect(words).toHaveValue('Seen 12')
  await page.keyboard.press('Escape')

  const note = page.getByRole('dialog').getByLabel('Note to managers')
  await page.keyboard.press('m')
  await note.fill('The stamp of the shop is another.')
  await page.getByRole('dialog').getByRole('button', { name: 'Escalate' }).click()
  await expect(receipt).toBeHidden()
  await page.keyboard.press('u')
  await expect(receipt).toBeVisible()
  await page.keyboard.press('m')
  await expect(note).toHaveValue('The stamp of the shop is another.')
  await note.press('Control+Enter')
  await expect(receipt).toBeHidden()
  await releaseLeases(server, manager)
  await openConsole(page, '/', manager)
  await expect(receipt).toContainText('The stamp of the shop is another.')
  await expect(page.getByRole('status').filter({ hasText: /\d escalated to managers/ })).toBeVisible()
  const released = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  await page.getByRole('link', { name: 'Bulk approval' }).click()
  expect((await released).url()).toContain(`/submissions/${id}/lease`)
})
