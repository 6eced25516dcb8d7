import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { drawPicture, findMerchant, type Member, newInvoiceNumber, type Picture } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { choosePicture, heading, openAs } from './web.ts'

/** Logs a member in and opens the form of Boba Bukit. */
export async function openForm(page: Page, server: ServerUnderTest, member: Member) {
  const { id } = await findMerchant(server, 'Boba Bukit')
  await openAs(page, member, `/app/submissions/new/${id}`)
  await expect(heading(page, 'Submit Receipt')).toBeVisible()
  await expect(page.getByLabel('Invoice number')).toBeVisible()
}

/** Fills in the form. */
export async function fill(page: Page, picture: Picture | string, invoice = newInvoiceNumber()) {
  await choosePicture(page, picture)
  await page.getByLabel('Total amount').fill('18.90')
  await page.getByLabel('Invoice number').fill(invoice)
}

/** Submits a receipt that cannot be sent: it waits. */
export async function submitUnsent(page: Page, server: ServerUnderTest, member: Member) {
  await openForm(page, server, member)
  await fill(page, await drawPicture())
  await sendButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
}

/** Sends the receipt that waits, which the app may do by itself before the click. */
export async function sendWaiting(page: Page) {
  const sent = page.getByText(texts.submitted)
  await page.getByRole('button', { name: 'Send now' }).or(sent).first().click()
  await expect(sent).toBeVisible()
}

/** The receipts that a browser stores: the drafts, and the number of their pictures. */
export function readStoredDrafts(page: Page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open('keyval-store')
    const pictures = await new Promise<number>((resolve) => {
      opening.onsuccess = () => {
        const database = opening.result
        if (!database.objectStoreNames.contains('keyval')) return resolve(0)
        const counting = database.transaction('keyval').objectStore('keyval').count()
        counting.onsuccess = () => resolve(counting.result)
      }
    })
    opening.result.close()
    return { drafts: localStorage.getItem('drafts'), pictures }
  })
}

/** The button that sends a receipt. It names the stamps once there is an amount. */
export const sendButton = (page: Page) =>
  page.getByRole('button', { name: /^(Submit receipt|Send · about \d+ stamps?)$/ })

type Lost = 'request' | 'reply'

/** The connection breaks at every receipt, before it arrives or on the way back; returns the keys that were sent. */
export async function loseReceipts(context: BrowserContext, what: Lost) {
  const keys: (string | undefined)[] = []
  const losing = (part: Lost) => async (route: Route) => {
    if (part === 'reply') await route.fetch()
    await route.abort()
  }
  let pass: (route: Route) => Promise<void> = losing(what)
  await context.route('**/api/submissions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    await pass(route)
  })
  return {
    keys,
    lose: (part: Lost) => {
      pass = losing(part)
    },
    pass: () => {
      pass = (route) => route.continue()
    },
    answer: (given: Parameters<Route['fulfill']>[0]) => {
      pass = (route) => route.fulfill(given)
    },
  }
}
