import type { Page } from '@playwright/test'
import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import { callApi } from '../../support/browser/api.ts'
import { aisyah, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { accountMenu, heading, logIn, openAs } from '../support/web.ts'

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
const forms = {
  'in capitals': (path: string) => path.toUpperCase(),
  'with double slashes': (path: string) => path.replaceAll('/', '//'),
  'in percent-encoding': (path: string) =>
    path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  'with a slash at its end': (path: string) => `${path.replace(/\/$/, '')}/`,
}

for (const [form, write] of Object.entries(forms))
  test(`S-2.06 S-2.09 every URL ${form} shows its page with its tab marked`, async ({ page, server }) => {
    const { id } = await findMerchant(server, 'Boba Bukit')
    await openAs(page, aisyah)
    for (const [path, name, current] of pages) {
      const address = write(path.replace('{id}', String(id)))
      const answer = await page.goto(new URL(server.url).origin + address)
      expect(answer?.status(), address).toBe(200)
      await expect(heading(page, name), address).toBeVisible()
      await expect(heading(page, 'Page not found'), address).toBeHidden()
      const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
      await expect(marked, address).toHaveText(current ? [current] : [])
    }
  })

test('S-2.06 S-2.35 another form of a URL is kept through the login', async ({ page }) => {
  await page.goto('/APP//profile/?edit')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await logIn(page, aisyah)
  await expect(page.getByLabel('Full name')).toHaveValue(aisyah.name)
})

test('S-2.37 a URL that looks like a file, or a malformed one, shows the not-found page', async ({
  page,
  request,
  server,
}) => {
  for (const path of ['/index.html', '/x.php', '/app/list.json', '/wp-admin/setup.php?step=1', '/%zz', '/app/100%']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    expect(answer?.headers()['content-type'], path).toBe('text/html; charset=utf-8')
    await expect(heading(page, 'Page not found'), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/')
  }
  for (const path of ['/assets/gone.js', '/api/gone.php', '/media/gone.png', '/files/gone.webp']) {
    const answer = await request.get(server.url + path)
    expect([403, 404], path).toContain(answer.status())
    expect(answer.headers()['content-type'], path).toContain('application/json')
  }
})

/** Requests the URL again until the server has rendered its first page. */
const statusOf = async (page: Page, path: string) => (await page.goto(path))?.status()

for (const who of ['a guest', 'a member'])
  test(`S-2.16 S-2.22 S-2.25 S-2.37 a missing merchant or deal answers 404 with its own page for ${who}`, async ({
    page,
    server,
  }) => {
    if (who === 'a member') {
      await openAs(page, aisyah)
      await expect(accountMenu(page)).toBeVisible()
    }
    const missing = {
      'Merchant Not Found': [
        '/merchants/nobody',
        '/app/merchants/999999',
        '/app/merchants/x',
        '/APP//Merchants/0/?a=b',
      ],
      'Deal not found.': ['/deals/999999', '/deals/x', '/deals/%20', '/deals/01'],
    }
    for (const [title, paths] of Object.entries(missing))
      for (const path of paths) {
        await expect.poll(() => statusOf(page, path), path).toBe(404)
        await expect(heading(page, title), path).toBeVisible()
      }
    const { data } = await callApi(server, deals, { page: 2 })
    const merchant = await findMerchant(server, 'Boba Bukit')
    for (const path of ['/merchants/Boba-Bukit', `/app/merchants/${merchant.id}`, `/deals/${data[0]?.id}`]) {
      expect(await statusOf(page, path), path).toBe(200)
      await expect(heading(page, /not found/i), path).toBeHidden()
    }
  })

test('S-2.23 S-2.37 a missing announcement answers 404 with its own page', async ({ page, server }) => {
  const { data } = await callApi(server, announcements, {})
  await openAs(page, aisyah)
  await expect(accountMenu(page)).toBeVisible()
  for (const path of ['/app/announcements/999999', '/app/announcements/x']) {
    await expect.poll(() => statusOf(page, path), path).toBe(404)
    await expect(heading(page, 'Announcement not found.'), path).toBeVisible()
  }
  expect(await statusOf(page, `/app/announcements/${data.at(-1)?.id}`)).toBe(200)
})

test('S-2.37 a URL without a console page answers 404', async ({ request, server }) => {
  const statusOf = async (path: string) => (await request.get(server.url + path)).status()
  for (const path of ['/console/nowhere', '/console/audit/1', '/console/merchants/1/posters', '/console/%zz'])
    expect(await statusOf(path), path).toBe(404)
  for (const path of ['/console/', '/console/?a=b', '/console/audit/', '/console/merchants/new', '/console/password'])
    expect(await statusOf(path), path).toBe(200)
  for (const path of ['/console/members/999999', '/console/merchants/1/poster', '/console/Appeals'])
    expect(await statusOf(path), path).toBe(200)
})
