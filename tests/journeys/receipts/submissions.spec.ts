import { list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { aisyah, logInElsewhere } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, moveTo, openAs, receipts } from '../support/web.ts'

test.use({ expectedErrors: /status of 500/ })

test('D-44 S-2.26 S-2.28 S-4.06 S-4.07 S-8.06 a member looks through the history: an expired picture loads again, the chips filter, a rejection has its reason, what fails to load can be retried, and a phone shows tidy rows', async ({
  page,
  server,
}) => {
  const member = await logInElsewhere(server, aisyah)
  // The page asks for an approved receipt once, because it changes no more.
  const [receipt] = (await callApi(server, list, { status: 'approved' }, bearerHeader(member.token))).data
  const [answered, pictures]: [string[], { path: string; status: number }[]] = [[], []]
  await page.route(`**/api/submissions/${receipt?.id}`, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const isFirst = answered.length === 0
    const receipt_image_url = isFirst ? withExpiredSignature(data.receipt_image_url) : data.receipt_image_url
    answered.push(receipt_image_url)
    await route.fulfill({ response, json: { data: { ...data, receipt_image_url } } })
  })
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (answered.includes(pathname + search)) pictures.push({ path: pathname + search, status: response.status() })
  })
  await openAs(page, member, `/app/submissions/${receipt?.id}`)

  await test.step('a picture whose address has expired loads by itself, from a new address', async () => {
    await expect(page.getByRole('button', { name: 'Enlarge photo' })).toBeVisible()
    expect(answered).toHaveLength(2)
    const [expired = '', fresh = ''] = answered
    expect(pictures).toEqual([
      { path: expired, status: 403 },
      { path: fresh, status: 200 },
    ])
    const picture = page.getByRole('img', { name: /^Receipt from/ })
    await expect(picture).toHaveAttribute('src', fresh)
    expect(await picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  })

  const rows = receipts(page)
  const chips = page.getByRole('navigation', { name: 'Status' })
  await test.step('the chips filter by status and are part of the URL', async () => {
    await page.getByRole('link', { name: 'Back to History' }).click()
    await expect(heading(page, 'My Submissions')).toBeVisible()
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

  await test.step('a rejected receipt shows its reason and the Admin Comments', async () => {
    await chips.getByRole('link', { name: 'Rejected' }).click()
    await page.getByRole('link', { name: /Pasar Mini Harapan/ }).click()
    await expect(heading(page, 'Submission Details')).toBeVisible()
    await expect(page.getByText('The amount does not match the receipt.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Admin Comments' })).toBeVisible()
    await expect(page.getByText(/The slip shows RM 46.60/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to History' }).click()
    await expect(page).toHaveURL('/app/submissions?status=rejected')
  })

  await test.step('details and a history that fail to load show an error and can be retried, the next page of the history too', async () => {
    const [{ id } = { id: 0 }] = (await callApi(server, list, { status: 'pending' }, bearerHeader(member.token))).data
    await page.route(`**/api/submissions/${id}`, (route) => route.fulfill({ status: 500, json: { message: 'Oops' } }))
    await moveTo(page, `/app/submissions/${id}`)
    await expect(page.getByText(texts.submissionFailed)).toBeVisible()
    await page.unroute(`**/api/submissions/${id}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()

    await page.route('**/api/submissions*', (route) => route.fulfill({ status: 500, json: { message: 'Oops' } }))
    await page.goto('/app/submissions')
    await expect(page.getByText(texts.submissionsFailed)).toBeVisible()
    await page.unroute('**/api/submissions*')
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
    await page.unroute('**/api/submissions?page=2')
    await page.route('**/api/submissions?page=2', async (route) => {
      const answer = await (await route.fetch({ url: route.request().url().replace('page=2', 'page=1') })).json()
      const [row] = answer.data
      await route.fulfill({ json: { data: [{ ...row, id: 999_999 }], meta: { ...answer.meta, has_more: false } } })
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows).toHaveCount(16)
    await expect(page.getByRole('status').filter({ hasText: '16 shown' })).toBeAttached()
    await page.unroute('**/api/submissions?page=1')
  })

  await test.step('on a phone all entries have the same height, amounts one edge, and statuses their right', async () => {
    const sent = new Date(Date.now() - 45 * 60_000).toISOString()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/submissions')
    await expect(rows.filter({ hasText: 'Boba Bukit' }).first()).toBeVisible()
    await expect(rows.filter({ hasText: 'Thesis House Printing' }).first()).toBeVisible()
    const heights = await rows.evaluateAll((slips) => slips.map((slip) => slip.getBoundingClientRect().height))
    expect(new Set(heights).size).toBe(1)
    const amounts = rows.getByText(/^RM/)
    const ends = await amounts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
    expect(new Set(ends).size).toBe(1)
    await page.route('**/api/submissions?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, data: body.data.map((one: object) => withTime(one, sent)) } })
    })
    await page.reload()
    await expect(rows.first()).toContainText('45 minutes ago')
    for (const word of ['Pending', 'Approved', 'Rejected']) {
      const slip = rows.filter({ has: page.getByText(word, { exact: true }) }).first()
      const [outer, mark] = [await slip.boundingBox(), await slip.getByText(word, { exact: true }).boundingBox()]
      if (!outer || !mark) throw new Error(`${word} is not shown`)
      expect(outer.x + outer.width - mark.x - mark.width, word).toBeLessThan(32)
    }
  })
})

const withTime = (submission: object, created_at: string) => ({ ...submission, created_at })

/** The address as it was signed for a time that is over. */
function withExpiredSignature(address: string): string {
  const url = new URL(address, 'http://nowhere')
  url.searchParams.set('expires', '1700000000')
  return url.pathname + url.search
}
