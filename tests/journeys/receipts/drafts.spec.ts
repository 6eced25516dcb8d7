import { texts } from '@stampus/contract/texts'
import { drawPicture, findMerchant, registerMember } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { fill, loseReceipts, openForm, sendButton, sendWaiting } from '../support/receipt-form.ts'
import { accountMenu, choosePicture, heading, logIn, moveTo, openAs } from '../support/web.ts'

test('D-03 S-3.06 S-5.09 S-2.33 one member’s input is not shown to the next member, across tabs; a draft keeps its purchase date, asks for another merchant if its own was removed, and is not changed by a guest', async ({
  page,
  context,
  server,
  member,
}) => {
  const next = await registerMember(server)
  await openAs(page, member, '/merchants/boba-bukit')
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
  await moveTo(other, '/submit')
  await expect(other.getByText('Show us the whole receipt')).toBeVisible()
  await expect(other.getByLabel('Total amount')).toHaveValue('')
  await other.close()

  const { id } = await findMerchant(server, 'Boba Bukit')
  await moveTo(page, `/app/submissions/new/${id}`)
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

  test('S-8.05 S-3.06 D-95 S-8.04 a receipt that cannot be stored asks to keep the page open while it waits, and is sent', async ({
    page,
    context,
    server,
    member,
  }) => {
    const posts = await loseReceipts(context, 'request')
    // Where the browser stores nothing, the session ends with the page.
    for (const refuse of Object.values(storageFailures)) {
      posts.lose('request')
      await openForm(page, server, member)
      await page.evaluate(refuse)
      await fill(page, await drawPicture())
      await sendButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Keep this page open' })).toBeVisible()
      await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
      await expect(page.getByText('Keep this page open')).toBeVisible()
      posts.pass()
      await sendWaiting(page)
    }
  })
})
