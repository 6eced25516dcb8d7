import type { Page } from '@playwright/test'
import { close, show as showCase } from '@stampus/contract/console/contact/cases'
import { list, open } from '@stampus/contract/contact/cases'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { findMerchant, manager, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  expectFieldError,
  expectSettled,
  heading,
  logIn,
  moveTo,
  openAs,
  recordApiCalls,
  signOut,
} from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

const message = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
const again = (page: Page) => page.getByRole('textbox', { name: 'Write again' })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const subject = (page: Page) => page.getByLabel('What is it about?')

test('R-7.01 R-7.02 a member asks about a receipt, once however often the button is pressed and answers are lost, writes again, and takes a text from a closed conversation to a new one; others do not see it, guests find the mail link', async ({
  page,
  server,
  member,
}) => {
  const headers = bearerHeader(member.token)
  const operator = await signInOperator(server, manager)
  const receipt = await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '18.90' })
  const mail = page.getByRole('main').getByRole('link', { name: 'support@stampus.example' })
  await page.goto('/app/contact')
  await expect(page).toHaveURL('/login?redirect=%2Fapp%2Fcontact')
  await expect(mail).toHaveAttribute('href', 'mailto:support@stampus.example')
  await logIn(page, member)
  await expect(heading(page, 'Contact')).toBeVisible()
  await expect(page.getByText('What you write to us, and our answers, will be listed here.')).toBeVisible()
  await expect(mail).toHaveAttribute('href', 'mailto:support@stampus.example')
  const privacy = page.getByRole('link', { name: 'Write about your personal data' })
  await expect(privacy).toHaveAttribute('href', 'mailto:support@stampus.example?subject=Privacy')
  await send(page).click()
  await expectFieldError(subject(page), texts.caseSubjectRequired)
  await expectFieldError(message(page), texts.caseMessageRequired)
  await expect(subject(page)).toBeFocused()
  await subject(page).selectOption('A receipt')
  await page.getByLabel('Which receipt?').selectOption(`submission-${receipt.id}`)
  await expect(page.getByLabel('Which receipt?').locator('option:checked')).toHaveText(/^Boba Bukit · .* · RM\s18\.90$/)
  await message(page).fill('  Why <b>so</b> few stamps?\nI paid more.  ')
  // The server gets it, but its answer is lost on the way.
  const calls = recordApiCalls(page)
  await page.route('**/api/contact/cases', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await send(page).dblclick()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(calls.filter((made) => made.startsWith('POST') && made.endsWith('/contact/cases'))).toHaveLength(1)
  await page.unroute('**/api/contact/cases')
  await page.reload()
  await expect(message(page)).toHaveValue('  Why <b>so</b> few stamps?\nI paid more.  ')
  await send(page).click()
  await expect(heading(page, 'A receipt')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Why <b>so</b> few stamps?' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Waiting for our answer')).toBeVisible()
  const link = page.getByRole('link', { name: /^Boba Bukit/ })
  await expect(link).toHaveAttribute('href', `/app/submissions/${receipt.id}`)
  await again(page).fill('Are you there?')
  await send(page).click()
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
  await expect(again(page)).toHaveValue('')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Back' }).click()
  const mine = page.getByRole('region', { name: 'My messages' })
  await expect(mine.getByRole('listitem')).toHaveCount(1)
  await expect(message(page)).toHaveValue('')
  const { data } = await callApi(server, list, {}, headers)
  expect(data.map(({ state }) => state)).toEqual(['open'])

  await test.step('what was typed in a conversation that is closed meanwhile is in the form for a new one', async () => {
    await message(page).fill('Another question.')
    await mine.getByRole('link', { name: 'A receipt' }).click()
    await again(page).fill('It was RM 18.90.')
    const { id, version } = (await callApi(server, showCase, { id: String(data[0]?.id) }, operator)).data
    await callApi(server, close, { id, version }, operator)
    await send(page).click()
    await expect(page.getByText('Your last message was not sent. It is in the form for a new one.')).toBeVisible()
    await expect(again(page)).toHaveCount(0)
    await page.reload()
    await page.getByRole('link', { name: 'Write to us' }).click()
    await expect(message(page)).toHaveValue('Another question.\n\nIt was RM 18.90.')
    await expect(page.getByLabel('Which receipt?')).toHaveValue(`submission-${receipt.id}`)
    await send(page).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'It was RM 18.90.' })).toBeVisible()
    await page.goBack()
    await expect(message(page)).toHaveValue('')
  })

  await message(page).fill('Nobody else should read this.')
  await signOut(page)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Nobody else')
  const other = await registerMember(server)
  await callApi(server, open, { subject: 'account', message: 'Theirs.' }, bearerHeader(other.token))
  await openAs(page, other, `/app/contact/${data[0]?.id}`)
  await expect(heading(page, 'We couldn’t find this conversation')).toBeVisible()
  await page.getByRole('link', { name: 'See my messages' }).click()
  await expect(message(page)).toHaveValue('')
})

