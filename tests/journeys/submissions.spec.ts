import * as texts from '@stampus/contract/texts'
import { aisyah, aMember, aSubmission } from '../people.ts'
import { expect, test } from './fixtures.ts'
import { heading, signIn } from './web.ts'

test('S-2.26 S-8.09 the chips filter the history by status and stand in the address', async ({ page }) => {
  await page.goto('/login?redirect=%2Fapp%2Fsubmissions')
  await signIn(page, aisyah)
  await expect(heading(page, 'My Submissions')).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' })
  const chips = page.getByRole('navigation', { name: 'Status' })
  await expect(chips.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true')
  for (const [name, other] of Object.entries({ Pending: 'Approved', Approved: 'Rejected', Rejected: 'Pending' })) {
    await chips.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/app/submissions?status=${name.toLowerCase()}`)
    await expect(rows.filter({ hasText: other })).toHaveCount(0)
    await expect(rows.filter({ hasText: name }).first()).toBeVisible()
  }
  await page.goBack()
  await expect(chips.getByRole('link', { name: 'Approved' })).toHaveAttribute('aria-current', 'true')
})

test('S-8.09 an empty history says so', async ({ page, member }) => {
  await page.goto('/login?redirect=%2Fapp%2Fsubmissions%3Fstatus%3Drejected')
  await signIn(page, member)
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
})

test('S-2.28 S-4.07 a rejected receipt shows its reason and the Admin Comments', async ({ page }) => {
  await page.goto('/login?redirect=%2Fapp%2Fsubmissions%3Fstatus%3Drejected')
  await signIn(page, aisyah)
  await page.getByRole('link', { name: /Pasar Mini Harapan/ }).click()
  await expect(heading(page, 'Submission Details')).toBeVisible()
  await expect(page.getByText('The amount does not match the receipt.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin Comments' })).toBeVisible()
  await expect(page.getByText(/The slip shows RM 46.60/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to History' }).click()
  await expect(page).toHaveURL('/app/submissions?status=rejected')
})

test('S-2.28 S-8.06 a receipt that is not one’s own, or none at all, is not shown', async ({
  page,
  server,
  member,
}) => {
  const { id } = await aSubmission(server, await aMember(server))
  await page.goto(`/login?redirect=%2Fapp%2Fsubmissions%2F${id}`)
  await signIn(page, member)
  await expect(page.getByText(texts.submissionFailed)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to History' })).toHaveAttribute('href', '/app/submissions')
  await page.goto('/app/submissions/999999')
  await expect(page.getByText(texts.submissionFailed)).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ expectedFaults: /status of 500/ })

  test('S-8.06 a history that cannot be loaded says so, its next page too', async ({ page }) => {
    await page.goto('/login')
    await signIn(page, aisyah)
    await page.route('**/api/submissions*', (route) => route.fulfill({ status: 500, json: { message: 'Oops' } }))
    await page.goto('/app/submissions')
    await expect(page.getByText(texts.submissionsFailed)).toBeVisible()
    await page.unroute('**/api/submissions*')
    const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' })
    await page.route('**/api/submissions?page=1', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, meta: { ...answer.meta, has_more: true } } })
    })
    await page.route('**/api/submissions?page=2', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows).toHaveCount(15)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText(texts.moreSubmissionsFailed)).toBeVisible()
    await expect(rows).toHaveCount(15)
  })
})
