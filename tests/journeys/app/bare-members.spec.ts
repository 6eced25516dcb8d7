import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { test } from '../../stub/fixtures.ts'
import type { World } from '../../stub/world.ts'
import { drawPicture, newInvoiceNumber, type Person } from '../../support/browser/people.ts'
import { expect } from '../support/fixtures.ts'
import { sendButton } from '../support/receipt-form.ts'
import {
  accountMenu,
  choosePicture,
  expectSettled,
  heading,
  logIn,
  logInAtHome,
  moveTo,
  openAs,
  openTab,
} from '../support/web.ts'

test('S-2.15 S-2.27 S-3.03 S-4.12 S-4.13 S-5.11 S-6.01 S-8.05 D-03 on a bare server receipts are sent that begin at the counter, in the form and at home', async ({
  page,
  world,
}) => {
  // As a guest, who logs in on the way.
  await page.goto('/merchants/kedai-04')
  await fillIn(page)
  await page.getByRole('button', { name: 'Login to submit receipt' }).click()
  await logIn(page, world.member)
  await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  await expectSent(page, world, 'Kedai 04')

  await page.goto('/app/submissions/new/3')
  await fillIn(page)
  await expectSent(page, world, 'Kedai 03')

  await page.goto('/')
  await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
  await expect(page).toHaveURL('/submit')
  await page.getByLabel('Merchant').fill('kedai 05')
  await page.getByRole('button', { name: /Kedai 05/ }).click()
  await page.getByLabel('Total amount').fill('18.90')
  await page.getByLabel('Invoice number').fill(newInvoiceNumber())
  await expectSent(page, world, 'Kedai 05')
})

test('S-2.18 S-2.31 S-3.01 S-3.02 S-4.01 D-07 D-11 D-12 on a bare server login remembers the session with its refresh token, the profile can be changed, and logging out needs no successful API call', async ({
  page,
  world,
  anotherBrowser,
}) => {
  const session = () => page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))
  await page.goto('/login?redirect=%2Fapp%2Fprofile')
  await enter(page, { ...world.member, password: 'wrong' })
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  await logIn(page, world.member, { remember: true })
  await expect(page).toHaveURL('/app/profile')
  await expect(page.getByRole('main').getByText(world.member.email)).toBeVisible()
  expect((await session()).refreshToken).toBeNull()
  const reopened = await (await anotherBrowser(await page.context().storageState())).newPage()
  await reopened.goto('/')
  await expect(heading(reopened, `Welcome, ${world.member.name}`)).toBeVisible()
  await reopened.close()
  await signOut(page)
  await expect.poll(() => world.asked).toContain('POST /api/logout 404')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  world.refreshToken = 'to-be-kept'
  await logIn(page, world.member)
  expect((await session()).refreshToken).toBe('to-be-kept')
  world.asked.splice(0)
  await page.goto('/app/profile')
  await expect.poll(() => world.asked).toContain('GET /api/user 200')
  expect((await session()).refreshToken).toBe('to-be-kept')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Amir bin Hassan')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Amir bin Hassan')
  expect(await session()).toMatchObject({ refreshToken: 'to-be-kept', user: { id: 1, name: 'Amir bin Hassan' } })
  await signOut(page)
  expect((await session()).refreshToken).toBeUndefined()
})

test('S-4.02 S-4.03 S-6.03 S-8.03 D-13 on a bare server any 401 leads to the login and back, and a suspended member is rejected and logged out', async ({
  page,
  world,
}) => {
  await page.goto('/login')
  await logInAtHome(page, world.member)
  world.sessions.clear()
  await openTab(page, 'History')
  await expect(page).toHaveURL('/login?reason=session_expired&redirect=%2Fapp%2Fsubmissions')
  await logIn(page, world.member)
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="/app/submissions/"]').first()).toBeVisible()

  for (const { user } of world.people) user.suspended = true
  await openTab(page, 'Profile')
  await expect(page).toHaveURL('/login?reason=suspended')
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await page.goto('/login')
  await enter(page, world.member)
  await expect(page.getByText(texts.suspended)).toBeVisible()
  await expect(accountMenu(page)).toBeHidden()
})

test('S-3.03 S-7.16 on a bare server every page renders', async ({ page, world }) => {
  await openAs(page, world.member)
  const browsing = ['/', '/app/merchants', '/app/deals', '/app/announcements', '/terms-and-conditions', '/nowhere']
  const own = ['/app/profile', '/app/submissions', '/app/submissions/22', '/app/submissions/new/1', '/submit']
  const comingPages = ['history', 'campaigns', 'badges', 'leaderboard', 'contact', 'links'].map(
    (name) => `/app/${name}`,
  )
  for (const path of [...browsing, '/privacy-policy', ...own, ...comingPages]) {
    await moveTo(page, path)
    await expect(page).toHaveURL(path)
    await expectSettled(page)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  }
})

/** Enters what the login may reject. */
async function enter(page: Page, { email, password }: Person) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

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
