import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { list as announcements } from '@stampus/contract/announcements'
import { list as deals } from '@stampus/contract/deals'
import { callApi } from '../../support/browser/api.ts'
import { aisyah, drawPicture, findMerchant } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { accountMenu, expectSettled, heading, hold, signOut } from '../support/web.ts'

test.use({ expectedErrors: /Broken at/ })

const rendered = ['/', '/login', '/app/merchants', '/merchants/boba-bukit', '/app/deals', '/nowhere']
const dealsOnOffer = (page: Page) => page.getByRole('region', { name: 'On offer now' }).getByRole('listitem')

/** When rendering takes too long, as the first time on a busy machine, the server sends the plain page. */
test.beforeEach(async ({ request }) => {
  const came = async (path: string) => (await request.get(path)).text()
  for (const path of rendered) await expect.poll(() => came(path)).toContain(' data-rendered="')
})

test('S-2.06 S-2.16 S-2.22 S-2.23 S-2.25 S-2.35 S-2.37 each form of an address is answered with its page, and what does not exist with a 404', async ({
  request,
  server,
}) => {
  const boba = await findMerchant(server, 'Boba Bukit')
  const [deal] = (await callApi(server, deals, { page: 2 })).data
  const announcement = (await callApi(server, announcements, {})).data.at(-1)
  const records = [`/app/merchants/${boba.id}`, `/deals/${deal?.id}`, `/app/announcements/${announcement?.id}`]
  const ofConsole = ['/console/', '/console/merchants/1/poster', '/console/Appeals', '/console/members/999999']
  const unknown = ['/index.html', '/x.php', '/%zz', '/nowhere', '/%0d%0ax', '/console/nowhere', '/console/audit/1']
  const gone = ['/merchants/nobody', '/app/merchants/999999', '/deals/x', '/app/announcements/999999']
  for (const [status, paths] of [
    [200, ['/APP//MERCHANTS//', '/%61pp/submissions/', '/merchants/Boba-Bukit', ...records, ...ofConsole]],
    [404, [...unknown, ...gone]],
  ] as const)
    for (const path of paths)
      for (const cookie of ['', 'stampus_member=1']) {
        const answer = await request.get(server.url + path, { headers: { cookie } })
        expect(answer.status(), path).toBe(status)
        expect(answer.headers()['content-type'], path).toBe('text/html; charset=utf-8')
      }
  for (const path of ['/assets/gone.js', '/api/gone.php', '/media/gone.png', '/files/gone.webp']) {
    const answer = await request.get(server.url + path)
    expect([403, 404], path).toContain(answer.status())
    expect(answer.headers()['content-type'], path).toContain('application/json')
  }
})

