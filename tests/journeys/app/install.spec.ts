import type { BrowserContext, Page } from '@playwright/test'
import { startAppProxy } from '../support/app-proxy.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectCachedIn, expectCachedOffline } from '../support/kept-answers.ts'
import { heading } from '../support/web.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: /net::ERR_|Failed to fetch/ })

test('D-94 D-100 the app can be installed, caches only itself, shows a new version at once and keeps it from the next start, opens offline in the language of the last visit, and changes none then', async ({
  page,
  context,
  server,
}) => {
  const proxy = await startAppProxy(server.url)
  try {
    await page.goto(proxy.url)
    await expectCachedOffline(page)
    await expectInstallable(page, context)
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached).toContain('/')
    expect(cached.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])

    const [first] = await cacheNames(page)
    proxy.deployNewBuild()
    await page.reload()
    await expect(page.locator('meta[name=renewed]')).toHaveCount(1)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const isWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
    await expect.poll(isWaiting).toBe(true)
    expect(await cacheNames(page)).toContain(first)
    const next = await reopenUpdated(page, context, `${proxy.url}/register`)
    await expect.poll(() => cacheNames(next)).not.toContain(first)

    const malay = next.getByRole('banner').getByRole('link', { name: 'Bahasa Melayu' })
    await next.getByLabel('Full name').fill('Nurul Izzah')
    await next.getByLabel('Password', { exact: true }).fill('Secret-123')
    await context.setOffline(true)
    await malay.click()
    await expect(next.getByText('You can change the language when you’re back online.')).toBeVisible()
    await expect(next.locator('html')).toHaveAttribute('lang', 'en')
    await expect(next.getByLabel('Full name')).toHaveValue('Nurul Izzah')
    await expect(next.getByLabel('Password', { exact: true })).toHaveValue('Secret-123')
    expect(await next.evaluate(() => document.cookie)).not.toContain('stampus_language=ms')
    await context.setOffline(false)
    await next.getByRole('button', { name: /^Close/ }).click()
    await expect(async () => {
      await malay.click()
      await expect(next.locator('html')).toHaveAttribute('lang', 'ms', { timeout: 2000 })
    }).toPass()
    await expectCachedIn(next, 'ms')
    await proxy.close()
    await next.goto(proxy.url)
    await expect(heading(next, 'Selamat datang, Tetamu')).toBeVisible()
    await expect(next.locator('meta[name=renewed]')).toHaveCount(1)
    // The browser's page about one failure may interrupt what is opened next in the same tab.
    for (const path of ['/console/', '/api/docs', '/dev/mail', '/files/one.webp']) {
      const tab = await context.newPage()
      await expect(tab.goto(proxy.url + path), path).rejects.toThrow(/ERR_/)
      await tab.close()
    }
  } finally {
    await proxy.close()
  }
})

async function expectInstallable(page: Page, context: BrowserContext) {
  const browser = await context.newCDPSession(page)
  const { errors, data = '' } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ name: 'Stampus', short_name: 'Stampus', start_url: '/', display: 'standalone' })
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', manifest.description)
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/submit', '/app/submissions'])
  for (const { src } of [...manifest.icons, { src: '/apple-touch-icon.png' }])
    expect((await page.request.get(new URL(src, page.url()).href)).headers()['content-type'], src).toContain('image/')
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())

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
