import { texts } from '@stampus/contract/texts'
import { connectOperator } from '../../support/browser/operators.ts'
import { aisyah, submitReceipt } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { heading, moveTo, openAs, receipts, scrollToEnd } from '../support/web.ts'

test.use({ expectedErrors: /status of 500/ })

const oops = { status: 500, json: { message: 'Oops' } }

test('D-45 S-2.26 S-2.28 S-4.07 S-8.06 S-8.09 a new member reads what earns a stamp and has an empty history, which can then be filtered and searched by shop and amount; what fails to load can be retried, and a rejection shows the reviewer’s comments', async ({
  page,
  server,
  member,
}) => {
  const rows = receipts(page)
  const chip = (name: string) => page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })
  const none = page.getByText(/^No (submissions|receipts)/)
  const failed = '**/api/submissions*'
  await openAs(page, member)
  await expect(
    page.getByText('Each approved receipt earns one stamp for every full RM\u202f10: at least 1, at most 50.'),
  ).toHaveCount(1)
  await moveTo(page, '/app/submissions/abc')
  await expect(heading(page, 'We couldn’t find this receipt')).toBeVisible()
  await page.getByRole('link', { name: 'Back to History' }).click()
  await expect(page).toHaveURL('/app/submissions')
  await expect(none).toHaveText(texts.noSubmissions)
  await page.getByRole('link', { name: 'Send your first receipt' }).click()
  await expect(page).toHaveURL('/app/merchants')

  await submitReceipt(server, member, { merchant: 'Boba Bukit', amount: '7.40' })
  await submitReceipt(server, member, { merchant: 'Thesis House Printing', amount: '12.50' })
  await page.route(failed, (route) => route.fulfill(oops))
  await page.goto('/app/submissions')
  await expect(page.getByText(texts.submissionsFailed)).toBeVisible()
  await page.unroute(failed)
  await page.route('**/api/submissions?page=1', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, meta: { ...answer.meta, has_more: true } } })
  })
  await page.route('**/api/submissions?page=2', (route) => route.fulfill(oops))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(2)
  await scrollToEnd(page)
  await expect(page.getByText(texts.moreSubmissionsFailed)).toBeVisible()
  await page.unroute('**/api/submissions?page=1')
  await page.unroute('**/api/submissions?page=2')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(texts.moreSubmissionsFailed)).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  const heights = () => rows.evaluateAll((slips) => slips.map((slip) => slip.getBoundingClientRect().height))
  await expect.poll(async () => new Set(await heights()).size).toBe(1)

  const search = page.getByRole('searchbox', { name: 'Search by shop or amount' })
  await search.fill('boba')
  await expect(page).toHaveURL('/app/submissions?search=boba')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Boba Bukit')
  await search.fill('RM 12.50')
  await expect(rows).toContainText('Thesis House Printing')
  await chip('Approved').click()
  await expect(page).toHaveURL('/app/submissions?status=approved&search=RM+12.50')
  await expect(none).toHaveText('No receipts match your search')
  await page.getByRole('link', { name: 'See all receipts' }).click()
  await expect(rows).toHaveCount(2)
  await test.step('while a search loads, no row says that there are none', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/submissions?*search=kopi*', async (route) => {
      await held.promise
      await route.fallback()
    })
    await search.fill('kopi')
    await expect(page).toHaveURL('/app/submissions?search=kopi')
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await expect(none).toBeHidden()
    held.resolve()
    await expect(none).toHaveText('No receipts match your search')
  })
  await test.step('of a server that ignores the search, the app shows only what matches', async () => {
    await page.route('**/api/submissions?*', async (route) => {
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/search=[^&]*/, ''),
      })
      await route.fulfill({ response })
    })
    await search.fill('thesis')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Thesis House Printing')
  })

  await openAs(page, aisyah, '/app/submissions')
  for (const [name, other] of Object.entries({ Pending: 'Approved', Approved: 'Rejected', Rejected: 'Pending' })) {
    await chip(name).click()
    await expect(page).toHaveURL(`/app/submissions?status=${name.toLowerCase()}`)
    await expect(rows.filter({ hasText: other })).toHaveCount(0)
    await expect(rows.filter({ hasText: name }).first()).toBeVisible()
  }
  await expect(chip('Rejected')).toHaveAttribute('aria-current', 'true')
  const shown = /\/api\/submissions\/\d+$/
  await page.route(shown, (route) => route.fulfill(oops))
  await page.getByRole('link', { name: /Pasar Mini Harapan/ }).click()
  await expect(page.getByText(texts.submissionFailed)).toBeVisible()
  await page.unroute(shown)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The amount does not match the receipt.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin Comments' })).toBeVisible()
  await expect(page.getByText(/The slip shows RM 46.60/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to History' }).click()
  await expect(page).toHaveURL('/app/submissions?status=rejected')
})