test('S-1.02 S-2.10 S-3.04 D-34 D-35 D-65 D-100 served pages have public content in the language of their URL, the cookie or the browser, a policy, compression and links', async ({
  request,
  baseURL,
}) => {
  const textOf = async (path: string, headers = {}) => (await request.get(path, { headers })).text()
  const asMember = { cookie: 'stampus_member=1' }
  const guests = await textOf('/')
  for (const words of ['Welcome, Guest', '>Login<', 'On offer now']) expect(guests).toContain(words)
  for (const path of rendered.filter((path) => path !== '/login'))
    expect(await textOf(path, asMember), path).not.toMatch(/Welcome, Guest|>Login</)
  const merchants = await textOf('/app/merchants')
  expect(new Set(merchants.match(/href="\/app\/merchants\/\d+"/g)).size).toBe(15)
  expect(await textOf('/merchants/boba-bukit')).toContain('<title>Boba Bukit · Stampus</title>')
  expect(await textOf('/nowhere')).toContain('<title>Page not found · Stampus</title>')
  const scriptsFor = async (headers: Record<string, string>) => {
    const [, scripts = ''] = (await textOf('/', headers)).match(/ data-scripts="([^"]*)"/) ?? []
    return [...scripts.matchAll(/\/(home|DealCovers|MemberCard)-/g)].map(([, part]) => part)
  }
  expect(await scriptsFor(asMember)).toEqual(['home', 'DealCovers', 'MemberCard'])
  expect(await scriptsFor({})).toEqual(['home', 'DealCovers'])

  const ask = (headers: Record<string, string>) => request.get('/app/merchants', { headers })
  const page = await ask({ 'accept-encoding': 'br' })
  expect(page.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  expect(page.headers().vary).toBe('accept-encoding, accept-language, cookie')
  const same = await ask({ 'if-none-match': page.headers().etag ?? '' })
  expect([same.status(), await same.text()]).toEqual([304, ''])

  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? ''
  const sourceOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(await page.text()) ?? []
  expect(await policyOf('/app/merchants')).toContain(`style-src 'self' ${sourceOf(styles)}`)
  for (const path of ['/', '/login', '/app/merchants', '/nowhere', '/console/', '/api/merchants']) {
    const policy = await policyOf(path)
    for (const rule of ["script-src 'self'", "style-src 'self'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/)
  }
  // The inline script that starts the app is the same on every page, and no other one may run.
  const blocks = [...guests.matchAll(/<script(?![^>]* src=)([^>]*)>([\s\S]*?)<\/script>/g)]
  const kinds = blocks.map(([, given = '', text]) => (/type="application\/json"/.test(given) ? 'data' : text))
  expect(kinds).toEqual(['data', 'data', expect.stringContaining('dataset')])
  expect(await policyOf('/login')).toContain(sourceOf(kinds[2]))

  const malay = { 'accept-language': 'ms' }
  for (const path of ['/', '/app/deals', '/nowhere', '/sw-not-there']) {
    const answer = await request.get(`${path}?lang=ms`, { headers: { cookie: 'stampus_language=en' } })
    expect(answer.headers().vary?.toLowerCase()).toContain('accept-language, cookie')
    expect(await answer.text(), path).toContain('<html lang="ms"')
  }
  const linksOf = async (path: string) => (await request.get(path)).headers().link
  expect((await linksOf('/app/deals?lang=ms'))?.split(', ')).toEqual([
    `<${baseURL}/app/deals>; rel="canonical"`,
    `<${baseURL}/app/deals>; rel="alternate"; hreflang="x-default"`,
    `<${baseURL}/app/deals?lang=en>; rel="alternate"; hreflang="en"`,
    `<${baseURL}/app/deals?lang=ms>; rel="alternate"; hreflang="ms"`,
  ])
  // A proxy rejects large headers.
  const long = `/merchants/${'a'.repeat(800)}`
  for (const path of ['/nowhere', '/merchants/nowhere', '//elsewhere.example/', '/app/deals.php', long])
    expect(await linksOf(`${baseURL}${path}`), path).toBeUndefined()
  await expect.poll(() => textOf('/', malay)).toContain('data-rendered="/"')
  const home = await textOf('/', malay)
  expect(home).toContain('Selamat datang')
  expect(home).not.toContain('Welcome')
  // A browser requests the manifest without cookies, and the page that registers the worker names its language.
  const manifest = /<link rel="manifest" href="([^"]+)"/.exec(home)?.[1] ?? ''
  for (const asked of [manifest, '/manifest.webmanifest?lang=ms'])
    expect(JSON.parse(await textOf(asked))).toMatchObject({ lang: 'ms' })
  const worker = await textOf('/sw.js', malay)
  expect(worker).not.toBe(await textOf('/sw.js'))
  expect(await textOf('/sw.js?lang=ms', { cookie: 'stampus_language=en' })).toBe(worker)
  const { etag, 'last-modified': modified } = (await request.get('/sw.js')).headers()
  expect([etag, modified]).toEqual([undefined, undefined])
})

