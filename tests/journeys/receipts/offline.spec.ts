import type { Page } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, type Member, newInvoiceNumber } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, loseReceipts, openForm, sendButton, sendWaiting, submitUnsent } from '../support/receipt-form.ts'
import { expectFieldError, heading, moveTo, tabLink } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

const failed = (page: Page) => page.getByRole('alert').filter({ hasText: texts.submitFailed })
const toHome = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()

test('D-40 D-95 S-3.06 S-4.13 S-8.05 a receipt that cannot be sent keeps its key until it is changed, waits while it is viewed, and is sent from the history or by itself, and does not hold up another one', async ({
  page,
  context,
  server,
  member,
}) => {
  const posts = await loseReceipts(context, 'request')
  await openForm(page, server, member)
  const form = new URL(page.url()).pathname

  await test.step('the key survives a reload, and is replaced after a change', async () => {
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed(page)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel and keep as draft' }).click()
    await page.reload()
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    await sendButton(page).click()
    await expect(failed(page)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel and keep as draft' }).click()
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
    const before = posts.keys.length
    await page.reload()
    await expect.poll(() => posts.keys).toHaveLength(before + 1)
    await expect(page.getByLabel('Total amount')).toBeDisabled()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
    await tabLink(page, 'History').click()
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
    posts.pass()
    await sendWaiting(page)
    await expect(page.getByText('We couldn’t send it yet')).toBeHidden()
    await tabLink(page, 'Home').click()
    await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Boba Bukit')
    expect(await sent(server, member)).toBe(1)
  })

  await test.step('another receipt can be started while one waits', async () => {
    posts.lose('request')
    await moveTo(page, form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Submit another receipt' }).click()
    await expect(page.getByLabel('Total amount')).toHaveValue('')
    await fill(page, await drawPicture())
    posts.pass()
    await sendButton(page).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await announceOnline(page)
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Boba Bukit' })).toHaveCount(3)
  })

  await test.step('a receipt sent offline waits and is sent by itself', async () => {
    await moveTo(page, form)
    await fill(page, await drawPicture())
    await context.setOffline(true)
    await sendButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for a connection…' })).toBeVisible()
    await expect(page.getByLabel('Total amount')).toBeDisabled()
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByText('Waiting for a connection…')).toBeVisible()
    await context.setOffline(false)
    await expect(heading(page, 'My Submissions')).toBeVisible()
    await expect(page.getByText(texts.submitted).last()).toBeVisible()
    expect(await sent(server, member)).toBe(4)
  })
})

test('D-40 D-95 S-3.06 S-5.05 S-8.04 a waiting receipt is sent once, with its key, when the app is opened again and by two tabs, and a lost picture and what the server rejects then are reported', async ({
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
  const sendInVain = async () => {
    posts.lose('request')
    await moveTo(page, form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed(page)).toBeVisible()
  }

  await test.step('two tabs send a waiting receipt once', async () => {
    await sendInVain()
    await expect.poll(() => posts.keys).toHaveLength(3)
    await announceOnline(page)
    await expect.poll(() => posts.keys).toHaveLength(4)
    const other = await context.newPage()
    await other.goto('/app/merchants')
    await expect.poll(() => posts.keys).toHaveLength(5)
    await announceOnline(other)
    await expect.poll(() => posts.keys).toHaveLength(6)
    posts.pass()
    await Promise.all([page, other].map(announceOnline))
    await expect(heading(page, 'My Submissions')).toBeVisible()
    expect(await sent(server, member)).toBe(2)
    expect(posts.keys).toHaveLength(7)
    await other.close()
  })

  const notification = page.getByRole('status', { name: 'Notifications' })
  const picture = page.getByRole('img', { name: 'Your receipt' })
  await test.step('a receipt whose picture the browser has lost is reported', async () => {
    await sendInVain()
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const opening = indexedDB.open('keyval-store')
      opening.onsuccess = () => {
        opening.result.transaction('keyval', 'readwrite').objectStore('keyval').clear().onsuccess = resolve
      }
      return promise.then(() => undefined)
    })
    await page.goto('/')
    await expect(notification).toContainText('This browser lost the photo')
    await page.getByRole('link', { name: 'Fix it' }).click()
    await expect(page.getByText('This browser lost the photo')).toBeVisible()
    await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
  })

  await test.step('a receipt that the server rejects later is reported, and the error is under its field', async () => {
    const before = posts.keys.length
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed(page)).toBeVisible()
    posts.answer({ status: 422, json: { message: '', errors: { invoice_number: [texts.invalidInvoice] } } })
    await page.goto('/')
    await expect(notification).toContainText('Receipt not sent')
    await page.getByRole('link', { name: 'Fix it' }).click()
    const invoice = page.getByLabel('Invoice number')
    await expectFieldError(invoice, texts.invalidInvoice)
    await expect(invoice).toBeFocused()
    await expect(picture).toBeVisible()
    posts.pass()
    await invoice.fill(newInvoiceNumber())
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    expect(new Set(posts.keys.slice(before)).size).toBe(2)
  })
})

function announceOnline(page: Page) {
  return page.evaluate(() => dispatchEvent(new Event('online')))
}

async function sent(server: ServerUnderTest, member: Member): Promise<number> {
  return (await callApi(server, list, {}, bearerHeader(member.token))).data.length
}