const ask = (page: Page, thing: string) => page.getByRole('link', { name: `Ask about this ${thing}` })

test('R-7.01 guests log in before they ask; a link on a shop, a voucher and a receipt says what a message is about and keeps what was typed; a second question leads to the first, and what is of another account is not chosen', async ({
  page,
  server,
  member,
}) => {
  const receiptField = page.getByLabel('Which receipt?')
  const [shopField, rewardField] = [page.getByLabel('Which shop?'), page.getByLabel('Which reward?')]
  const shop = await findMerchant(server, 'Boba Bukit')
  const receipt = await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '18.90' })
  const another = await submitReceipt(server, member)
  const foreign = await submitReceipt(server, await registerMember(server))
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const voucher = await claimElsewhere(server, member, await desk.publish())
  const about = { subject: 'receipt', object_kind: 'submission', object_id: String(receipt.id) } as const
  const { data: asked } = await callApi(server, open, { ...about, message: 'Why so few?' }, bearerHeader(member.token))

  // The choices leave out closed shops.
  await page.route('**/api/contact/choices?subject=shop', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto(`/app/merchants/${shop.id}`)
  await expect(heading(page, 'Boba Bukit')).toBeVisible()
  await expectSettled(page)
  await expect(ask(page, 'shop')).toHaveCount(0)
  await moveTo(page, '/app/contact/5')
  await expect(heading(page, 'Login')).toBeVisible()
  await expect(page.getByText('Log in to write to us.')).toHaveCount(0)
  const path = `/app/contact?subject=shop&object=merchant-${shop.id}`
  await moveTo(page, path)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  await expect(page.getByText('Log in to write to us.')).toBeVisible()
  await logIn(page, member)
  await expect(page).toHaveURL(path)
  await expect(subject(page)).toHaveValue('shop')
  await moveTo(page, `/app/merchants/${shop.id}`)
  await ask(page, 'shop').click()
  await expect(page).toHaveURL(path)
  await expect(shopField.locator('option:checked')).toHaveText('Boba Bukit')

  await moveTo(page, `/app/vouchers/${voucher.id}`)
  await ask(page, 'voucher').click()
  await expect(page).toHaveURL(`/app/contact?subject=reward&object=voucher-${voucher.id}`)
  await expect(rewardField.locator('option:checked')).toHaveText(/ · voucher/)
  await message(page).fill('I paid more.')
  await moveTo(page, `/app/submissions/${receipt.id}`)
  await ask(page, 'receipt').click()
  await expect(page).toHaveURL(`/app/contact?subject=receipt&object=submission-${receipt.id}`)
  await expect(subject(page)).toHaveValue('receipt')
  await expect(receiptField.locator('option:checked')).toHaveText(/^Boba Bukit · .* · RM\s18\.90$/)
  await expect(message(page)).toHaveValue('I paid more.')
  await send(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(texts.caseOpenAlready)
  await page.getByRole('link', { name: 'Continue there' }).click()
  await expect(page).toHaveURL(`/app/contact/${asked.id}`)
  await expect(page.getByRole('textbox', { name: 'Write again' })).toHaveValue('I paid more.')

  await moveTo(page, `/app/submissions/${another.id}`)
  await ask(page, 'receipt').click()
  await expect(receiptField).toHaveValue(`submission-${another.id}`)
  await message(page).fill('Please look at this.')
  await subject(page).selectOption('A shop')
  await page.reload()
  await expect(subject(page)).toHaveValue('shop')
  await expect(message(page)).toHaveValue('Please look at this.')

  await page.route('**/api/contact/choices?*', (route) => route.abort())
  await moveTo(page, `/app/contact?subject=receipt&object=submission-${foreign.id}`)
  const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load the choices.' })
  await expect(failure).toBeVisible()
  await expect(receiptField.locator('option:checked')).toHaveText('The one you chose')
  await send(page).click()
  await expectFieldError(receiptField, texts.caseObjectUnknown)
  await expect(receiptField).toBeFocused()
  await expectNoAxeViolations(page)
  await page.unroute('**/api/contact/choices?*')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toHaveCount(0)
  await expect(receiptField).toHaveValue('')
  await expect(receiptField.getByRole('option')).toHaveCount(3)
  const needsNetwork = page.getByText('You need a network to send this message, but what you type stays here.')
  await page.context().setOffline(true)
  await expect(needsNetwork).toBeVisible()
  await page.context().setOffline(false)
  await expect(needsNetwork).toHaveCount(0)
  await send(page).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Please look at this.' })).toBeVisible()
})
