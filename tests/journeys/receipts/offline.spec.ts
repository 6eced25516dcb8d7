import type { BrowserContext, Page, Route } from '@playwright/test'
import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, type Member, newInvoiceNumber, registerMember } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
import { deleteKept } from '../support/kept-answers.ts'
import { fill, openForm, sendButton, sendWaiting, submitUnsent } from '../support/receipt-form.ts'
import { expectFieldError, heading, openAs } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

test('D-40 D-95 S-3.06 S-4.13 S-8.05 a receipt that cannot be sent keeps its key until it is changed, waits at home, and does not hold up another one', async ({
  page,
  context,
  server,
  member,
}) => {
  const posts = await lose(context, 'request')
  await openForm(page, server, member)
  const form = page.url()
  const failed = page.getByRole('alert').filter({ hasText: texts.submitFailed })

  await test.step('the key survives a reload, and is replaced after a change', async () => {
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Cancel and keep as draft' }).click()
    await page.reload()
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    await sendButton(page).click()
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Cancel and keep as draft' }).click()
    const [first] = posts.keys
    expect(posts.keys.length).toBeGreaterThan(1)
    expect(new Set(posts.keys).size).toBe(1)
    await page.getByLabel('Total amount').fill('19.90')
    await sendButton(page).click()
    await expect.poll(() => posts.keys.at(-1)).not.toBe(first)
    await expect(failed).toBeVisible()
  })

  await test.step('home shows the waiting receipt and can send it', async () => {
    const before = posts.keys.length
    await page.goto('/')
    await expect.poll(() => posts.keys).toHaveLength(before + 1)
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
    posts.pass()
    await sendWaiting(page)
    await expect(page.getByText('We couldn’t send it yet')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('Boba Bukit')
    expect(await sent(server, member)).toBe(1)
  })

  await test.step('another receipt can be started while one waits', async () => {
    posts.lose('request')
    await page.goto(form)
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
})

test('D-40 D-95 S-5.05 S-8.04 a waiting receipt is sent by itself, at the time that the server asks for, and what it rejects then is reported under its field', async ({
  page,
  context,
  server,
  member,
}) => {
  const posts = await lose(context, 'request')
  await submitUnsent(page, server, member)
  const form = page.url()

  await test.step('a receipt that the server defers is sent again at the requested time', async () => {
    posts.answer({ status: 429, headers: { 'retry-after': '50' }, json: { message: '' } })
    await page.clock.install()
    await page.goto('/')
    await expect.poll(() => posts.keys).toHaveLength(2)
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
    posts.pass()
    await page.clock.runFor(45_000)
    expect(posts.keys).toHaveLength(2)
    await page.clock.runFor(6_000)
    await expect(page.getByText(texts.submitted)).toBeVisible()
    expect(posts.keys).toHaveLength(3)
  })

  await test.step('a lost response and the automatic retry create one submission', async () => {
    posts.lose('reply')
    await page.goto(form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    expect(await sent(server, member)).toBe(2)
    posts.pass()
    await page.clock.runFor(31_000)
    await expect(page.getByText(texts.submitted)).toBeVisible()
    expect(await sent(server, member)).toBe(2)
    expect(posts.keys.slice(3)).toEqual([posts.keys[3], posts.keys[3]])
    expect(posts.keys[3]).toBeTruthy()
  })

  await test.step('a receipt that the server rejects later is reported, and the error is under its field', async () => {
    const before = posts.keys.length
    posts.lose('request')
    await page.goto(form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    posts.answer({ status: 422, json: { message: '', errors: { invoice_number: [texts.invalidInvoice] } } })
    await page.goto('/')
    await expect(page.getByRole('status', { name: 'Notifications' })).toContainText('Receipt not sent')
    await page.getByRole('link', { name: 'Fix it' }).click()
    const invoice = page.getByLabel('Invoice number')
    await expectFieldError(invoice, texts.invalidInvoice)
    await expect(invoice).toBeFocused()
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
    posts.pass()
    await invoice.fill(newInvoiceNumber())
    await sendButton(page).click()
    await expect(page.getByText(texts.submitted)).toBeVisible()
    expect(new Set(posts.keys.slice(before)).size).toBe(2)
  })
})

test('D-40 D-95 S-3.06 a waiting receipt is sent once, with its key, when the app is opened again, and by two tabs', async ({
  page: first,
  context,
  server,
  member,
}) => {
  const posts = await lose(context, 'reply')
  await submitUnsent(first, server, member)
  const form = first.url()
  await first.close()
  posts.pass()
  const page = await context.newPage()
  await page.goto('/app/merchants')
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect(await sent(server, member)).toBe(1)
  expect(posts.keys).toEqual([posts.keys[0], posts.keys[0]])

  await test.step('two tabs send a waiting receipt once', async () => {
    posts.lose('request')
    await page.goto(form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
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
  })
})

test('D-03 D-95 S-8.07 without its merchant the form is shown apart from the waiting receipt, which another member never sends', async ({
  page,
  context,
  server,
  member,
}) => {
  const posts = await lose(context, 'request')
  await submitUnsent(page, server, member)
  await page.route('**/api/merchants/*', (route) => route.abort())
  await deleteKept(page)
  await page.reload()
  const [waiting, title] = [page.getByRole('button', { name: 'Send now' }), heading(page, 'Merchant')]
  await expect(page.getByText(texts.merchantFailed)).toBeVisible()
  // During a retry it has no button.
  await expect(async () => {
    const [above, below] = [await waiting.boundingBox(), await title.boundingBox()]
    expect((below?.y ?? 0) - (above?.y ?? Infinity) - (above?.height ?? 0)).toBeGreaterThanOrEqual(24)
  }).toPass()
  await page.unroute('**/api/merchants/*')

  await test.step('another member never sends it', async () => {
    await page.evaluate(() => {
      localStorage.removeItem('session')
      localStorage.removeItem('token')
    })
    const before = posts.keys.length
    posts.pass()
    await openAs(page, await registerMember(server), '/submit')
    await expect(page.getByText('Show us the whole receipt')).toBeVisible()
    await expect(page.getByLabel('Total amount')).toHaveValue('')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toBeNull()
    expect(posts.keys).toHaveLength(before)
  })
})

function announceOnline(page: Page) {
  return page.evaluate(() => dispatchEvent(new Event('online')))
}

async function sent(server: ServerUnderTest, member: Member): Promise<number> {
  return (await callApi(server, list, {}, bearerHeader(member.token))).data.length
}

type Lost = 'request' | 'reply'

/** The connection breaks at every receipt, before it arrives or on the way back; returns the keys that were sent. */
async function lose(context: BrowserContext, what: Lost) {
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