test('D-44 D-46 S-2.26 S-2.28 a pending receipt tells how long decisions take, an expired picture loads again and opens full screen, and once decided the receipt keeps its place in a filtered list until the filter is chosen again', async ({
  page,
  server,
  member,
}) => {
  const first = await submitReceipt(server, member, { amount: '10.00' })
  const second = await submitReceipt(server, member, { amount: '52.00' })
  const hour = 3_600_000
  const times = { typical_ms: 2.2 * hour, slow_ms: 30 * hour, oldest_wait_ms: 80 * hour }
  let known: typeof times | null = times
  await page.route('**/api/decision-times', (route) => route.fulfill({ json: { data: known } }))
  const answered: string[] = []
  await page.route(`**/api/submissions/${second.id}`, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const isFirst = answered.length === 0
    const receipt_image_url = isFirst ? withExpiredSignature(data.receipt_image_url) : data.receipt_image_url
    answered.push(receipt_image_url)
    await route.fulfill({ response, json: { data: { ...data, receipt_image_url } } })
  })
  const pictures: { path: string; status: number }[] = []
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (answered.includes(pathname + search)) pictures.push({ path: pathname + search, status: response.status() })
  })
  await page.clock.install()
  await openAs(page, member, `/app/submissions/${second.id}`)

  const enlarge = page.getByRole('button', { name: 'Enlarge photo' })
  await test.step('a picture whose address has expired loads by itself, from a new address', async () => {
    await expect(enlarge).toBeVisible()
    const [expired = '', fresh = ''] = answered
    expect(pictures.slice(0, 2)).toEqual([
      { path: expired, status: 403 },
      { path: fresh, status: 200 },
    ])
    const picture = page.getByRole('img', { name: /^Receipt from/ })
    expect(await picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  })
  await test.step('the close button, Escape and going back return from the picture to the page', async () => {
    const full = page.getByRole('dialog')
    const width = async () => (await full.locator('img').boundingBox())?.width
    for (const close of [
      () => page.getByRole('button', { name: 'Close photo' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ]) {
      await enlarge.click()
      await expect(full.locator('img')).toBeVisible()
      const fitted = await width()
      await full.getByRole('button', { name: 'Actual size' }).click()
      await expect.poll(width).not.toBe(fitted)
      await close()
      await expect(full).toBeHidden()
      await expect(page).toHaveURL(`/app/submissions/${second.id}`)
      await expect(enlarge).toBeFocused()
    }
  })
  const steps = page.getByRole('region', { name: 'What happened so far' }).getByRole('listitem')
  await expect(steps).toHaveText([/^Sent/, 'Being checked'])
  await test.step('the usual time, and the longest wait where it is clearly longer; none from a server that does not know', async () => {
    const usual = 'Usually 3 hours; 90% within 2 days.'
    await expect(page.getByText(`${usual} Longest wait now: 3 days.`, { exact: true })).toBeVisible()
    await page.route('**/files/**', (route) => route.fulfill({ status: 403 }))
    for (const [answer, shown] of [
      [{ ...times, oldest_wait_ms: 45 * hour }, usual],
      [null, 'We’re checking it. We’ll email you.'],
    ] as const) {
      known = answer
      await page.reload()
      await expect(page.getByText(shown, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('90% within')).toBeHidden()
    await expect(page.getByText('We couldn’t open the photo.')).toBeVisible()
    await expect(enlarge).toBeHidden()
    await page.unroute('**/files/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(enlarge).toBeVisible()
    await expect(page.getByText('We couldn’t open the photo.')).toBeHidden()
  })

  const rows = receipts(page)
  await page.getByRole('link', { name: 'Back to History' }).click()
  await page.getByRole('link', { name: 'Pending' }).click()
  await expect(page).toHaveURL('/app/submissions?status=pending')
  await expect(rows).toHaveCount(2)
  const desk = await connectOperator(server)
  await desk.approve(second.id)
  await page.clock.fastForward(15_000)
  await expect(rows.first()).toContainText('Approved')
  await expect(rows.first()).toContainText('5 stamps')
  await desk.reject(first.id, 'Blurred')
  await page.clock.fastForward(15_000)
  await expect(rows.last()).toContainText('Rejected')
  await page.getByRole('link', { name: 'Pending' }).click()
  await expect(page.getByText(texts.noSubmissions)).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('link', { name: 'See all receipts' }).click()
  await expect(rows).toHaveCount(2)
  const month = new Intl.DateTimeFormat('en-MY', { month: 'long', year: 'numeric', timeZone: 'Asia/Kuala_Lumpur' })
  await expect(page.getByRole('region', { name: month.format() })).toContainText('5 stamps')
  await rows.first().getByRole('link').click()
  await expect(steps).toHaveText([/^Sent/, /^Approved, 5 stamps/])
})

/** The address as it was signed for a time that is over. */
function withExpiredSignature(address: string): string {
  const url = new URL(address, 'http://nowhere')
  url.searchParams.set('expires', '1700000000')
  return url.pathname + url.search
}
