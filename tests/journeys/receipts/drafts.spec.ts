import { texts } from '@stampus/contract/texts'
import { drawPicture, findMerchant, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, openForm, sendButton, sendWaiting } from '../support/receipt-form.ts'
import { accountMenu, choosePicture, heading, logIn, openAs, tabLink } from '../support/web.ts'

test('D-03 one member’s input is not shown to the next member, across tabs', async ({
  page,
  context,
  server,
  member,
}) => {
  const next = await registerMember(server)
  await openAs(page, member)
  await page.goto('/merchants/boba-bukit')
  const other = await context.newPage()
  await other.goto('/')
  await choosePicture(page, await drawPicture())
  await page.getByLabel('Total amount').fill('31.70')
  await accountMenu(other).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Login to submit receipt' })).toBeVisible()
  await expect(page.getByLabel('Total amount')).toHaveValue('')
  await logIn(other, next)
  await expect(sendButton(page)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeHidden()
  await other.goto('/submit')
  await expect(other.getByText('Show us the whole receipt')).toBeVisible()
  await expect(other.getByLabel('Total amount')).toHaveValue('')
})

test('D-40 S-8.04 S-8.05 S-3.06 an unreadable response counts as lost, and a finished upload keeps a draft that was started meanwhile', async ({
  page,
  server,
  member,
}) => {
  const keys: (string | undefined)[] = []
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/submissions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 2) await arrived.promise
    const response = await route.fetch()
    return route.fulfill(keys.length === 1 ? { response, body: '{"data":' } : { response })
  })
  await openForm(page, server, member)
  await fill(page, await drawPicture())
  await sendButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('progressbar', { name: 'Sending your receipt' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture('700145'))
  await expect(page).toHaveURL('/submit')
  arrived.resolve()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
})

test('S-3.06 S-5.09 S-2.33 D-03 a draft keeps its purchase date, asks for another merchant if its own was removed, and is not changed by a guest', async ({
  page,
  server,
  member,
}) => {
  const { id } = await findMerchant(server, 'Boba Bukit')
  await openForm(page, server, member)
  await fill(page, await drawPicture())
  await page.getByLabel('Purchase date').fill('2026-10-05')
  await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
  await expect(heading(page, /^Welcome/)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Purchase date')).toHaveValue('2026-10-05')

  await page.route(`**/api/merchants/${id}`, (route) => route.fulfill({ status: 404, json: { message: '' } }))
  await page.goto('/submit')
  await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
  await sendButton(page).click()
  await expect(page.getByLabel('Merchant')).toHaveAccessibleDescription(texts.requiredFields)

  await page.evaluate(() => {
    localStorage.removeItem('session')
    localStorage.removeItem('token')
  })
  await page.goto('/merchants/boba-bukit')
  await page.getByLabel('Total amount').fill('7.20')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toContain('7.20')
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).toContain('18.90')
})

test('S-2.13 D-46 home matches the history after a decision', async ({ page, server, member }) => {
  await submitReceipt(server, member)
  let decided = false
  await page.route('**/api/submissions*', async (route) => {
    const response = await route.fetch()
    const words = await response.text()
    await route.fulfill({ response, body: decided ? words.replaceAll('"pending"', '"approved"') : words })
  })
  await page.route('**/api/wallet', (route) => route.fulfill({ json: { data: { stamp_balance: decided ? 7 : 0 } } }))
  await openAs(page, member)
  const recent = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')
  await expect(recent).toContainText('Pending')
  decided = true
  await tabLink(page, 'History').click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Warung Kak Ros' })).toContainText(
    'Approved',
  )
  await tabLink(page, 'Home').click()
  // A pending receipt is otherwise refreshed only after 15 seconds.
  await expect(recent).toContainText('Approved', { timeout: 12_000 })
  await expect(page.getByRole('region', { name: 'Stamp card' })).toContainText(/^7/, { timeout: 12_000 })
})

test.describe('when the browser stores nothing', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  const storageFailures = {
    texts: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
    pictures: () => {
      // The page has already opened its database, to clean up.
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('denied', 'SecurityError')
      }
    },
  }

  test('S-8.05 S-3.06 D-95 S-8.04 a receipt is sent although it cannot be stored, asks to keep the page open while it waits, and a lost picture is reported', async ({
    page,
    server,
    member,
  }) => {
    const refuseUploads = () =>
      page.route('**/api/submissions', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      )
    // Where the browser stores nothing, the session ends with the page.
    for (const refuse of Object.values(storageFailures)) {
      await openForm(page, server, member)
      await page.evaluate(refuse)
      await fill(page, await drawPicture())
      await sendButton(page).click()
      await expect(page.getByText(texts.submitted)).toBeVisible()
      await expect(heading(page, 'My Submissions')).toBeVisible()

      await refuseUploads()
      await openForm(page, server, member)
      await page.evaluate(refuse)
      await fill(page, await drawPicture())
      await sendButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Keep this page open' })).toBeVisible()
      await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
      await expect(page.getByText('Keep this page open')).toBeVisible()
      await page.unroute('**/api/submissions')
      await sendWaiting(page)
    }

    await refuseUploads()
    await openForm(page, server, member)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const opening = indexedDB.open('keyval-store')
      opening.onsuccess = () => {
        opening.result.transaction('keyval', 'readwrite').objectStore('keyval').clear().onsuccess = resolve
      }
      return promise.then(() => undefined)
    })
    await page.goto('/')
    await expect(page.getByRole('status', { name: 'Notifications' })).toContainText('This browser lost the photo')
    await page.getByRole('link', { name: 'Fix it' }).click()
    await expect(page.getByText('This browser lost the photo')).toBeVisible()
    await expect(page.getByLabel('Total amount')).toHaveValue('18.90')
  })
})

test.describe('when parts of the app fail to load', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch dynamically imported module/ })

  test('S-2.10 S-2.14 home renders without them', async ({ page, member }) => {
    await openAs(page, member)
    const lost = /assets\/(DeferredShell|AvatarMenu)-/
    await page.route(lost, (route) => route.abort())
    await page.reload()
    await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Stamp card' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(heading(page, `Welcome, ${member.name}`)).toBeVisible()
    await expect(accountMenu(page)).toBeHidden()
  })
})
