import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { create as createDeal } from '@stampus/contract/console/deals'
import { create } from '@stampus/contract/console/merchants'
import { dayIn } from '@stampus/contract/values/days'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { aisyah, findMerchant, manager } from '../../support/browser/people.ts'
import { expect, test, testWithOwnServer } from '../support/fixtures.ts'
import { accountMenu, expectSettled, heading, logIn, tabLink } from '../support/web.ts'

const rendered = ['/', '/login', '/app/merchants', '/merchants/boba-bukit', '/app/deals', '/nowhere']

const dealsOnOffer = (page: Page) => page.getByRole('region', { name: 'On offer now' }).getByRole('listitem')

/** When rendering takes too long, as the first time on a busy machine, the server sends the plain page. */
test.beforeEach(async ({ request }) => {
  const came = async (path: string) => (await request.get(path)).text()
  for (const path of rendered) await expect.poll(() => came(path)).toContain(' data-rendered="')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('S-1.02 public content is part of the served HTML', async ({ page }) => {
    await page.goto('/')
    await expect(heading(page, 'Welcome, Guest')).toBeVisible()
    await expect(dealsOnOffer(page)).toHaveCount(8)
    await tabLink(page, 'Merchants').click()
    await expect(page.getByRole('main').locator('a[href^="/app/merchants/"]')).toHaveCount(15)
    await page.goto('/app/deals')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(15)
    await page.goto('/merchants/boba-bukit')
    await expect(heading(page, 'Boba Bukit')).toBeVisible()
    await expect(page).toHaveTitle('Boba Bukit · Stampus')
    await page.goto('/nowhere')
    await expect(heading(page, 'Page not found')).toBeVisible()
    await expect(page).toHaveTitle('Page not found · Stampus')
  })
})

test('S-1.02 the app takes over the served page without requesting its content or its styles again', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(merchants|advertisements)|\.css$/.test(request.url())) asked.push(request.url())
  })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('#root > div')?.setAttribute('data-came', '')
    })
  })
  for (const path of rendered) {
    await page.goto(path)
    await expectSettled(page)
    await expect(page.locator('#root > [data-came]'), path).toHaveCount(1)
    if (path === '/') await expect(dealsOnOffer(page)).toHaveCount(8)
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
    await page.waitForLoadState('networkidle')
    expect(asked.splice(0), path).toEqual([])
  }
})

test('S-1.02 a served picture that has not loaded is not hidden when the app takes over', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/media/public/deals/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/app/deals', { waitUntil: 'commit' })
  await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
  const pictures = page.locator('img[src*="/media/public/deals/"]')
  await expect(pictures).toHaveCount(15)
  for (const picture of await pictures.all()) await expect(picture).toHaveCSS('opacity', '1')
  release()
})

