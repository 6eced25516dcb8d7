import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah } from '../../support/browser/people.ts'
import { startAppProxy } from '../support/app-proxy.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedIn, expectCachedOffline, offlineBar } from '../support/kept-answers.ts'
import { accountMenu, expectSettled, heading, logIn, openAs, tabLink } from '../support/web.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch|status of 502/ })

async function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

test('D-94 D-100 the app can be installed, opens offline in the language of the last visit, and caches only itself', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expectCachedOffline(page)
  const browser = await context.newCDPSession(page)
  const { errors, data = '' } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ name: 'Stampus', short_name: 'Stampus', start_url: '/', display: 'standalone' })
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', manifest.description)
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/submit', '/app/submissions'])
  for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }])
    expect(await sizeOf(page, src), src).toBe(sizes)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  for (const [language, name, title] of [
    ['ms', 'Bahasa Melayu', 'Selamat datang, Tetamu'],
    ['en', 'English', 'Welcome, Guest'],
  ] as const) {
    await languageLink(page, name).click()
    await expectCachedIn(page, language)
    await context.setOffline(true)
    await page.reload()
    await expect(heading(page, title)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await context.setOffline(false)
  }

  await openAs(page, aisyah)
  await expectOfferUntilDeclined(page)

  await test.step('offline, the app says so, shows an error where nothing was seen, and continues later', async () => {
    await expect(offlineBar(page)).toBeHidden()
    await context.setOffline(true)
    await expect(offlineBar(page)).toBeVisible()
    await page.goto('/')
    await expect(heading(page, /^Welcome, /)).toBeVisible()
    await expect(accountMenu(page)).toBeVisible()
    await page.goto('/submit')
    await expect(heading(page, 'Submit Receipt')).toBeVisible()
    await page.goto('/app/submissions')
    await expect(page.getByRole('alert')).toContainText(texts.submissionsFailed)
    await tabLink(page, 'Merchants').click()
    await expect(page.getByRole('alert')).toContainText(texts.merchantsFailed)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/merchants'))
    await page.getByRole('button', { name: 'Retry' }).click()
    await failed
    await context.setOffline(false)
    await expect(page.getByRole('link', { name: /Boba Bukit/ })).toBeVisible()
    await expect(offlineBar(page)).toBeHidden()
  })

  for (const path of ['/app/merchants', '/app/submissions', '/app/deals', '/app/profile']) {
    await page.goto(path)
    await expectSettled(page)
  }
  const cached = await cachedPaths(page)
  expect(cached).toContain('/')
  expect(cached.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
  await context.setOffline(true)
  // The browser's page about one failure may interrupt what is opened next in the same tab.
  for (const path of ['/console/', '/api/docs', '/dev/mail', '/files/one.webp']) {
    const tab = await context.newPage()
    await expect(tab.goto(path), path).rejects.toThrow(/ERR_/)
    await tab.close()
  }
})

/** The account menu offers to install the app, also after an installation was undone, until the user declines. */
async function expectOfferUntilDeclined(page: Page) {
  const install = page.getByRole('button', { name: 'Install app' })
  await accountMenu(page).click()
  await expect(install).toBeHidden()
  expect(await page.evaluate(offerInstall)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(install).toBeHidden()
  expect(await page.evaluate(offerInstall)).toBe(true)
  await install.click()
  await expect(install).toBeHidden()
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
  await page.reload()
  expect(await page.evaluate(offerInstall)).toBe(true)
  await accountMenu(page).click()
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await expect(install).toBeHidden()
}

/**
 * Sends the event that Chromium sends where an app can be installed; a headless one never does. Returns whether its own
 * prompt is suppressed.
 */
function offerInstall() {
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  Object.assign(offer, { prompt: async () => ({ outcome: 'dismissed' }) })
  return !dispatchEvent(offer)
}

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, src)

const languageLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })

test('D-94 a new version is shown at once, cached from the next start, and opens after four seconds without a response', async ({
  page,
  context,
  server,
}) => {
  const proxy = await startAppProxy(server.url)
  try {
    await page.goto(proxy.url)
    await expectCachedOffline(page)
    const [first] = await cacheNames(page)
    proxy.deployNewBuild()
    await page.reload()
    await expect(page.locator('meta[name=renewed]')).toHaveCount(1)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => page.evaluate(waiting)).toBe(true)
    expect(await cacheNames(page)).toContain(first)
    const next = await reopenUpdated(page, context, proxy.url)
    await expect.poll(() => cacheNames(next)).not.toContain(first)
    proxy.stall()
    await next.goto(`${proxy.url}/app/merchants`)
    await expect(heading(next, 'Merchants')).toBeVisible()
    await proxy.close()
    await next.goto(proxy.url)
    await expect(heading(next, 'Welcome, Guest')).toBeVisible()
    await expect(next.locator('meta[name=renewed]')).toHaveCount(1)
  } finally {
    await proxy.close()
  }
})

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())
const waiting = async () => (await navigator.serviceWorker.ready).waiting !== null

/**
 * Closes the app while a new version waits, and opens it again. The browser needs a moment to replace the former
 * version; a page that is opened within it still belongs to that version, or never loads.
 */
async function reopenUpdated(page: Page, context: BrowserContext, url: string) {
  const next = await context.newPage()
  const browser = await context.newCDPSession(next)
  const states = new Map<string, string>()
  browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await browser.send('ServiceWorker.enable')
  await page.close()
  await expect.poll(() => [...states.values()].sort()).toEqual(['activated', 'redundant'])
  await next.goto(url)
  return next
}

test('D-94 D-100 the app opens in a wanted language while the server is late, and loses nothing while it is down', async ({
  page,
  server,
}) => {
  const proxy = await startAppProxy(server.url)
  try {
    await page.goto(`${proxy.url}/merchants`)
    await expectCachedOffline(page)
    proxy.slowDown(6000)
    await page.goto(`${proxy.url}/merchants?lang=ms`, { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
    proxy.slowDown(0)

    proxy.changeSettings()
    await page.goto(`${proxy.url}/register?lang=en`)
    await expect(page.locator('meta[name=reset]')).toHaveCount(1)
    await expect.poll(() => page.evaluate(cachedPage)).toContain('<meta name="reset"')
    await expectCachedIn(page, 'en')
    await page.getByLabel('Full name').fill('Nurul Izzah')
    await page.getByLabel('Password', { exact: true }).fill('Secret-123')
    proxy.loseServer()
    await languageLink(page, 'Bahasa Melayu').click()
    await expect(page.getByText('You can change the language when you’re back online.')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByLabel('Full name')).toHaveValue('Nurul Izzah')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Secret-123')
    expect(await page.evaluate(() => document.cookie)).not.toContain('stampus_language=ms')

    await page.goto(`${proxy.url}/app/merchants`)
    await expect(heading(page, 'Merchants')).toBeVisible()
    await expect(page.locator('meta[name=reset]')).toHaveCount(1)
  } finally {
    await proxy.close()
  }
})

const cachedPage = async () => (await caches.match('/'))?.text()

test('D-94 S-3.01 a browser without storage shows the app, and a login lasts as long as the page', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get })
    Object.defineProperty(document, 'cookie', { get, set: get })
  })
  await page.goto('/')
  await expect(heading(page, 'Welcome, Guest')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, aisyah)
  await expect(heading(page, /^Welcome, (?!Guest)/)).toBeVisible()
  for (const name of ['History', 'Profile', 'Merchants', 'Home']) {
    await tabLink(page, name).click()
    await expectSettled(page)
  }
  await page.getByRole('link', { name: /^Announcements/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
})
