import type { Page } from '@playwright/test'
import { findMerchant, logOutElsewhere, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openForm, save } from '../support/profile.ts'
import { expectFieldError, expectSettled, logIn, openAs, readSessionToken, recordApiCalls } from '../support/web.ts'

test('S-5.13 D-22 S-2.31 S-4.02 the profile opens the section of an error, and keeps changes through an expired session for their member only', async ({
  page,
  server,
  member,
}) => {
  await openForm(page, member)
  const fold = page.getByRole('button', { name: 'Change password' })
  await page.getByLabel('Email').fill(member.email.replace('@', '-baru@'))
  await page.getByLabel('Current password').fill(member.password)
  await page.getByLabel('Email').fill(member.email)
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await save(page)
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  const original = page.getByLabel('New password', { exact: true })
  await expectFieldError(original, 'Password must be at least 8 characters')
  await expect(original).toBeFocused()
  // Collapsing it again resets what was typed.
  await fold.click()
  await save(page)
  await expect(page.getByText('Profile saved')).toBeVisible()

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Siti Nurhaliza')
  await page.getByLabel('Email').fill(member.email.replace('@', '-baru@'))
  await logOutElsewhere(server, await readSessionToken(page))
  await page.getByLabel('Current password').fill(member.password)
  await save(page)
  await expect(page).toHaveURL(/\/login\?reason=session_expired/)
  await expect(page.getByRole('status', { name: 'Notifications' })).toContainText('We kept your changes')
  await logIn(page, member)
  await expect(page).toHaveURL('/app/profile?edit')
  await expect(page.getByLabel('Full name')).toHaveValue('Siti Nurhaliza')
  await expect(page.getByLabel('Email')).toHaveValue(member.email.replace('@', '-baru@'))
  await expect(page.getByLabel('Current password')).toHaveValue('')

  const next = await registerMember(server)
  await page.getByLabel('Email').fill(member.email)
  await logOutElsewhere(server, await readSessionToken(page))
  await save(page)
  await expect(page).toHaveURL(/\/login\?reason=session_expired/)
  await logIn(page, next)
  await expect(page.getByLabel('Full name')).toHaveValue(next.name)
})

test('S-4.09 S-4.16 S-9.04 a malformed link is invalid or expired, and choosing a category cancels the pending search', async ({
  page,
}) => {
  await page.goto('/email/verification?id=abc&hash=abc&expires=4000000000&signature=forged')
  const alert = page.getByRole('alert').filter({ hasText: 'The verification link is invalid or has expired.' })
  await expect(alert).toBeVisible()

  await page.clock.install()
  await page.goto('/app/merchants')
  await expectSettled(page)
  await page.clock.pauseAt(Date.now() + 600_000)
  const calls = recordApiCalls(page)
  const search = page.getByLabel('Search merchants')
  await search.fill('raket')
  await page.clock.runFor(400)
  await page.getByRole('link', { name: 'Groceries', exact: true }).click()
  await page.clock.runFor(2_000)
  await expect(page).toHaveURL(/\?category_id=\d+$/)
  await expect(search).toHaveValue('')
  expect(calls.filter((one) => one.includes('search='))).toEqual([])
})

test('S-5.10 S-2.12 an empty receipt form names every missing value, and a receipt from three weeks ago has a relative date', async ({
  page,
  server,
  member,
}) => {
  const { id } = await findMerchant(server, 'Boba Bukit')
  await expectMissingValues(page, '/merchants/boba-bukit', 3)
  await openAs(page, member)
  await expectMissingValues(page, '/merchants/boba-bukit', 3)
  await expectMissingValues(page, `/app/submissions/new/${id}`, 4)
  await expectMissingValues(page, '/submit', 5)

  await submitReceipt(server, member)
  await page.clock.install({ time: Date.now() + 22 * 24 * 60 * 60 * 1000 })
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')
  await expect(recent).toContainText('3 weeks ago')
})

/** The page of a merchant has no date, and only the form of the home picture asks for the merchant. */
async function expectMissingValues(page: Page, path: string, alerts: number) {
  await page.goto(path)
  const date = page.getByLabel('Purchase date')
  if (alerts > 3) await date.fill('')
  const calls = recordApiCalls(page)
  await page.getByRole('button', { name: /submit receipt$/i }).click()
  const gap = 'Please fill in all required fields.'
  await expectFieldError(page.getByLabel('Invoice number'), 'The Invoice Number is required.')
  await expectFieldError(page.getByLabel('Total amount'), gap)
  await expect(page.getByRole('group', { name: 'Receipt photo' })).toHaveAccessibleDescription(gap)
  if (alerts > 3) await expectFieldError(date, gap)
  if (alerts > 4) await expectFieldError(page.getByLabel('Merchant'), gap)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(alerts)
  expect(calls.filter((one) => one.startsWith('POST'))).toEqual([])
  expect(new URL(page.url()).pathname).toBe(path)
}
