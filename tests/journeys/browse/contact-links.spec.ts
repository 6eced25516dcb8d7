import type { Page } from '@playwright/test'
import { list, open } from '@stampus/contract/contact/cases'
import { texts } from '@stampus/contract/texts'
import { test as bareTest } from '../../stub/fixtures.ts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { findMerchant, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, expectSettled, heading, logIn, openAs, recordApiCalls } from '../support/web.ts'

const message = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const subject = (page: Page) => page.getByLabel('What is it about?')
const receiptField = (page: Page) => page.getByLabel('Which receipt?')
const shopField = (page: Page) => page.getByLabel('Which shop?')
const ask = (page: Page, thing: string) => page.getByRole('link', { name: `Ask about this ${thing}` })

/** Longer than answers are fresh. */
const FRESH_MS = 60_000

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

/** Lets calls fail from now on. Returns a function that counts them. */
async function failCalls(page: Page, url: string | RegExp) {
  let count = 0
  await page.route(url, async (route) => {
    await route.abort()
    count++
  })
  return () => count
}

test('R-7.01 a member asks about a receipt from its page, a second question leads to the first, and a link changes what a message is about', async ({
  page,
  server,
  member,
}) => {
  const receipt = await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '18.90' })
  const another = await submitReceipt(server, member)
  await openAs(page, member, `/app/submissions/${receipt.id}`)
  await ask(page, 'receipt').click()
  await expect(page).toHaveURL(`/app/contact?subject=receipt&object=submission-${receipt.id}`)
  await expect(subject(page)).toHaveValue('receipt')
  await expect(receiptField(page)).toHaveValue(`submission-${receipt.id}`)
  await expect(receiptField(page).locator('option:checked')).toHaveText(/^Boba Bukit · .* · RM\s18\.90$/)
  await page.goBack()
  await expect(page).toHaveURL(`/app/submissions/${receipt.id}`)
  await ask(page, 'receipt').click()
  await message(page).fill('Why so few stamps?')
  await send(page).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Why so few stamps?' })).toBeVisible()
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(data).toMatchObject([{ subject: 'receipt', object: { kind: 'submission', id: receipt.id } }])
  await page.goto(`/app/submissions/${receipt.id}`)
  await ask(page, 'receipt').click()
  await message(page).fill('I paid more.')
  await send(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(texts.caseOpenAlready)
  await page.getByRole('link', { name: 'Continue there' }).click()
  await expect(page).toHaveURL(`/app/contact/${data[0]?.id}`)
  await expect(page.getByRole('textbox', { name: 'Write again' })).toHaveValue('I paid more.')

  await test.step('a link changes what a typed message is about, and a reload keeps what was chosen since', async () => {
    await page.goto('/app/contact')
    await subject(page).selectOption('My account')
    await message(page).fill('Please look at this.')
    await page.goto(`/app/submissions/${another.id}`)
    await ask(page, 'receipt').click()
    await expect(receiptField(page)).toHaveValue(`submission-${another.id}`)
    await expect(message(page)).toHaveValue('Please look at this.')
    await subject(page).selectOption('A shop')
    await page.reload()
    await expect(subject(page)).toHaveValue('shop')
    await expect(message(page)).toHaveValue('Please look at this.')
    await page.goBack()
    await ask(page, 'receipt').click()
    await expect(receiptField(page)).toHaveValue(`submission-${another.id}`)
  })
})

test('R-7.01 guests have no link on the page of a shop, login keeps what a question is about, and vouchers and closed shops have a link', async ({
  page,
  server,
  member,
}) => {
  const shop = await findMerchant(server, 'Boba Bukit')
  await page.goto(`/app/merchants/${shop.id}`)
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await expectSettled(page)
  await expect(ask(page, 'shop')).toHaveCount(0)
  const path = `/app/contact?subject=shop&object=merchant-${shop.id}`
  await page.goto(path)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  await expect(page.getByText('Log in to write to us.')).toBeVisible()
  await page.goto('/app/contact/5')
  await expect(heading(page, 'Login')).toBeVisible()
  await expect(page.getByText('Log in to write to us.')).toHaveCount(0)
  await page.goto(path)
  await logIn(page, member)
  await expect(page).toHaveURL(path)
  await expect(shopField(page)).toHaveValue(`merchant-${shop.id}`)

  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const { id } = await claimElsewhere(server, member, await desk.publish())
  await page.goto(`/app/vouchers/${id}`)
  await ask(page, 'voucher').click()
  await expect(page).toHaveURL(`/app/contact?subject=reward&object=voucher-${id}`)
  await expect(page.getByLabel('Which reward?')).toHaveValue(`voucher-${id}`)
  await expect(page.getByLabel('Which reward?').locator('option:checked')).toHaveText(/ · voucher/)
  // The choices leave out closed shops.
  await page.route('**/api/contact/choices?subject=shop', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto(`/app/merchants/${shop.id}`)
  await ask(page, 'shop').click()
  await expect(page).toHaveURL(path)
  await expectSettled(page)
  await expect(shopField(page)).toHaveValue(`merchant-${shop.id}`)
  await expect(shopField(page).locator('option:checked')).toHaveText('Boba Bukit')
  await page.reload()
  await expect(shopField(page).locator('option:checked')).toHaveText('Boba Bukit')
  await message(page).fill('When does it open again?')
  await send(page).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'When does it open again?' })).toBeVisible()
})

