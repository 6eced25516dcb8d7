import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { create as createDeal, remove as removeDeal } from '@stampus/contract/console/deals'
import { change as changeMerchant, show as showMerchant } from '@stampus/contract/console/merchants'
import { dayIn } from '@stampus/contract/values/days'
import { callApi } from '../../support/browser/api.ts'
import { signInOperator } from '../../support/browser/operators.ts'
import { aisyah, findMerchant, manager } from '../../support/browser/people.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'
import { expect, test } from '../support/fixtures.ts'
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

test('S-1.02 S-3.04 D-35 the app takes over a served page as it is, shows what is new on going back, and names as text', async ({
  page,
  server,
}) => {
  await test.step('going back to a page that the browser has kept shows what is new since then', async () => {
    await page.goto('/')
    await expectSettled(page)
    await page.goto('/terms-and-conditions')
    const removeNew = await publishDeal(server, 'New since then')
    try {
      await page.goBack()
      const kept = () =>
        performance.getEntriesByType('navigation').map((entry) => 'transferSize' in entry && entry.transferSize)
      expect(await page.evaluate(kept), 'bytes of the page that came from the server').toEqual([0])
      await expect(dealsOnOffer(page).filter({ hasText: 'New since then' })).toBeVisible()
    } finally {
      await removeNew()
    }
  })

  await test.step('a name that contains a script is rendered as text in served HTML, too', async () => {
    const name = '</script><script>document.title="caught"</script><img src=x onerror=alert(1)>'
    const renameBack = await renameMerchant(server, 'Rajan Scooter Hire', name)
    try {
      const answer = await page.goto('/merchants/rajan-scooter-hire')
      expect(await answer?.text()).not.toContain('<script>document')
      await expectSettled(page)
      await expect(heading(page, name)).toBeVisible()
      expect(await page.locator('main img[src="x"], main script').count()).toBe(0)
      expect(await page.title()).not.toBe('caught')
    } finally {
      await renameBack()
    }
  })

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

  await test.step('a served picture that has not loaded is not hidden', async () => {
    const release = await hold(page, '**/media/public/deals/**')
    await page.goto('/app/deals', { waitUntil: 'commit' })
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
    const pictures = page.locator('img[src*="/media/public/deals/"]')
    await expect(pictures).toHaveCount(15)
    for (const picture of await pictures.all()) await expect(picture).toHaveCSS('opacity', '1')
    release()
  })
})

test('S-2.15 S-2.17 S-2.21 S-1.02 what is typed before the scripts load stays, and nothing moves when a form appears', async ({
  page,
}) => {
  await test.step('nothing moves when the form of a merchant page appears', async () => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const release = await hold(page, '**/assets/*.js')
      const opened = page.goto('/merchants/boba-bukit')
      const below = page.getByRole('heading', { name: 'About this merchant' })
      await expect(below).toBeVisible()
      const came = (await below.boundingBox())?.y
      release()
      await opened
      await expect(page.getByLabel('Invoice number')).toBeVisible()
      expect(came).toBeGreaterThan(400)
      expect((await below.boundingBox())?.y).toBe(came)
    }
  })

  await test.step('a search is performed', async () => {
    const release = await hold(page, '**/assets/*.js')
    const opened = page.goto('/app/merchants')
    await page.getByRole('searchbox').fill('Boba Bukit')
    release()
    await opened
    await expect(page).toHaveURL('/app/merchants?search=Boba+Bukit')
    await expect(page.getByRole('main').locator('a[href^="/app/merchants/"]')).toHaveCount(1)
  })

  await test.step('Enter does not submit the login', async () => {
    const release = await hold(page, '**/assets/*.js')
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
})

