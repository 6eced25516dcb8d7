import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { test } from '../../stub/fixtures.ts'
import type { World } from '../../stub/world.ts'
import { drawPicture, newInvoiceNumber } from '../../support/browser/people.ts'
import { expect } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import { accountMenu, choosePicture, expectSettled, heading, logIn, logInAtHome, openTab } from '../support/web.ts'

test('S-2.27 S-3.03 S-8.05 on a bare server a receipt is sent from the form', async ({ page, world }) => {
  await page.goto('/login?redirect=%2Fapp%2Fsubmissions%2Fnew%2F3')
  await logIn(page, world.member)
  await fillIn(page)
  await expectSent(page, world, 'Kedai 03')
})

test('S-2.15 S-5.11 S-6.01 on a bare server a guest starts a receipt at the counter and sends it after the login', async ({
  page,
  world,
}) => {
  await page.goto('/merchants/kedai-04')
  await fillIn(page)
  await page.getByRole('button', { name: 'Login to submit receipt' }).click()
  await logIn(page, world.member)
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await expectSent(page, world, 'Kedai 04')
})

test('S-4.12 S-4.13 D-03 on a bare server a receipt photographed from home is sent', async ({ page, world }) => {
  await page.goto('/login')
  await logIn(page, world.member)
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  await page.getByLabel('Merchant').fill('kedai 05')
  await page.getByRole('button', { name: /Kedai 05/ }).click()
  await page.getByLabel('Total amount').fill('18.90')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await expectSent(page, world, 'Kedai 05')
})

test('S-3.01 D-11 a refresh token is stored when a server sends one, and deleted with the session', async ({
  page,
  world,
}) => {
  const refreshToken = () => page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').refreshToken)
  await page.goto('/login')
  await logIn(page, world.member)
  expect(await refreshToken()).toBeNull()
  await signOut(page)
  world.refreshToken = 'to-be-kept'
  await logIn(page, world.member)
  expect(await refreshToken()).toBe('to-be-kept')
  await page.goto('/app/profile')
  await expect.poll(() => world.asked.filter((call) => call === 'GET /api/user 200').length).toBeGreaterThan(0)
  expect(await refreshToken()).toBe('to-be-kept')
  await signOut(page)
  expect(await refreshToken()).toBeUndefined()
})

test('S-2.31 S-3.02 D-11 on a bare server the profile can be changed and the session keeps its other values', async ({
  page,
  world,
}) => {
  world.refreshToken = 'to-be-kept'
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await logIn(page, world.member)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Amir bin Hassan')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Amir bin Hassan')
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  expect(session).toMatchObject({ refreshToken: 'to-be-kept', user: { id: 1, name: 'Amir bin Hassan' } })
})

test('S-4.01 D-07 on a bare server logging out needs no successful API call', async ({ page, world }) => {
  await page.goto('/login')
  await logIn(page, world.member)
  await signOut(page)
  await expect.poll(() => world.asked).toContain('POST /api/logout 404')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('S-4.02 S-8.03 D-13 on a bare server any 401 leads to the login and back', async ({ page, world }) => {
  await page.goto('/login')
  await logInAtHome(page, world.member)
  world.sessions.clear()
  await openTab(page, 'History')
  await expect(page).toHaveURL('/login?reason=session_expired&redirect=%2Fapp%2Fsubmissions')
  await logIn(page, world.member)
  await expect(heading(page, 'My Submissions')).toBeVisible()
})

test('S-4.03 S-6.03 on a bare server a suspended member is rejected and logged out', async ({ page, world }) => {
  await page.goto('/login')
  await logInAtHome(page, world.member)
  for (const { user } of world.people) user.suspended = true
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(world.member.email)
  await page.getByLabel('Password', { exact: true }).fill(world.member.password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await expect(accountMenu(page)).toBeHidden()
})

test('S-3.03 S-7.16 on a bare server every page renders', async ({ page, world }) => {
  await page.goto('/login')
  await logIn(page, world.member)
  const browsing = ['/', '/app/merchants', '/app/deals', '/app/announcements', '/terms-and-conditions', '/nowhere']
  const own = ['/app/profile', '/app/submissions', '/app/submissions/22', '/app/submissions/new/1', '/submit']
  const comingPages = ['history', 'campaigns', 'badges', 'leaderboard', 'contact', 'links'].map(
    (name) => `/app/${name}`,
  )
  for (const path of [...browsing, '/privacy-policy', ...own, ...comingPages]) {
    await page.goto(path)
    await expectSettled(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  }
})

async function signOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}

async function fillIn(page: Page) {
  await choosePicture(page, await drawPicture())
  await page.getByLabel('Total amount').fill('18.90')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
}

async function expectSent(page: Page, { submissions }: World, merchant: string) {
  const before = submissions.length
  await sendButton(page).click()
  await expect(page.getByText(texts.submitted)).toBeVisible()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="/app/submissions/"]').first()).toHaveText(merchant)
  expect(submissions).toHaveLength(before + 1)
}
