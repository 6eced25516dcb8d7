import type { Page } from '@playwright/test'
import { findMerchant, logOutElsewhere, registerMember } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openForm, save } from '../support/profile.ts'
import { expectFieldError, logIn, openAs, readSessionToken, recordApiCalls } from '../support/web.ts'

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

test('S-5.10 an empty receipt form names every missing value', async ({ page, server, member }) => {
  const { id } = await findMerchant(server, 'Boba Bukit')
  await expectMissingValues(page, '/merchants/boba-bukit', 3)
  await openAs(page, member)
  await expectMissingValues(page, '/merchants/boba-bukit', 3)
  await expectMissingValues(page, `/app/submissions/new/${id}`, 4)
  await expectMissingValues(page, '/submit', 5)
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