test.describe('as a member', () => {
  test.use({ expectedErrors: /net::ERR_FAILED.*MemberCard/ })

  test('D-12 S-1.02 S-2.10 members never see a page as a guest sees it, and their stamp card comes beside the deals', async ({
    page,
  }) => {
    const came = async (path: string) => String(await (await page.goto(path))?.text())
    const guests = ['Welcome, Guest', '>Login<']
    for (const words of guests) expect(await came('/')).toContain(words)
    await page.goto('/login')
    await logIn(page, aisyah, { remember: true })
    await expect(heading(page, /^Welcome, Aisyah/)).toBeVisible()
    await page.addInitScript(recordLosses)
    const lost = () => page.evaluate(() => Reflect.get(window, 'lost'))

    for (const path of rendered.filter((path) => path !== '/login')) {
      const page = await came(path)
      for (const words of guests) expect(page, path).not.toContain(words)
    }
    await page.goto('/')
    await expect(heading(page, /^Welcome, Aisyah/)).toBeVisible()
    expect(await lost()).toEqual([])

    await test.step('the stamp card does not wait for ever for the code of the deals', async () => {
      const release = await hold(page, '**/assets/DealCovers-*.js')
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.getByRole('region', { name: 'Stamp card' })).toContainText(/\d+ stamps/)
      await expect(dealsOnOffer(page)).toHaveCount(0)
      release()
      await expect(dealsOnOffer(page)).toHaveCount(8)
    })

    await test.step('the deals stay when the code of the stamp card comes at the third try', async () => {
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
      expect(await lost()).toEqual([])
      expect(failures).toBeLessThan(0)
    })

    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page, 'Login')).toBeVisible()
    expect(await came('/')).toContain('Welcome, Guest')
  })
})

test('S-3.04 D-34 S-2.10 S-1.02 a rendered page is compressed, has an ETag, is not sent again when unchanged, and lists the stamp card for members only', async ({
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

  const scriptsFor = async (headers: Record<string, string>) => {
    const page = await (await request.get('/', { headers })).text()
    const [, scripts = ''] = page.match(/ data-scripts="([^"]*)"/) ?? []
    return [...scripts.matchAll(/\/(home|DealCovers|MemberCard)-/g)].map(([, part]) => part)
  }
  expect(await scriptsFor({ cookie: 'stampus_member=1' })).toEqual(['home', 'DealCovers', 'MemberCard'])
  expect(await scriptsFor({})).toEqual(['home', 'DealCovers'])
})

/** Holds requests back until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Runs in a page: notes when it greets a guest, or shows fewer deals than the served page. */
function recordLosses() {
  const lost = new Set<string>()
  const note = (loss: string) => Object.assign(window, { lost: [...lost.add(loss)] })
  Object.assign(window, { lost: [] })
  const watch = (look: () => void) =>
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  watch(() => /Welcome, Guest/.test(document.body?.textContent ?? '') && note('greeting'))
  document.addEventListener('DOMContentLoaded', () =>
    watch(() => {
      const deals = document.getElementById('deals-now')?.closest('section')
      if (deals && deals.querySelectorAll('li').length < 8) note('deals')
    }),
  )
}

/** Returns the function that removes the deal. */
async function publishDeal(server: ServerUnderTest, title: string) {
  const headers = await signInOperator(server, manager)
  const merchant = await findMerchant(server, 'Boba Bukit')
  const days = { start_date: dayIn('Asia/Kuala_Lumpur', new Date()), end_date: '2099-12-31' }
  const deal = { merchant_id: merchant.id, title, description: 'Tea', image_key: null, ...days }
  const { id, version } = (await callApi(server, createDeal, deal, headers)).data
  return () => callApi(server, removeDeal, { id, version }, headers)
}

/** Gives a merchant another name and address; returns the function that restores them. */
async function renameMerchant(server: ServerUnderTest, name: string, changed: string) {
  const headers = await signInOperator(server, manager)
  const { id } = await findMerchant(server, name)
  const { data } = await callApi(server, showMerchant, { id }, headers)
  const rules = { minimum_spend: data.minimum_spend ?? '', receipts_per_day: data.receipts_per_day ?? ('' as const) }
  const facts = { ...data, category_id: data.category.id, ...rules }
  const renamed = { ...facts, name: changed, address: changed }
  const { version } = (await callApi(server, changeMerchant, renamed, headers)).data
  return () => callApi(server, changeMerchant, { ...facts, version }, headers)
}
