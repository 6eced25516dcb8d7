import type { Page } from '@playwright/test'
import { create, makeAppeal } from '@stampus/contract/submissions'
import { dayIn } from '@stampus/contract/values/days'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import {
  drawPicture,
  findMerchant,
  type Member,
  manager,
  newInvoiceNumber,
  newPerson,
  registerMember,
} from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { moveTo, openAtDesk } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'

test.skip(({ isMobile }) => isMobile, 'what is escaped does not depend on the screen')

const CALLS = 'alert(document.domain)'
const NAME = `<img src=x onerror=${CALLS}>`
const WORDS = `</p><script>${CALLS}</script><svg onload="${CALLS}">{{7*7}}\${7*7}`

test('D-50 D-35 member input is shown on every console page and never executed', async ({ page, server }) => {
  const called: string[] = []
  page.on('dialog', async (dialog) => {
    called.push(dialog.message())
    await dialog.dismiss()
  })
  const member = await registerMember(server, { ...newPerson(), name: NAME })
  const waiting = await send(server, member)
  const rejected = await send(server, member)
  await (await connectOperator(server)).reject(rejected, WORDS)
  await callApi(server, makeAppeal, { id: rejected, message: WORDS }, bearerHeader(member.token))
  await openAtDesk(page, waiting, manager)
  await expectText(page, NAME)
  for (const [path, words] of [
    [`/submissions?person=${encodeURIComponent(member.email)}`, NAME],
    [`/submissions/${rejected}`, WORDS],
    [`/members?search=${encodeURIComponent(member.email)}`, NAME],
    [`/members/${member.id}`, NAME],
    [`/bulk?after=${waiting - 1}`, NAME],
  ] as const) {
    await moveTo(page, path)
    await expectText(page, words)
  }
  await moveTo(page, '/appeals')
  await skipTo(page, rejected)
  await expectText(page, WORDS)
  expect(await page.locator('main img[src="x"], main svg[onload], main script').count()).toBe(0)
  expect(called).toEqual([])
})

const expectText = (page: Page, words: string) =>
  expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()

/** The oldest appeal is shown first. */
async function skipTo(page: Page, id: number) {
  const ours = page.getByRole('region', { name: new RegExp(`^Receipt ${id} from `) })
  const skip = page.getByRole('button', { name: 'Skip', exact: true })
  // With no other receipt, there is nothing to skip to.
  await expect(page.getByRole('region', { name: /^Receipt \d+ from / })).toBeVisible()
  while (!(await ours.isVisible())) await skip.click()
}

/** A receipt whose file has a hostile name, too. */
async function send(server: ServerUnderTest, member: Member): Promise<number> {
  const { buffer, mimeType } = await drawPicture(newInvoiceNumber())
  const input = {
    merchant_id: (await findMerchant(server, 'Warung Kak Ros')).id,
    purchase_date: dayIn('Asia/Kuala_Lumpur', new Date()),
    purchase_amount: '23.50',
    invoice_number: newInvoiceNumber(),
    receipt_image: new File([new Uint8Array(buffer)], `"><img src=x onerror=${CALLS}>.jpg`, { type: mimeType }),
  }
  return (await callApi(server, create, input, bearerHeader(member.token))).data.id
}
