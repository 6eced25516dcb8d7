import { show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { findMerchant, newInvoiceNumber, reviewer } from '../../support/browser/people.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { lastDecision, onDesk, openAtDesk, replaceOcrResult, submitTodaysReceipt as send } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, openAs } from '../support/web.ts'

test.use({ expectedErrors: /status of 503 .*\/reading\)/ })

test('D-45 D-51 a reviewer corrects the amount with the keyboard, and the member sees both values; A asks once before a doubtful receipt is approved, Escape cancels, Y confirms, A pressed again does not, other keys work', async ({
  page,
  server,
  member,
  anotherBrowser,
}) => {
  const id = await send(server, member)
  await openAtDesk(page, id, reviewer)
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
  await openAs(theirs, member, `/app/submissions/${id}`)
  await expect(theirs.getByText('RM\u202f23.50 → RM\u202f42.50')).toBeVisible()

  const question = page.getByRole('group', { name: 'The receipt seems to say RM\u202f42.50. Approve RM\u202f23.50?' })
  const doubtful = await send(server, member)
  const same = { verdict: 'fits', read: null, place: null } as const
  const reading = {
    purchase_amount: { verdict: 'differs', read: '42.50', place: null } as const,
    purchase_date: { ...same, time: null },
    invoice_number: same,
    merchant: { ...same, merchant_id: null },
  }
  const signal = { kind: 'amount_differs', text: 'Another amount', submission_id: null, picture: null } as const
  await replaceOcrResult(page, doubtful, reading, 'read', [signal])
  await openAtDesk(page, doubtful)
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
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: /^Don’t approve/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await page.keyboard.press('a')
  await page.keyboard.press('y')
  await expect(lastDecision(page)).toContainText(`receipt ${doubtful}`)
  await page.keyboard.press('u')
  await expect(lastDecision(page)).toBeHidden()
  await openAtDesk(page, doubtful)
  await page.keyboard.press('a')
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: /^Approve anyway/ }).click()
  await expect(lastDecision(page)).toContainText(`receipt ${doubtful}`)
})

test('D-51 D-103 the desk shows the OCR result beside the typed values and the facts that were filled in, reads a picture again, and P accepts the result as a correction', async ({
  page,
  server,
  member,
}) => {
  const id = await send(server, member)
  const other = await findMerchant(server, 'Raket House')
  const number = newInvoiceNumber()
  const place = { left: 0.5, top: 0.6, width: 0.2, height: 0.05 }
  await replaceOcrResult(page, id, null, 'failed')
  await openAtDesk(page, id, reviewer)
  await expect(onDesk(page).getByText("Couldn't read the picture")).toBeVisible()
  const again = onDesk(page).getByRole('button', { name: 'Read again' })
  const address = `**/api/console/submissions/${id}/reading`
  await page.route(address, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy.' } }))
  await again.click()
  await expect(onDesk(page).getByRole('alert')).toHaveText('The service is busy.')
  await expectNoAxeViolations(page)
  await page.unroute(address)
  await page.route(address, (route) => route.fulfill({ status: 201, json: { data: {} } }))
  await replaceOcrResult(page, id, null, 'pending')
  await again.click()
  await expect(onDesk(page).getByRole('button', { name: 'Reading…' })).toHaveAttribute('aria-busy', 'true')
  await replaceOcrResult(page, id, {
    purchase_amount: { verdict: 'differs', read: '42.50', place },
    purchase_date: { verdict: 'filled_in', filled_in: true, read: null, place: null, time: '19:02' },
    invoice_number: { verdict: 'differs', filled_in: true, read: number, place: null },
    merchant: { verdict: 'differs', read: 'Raket House', place: null, merchant_id: other.id },
  })
  // The desk loads the receipt until it is read.
  const take = page.getByRole('button', { name: 'Use this value: RM\u202f42.50' })
  await expect(take).toBeVisible()
  await expect(onDesk(page).getByRole('button', { name: 'Reading…' })).toHaveCount(0)
  await expect(onDesk(page).getByText('Read from the photo, not typed')).toHaveText([
    'Read from the photo, not typed, 19:02',
    'Read from the photo, not typed',
  ])
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: `Use this value: ${number}` }).click()
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveCount(1)
  await expect(onDesk(page).getByText('Read from the photo, not typed')).toHaveCount(1)
  await page.getByRole('button', { name: 'Use this value: Raket House' }).click()
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveCount(2)
  await expect(onDesk(page).getByRole('insertion')).toHaveText(['Raket House', number])
  await page.keyboard.press('p')
  await expect(take).toBeHidden()
  await expect(onDesk(page).getByText('Matches the receipt')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Approve as corrected, 4 stamps/ })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(lastDecision(page)).toContainText(`42.50, receipt ${id}`)
  const { data } = await callApi(server, show, { id }, bearerHeader(member.token))
  expect(data).toMatchObject({
    status: 'approved',
    purchase_amount: '42.50',
    invoice_no: number,
    merchant: { id: other.id },
  })
})
