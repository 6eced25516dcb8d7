import { show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { findMerchant, manager, newInvoiceNumber, registerMember, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import {
  deskPicture,
  lastDecision,
  onDesk,
  openAtDesk,
  openDesk,
  replaceOcrResult,
  submitTodaysReceipt as send,
} from '../support/desk.ts'
import { expect, test, testWithOwnServer } from '../support/fixtures.ts'
import { expectFieldError, logIn } from '../support/web.ts'

test('D-45 D-51 a reviewer corrects the amount with the keyboard, and the member sees both values', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const id = await send(server, member)
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  await page.keyboard.press('e')
  const amount = page.getByLabel('Amount', { exact: true })
  await expect(amount).toBeFocused()
  await amount.fill('12.345')
  await page.getByRole('textbox', { name: 'Purchase date' }).fill('2100-01-01')
  await page.getByRole('button', { name: 'Use these values' }).click()
  await expectFieldError(amount, texts.invalidAmount)
  await expectFieldError(page.getByRole('textbox', { name: 'Purchase date' }), texts.futureDate)
  await page.getByRole('textbox', { name: 'Purchase date' }).fill(dayIn('Asia/Kuala_Lumpur', new Date()))
  await amount.fill('RM 42,5')
  await expect(amount).toHaveAccessibleDescription("We'll use RM\u202f42.50.")
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(onDesk(page).getByText('RM\u202f42.50')).toBeVisible()
  await expect(onDesk(page).getByText(`Receipt ${id}`, { exact: true })).toBeVisible()
  await page.keyboard.press('a')
  await expect(lastDecision(page)).toContainText(`42.50, receipt ${id}`)
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: /^Approve as corrected, 4 stamps/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(lastDecision(page)).toContainText('42.50')
  const { data } = await callApi(server, show, { id }, bearerHeader(member.token))
  expect(data).toMatchObject({ status: 'approved', purchase_amount: '42.50', stamps: 4 })
  const theirs = await (await anotherBrowser()).newPage()
  await logIn(theirs, member)
  await theirs.goto(`/app/submissions/${id}`)
  await expect(theirs.getByText('RM\u202f23.50 → RM\u202f42.50')).toBeVisible()
})

test('D-51 the OCR result is shown beside the typed values, and P accepts it as a correction', async ({
  page,
  server,
  member,
}) => {
  const id = await send(server, member)
  const other = await findMerchant(server, 'Raket House')
  await replaceOcrResult(page, id, {
    purchase_amount: { verdict: 'differs', read: '42.50', place: { left: 0.5, top: 0.6, width: 0.2, height: 0.05 } },
    purchase_date: { verdict: 'fits', read: null, place: null, time: '19:02' },
    invoice_number: { verdict: 'not_found', read: null, place: null },
    merchant: { verdict: 'differs', read: 'Raket House', place: null, merchant_id: other.id },
  })
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  const take = page.getByRole('button', { name: 'Use this value: RM\u202f42.50' })
  await expect(take).toBeVisible()
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveText('Matches the receipt, 19:02')
  await expect(onDesk(page).getByText("Couldn't read this")).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Use this value: Raket House' }).click()
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveCount(2)
  await expect(onDesk(page).getByRole('insertion')).toHaveText('Raket House')
  await page.keyboard.press('p')
  await expect(take).toBeHidden()
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Approve as corrected, 4 stamps/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(lastDecision(page)).toContainText(`42.50, receipt ${id}`)
  const { data } = await callApi(server, show, { id }, bearerHeader(member.token))
  expect(data).toMatchObject({ status: 'approved', purchase_amount: '42.50', merchant: { id: other.id } })
})

test('D-51 A asks once before a doubtful receipt is approved; Escape cancels, A or Enter confirms, other keys work', async ({
  page,
  server,
  member,
}) => {
  const question = page.getByRole('group', { name: 'The receipt seems to say RM\u202f42.50. Approve RM\u202f23.50?' })
  const open = async () => {
    const id = await send(server, member)
    const same = { verdict: 'fits', read: null, place: null } as const
    const reading = {
      purchase_amount: { verdict: 'differs', read: '42.50', place: null } as const,
      purchase_date: { ...same, time: null },
      invoice_number: same,
      merchant: { ...same, merchant_id: null },
    }
    const signal = { kind: 'amount_differs', text: 'Another amount', submission_id: null, picture: null } as const
    await replaceOcrResult(page, id, reading, 'read', [signal])
    await openAtDesk(page, id)
    return id
  }
  await openDesk(page, reviewer)
  const id = await open()
  await page.getByRole('button', { name: /^Approve/ }).dblclick()
  await expect(question).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.keyboard.press('a')
  await expect(question).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Why is this receipt rejected?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: /^Approve anyway/ })).toBeFocused()
  await page.keyboard.press('a')
  await expect(lastDecision(page)).toContainText(`receipt ${id}`)
  const second = await open()
  await page.keyboard.press('a')
  await expect(question).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(lastDecision(page)).toContainText(`receipt ${second}`)
})

