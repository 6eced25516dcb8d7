import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, type Member, newInvoiceNumber } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { clearDatabases } from '../support/kept-answers.ts'
import {
  fill,
  loseReceipts,
  openForm,
  readStoredDrafts,
  sendButton,
  sendWaiting,
  submitUnsent,
} from '../support/receipt-form.ts'
import { accountMenu, expectFieldError, heading, logIn, moveTo, tabLink } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

const failed = (page: Page) => page.getByRole('alert').filter({ hasText: texts.submitFailed })
const toHome = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
const keepAsDraft = (page: Page) => page.getByRole('button', { name: 'Cancel and keep as draft' }).click()

test('D-40 D-95 S-2.27 S-3.06 S-4.13 S-8.05 a receipt that cannot be sent keeps its key until it is changed, waits while it is viewed, is sent from the history or by itself, and does not hold up another one', async ({
  page,
  context,
  server,
  member,
}) => {
  const posts = await loseReceipts(context, 'request')
  await openForm(page, server, member)
  const form = new URL(page.url()).pathname
  const later = page.getByText('We couldn’t send it yet')

  await test.step('the key survives a reload, and is replaced after a change', async () => {
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed(page)).toBeVisible()
    await keepAsDraft(page)
    await page.reload()
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    await sendButton(page).click()
    await expect(failed(page)).toBeVisible()
    await keepAsDraft(page)
    const [first] = posts.keys
    expect(posts.keys.length).toBeGreaterThan(1)
    expect(new Set(posts.keys).size).toBe(1)
    await page.getByLabel('Total amount').fill('19.90')
    await sendButton(page).click()
    await expect.poll(() => posts.keys.at(-1)).not.toBe(first)
    await expect(failed(page)).toBeVisible()
  })

  await test.step('it waits while it is viewed, and the history can send it', async () => {
    await toHome(page)
    await page.getByRole('link', { name: 'See receipt' }).click()
    await expect(heading(page, 'Submit Receipt')).toBeVisible()
    await expect(page.getByLabel('Total amount')).toBeDisabled()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(later).toBeVisible()
    await tabLink(page, 'History').click()
    await expect(later).toBeVisible()
    posts.pass()
    await sendWaiting(page)
    await expect(later).toBeHidden()
    expect(await sent(server, member)).toBe(1)
  })

  await test.step('another receipt can be started while one waits', async () => {
    posts.lose('request')
    await moveTo(page, form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Submit another receipt' }).click()
    await expect(page.getByLabel('Total amount')).toHaveValue('')
    await fill(page, await drawPicture('700145'))
    posts.pass()
    await sendButton(page).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await announceOnline(page)
    await expect.poll(() => sent(server, member)).toBe(3)
  })

  await test.step('a receipt sent offline waits, as home says, and is sent by itself', async () => {
    await moveTo(page, form)
    await fill(page, await drawPicture())
    await context.setOffline(true)
    await sendButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for a connection…' })).toBeVisible()
    await expect(page.getByLabel('Total amount')).toBeDisabled()
    await toHome(page)
    await expect(page.getByText('You’re offline. We’ll send your receipt when you reconnect.')).toBeVisible()
    await expect(later).toBeHidden()
    await context.setOffline(false)
    await expect.poll(() => sent(server, member)).toBe(4)
    await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Boba Bukit')
  })
})

test('D-40 D-95 S-3.06 S-4.01 S-4.13 S-8.04 a waiting receipt is sent once, with its key, when the app is opened again; home says why one cannot be sent, and leads there; who cannot store it is asked to keep the page open, and who signs out is asked first', async ({
  page: first,
  context,
  server,
  member,
}) => {
  const posts = await loseReceipts(context, 'reply')
  await submitUnsent(first, server, member)
  const form = new URL(first.url()).pathname
  await first.close()
  posts.pass()
  const page = await context.newPage()
  await page.goto('/app/merchants')
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect(await sent(server, member)).toBe(1)
  expect(posts.keys).toEqual([posts.keys[0], posts.keys[0]])
  expect(posts.keys[0]).toBeTruthy()
  const sendInVain = async (why: string = texts.submitFailed) => {
    posts.lose('request')
    await moveTo(page, form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: why })).toBeVisible()
  }

  await test.step('a receipt whose picture is lost, and one that the server rejects later, are reported', async () => {
    const notification = page.getByRole('status', { name: 'Notifications' })
    await sendInVain()
    await clearDatabases(page, server.url)
    await page.goto('/')
    await expect(notification).toContainText('This browser lost the photo')
    await page.getByRole('link', { name: 'Fix it' }).click()
    await expect(page.getByText('This browser lost the photo')).toBeVisible()
    await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed(page)).toBeVisible()
    posts.answer({ status: 422, json: { message: '', errors: { invoice_number: [texts.invalidInvoice] } } })
    await toHome(page)
    await announceOnline(page)
    await expect(notification).toContainText('Receipt not sent')
    await page.getByRole('link', { name: 'Fix it' }).click()
    const invoice = page.getByLabel('Invoice number')
    await expectFieldError(invoice, texts.invalidInvoice)
    await expect(invoice).toBeFocused()
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    posts.pass()
    await invoice.fill(newInvoiceNumber())
    await sendButton(page).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    expect(await sent(server, member)).toBe(2)
  })

  const menu = async () => {
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
  }
  const asked = page.getByRole('dialog', { name: 'You have an unsent receipt' })
  await test.step('signing out asks first, and says what would be lost', async () => {
    await sendInVain()
    await toHome(page)
    await menu()
    await expect(asked).toContainText('RM 18.90, invoice')
    await asked.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(asked).toBeHidden()
    await expect(accountMenu(page)).toBeFocused()
    await moveTo(page, '/app/profile')
    await page.getByRole('main').getByRole('button', { name: 'Sign out In this browser' }).click()
    await asked.getByRole('button', { name: 'Sign out and discard' }).click()
    await expect(page).toHaveURL('/login')
    expect(await readStoredDrafts(page)).toEqual({ drafts: null, pictures: 0 })
    await logIn(page, member)
  })

  await test.step('where the browser stores nothing, the page has to stay open', async () => {
    for (const refuse of [refusePictures, refuseTexts]) {
      await page.evaluate(refuse)
      await sendInVain('Keep this page open')
      await toHome(page)
      await expect(page.getByText('Keep this page open')).toBeVisible()
      if (refuse === refuseTexts) continue
      posts.pass()
      await page.getByRole('button', { name: 'Send now' }).click()
      await expect.poll(() => sent(server, member)).toBe(3)
      await page.reload()
    }
  })

  await test.step('a receipt that is delivered while the dialog is open is not listed as lost', async () => {
    await menu()
    await expect(asked).toBeVisible()
    posts.pass()
    await announceOnline(page)
    const dialog = page.getByRole('dialog', { name: 'Everything has been sent' })
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/login')
    expect(await sent(server, member)).toBe(4)
  })
})

const announceOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

function refusePictures() {
  // The page has already opened its database, to clean up.
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException('denied', 'SecurityError')
  }
}

function refuseTexts() {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

async function sent(server: ServerUnderTest, member: Member): Promise<number> {
  return (await callApi(server, list, {}, bearerHeader(member.token))).data.length
}
