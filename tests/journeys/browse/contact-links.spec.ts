import type { Page } from '@playwright/test'
import { open } from '@stampus/contract/contact/cases'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { findMerchant, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFieldError, expectSettled, heading, logIn, moveTo } from '../support/web.ts'

const ask = (page: Page, thing: string) => page.getByRole('link', { name: `Ask about this ${thing}` })

test.use({ expectedErrors: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ })

test('R-7.01 guests log in before they ask; a link on a shop, a voucher and a receipt says what a message is about and keeps what was typed; a second question leads to the first, and what is of another account is not chosen', async ({
  page,
  server,
  member,
}) => {
  const message = page.getByRole('textbox', { name: 'Your message' })
  const send = page.getByRole('button', { name: 'Send message' })
  const subject = page.getByLabel('What is it about?')
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
  await expect(subject).toHaveValue('shop')
  await moveTo(page, `/app/merchants/${shop.id}`)
  await ask(page, 'shop').click()
  await expect(page).toHaveURL(path)
  await expect(shopField.locator('option:checked')).toHaveText('Boba Bukit')

  await moveTo(page, `/app/vouchers/${voucher.id}`)
  await ask(page, 'voucher').click()
  await expect(page).toHaveURL(`/app/contact?subject=reward&object=voucher-${voucher.id}`)
  await expect(rewardField.locator('option:checked')).toHaveText(/ · voucher/)
  await message.fill('I paid more.')
  await moveTo(page, `/app/submissions/${receipt.id}`)
  await ask(page, 'receipt').click()
  await expect(page).toHaveURL(`/app/contact?subject=receipt&object=submission-${receipt.id}`)
  await expect(subject).toHaveValue('receipt')
  await expect(receiptField.locator('option:checked')).toHaveText(/^Boba Bukit · .* · RM\s18\.90$/)
  await expect(message).toHaveValue('I paid more.')
  await send.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(texts.caseOpenAlready)
  await page.getByRole('link', { name: 'Continue there' }).click()
  await expect(page).toHaveURL(`/app/contact/${asked.id}`)
  await expect(page.getByRole('textbox', { name: 'Write again' })).toHaveValue('I paid more.')

  await moveTo(page, `/app/submissions/${another.id}`)
  await ask(page, 'receipt').click()
  await expect(receiptField).toHaveValue(`submission-${another.id}`)
  await message.fill('Please look at this.')
  await subject.selectOption('A shop')
  await page.reload()
  await expect(subject).toHaveValue('shop')
  await expect(message).toHaveValue('Please look at this.')

  await page.route('**/api/contact/choices?*', (route) => route.abort())
  await moveTo(page, `/app/contact?subject=receipt&object=submission-${foreign.id}`)
  const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load the choices.' })
  await expect(failure).toBeVisible()
  await expect(receiptField.locator('option:checked')).toHaveText('The one you chose')
  await send.click()
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
  await send.click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Please look at this.' })).toBeVisible()
})
