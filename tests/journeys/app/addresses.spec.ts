import type { APIRequestContext, Page } from '@playwright/test'
import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import { callApi } from '../../support/browser/api.ts'
import { aisyah, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSettled, heading, logIn, moveTo, openAs } from '../support/web.ts'

const percentEncoded = (path: string) =>
  path.replace(/[a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
const inCapitals = (path: string) => path.toUpperCase()
const withDoubleSlashes = (path: string) => path.replaceAll('/', '//')
const withSlashAtEnd = (path: string) => `${path.replace(/\/$/, '')}/`
const inAllForms = (path: string) => `${percentEncoded(path.toUpperCase()).replaceAll('/', '//').replace(/\/+$/, '')}//`
const forms = [inCapitals, withDoubleSlashes, percentEncoded, withSlashAtEnd, inAllForms]

/** Routes with their headings and tabs. */
const pages: [path: string, heading: RegExp, tab: string | null][] = [
  ['/app/merchants', /^Merchants$/, 'Merchants'],
  ['/app/submissions/new/{id}', /^Submit Receipt$/, null],
  ['/app/merchants/{id}', /^Boba Bukit$/, 'Merchants'],
  ['/app/submissions', /^My Submissions$/, 'History'],
  ['/merchants/boba-bukit', /^Boba Bukit$/, 'Merchants'],
  ['/app/announcements', /^Announcements$/, null],
  ['/app/profile', /^My Profile$/, 'Profile'],
  ['/terms-and-conditions', /^Terms/, null],
  ['/', /^Welcome, /, 'Home'],
  ['/submit', /^Submit Receipt$/, null],
  ['/app/history', /^Redemption history$/, null],
]

test('S-2.06 S-2.09 every form of a URL shows its page with its tab marked', async ({ page, request, server }) => {
  const { id } = await findMerchant(server, 'Boba Bukit')
  await openAs(page, aisyah)
  const expectPage = async (address: string, name: RegExp, current: string | null) => {
    await expect(heading(page, name), address).toBeVisible()
    await expectSettled(page)
    const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
    await expect(marked, address).toHaveText(current ? [current] : [])
  }
  const filled = pages.map(([path, ...shown]) => [path.replace('{id}', String(id)), ...shown] as const)
  for (const [path, ...shown] of filled.slice(0, 3)) {
    const address = inAllForms(path)
    expect((await page.goto(server.url + address))?.status(), address).toBe(200)
    await expectPage(address, ...shown)
  }
  for (const [at, [path, ...shown]] of filled.entries()) {
    for (const write of forms) expect((await request.get(server.url + write(path))).status(), write(path)).toBe(200)
    // Within the app, the next page has the next form.
    const write = forms[at % forms.length] ?? inAllForms
    await moveTo(page, server.url + write(path))
    await expectPage(write(path), ...shown)
  }
})

test('S-2.06 S-2.16 S-2.22 S-2.23 S-2.25 S-2.35 S-2.37 what does not exist answers 404 with its own page, for guests and members', async ({
  page,
  server,
}) => {
  const { request } = page
  const unknown = ['/index.html', '/x.php', '/app/list.json', '/wp-admin/setup.php?step=1', '/%zz', '/app/100%']
  for (const path of [...unknown, '/nowhere', '/app', '/app/merchants/1/2/3', '/%0d%0ax', '/%E2%80%A8/x']) {
    const answer = await request.get(server.url + path)
    expect(answer.status(), path).toBe(404)
    expect(answer.headers()['content-type'], path).toBe('text/html; charset=utf-8')
  }
  for (const path of ['/x.php', '/%zz']) {
    await page.goto(path)
    await expect(heading(page, 'Page not found'), path).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Go back home' }).click()
  await expect(page).toHaveURL('/')
  const secondPage = await callApi(server, deals, { page: 2 })
  const merchant = await findMerchant(server, 'Boba Bukit')
  const existing = ['/merchants/Boba-Bukit', `/app/merchants/${merchant.id}`, `/deals/${secondPage.data[0]?.id}`]
  await expectMissing(request, existing)
  await expectOwnPages(page)

  await test.step('another form of a URL is kept through the login', async () => {
    await page.goto('/APP//profile/?edit')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await logIn(page, aisyah)
    await expect(page.getByLabel('Full name')).toHaveValue(aisyah.name)
  })

  await expectMissing(request, existing)
  await expectOwnPages(page)
  const { data } = await callApi(server, announcements, {})
  for (const id of ['999999', 'x']) await expect.poll(() => statusOf(request, `/app/announcements/${id}`), id).toBe(404)
  await moveTo(page, '/app/announcements/999999')
  await expect(heading(page, 'Announcement not found.')).toBeVisible()
  expect(await statusOf(request, `/app/announcements/${data.at(-1)?.id}`)).toBe(200)
})

const statusOf = async (request: APIRequestContext, path: string) => (await request.get(path)).status()

/** Missing merchants and deals answer 404, and existing ones do not. The server first has to render its first page. */
async function expectMissing(request: APIRequestContext, existing: string[]) {
  const merchants = ['/merchants/nobody', '/app/merchants/999999', '/app/merchants/x', '/APP//Merchants/0/?a=b']
  for (const path of [...merchants, '/deals/999999', '/deals/x', '/deals/%20', '/deals/01'])
    await expect.poll(() => statusOf(request, path), path).toBe(404)
  for (const path of existing) expect(await statusOf(request, path), path).toBe(200)
}

async function expectOwnPages(page: Page) {
  for (const [path, title] of [
    ['/merchants/nobody', 'Merchant Not Found'],
    ['/deals/01', 'Deal not found.'],
    ['/APP//Merchants/0/?a=b', 'Merchant Not Found'],
  ] as const) {
    if (path === '/merchants/nobody') await page.goto(path)
    else await moveTo(page, path)
    await expect(heading(page, title), path).toBeVisible()
  }
}

test('S-2.37 a URL without a file or a console page answers 404', async ({ request, server }) => {
  for (const path of ['/assets/gone.js', '/api/gone.php', '/media/gone.png', '/files/gone.webp']) {
    const answer = await request.get(server.url + path)
    expect([403, 404], path).toContain(answer.status())
    expect(answer.headers()['content-type'], path).toContain('application/json')
  }
  const consolePages = {
    404: ['nowhere', 'audit/1', 'merchants/1/posters', '%zz'],
    200: [
      '',
      '?a=b',
      'audit/',
      'merchants/new',
      'password',
      'unlock',
      'members/999999',
      'merchants/1/poster',
      'Appeals',
    ],
  }
  for (const [status, paths] of Object.entries(consolePages))
    for (const path of paths) expect(String(await statusOf(request, `/console/${path}`)), path).toBe(status)
})