test('S-1.02 S-2.06 S-2.10 S-2.15 S-2.17 S-2.21 S-4.12 D-03 D-12 D-93 the app takes over a served page as it is, what is typed or snapped before stays, nothing moves, an error is reported, and members never see a page as a guest sees it', async ({
  page,
  server,
}) => {
  await test.step('neither its content nor its styles are requested again', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/(merchants|advertisements)|\.css$/.test(request.url())) asked.push(request.url())
    })
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('#root > div')?.setAttribute('data-came', '')
      })
    })
    for (const path of ['/nowhere', '/']) {
      await page.goto(path)
      await expectSettled(page)
      await expect(page.locator('#root > [data-came]'), path).toHaveCount(1)
      if (path === '/') await expect(dealsOnOffer(page)).toHaveCount(8)
      await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
      expect(asked, path).toEqual([])
    }
  })

  await test.step('a page that the browser has kept asks for what is new, and an uncaught error is reported', async () => {
    await page.goto('/terms-and-conditions')
    const asked = page.waitForRequest(/\/api\/advertisements/)
    await page.goBack()
    const kept = () =>
      performance.getEntriesByType('navigation').map((entry) => 'transferSize' in entry && entry.transferSize)
    expect(await page.evaluate(kept), 'bytes of the page that came from the server').toEqual([0])
    await asked
    await page.evaluate(() => void Promise.reject(new Error('Broken at /deals/1?token=abc')))
    await expect.poll(server.log).toMatch(/Broken at \/deals\/:id/)
  })

  await test.step('before the scripts load, nothing moves when a form appears, and what is typed stays', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { release, opened } = await openWithoutScripts(page, '/merchants/boba-bukit')
    const below = page.getByRole('heading', { name: 'About this merchant' })
    await expect(below).toBeVisible()
    const came = (await below.boundingBox())?.y
    expect(came).toBeGreaterThan(400)
    release()
    await opened
    await expect(page.getByLabel('Invoice number')).toBeVisible()
    expect((await below.boundingBox())?.y).toBe(came)

    const list = await openWithoutScripts(page, '/app/merchants')
    await page.getByRole('searchbox').fill('Boba Bukit')
    list.release()
    await list.opened
    await expect(page).toHaveURL('/app/merchants?search=Boba+Bukit')
    await expect(page.getByRole('main').locator('a[href^="/app/merchants/"]')).toHaveCount(1)

    const login = await openWithoutScripts(page, '/login')
    await page.getByLabel('Email', { exact: true }).fill(aisyah.email)
    await page.getByLabel('Password', { exact: true }).fill(aisyah.password)
    await page.getByLabel('Remember me').check()
    await page.getByLabel('Password', { exact: true }).press('Enter')
    login.release()
    await login.opened
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(aisyah.email)
    await expect(page.getByLabel('Remember me')).toBeChecked()
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(accountMenu(page)).toBeVisible()
  })

  await test.step('a picture that is taken before the scripts run leads to the form', async () => {
    const home = await openWithoutScripts(page, '/')
    await expect(heading(page, /./)).toBeVisible()
    await page.getByLabel('Snap a receipt').setInputFiles(await drawPicture())
    home.release()
    await home.opened
    await expect(page).toHaveURL('/submit')
    await expect(page.getByRole('img', { name: 'Your receipt' })).toBeVisible()
  })

  // Nor is a member greeted as a guest for a moment.
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes('Welcome, Guest')) Object.assign(window, { greetings: 1 })
    }
    Object.assign(window, { greetings: 0 })
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const greetings = () => page.evaluate(() => Reflect.get(window, 'greetings'))
  const card = page.getByRole('region', { name: 'Stamp card' })
  await test.step('the stamp card does not wait for ever for the code of the deals', async () => {
    const release = await hold(page, '**/assets/DealCovers-*.js')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(heading(page, /^Welcome, Aisyah/)).toBeVisible()
    await expect(card).toContainText(/\d+ stamps/)
    await expect(dealsOnOffer(page)).toHaveCount(0)
    release()
    await expect(dealsOnOffer(page)).toHaveCount(8)
  })
  expect(await greetings()).toBe(0)
  await signOut(page)
  expect(await (await page.goto('/'))?.text()).toContain('Welcome, Guest')
})

async function openWithoutScripts(page: Page, path: string) {
  const release = await hold(page, '**/assets/*.js')
  return { release, opened: page.goto(path) }
}
