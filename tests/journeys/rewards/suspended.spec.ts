import type { Page } from '@playwright/test'
import { reinstate, suspend } from '@stampus/contract/console/members'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { manager, type Person } from '../../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../../support/browser/rewards.ts'
import { openConsole } from '../support/desk.ts'
import { expect, test } from '../support/fixtures.ts'
import { inMalay, logInInMalay } from '../support/languages.ts'
import { readCode } from '../support/rewards.ts'
import { expectFieldError, openAs } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_|Failed to fetch/ })

const suspended = {
  English: 'Your account has been suspended. Please contact support for assistance.',
  Malay: 'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.',
}

test('R-3.06 the voucher of a suspended member cannot be used, the member reads why in English and Malay, and it can be used again afterwards', async ({
  page,
  context,
  server,
  member,
  anotherBrowser,
}) => {
  const desk = await connectRewardsDesk(server)
  await desk.giveStamps(member, 5)
  const reward = await desk.publish({ title: 'Free kopi O', title_ms: 'Kopi O percuma' })
  const { id } = await claimElsewhere(server, member, reward)
  const path = `/app/vouchers/${id}`
  await openAs(page, member, path)
  await readCode(page)
  // Without a network, the phone does not know of the suspension and still shows codes.
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: /^You’re offline/ })).toBeVisible()
  const headers = await signInOperator(server, manager)
  await callApi(server, suspend, { id: member.id, reason: 'Forged receipts' }, headers)
  const counter = await (await anotherBrowser()).newPage()
  await openConsole(counter, '/hand-over', manager)
  const before = await readCode(page)
  await type(counter, before)
  await expect(counter.getByRole('main').getByRole('alert')).toHaveText('This voucher cannot be used now.')
  await expect(counter.getByRole('region', { name: 'Free kopi O' })).toHaveCount(0)

  await context.setOffline(false)
  await expect(page).toHaveURL('/login?reason=suspended')
  await expect(page.getByText(suspended.English)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('vouchers'))).toBeNull()
  await expectRefused(page, member, { email: 'Email', password: 'Password', why: suspended.English })
  await context.addCookies([{ ...inMalay, url: server.url }])
  await page.reload()
  await expect(page.getByText(suspended.Malay)).toBeVisible()
  await expectRefused(page, member, { email: 'E-mel', password: 'Kata laluan', why: suspended.Malay })

  await callApi(server, reinstate, { id: member.id }, headers)
  // The code from before the suspension is worthless.
  await type(counter, before)
  await expectFieldError(counter.getByLabel('Code', { exact: true }), 'This code is not valid now.')
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
  await logInInMalay(page, member)
  await type(counter, await readCode(page))
  await counter.getByRole('region', { name: 'Free kopi O' }).getByRole('button', { name: 'Hand over' }).click()
  const used = page.getByRole('status').filter({ hasText: /^Digunakan pada \d\d:\d\d, Boba Bukit$/ })
  await expect(used).toBeVisible()
})

/** Tries to sign in with the right password, and reads why that fails. */
async function expectRefused(page: Page, person: Person, words: { email: string; password: string; why: string }) {
  await page.getByLabel(words.email, { exact: true }).fill(person.email)
  await page.getByLabel(words.password, { exact: true }).fill(person.password)
  // The page shows the same text already.
  const refused = page.waitForResponse('**/api/login')
  await page.getByLabel(words.password, { exact: true }).press('Enter')
  expect((await refused).status()).toBe(403)
  await expect(page.getByRole('main').getByText(words.why).first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
}

/** Types what a member shows at the desk. */
async function type(counter: Page, { number, code }: { number: string; code: string }) {
  await counter.getByLabel('Number', { exact: true }).fill(number)
  await counter.getByLabel('Code', { exact: true }).fill(code)
  await counter.getByLabel('Code', { exact: true }).press('Enter')
}
