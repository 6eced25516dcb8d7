import { decisionTimes, list } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { bearerHeader, callApi } from '../../support/browser/api.ts'
import { connectOperator } from '../../support/browser/operators.ts'
import { aisyah, logInElsewhere, registerMember, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, logIn, openAs } from '../support/web.ts'

test('S-2.26 S-8.09 the chips filter the history by status and are part of the URL', async ({ page }) => {
  await openAs(page, aisyah, '/app/submissions')
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

test('S-2.26 on a phone all history entries have the same height, with names of one or two lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, aisyah, '/app/submissions')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' })
  await expect(rows.filter({ hasText: 'Boba Bukit' }).first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Thesis House Printing' }).first()).toBeVisible()
  const heights = await rows.evaluateAll((slips) => slips.map((slip) => slip.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
})

test('S-4.06 on a phone every status is at the right of its entry, even after a long relative date', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const sent = new Date(Date.now() - 45 * 60_000).toISOString()
  await page.route('**/api/submissions?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, data: body.data.map((one: object) => withTime(one, sent)) } })
  })
  await openAs(page, aisyah, '/app/submissions')
  const slips = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' })
  await expect(slips.first()).toContainText('45 minutes ago')
  for (const word of ['Pending', 'Approved', 'Rejected']) {
    const slip = slips.filter({ has: page.getByText(word, { exact: true }) }).first()
    const [outer, mark] = [await slip.boundingBox(), await slip.getByText(word, { exact: true }).boundingBox()]
    if (!outer || !mark) throw new Error(`${word} is not shown`)
    expect(outer.x + outer.width - mark.x - mark.width, word).toBeLessThan(32)
  }
})

const withTime = (submission: object, created_at: string) => ({ ...submission, created_at })

test('S-8.09 an empty history says so', async ({ page, member }) => {
  await openAs(page, member, '/app/submissions?status=rejected')
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await page.getByRole('link', { name: 'See all receipts' }).click()
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await page.getByRole('link', { name: 'Send your first receipt' }).click()
  await expect(page).toHaveURL('/app/merchants')
})

test('S-2.28 S-4.07 a rejected receipt shows its reason and the Admin Comments', async ({ page }) => {
  await openAs(page, aisyah, '/app/submissions?status=rejected')
  await page.getByRole('link', { name: /Pasar Mini Harapan/ }).click()
  await expect(heading(page, 'Submission Details')).toBeVisible()
  await expect(page.getByText('The amount does not match the receipt.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin Comments' })).toBeVisible()
  await expect(page.getByText(/The slip shows RM 46.60/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to History' }).click()
  await expect(page).toHaveURL('/app/submissions?status=rejected')
})

test('S-2.28 D-08 a receipt of another member, or a missing one, shows not found', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, await registerMember(server))
  await openAs(page, member, `/app/submissions/${id}`)
  for (const path of [`/app/submissions/${id}`, '/app/submissions/999999', '/app/submissions/abc']) {
    await page.goto(path)
    await expect(heading(page, 'We couldn’t find this receipt')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to History' })).toHaveAttribute('href', '/app/submissions')
  }
})

test('D-46 S-2.26 in a filtered list a decided receipt keeps its place until the filter is chosen again', async ({
  page,
  server,
  member,
}) => {
  const first = await submitReceipt(server, member, { amount: '10.00' })
  const second = await submitReceipt(server, member, { amount: '20.00' })
  await page.clock.install()
  await openAs(page, member, '/app/submissions?status=pending')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bought' })
  await expect(rows).toHaveCount(2)
  await (await connectOperator(server)).approve(second.id)
  await page.clock.fastForward(15_000)
  await expect(rows.first()).toContainText('Approved')
  await expect(rows.first()).toContainText('2 stamps')
  await (await connectOperator(server)).reject(first.id, 'Blurred')
  await page.clock.fastForward(15_000)
  await expect(rows.last()).toContainText('Rejected')
  await page.getByRole('link', { name: 'Pending' }).click()
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('link', { name: 'See all receipts' }).click()
  await expect(rows).toHaveCount(2)
})

