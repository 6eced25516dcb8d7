import type { Page } from '@playwright/test'
import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import { callApi } from '../../support/browser/api.ts'
import { aisyah, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSettled, heading, logIn, openAs } from '../support/web.ts'

/** Every route with its heading and its tab. */
const pages: [path: string, heading: RegExp, tab: string | null][] = [
  ['/', /^Welcome, /, 'Home'],
  ['/app/merchants', /^Merchants$/, 'Merchants'],
  ['/app/merchants/{id}', /^Boba Bukit$/, 'Merchants'],
  ['/merchants/boba-bukit', /^Boba Bukit$/, 'Merchants'],
  ['/app/announcements', /^Announcements$/, null],
  ['/app/deals', /^Popular Deals$/, null],
  ['/app/submissions', /^My Submissions$/, 'History'],
  ['/app/submissions/new/{id}', /^Submit Receipt$/, null],
  ['/submit', /^Submit Receipt$/, null],
  ['/app/profile', /^My Profile$/, 'Profile'],
  ['/app/history', /./, null],
  ['/app/campaigns', /./, null],
  ['/app/badges', /./, null],
  ['/app/leaderboard', /./, null],
  ['/app/contact', /./, null],
  ['/app/links', /./, null],
  ['/terms-and-conditions', /^Terms/, null],
  ['/privacy-policy', /^Privacy/, null],
]
const percentEncoded = (path: string) =>
  path.replace(/[a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
const forms = {
  'in capitals': (path: string) => path.toUpperCase(),
  'with double slashes': (path: string) => path.replaceAll('/', '//'),
  'in percent-encoding': percentEncoded,
  'with a slash at its end': (path: string) => `${path.replace(/\/$/, '')}/`,
}
const inAllForms = (path: string) => `${percentEncoded(path.toUpperCase()).replaceAll('/', '//').replace(/\/+$/, '')}//`

test('S-2.06 S-2.09 every form of a URL shows its page with its tab marked', async ({ page, server }) => {
  const { id } = await findMerchant(server, 'Boba Bukit')
  await openAs(page, aisyah)
  const { origin } = new URL(server.url)
  const expectPage = async (address: string, name: RegExp, current: string | null) => {
    await expect(heading(page, name), address).toBeVisible()
    await expectSettled(page)
    await expect(heading(page, 'Page not found'), address).toBeHidden()
    const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
    await expect(marked, address).toHaveText(current ? [current] : [])
  }
  const filled = pages.map(([path, ...shown]) => [path.replace('{id}', String(id)), ...shown] as const)

  for (const [path, ...shown] of filled) {
    const address = inAllForms(path)
    const answer = await page.goto(origin + address)
    expect(answer?.status(), address).toBe(200)
    await expectPage(address, ...shown)
  }
  for (const [form, write] of Object.entries(forms))
    await test.step(form, async () => {
      for (const [path, ...shown] of filled) {
        const address = write(path)
        expect((await page.request.get(origin + address)).status(), address).toBe(200)
        await page.evaluate(goThere, origin + address)
        await expectPage(address, ...shown)
      }
    })
})

/** Runs in a page: goes to a URL as with the buttons of the browser, without loading the app again. */
function goThere(address: string) {
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Requests the URL again until the server has rendered its first page. */
const statusOf = async (page: Page, path: string) => (await page.goto(path))?.status()

test('S-2.06 S-2.16 S-2.22 S-2.23 S-2.25 S-2.35 S-2.37 what does not exist answers 404 with its own page, for guests and members', async ({
  page,
  server,
}) => {
  for (const path of ['/index.html', '/x.php', '/app/list.json', '/wp-admin/setup.php?step=1', '/%zz', '/app/100%']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    expect(answer?.headers()['content-type'], path).toBe('text/html; charset=utf-8')
    await expect(heading(page, 'Page not found'), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/')
  }
  const secondPage = await callApi(server, deals, { page: 2 })
  const merchant = await findMerchant(server, 'Boba Bukit')
  const existing = ['/merchants/Boba-Bukit', `/app/merchants/${merchant.id}`, `/deals/${secondPage.data[0]?.id}`]
  await expectMissing(page, existing)

  await test.step('another form of a URL is kept through the login', async () => {
    await page.goto('/APP//profile/?edit')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await logIn(page, aisyah)
    await expect(page.getByLabel('Full name')).toHaveValue(aisyah.name)
  })

  await expectMissing(page, existing)
  const { data } = await callApi(server, announcements, {})
  for (const path of ['/app/announcements/999999', '/app/announcements/x']) {
    await expect.poll(() => statusOf(page, path), path).toBe(404)
    await expect(heading(page, 'Announcement not found.'), path).toBeVisible()
  }
  expect(await statusOf(page, `/app/announcements/${data.at(-1)?.id}`)).toBe(200)
})

/** Missing merchants and deals answer 404 with their own pages, and existing ones do not. */
async function expectMissing(page: Page, existing: string[]) {
  const missing = {
    'Merchant Not Found': ['/merchants/nobody', '/app/merchants/999999', '/app/merchants/x', '/APP//Merchants/0/?a=b'],
    'Deal not found.': ['/deals/999999', '/deals/x', '/deals/%20', '/deals/01'],
  }
  for (const [title, paths] of Object.entries(missing))
    for (const path of paths) {
      await expect.poll(() => statusOf(page, path), path).toBe(404)
      await expect(heading(page, title), path).toBeVisible()
    }
  for (const path of existing) {
    expect(await statusOf(page, path), path).toBe(200)
    await expect(heading(page, /not found/i), path).toBeHidden()
  }
}

test('S-2.37 a URL without a file or a console page answers 404', async ({ request, server }) => {
  for (const path of ['/assets/gone.js', '/api/gone.php', '/media/gone.png', '/files/gone.webp']) {
    const answer = await request.get(server.url + path)
    expect([403, 404], path).toContain(answer.status())
    expect(answer.headers()['content-type'], path).toContain('application/json')
  }
  const statusOf = async (path: string) => (await request.get(server.url + path)).status()
  for (const path of ['/console/nowhere', '/console/audit/1', '/console/merchants/1/posters', '/console/%zz'])
    expect(await statusOf(path), path).toBe(404)
  for (const path of [
    '/console/',
    '/console/?a=b',
    '/console/audit/',
    '/console/merchants/new',
    '/console/password',
    '/console/unlock',
  ])
    expect(await statusOf(path), path).toBe(200)
  for (const path of ['/console/members/999999', '/console/merchants/1/poster', '/console/Appeals'])
    expect(await statusOf(path), path).toBe(200)
})