test('D-103 a fact that was filled in is shown as read from the photo, and a corrected one as the reviewer typed it', async ({
  page,
  server,
  member,
}) => {
  const id = await send(server, member)
  const place = { left: 0.5, top: 0.6, width: 0.2, height: 0.05 }
  await replaceOcrResult(page, id, {
    purchase_amount: { verdict: 'filled_in', filled_in: true, read: '23.50', place },
    purchase_date: { verdict: 'filled_in', filled_in: true, read: null, place: null, time: '19:02' },
    invoice_number: { verdict: 'differs', filled_in: true, read: '4711', place: null },
    merchant: { verdict: 'fits', filled_in: false, read: 'Raket House', place: null, merchant_id: null },
  })
  await openDesk(page, reviewer)
  await openAtDesk(page, id)
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveCount(1)
  await expect(onDesk(page).getByText('Read from the photo, not typed')).toHaveText([
    'Read from the photo, not typed',
    'Read from the photo, not typed, 19:02',
    'Read from the photo, not typed',
  ])
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Use this value: 4711' }).click()
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveCount(2)
  await expect(onDesk(page).getByText('Read from the photo, not typed')).toHaveCount(2)
})

testWithOwnServer(
  'D-51 an escalated receipt can be taken back with U or comes first to managers, and a receipt opens by its URL',
  async ({ page, environment, anotherBrowser }) => {
    const id = await send(environment, await registerMember(environment))
    await openDesk(page, reviewer)
    await page.goto(`/console/review/${id}`)
    const ours = page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
    await expect(ours).toBeVisible()
    await page.keyboard.press('m')
    const note = page.getByRole('dialog').getByLabel('Note to managers')
    await note.fill('The stamp of the shop is another.')
    await page.getByRole('dialog').getByRole('button', { name: 'Escalate' }).click()
    await expect(ours).toBeHidden()
    await page.keyboard.press('u')
    await expect(ours).toBeVisible()
    await page.keyboard.press('m')
    await expect(note).toHaveValue('The stamp of the shop is another.')
    await note.press('Control+Enter')
    await expect(ours).toBeHidden()
    const other = await (await anotherBrowser()).newPage()
    await openDesk(other, manager)
    const theirs = other.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
    await expect(theirs).toContainText('The stamp of the shop is another.')
    await expect(other.getByRole('status').filter({ hasText: '1 escalated to managers' })).toBeVisible()
    const released = other.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
    await other.getByRole('link', { name: 'Bulk approval' }).click()
    expect((await released).url()).toContain(`/submissions/${id}/lease`)
  },
)

test('D-51 C compares a duplicate side by side and X swaps the two; ? lists the keys', async ({
  page,
  server,
  member,
}) => {
  const picture = newInvoiceNumber()
  const first = await send(server, await registerMember(server), picture)
  const second = await send(server, member, picture)
  await openDesk(page, reviewer)
  await openAtDesk(page, second)
  const duplicate = page.getByRole('img', { name: `Other receipt: ${first}` })
  await expect(duplicate).toBeHidden()
  await page.keyboard.press('c')
  await expect(duplicate).toBeVisible()
  const left = async (of = duplicate) => (await of.boundingBox())?.x ?? 0
  expect(await left()).toBeGreaterThan(await left(deskPicture(page)))
  await page.keyboard.press('x')
  await expect.poll(async () => (await left()) < (await left(deskPicture(page)))).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByRole('heading').click()
  await page.keyboard.press('s')
  await expect(duplicate).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Why is this receipt rejected?' })
  await expect(dialog).toBeVisible()
  const [picturesRight, dialogsLeft] = [await left(deskPicture(page)), (await dialog.boundingBox())?.x ?? 0]
  expect(dialogsLeft).toBeGreaterThan(picturesRight)
  await expect(dialog).toContainText('Typed: RM\u202f23.50')
  await expectNoAxeViolations(page)
  const preset = dialog.getByRole('radio').first()
  await preset.check()
  await preset.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(lastDecision(page)).toContainText(`receipt ${second}`)
})

test('D-51 the desk shows when a picture is not read yet, when it could not be read, and when no total was found', async ({
  page,
  server,
  member,
}) => {
  const id = await send(server, member)
  const notFound = { verdict: 'not_found', read: null, place: null } as const
  const noDate = { ...notFound, time: null }
  const facts = { purchase_amount: notFound, purchase_date: noDate, invoice_number: notFound }
  const merchant = { verdict: 'fits', read: null, place: null, merchant_id: null } as const
  await openDesk(page, reviewer)
  await replaceOcrResult(page, id, null, 'pending')
  await openAtDesk(page, id)
  await expect(onDesk(page).getByText('Not read yet')).toBeVisible()
  await expectNoAxeViolations(page)
  for (const state of ['failed', 'illegible'] as const) {
    await replaceOcrResult(page, id, null, state)
    await openAtDesk(page, id)
    await expect(onDesk(page).getByText("Couldn't read the picture")).toBeVisible()
  }
  await replaceOcrResult(page, id, { ...facts, merchant })
  await openAtDesk(page, id)
  await expect(onDesk(page).getByText("Couldn't read the total")).toBeVisible()
  await expect(onDesk(page).getByText("Couldn't read this")).toHaveCount(2)
})