test('D-46 a pending receipt shows how long decisions currently take', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, member)
  const { data } = await callApi(server, decisionTimes, {}, bearerHeader(member.token))
  expect(data?.slow_ms).toBeGreaterThan(0)
  await openAs(page, member, `/app/submissions/${id}`)
  await expect(page.getByText(/90 % within \d+ (minute|hour|day)s?\./)).toBeVisible()
  const hour = 3_600_000
  let times: object | null = { typical_ms: 2.2 * hour, slow_ms: 30 * hour, oldest_wait_ms: 80 * hour }
  await page.route('**/api/decision-times', (route) => route.fulfill({ json: { data: times } }))
  await page.reload()
  const usual = 'Usually 3 hours; 90 % within 2 days.'
  await expect(page.getByText(`${usual} Longest wait now: 3 days.`)).toBeVisible()
  times = { ...times, oldest_wait_ms: 31 * hour }
  await page.reload()
  await expect(page.getByText(usual, { exact: true })).toBeVisible()
  times = null
  await page.reload()
  await expect(page.getByText('We’re checking it. We’ll email you.')).toBeVisible()
  await page.unroute('**/api/decision-times')
  await page.route('**/api/decision-times', (route) => route.fulfill({ status: 404, json: { message: 'Not found.' } }))
  await page.reload()
  await expect(page.getByText('We’re checking it. We’ll email you.')).toBeVisible()
  await expect(page.getByText('90 % within')).toBeHidden()
})

test('S-2.28 the picture opens full screen; the close button, Escape and going back return to the page', async ({
  page,
  server,
  member,
}) => {
  const { id } = await submitReceipt(server, member)
  await openAs(page, member, `/app/submissions/${id}`)
  const enlarge = page.getByRole('button', { name: 'Enlarge photo' })
  const full = page.getByRole('dialog')
  for (const close of [
    () => page.getByRole('button', { name: 'Close photo' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await enlarge.click()
    await expect(full.locator('img')).toBeVisible()
    const fitted = await full.locator('img').boundingBox()
    await full.getByRole('button', { name: 'Actual size' }).click()
    await expect.poll(async () => (await full.locator('img').boundingBox())?.width).not.toBe(fitted?.width)
    await close()
    await expect(full).toBeHidden()
    await expect(page).toHaveURL(`/app/submissions/${id}`)
    await expect(enlarge).toBeFocused()
  }
})

test('S-2.28 D-44 a picture that fails to load shows an error and can be retried', async ({ page, server, member }) => {
  const { id } = await submitReceipt(server, member)
  await page.route('**/files/**', (route) => route.fulfill({ status: 403 }))
  await openAs(page, member, `/app/submissions/${id}`)
  await expect(page.getByText('We couldn’t open the photo.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enlarge photo' })).toBeHidden()
  await page.unroute('**/files/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Enlarge photo' })).toBeVisible()
  await expect(page.getByText('We couldn’t open the photo.')).toBeHidden()
})

test('D-45 home explains once what earns a stamp, to guests too', async ({ page, member }) => {
  const rule = 'Each approved receipt earns one stamp for every full RM\u202f10: at least 1, at most 50.'
  await page.goto('/')
  await expect(page.getByText(rule)).toHaveCount(1)
  await openAs(page, member)
  await expect(page.getByText(rule)).toHaveCount(1)
})

test.describe('when the server fails', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('S-8.06 a history that fails to load shows an error, its next page too', async ({ page }) => {
    await openAs(page, aisyah)
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
    await page.unroute('**/api/submissions?page=2')
    await page.route('**/api/submissions?page=2', async (route) => {
      const answer = await (await route.fetch({ url: route.request().url().replace('page=2', 'page=1') })).json()
      const [row] = answer.data
      await route.fulfill({ json: { data: [{ ...row, id: 999_999 }], meta: { ...answer.meta, has_more: false } } })
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows).toHaveCount(16)
    await expect(page.getByRole('status').filter({ hasText: '16 shown' })).toBeAttached()
  })

  test('S-8.06 details that fail to load show an error and can be retried', async ({ page, server, member }) => {
    const { id } = await submitReceipt(server, member)
    await page.route(`**/api/submissions/${id}`, (route) => route.fulfill({ status: 500, json: { message: 'Oops' } }))
    await openAs(page, member, `/app/submissions/${id}`)
    await expect(page.getByText(texts.submissionFailed)).toBeVisible()
    await page.unroute(`**/api/submissions/${id}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  })
})

test('D-44 a receipt picture whose address has expired loads again by itself, from a new address', async ({
  page,
  server,
}) => {
  const { token } = await logInElsewhere(server, aisyah)
  // The page asks for an approved receipt once, because it changes no more.
  const [receipt] = (await callApi(server, list, { status: 'approved' }, bearerHeader(token))).data
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
  await logIn(page, aisyah)
  await page.goto(`/app/submissions/${receipt?.id}`)
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

/** The address as it was signed for a time that is over. */
function withExpiredSignature(address: string): string {
  const url = new URL(address, 'http://nowhere')
  url.searchParams.set('expires', '1700000000')
  return url.pathname + url.search
}
