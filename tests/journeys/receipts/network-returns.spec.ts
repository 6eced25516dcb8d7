import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '@stampus/contract/texts'
import { aisyah } from '../../support/browser/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { clearDatabases } from '../support/kept-answers.ts'
import { accountMenu, bobaBukit, heading, openAs, openTab, recentActivity, stampCard } from '../support/web.ts'

test.use({ expectedErrors: /net::ERR_|Failed to fetch dynamically imported module/ })

const retries = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' })

test('D-94 S-2.10 S-2.14 when the network returns, what failed is requested again, although a dead connection still holds the last request, and a request that waits for its retry is sent at once; a picture, a page and components that failed to load appear', async ({
  page,
  context,
}) => {
  await test.step('a page', async () => {
    await page.goto('/')
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
    await page.evaluate(() => Object.assign(window, { sameVisit: true }))
    await context.setOffline(true)
    await openTab(page, 'Merchants')
    await expect(heading(page, 'We couldn’t open this page')).toBeVisible()
    await context.setOffline(false)
    await expect(bobaBukit(page)).toBeVisible()
    expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true)
  })

  const network = await startNetwork(context)
  await test.step('a request that waits', async () => {
    await page.clock.install()
    await forgetAnswers(page)
    network.state = 'lost'
    await page.goto('/app/merchants?')
    await expect(page.getByRole('alert')).toContainText(texts.merchantsFailed)
    await context.setOffline(true)
    const calls = () => network.asked.filter((path) => path === '/api/merchants').length
    const before = calls()
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/merchants'))
    await retries(page).click()
    await failed
    expect(calls()).toBe(before + 1)
    network.state = 'there'
    await context.setOffline(false)
    await expect.poll(calls).toBe(before + 2)
    await page.clock.resume()
    await expect(bobaBukit(page)).toBeVisible()
    expect(calls()).toBe(before + 2)
  })

  await test.step('a picture that failed to load', async () => {
    // The page before may still ask for its picture.
    await page.goto('about:blank')
    let asked = 0
    const pictures = '**/boba-bukit-*'
    await context.route(pictures, (route) => {
      asked += 1
      return route.abort()
    })
    await page.goto('/app/merchants')
    const allRetries = async () => {
      await page.clock.runFor(10_000)
      return asked
    }
    await expect.poll(allRetries).toBe(4)
    const logo = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Boba Bukit' }).locator('img').last()
    await expect.poll(() => logo.evaluate(isShown)).toBe(false)
    await context.setOffline(true)
    await context.unroute(pictures)
    await context.setOffline(false)
    await expect.poll(() => logo.evaluate(isShown)).toBe(true)
  })

  await test.step('the content of home, over a dead connection', async () => {
    await openAs(page, aisyah, '/app/merchants')
    await forgetAnswers(page)
    network.state = 'lost'
    await page.goto('/')
    // The deals come with the page.
    await expect(retries(page)).toHaveCount(2)
    await context.setOffline(true)
    network.state = 'dead'
    const before = network.asked.length
    for (const _ of ['stamps', 'receipts']) await retries(page).first().click()
    // Polling may send requests meanwhile, too.
    await expect.poll(() => network.asked.length).toBeGreaterThanOrEqual(before + 2)
    network.state = 'there'
    await context.setOffline(false)
    await expect(stampCard(page)).toBeVisible()
    await expect(recentActivity(page).getByRole('listitem').first()).toBeVisible()
    await expect(retries(page)).toHaveCount(0)
  })

  await test.step('components, without which home is shown', async () => {
    const lost = /assets\/(DeferredShell|AvatarMenu)-/
    await context.route(lost, (route) => route.abort())
    const missed = new Set<string | undefined>()
    page.on('console', (message) => missed.add(/imported module.*(DeferredShell|AvatarMenu)/.exec(message.text())?.[1]))
    await page.reload()
    await expect.poll(() => [...missed]).toEqual(expect.arrayContaining(['DeferredShell', 'AvatarMenu']))
    await expect(heading(page, `Welcome, ${aisyah.name}`)).toBeVisible()
    await expect(stampCard(page)).toBeVisible()
    await expect(accountMenu(page)).toBeHidden()
    await context.setOffline(true)
    await context.unroute(lost)
    await context.setOffline(false)
    await expect(accountMenu(page)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Notifications' })).toBeAttached()
  })
})

/** As in a browser that has seen nothing before. The page is left, because it would keep its answers again. */
async function forgetAnswers(page: Page) {
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await clearDatabases(page, origin)
}

const isShown = (picture: Element) => {
  const { naturalWidth, src } = picture as HTMLImageElement
  return naturalWidth > 0 && src.includes('/media/')
}

/** The connection between the pages and the API: up, lost, or dead, which accepts a request and never answers. */
async function startNetwork(context: BrowserContext) {
  const network = { asked: [] as string[], state: 'there' as 'there' | 'lost' | 'dead' }
  await context.route('**/api/**', async (route) => {
    network.asked.push(new URL(route.request().url()).pathname)
    if (network.state === 'there') await route.continue()
    else if (network.state === 'lost') await route.abort()
  })
  return network
}
