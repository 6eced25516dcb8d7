import type { Locator, Page } from '@playwright/test'
import { connectOperator } from '../../support/browser/operators.ts'
import { loadReceiptPicture, newInvoiceNumber, reviewer, submitReceipt } from '../../support/browser/people.ts'
import { approve, deskPicture, lastDecision, onDesk, openAtDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { choosePicture, heading, openAs, tabLink } from '../support/web.ts'

test('S-1.03 S-4.07 S-8.05 D-45 D-46 D-51 a receipt goes from the till to a stamp', {
  tag: '@phone',
}, async ({ page, server, member, anotherBrowser, mailTo }) => {
  const dinner = await submitReceipt(server, member, { amount: '21.40' })
  await openAs(page, member)
  await tabLink(page, 'Merchants').click()
  await page.getByLabel('Search merchants').fill('boba buk')
  const found = page.getByRole('main').locator('a[href^="/app/merchants/"]')
  await expect(found).toHaveText([/Boba Bukit/])
  await found.click()
  await page.getByRole('link', { name: 'Submit Receipt' }).click()
  await choosePicture(page, await loadReceiptPicture('134.jpg'))
  await page.getByLabel('Total amount').fill('174.90')
  await page.getByLabel('Purchase date').fill('2018-03-03')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await sendButton(page).click()
  await expect(page.getByText('Your receipt has been submitted successfully!')).toBeVisible()
  await expect(heading(page, 'My Submissions')).toBeVisible()

  const row = (amount: string) => page.getByRole('listitem').filter({ hasText: `RM\u202f${amount}` })
  await expect(row('174.90')).toContainText('Pending')
  await expect(row('21.40')).toContainText('Pending')
  await row('174.90').getByRole('link').click()
  await expect(heading(page, 'Submission Details')).toBeVisible()
  const lunch = Number(new URL(page.url()).pathname.split('/').at(-1))
  await expectPicture(page.getByRole('img', { name: /^Receipt from/ }))
  const desk = await (await anotherBrowser()).newPage()
  await openAtDesk(desk, lunch, reviewer)
  await expect(onDesk(desk)).toContainText(member.name)
  await expect(onDesk(desk)).toContainText('RM\u202f174.90')
  await expectPicture(deskPicture(desk))
  await approve(desk)
  await expect(lastDecision(desk)).toContainText('Approved Boba Bukit')
  const mark = page.getByRole('status').filter({ hasText: 'Approved' })
  await expect(mark).toBeVisible()
  await expect(mark.locator('svg')).toBeVisible()
  await expectPageAsWideAsScreen(page)
  await expect(page.getByText('Stamps earned').locator('..')).toContainText('17')

  await page.getByRole('link', { name: 'Back to History' }).click()
  await (await connectOperator(server, reviewer)).reject(dinner.id, 'The photo is too blurred or dark to read.')
  await expect(row('21.40')).toContainText('Rejected', { timeout: 40_000 })
  await expectPageAsWideAsScreen(page)
  await row('21.40').getByRole('link').click()
  await expect(page.getByText('Why it was rejected')).toBeVisible()
  await expect(page.getByText('The photo is too blurred or dark to read.')).toBeVisible()

  await tabLink(page, 'Home').click()
  const card = page.getByRole('region', { name: 'Stamp card' })
  await expect(card).toContainText('17')
  await card.getByRole('button', { name: 'Stamp history' }).click()
  await expect(card.getByRole('listitem')).toHaveText([/^\+17 stamps.*174\.90$/])
  await card.getByRole('link').last().click()
  await expect(page).toHaveURL(`/app/submissions/${lunch}`)
  expect((await mailTo(member.email, 'Your receipt was rejected')).text).toContain('too blurred or dark')
  expect((await mailTo(member.email, 'Your receipt was approved')).text).toContain('stamp')
})

/** A phone that has once made room for something wide shows the tab bar below its screen from then on. */
async function expectPageAsWideAsScreen(page: Page) {
  expect(await page.evaluate(() => window.innerWidth)).toBe(page.viewportSize()?.width)
}

/** Waits for the picture itself, not only its placeholder. */
async function expectPicture(picture: Locator) {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
}
