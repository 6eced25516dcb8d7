import { findMerchant, logOutElsewhere, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openForm, save } from '../support/profile.ts'
import { expectFieldError, expectSettled, logIn, openAs, readSessionToken, recordApiCalls } from '../support/web.ts'

test('S-5.13 D-22 an error in the collapsed password section opens it', async ({ page, member }) => {
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
})

test('S-4.16 S-9.04 choosing a category cancels the pending search', async ({ page }) => {
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

test('S-4.09 a link with a malformed id shows that it is invalid or expired', async ({ page }) => {
  await page.goto('/email/verification?id=abc&hash=abc&expires=4000000000&signature=forged')
  const alert = page.getByRole('alert').filter({ hasText: 'The verification link is invalid or has expired.' })
  await expect(alert).toBeVisible()
})

test.describe('an empty receipt form', () => {
  const forms = [
    ['the form of a merchant', 'member'],
    ['the form of the home picture', 'member'],
    ['the page of a merchant', 'member'],
    ['the page of a merchant', 'guest'],
  ] as const
  for (const [form, visitor] of forms) {
    test(`S-5.10 ${form} names every missing value to a ${visitor}`, async ({ page, server, member }) => {
      const { id } = await findMerchant(server, 'Boba Bukit')
      const path = {
        'the form of a merchant': `/app/submissions/new/${id}`,
        'the form of the home picture': '/submit',
        'the page of a merchant': '/merchants/boba-bukit',
      }[form]
      if (visitor === 'member') {
        await openAs(page, member)
      }
      await page.goto(path)
      const date = page.getByLabel('Purchase date')
      if (form !== 'the page of a merchant') await date.fill('')
      const calls = recordApiCalls(page)
      await page.getByRole('button', { name: /submit receipt$/i }).click()
      const gap = 'Please fill in all required fields.'
      await expectFieldError(page.getByLabel('Invoice number'), 'The Invoice Number is required.')
      await expectFieldError(page.getByLabel('Total amount'), gap)
      await expect(page.getByRole('group', { name: 'Receipt photo' })).toHaveAccessibleDescription(gap)
      if (form !== 'the page of a merchant') await expectFieldError(date, gap)
      if (form === 'the form of the home picture') await expectFieldError(page.getByLabel('Merchant'), gap)
      const alerts = form === 'the form of the home picture' ? 5 : form === 'the form of a merchant' ? 4 : 3
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(alerts)
      expect(calls.filter((one) => one.startsWith('POST'))).toEqual([])
      expect(new URL(page.url()).pathname).toBe(path)
    })
  }
})

test('S-2.12 a receipt from three weeks ago shows a relative date', async ({ page, server }) => {
  const member = await registerMember(server)
  await submitReceipt(server, member)
  await openAs(page, member)
  await page.clock.install({ time: Date.now() + 22 * 24 * 60 * 60 * 1000 })
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')
  await expect(recent).toContainText('3 weeks ago')
})

test('S-2.31 S-4.02 profile changes survive a session that expires during Save', async ({ page, server, member }) => {
  await openForm(page, member)
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
})

test('S-2.31 profile changes that one member left at an expired session are not shown to the next member', async ({
  page,
  server,
  member,
}) => {
  const next = await registerMember(server)
  await openForm(page, member)
  await page.getByLabel('Full name').fill('Siti Nurhaliza')
  await logOutElsewhere(server, await readSessionToken(page))
  await save(page)
  await expect(page).toHaveURL(/\/login\?reason=session_expired/)
  await logIn(page, next)
  await expect(page.getByLabel('Full name')).toHaveValue(next.name)
})