test('S-2.15 S-1.02 nothing moves when the form of a merchant page appears', async ({ browser, baseURL }) => {
  for (const device of [{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, {}]) {
    const [came, lives] = await Promise.all([false, true].map((lives) => highest(lives, device)))
    expect(came).toBeGreaterThan(400)
    expect(came).toBe(lives)
  }

  async function highest(javaScriptEnabled: boolean, device: object) {
    const context = await browser.newContext({ ...device, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${baseURL}/merchants/boba-bukit`)
    if (javaScriptEnabled) await expect(page.getByLabel('Invoice number')).toBeVisible()
    const below = await page.getByRole('heading', { name: 'About this merchant' }).boundingBox()
    await context.close()
    return below?.y
  }
})

test('D-12 S-1.02 members never see a page as a guest sees it, until they log out', async ({ page }) => {
  const came = async (path: string) => String(await (await page.goto(path))?.text())
  const guests = ['Welcome, Guest', '>Login<']
  for (const words of guests) expect(await came('/')).toContain(words)
  await page.goto('/login')
  await logIn(page, aisyah, { remember: true })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (/Welcome, Guest/.test(document.body?.textContent ?? '')) Reflect.set(window, 'guestSeen', true)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  for (const path of rendered.filter((path) => path !== '/login')) {
    const page = await came(path)
    for (const words of guests) expect(page, path).not.toContain(words)
  }
  await page.goto('/')
  await expect(heading(page, /^Welcome, Aisyah/)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'guestSeen'))).toBeUndefined()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  expect(await came('/')).toContain('Welcome, Guest')
})

test("S-2.10 S-1.02 a member's stamp card does not wait for ever for the code of the deals", async ({ page }) => {
  await page.goto('/login')
  await logIn(page, aisyah, { remember: true })
  await expect(heading(page, /^Welcome, Aisyah/)).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/DealCovers-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('region', { name: 'Stamp card' })).toContainText(/\d+ stamps/)
  await expect(dealsOnOffer(page)).toHaveCount(0)
  release()
  await expect(dealsOnOffer(page)).toHaveCount(8)
})

test.describe('when the code of the stamp card comes at the third try', () => {
  test.use({ expectedErrors: /net::ERR_FAILED.*MemberCard/ })

  test("S-2.10 S-1.02 the deals of a member's home stay on screen", async ({ page }) => {
    await page.goto('/login')
    await logIn(page, aisyah, { remember: true })
    await expect(heading(page, /^Welcome, Aisyah/)).toBeVisible()
    await page.addInitScript(() => {
      const look = () => {
        const deals = document.getElementById('deals-now')?.closest('section')
        if (deals && deals.querySelectorAll('li').length < 8) Reflect.set(window, 'dealsGone', true)
      }
      document.addEventListener('DOMContentLoaded', () => {
        new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true })
      })
    })
    // The first request is that of the page, the second that of the app.
    let failures = 2
    await page.route('**/assets/MemberCard-*.js', (route) => (failures-- > 0 ? route.abort() : route.continue()))
    await page.route('**/assets/DealCovers-*.js', async (route) => {
      await setTimeout(1000)
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Stamp card' })).toContainText(/\d+ stamps/)
    await expect(dealsOnOffer(page)).toHaveCount(8)
    expect(await page.evaluate(() => Reflect.get(window, 'dealsGone'))).toBeUndefined()
    expect(failures).toBeLessThan(0)
  })
})

test('S-2.10 S-1.02 home lists the script of the stamp card for members only', async ({ request }) => {
  const scriptsFor = async (headers: Record<string, string>) => {
    const page = await (await request.get('/', { headers })).text()
    const [, scripts = ''] = page.match(/ data-scripts="([^"]*)"/) ?? []
    return [...scripts.matchAll(/\/(home|DealCovers|MemberCard)-/g)].map(([, part]) => part)
  }
  expect(await scriptsFor({ cookie: 'stampus_member=1' })).toEqual(['home', 'DealCovers', 'MemberCard'])
  expect(await scriptsFor({})).toEqual(['home', 'DealCovers'])
})

test('S-2.17 text typed into the login before the scripts load stays, and Enter does not submit it', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const opened = page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(aisyah.email)
  await page.getByLabel('Password', { exact: true }).fill(aisyah.password)
  await page.getByLabel('Remember me').check()
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  release()
  await opened
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(aisyah.email)
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(accountMenu(page)).toBeVisible()
})

test('S-2.21 a search typed before the scripts load is performed', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const opened = page.goto('/app/merchants')
  await page.getByRole('searchbox').fill('Boba Bukit')
  release()
  await opened
  await expect(page).toHaveURL('/app/merchants?search=Boba+Bukit')
  await expect(page.getByRole('main').locator('a[href^="/app/merchants/"]')).toHaveCount(1)
})

testWithOwnServer(
  'S-1.02 going back to a page that the browser has kept shows what is new since then',
  async ({ page, environment }) => {
    const [headers, { id }] = [
      await signInOperator(environment, manager),
      await findMerchant(environment, 'Boba Bukit'),
    ]
    await page.goto('/')
    await expectSettled(page)
    await page.goto('/terms-and-conditions')
    const today = dayIn('Asia/Kuala_Lumpur', new Date())
    const days = { start_date: today, end_date: '2099-12-31' }
    const deal = { merchant_id: id, title: 'New since then', description: 'Tea', image_key: null, ...days }
    await callApi(environment, createDeal, deal, headers)
    await page.goBack()
    const kept = () =>
      performance.getEntriesByType('navigation').map((entry) => 'transferSize' in entry && entry.transferSize)
    expect(await page.evaluate(kept), 'bytes of the page that came from the server').toEqual([0])
    await expect(dealsOnOffer(page).filter({ hasText: 'New since then' })).toBeVisible()
  },
)

testWithOwnServer(
  'S-3.04 D-35 a name that contains a script is rendered as text in served HTML, too',
  async ({ page, environment }) => {
    const name = '</script><script>document.title="caught"</script><img src=x onerror=alert(1)>'
    const headers = await signInOperator(environment, manager)
    const { category } = await findMerchant(environment, 'Boba Bukit')
    const facts = { name, slug: 'hostile', category_id: category.id, address: name, contact_number: '', logo_key: null }
    const rules = { is_active: true, minimum_spend: '', receipts_per_day: '', people: [] } as const
    await callApi(environment, create, { ...facts, ...rules, people: [] }, headers)
    const answer = await page.goto('/merchants/hostile')
    expect(await answer?.text()).not.toContain('<script>document')
    await expectSettled(page)
    await expect(heading(page, name)).toBeVisible()
    expect(await page.locator('main img[src="x"], main script').count()).toBe(0)
    expect(await page.title()).not.toBe('caught')
  },
)

test('S-3.04 D-34 a rendered page is compressed, has an ETag, and is not sent again when it is unchanged', async ({
  request,
}) => {
  const ask = (headers: Record<string, string>) => request.get('/app/merchants', { headers })
  const page = await ask({ 'accept-encoding': 'br' })
  expect(page.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  expect(page.headers().vary).toMatch(/cookie/i)
  const same = await ask({ 'if-none-match': page.headers().etag ?? '' })
  expect([same.status(), await same.text()]).toEqual([304, ''])
  const html = await page.text()
  const styles = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  const source = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
  expect(page.headers()['content-security-policy']).toContain(`style-src 'self' ${source}`)
})
