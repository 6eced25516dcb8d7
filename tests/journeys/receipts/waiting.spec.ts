import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { drawPicture, logInElsewhere } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { deleteKept } from '../support/kept-answers.ts'
import { fill, loseReceipts, sendButton, submitUnsent } from '../support/receipt-form.ts'
import { accountMenu, heading, logIn, moveTo } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

test('D-95 S-4.01 S-8.07 without its merchant the form is shown apart from the waiting receipt, home shows a member as offline only while they are, and logging out asks first while a receipt waits', async ({
  page,
  context,
  server,
  member,
}) => {
  const posts = await loseReceipts(context, 'request')
  await submitUnsent(page, server, member)
  const form = new URL(page.url()).pathname
  const asked = page.getByRole('dialog', { name: 'You have an unsent receipt' })

  await test.step('the form without its merchant is apart from the waiting receipt', async () => {
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
  })

  await test.step('home shows a member as offline only while they are', async () => {
    await moveTo(page, '/')
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You’re offline. We’ll send your receipt when you reconnect.')).toBeVisible()
    await expect(page.getByText('We couldn’t send it yet')).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByText('We couldn’t send it yet')).toBeVisible()
  })

  await test.step('logging out asks first, and says what would be lost', async () => {
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(asked).toContainText('RM 18.90, invoice')
    await asked.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(asked).toBeHidden()
    await expect(accountMenu(page)).toBeFocused()
    await accountMenu(page).click()
    await page.getByRole('link', { name: 'My Profile' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Sign out In this browser' }).click()
    await expect(asked.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await asked.getByRole('button', { name: 'Sign out and discard' }).click()
    await expect(page).toHaveURL('/login')
    await expect(asked).toBeHidden()
    posts.pass()
    await logIn(page, member)
    await expect(page.getByText(texts.noActivity)).toBeVisible()
    await expect(page.getByText(/^Your receipt is saved|^You (chose|started) a receipt/)).toBeHidden()
  })

  await test.step('a receipt that is delivered while the dialog is open is not listed as lost', async () => {
    posts.lose('request')
    await moveTo(page, form)
    await fill(page, await drawPicture())
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.submitFailed })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Stampus' }).click()
    const waits = 'Your receipt is saved. We couldn’t send it yet, so we’ll try again soon.'
    await expect(page.getByText(waits)).toBeVisible()
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(asked).toBeVisible()
    posts.pass()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    const dialog = page.getByRole('dialog', { name: 'Everything has been sent' })
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/login')
    const { token } = await logInElsewhere(server, member)
    expect((await callApi(server, list, {}, bearerHeader(token))).data).toHaveLength(1)
  })
})
