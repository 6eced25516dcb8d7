import type { Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah, logOutElsewhere, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedOffline, expectStored, keptOf, offlineBar, readKept, reopen } from '../support/kept-answers.ts'
import {
  accountMenu,
  bobaBukit,
  expectSettled,
  heading,
  logIn,
  openAs,
  openTab,
  readSessionToken,
  receipts,
  recentActivity,
} from '../support/web.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch|status of 404/ })

const visit = async (page: Page) => {
  await expect(recentActivity(page).getByRole('listitem').first()).toBeVisible()
  await openTab(page, 'History')
  await receipts(page).first().getByRole('link').first().click()
  await expect(page.getByText('Invoice number')).toBeVisible()
}

const ownPaths = ['/submissions', '/submissions/:id', '/wallet']

const signOut = async (page: Page) => {
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}

test('D-94 S-3.01 S-4.01 without “Remember me” only public answers are kept, after a damaged record new ones, and signing out offline deletes all', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await logIn(page, aisyah)
  await visit(page)
  await openTab(page, 'Merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await expect.poll(() => keptOf(page, null)).toContain('/merchants')
  const kept = await readKept(page)
  expect(kept.filter(({ owner, queryKey }) => owner !== null || queryKey[0] !== 'public')).toEqual([])
  await signOut(page)

  await logIn(page, aisyah, { remember: true })
  await visit(page)
  await expectStored(page)
  await expectCachedOffline(page)
  const [first] = await readKept(page)
  await readKept(page, [{ ...first, queryHash: 'damaged', queryKey: null, data: 'damaged' } as never])
  await context.setOffline(true)
  page = await reopen(page, context, '/app/submissions')
  await expect(page.getByRole('alert')).toContainText(texts.submissionsFailed)
  await expect.poll(() => readKept(page)).toEqual([])
  await context.setOffline(false)
  await expect(receipts(page).first()).toBeVisible()
  await expectStored(page)
  await context.setOffline(true)
  page = await reopen(page, context, '/app/submissions')
  await expect(receipts(page).first()).toBeVisible()

  await expect.poll(() => readKept(page)).not.toEqual([])
  await expect(offlineBar(page)).toBeVisible()
  await signOut(page)
  await expect.poll(() => readKept(page)).toEqual([])
})

test('D-94 D-43 S-4.01 kept answers hold no picture and no token, belong to one member, and go with the session or the account', async ({
  page,
  server,
  member,
}) => {
  const other = await registerMember(server)
  await submitReceipt(server, member)
  await submitReceipt(server, other)
  await openAs(page, member, '/', { remember: true })
  await visit(page)
  await expect.poll(() => keptOf(page, member.id)).toEqual(expect.arrayContaining(ownPaths))
  const own = JSON.stringify((await readKept(page)).filter(({ owner }) => owner === member.id))
  expect(own).toContain('"receipt_image_url":"/files/')
  expect(own).not.toMatch(/signature|data:image/)
  expect(own).not.toContain(await readSessionToken(page))

  await logOutElsewhere(server, await readSessionToken(page))
  await openTab(page, 'Profile')
  await expect(page).toHaveURL(/reason=session_expired/)
  await expect.poll(() => keptOf(page, member.id)).toEqual([])
  await page.goto('/login')
  await logIn(page, other, { remember: true })
  await visit(page)
  await expect.poll(() => keptOf(page, other.id)).toEqual(expect.arrayContaining(ownPaths))
  expect(await keptOf(page, member.id)).toEqual([])

  await openTab(page, 'Profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(other.password)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText(texts.accountDeleted)).toBeVisible()
  await expect.poll(() => readKept(page)).toEqual([])
})

test('D-94 D-102 S-4.01 a withdrawn receipt is in no kept answer, and what remains of a session whose deletion was cut off is never shown', async ({
  page,
  context,
  server,
  member,
}) => {
  const [kept, { id, invoice_no }] = [await submitReceipt(server, member), await submitReceipt(server, member)]
  await openAs(page, member, '/', { remember: true })
  await expect(recentActivity(page).getByRole('listitem')).toHaveCount(2)
  await expectStored(page)
  await page.goto('/app/submissions')
  await expect(receipts(page)).toHaveCount(2)
  await expectStored(page)
  await page.goto(`/app/submissions/${kept.id}`)
  await expect(page.getByText('Invoice number')).toBeVisible()
  await expectStored(page)
  page = await reopen(page, context, `/app/submissions/${id}`)
  await expectStored(page)
  expect(JSON.stringify(await readKept(page))).toContain(invoice_no)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('button', { name: 'Withdraw receipt' }).click()
  await expect(heading(page, 'My Submissions')).toBeVisible()
  await expect(receipts(page)).toHaveCount(1)
  await expect.poll(async () => JSON.stringify(await readKept(page))).not.toContain(invoice_no)
  await expectStored(page)
  await expectCachedOffline(page)
  await context.setOffline(true)
  page = await reopen(page, context, '/')
  await expect(recentActivity(page).getByRole('listitem')).toHaveCount(1)
  await page.goto(`/app/submissions/${kept.id}`)
  await expect(page.getByText('Invoice number')).toBeVisible()
  await page.goto(`/app/submissions/${id}`)
  await expect(page.getByRole('alert')).toContainText(texts.submissionFailed)

  await context.setOffline(false)
  await page.goto('/')
  await visit(page)
  await openTab(page, 'Merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await expect.poll(() => keptOf(page, null)).toContain('/merchants')
  await expectCachedOffline(page)
  const left = (await readKept(page)).filter(({ owner }) => owner === member.id)
  expect(left.map(({ queryKey }) => queryKey[1])).toEqual(expect.arrayContaining(ownPaths))
  const other = await registerMember(server)
  const session = {
    token: other.token,
    user: { id: other.id, name: other.name, email_verified_at: '2026-11-01T00:00:00Z' },
  }
  await context.setOffline(true)
  await page.evaluate((changed) => {
    const stored = JSON.parse(localStorage.getItem('session') ?? '{}')
    const next = { ...stored, ...changed, user: { ...stored.user, ...changed.user } }
    localStorage.setItem('session', JSON.stringify(next))
    localStorage.setItem('token', changed.token)
  }, session)
  page = await reopen(page, context, '/app/submissions')
  await expect(page.getByRole('alert')).toContainText(texts.submissionsFailed)
  await expect.poll(() => keptOf(page, member.id)).toEqual([])
  await readKept(page, left)
  await openTab(page, 'Merchants')
  await expect(bobaBukit(page)).toBeVisible()
  await page.goto('/')
  await expect(recentActivity(page).getByRole('alert')).toContainText(texts.submissionsFailed)
  await expect.poll(() => keptOf(page, member.id)).toEqual([])
  expect(await keptOf(page, null)).toContain('/merchants')
})

test.describe('while no more code of the app can be loaded', () => {
  test.use({ serviceWorkers: 'block' })

  test('D-94 S-4.01 signing out deletes all answers, also on a page without data', async ({ page, context }) => {
    await openAs(page, aisyah, '/', { remember: true })
    await visit(page)
    await expectStored(page)
    await page.goto('/terms-and-conditions')
    await expectSettled(page)
    await accountMenu(page).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(await readKept(page)).not.toEqual([])
    // Also turns off the browser's cache of the files that were loaded before.
    await context.route('**/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => readSessionToken(page)).toBe('')
    await expect.poll(() => readKept(page)).toEqual([])
  })
})