test('R-7.01 what is impossible or of another account is not chosen, and without the choices or a network the form says so', async ({
  page,
  server,
  member,
}) => {
  const foreign = await submitReceipt(server, await registerMember(server))
  await openAs(page, member, `/app/contact?subject=receipt&object=submission-${foreign.id}`)
  await expect(subject(page)).toHaveValue('receipt')
  await expect(receiptField(page)).toHaveValue('')
  await expect(receiptField(page).getByRole('option')).toHaveText(['None in particular'])
  await message(page).fill('Which one?')
  await send(page).click()
  await expect(heading(page, 'A receipt')).toBeVisible()
  const { data } = await callApi(server, list, {}, bearerHeader(member.token))
  expect(data).toMatchObject([{ subject: 'receipt', object: null }])

  await test.step('without the choices the form offers to load them again, and shows why a thing is refused', async () => {
    const own = await submitReceipt(server, member)
    await page.route('**/api/contact/choices?*', (route) => route.abort())
    await page.goto(`/app/contact?subject=receipt&object=submission-${foreign.id}`)
    const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load the choices.' })
    await expect(failure).toBeVisible()
    await expect(receiptField(page).locator('option:checked')).toHaveText('The one you chose')
    await message(page).fill('Why?')
    await send(page).click()
    await expectFieldError(receiptField(page), texts.caseObjectUnknown)
    await expect(receiptField(page)).toBeFocused()
    await expectNoAxeViolations(page)
    await page.unroute('**/api/contact/choices?*')
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(failure).toHaveCount(0)
    await expect(receiptField(page)).toHaveValue('')
    await receiptField(page).selectOption(`submission-${own.id}`)
    await send(page).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Why?' })).toBeVisible()
  })

  await test.step('without a network the form says that sending needs one, and keeps the text', async () => {
    const needsNetwork = page.getByText('You need a network to send this message, but what you type stays here.')
    await page.goto('/app/contact?subject=account')
    await expect(subject(page)).toHaveValue('account')
    await message(page).fill('Please change my name.')
    await expect(needsNetwork).toHaveCount(0)
    await page.context().setOffline(true)
    await expect(needsNetwork).toBeVisible()
    await expect(message(page)).toHaveValue('Please change my name.')
    await page.context().setOffline(false)
    await expect(needsNetwork).toHaveCount(0)
    await send(page).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Please change my name.' })).toBeVisible()
  })
})

test('R-7.01 the link does not load messages again, and stays as the choices do when loading them again fails', async ({
  page,
  server,
  member,
}) => {
  const receipt = await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '18.90' })
  const about = { object_kind: 'submission', object_id: String(receipt.id) } as const
  await callApi(server, open, { subject: 'receipt', ...about, message: 'Why?' }, bearerHeader(member.token))
  const another = await submitReceipt(server, member)
  const openTheCase = () =>
    page.getByRole('region', { name: 'My messages' }).getByRole('link', { name: 'A receipt' }).click()
  await page.clock.install()
  await openAs(page, member, '/app/contact')
  await openTheCase()
  await page.clock.fastForward(FRESH_MS)
  const calls = recordApiCalls(page)
  await page.getByRole('link', { name: /^Boba Bukit/ }).click()
  await expect(page).toHaveURL(`/app/submissions/${receipt.id}`)
  await expect(ask(page, 'receipt')).toBeVisible()
  expect(calls.filter((call) => /\/contact\/cases(\?|$)/.test(call))).toEqual([])

  await test.step('the choices that are shown stay without an error', async () => {
    await page.goto('/app/contact?subject=receipt')
    await receiptField(page).selectOption(`submission-${another.id}`)
    const failures = await failCalls(page, '**/api/contact/choices?*')
    await page.clock.fastForward(FRESH_MS)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(failures).toBe(2)
    await expect(receiptField(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('We couldn’t load the choices.')).toHaveCount(0)
    await expect(receiptField(page)).toHaveValue(`submission-${another.id}`)
  })

  await test.step('the link stays', async () => {
    await page.goto('/app/contact')
    await openTheCase()
    await page.getByRole('textbox', { name: 'Write again' }).fill('Are you there?')
    await send(page).click()
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
    const failures = await failCalls(page, /\/api\/contact\/cases(\?|$)/)
    await page.getByRole('link', { name: /^Boba Bukit/ }).click()
    await expect(page).toHaveURL(`/app/submissions/${receipt.id}`)
    await expect.poll(failures).toBe(2)
    await expectSettled(page)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(ask(page, 'receipt')).toBeVisible()
  })
})

bareTest('S-3.03 R-7.01 on a bare server no page leads to a form that does not exist', async ({ page, world }) => {
  await openAs(page, world.member, '/app/submissions/22')
  for (const path of ['/app/submissions/22', '/app/merchants/3']) {
    const answered = page.waitForResponse(/\/api\/contact\/cases/)
    await page.goto(path)
    expect((await answered).status()).toBe(404)
    await expectSettled(page)
    await expect(page.getByRole('link', { name: /^Ask about/ })).toHaveCount(0)
  }
})
