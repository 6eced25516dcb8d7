import { test as base, expect, type Page } from '@playwright/test'
import { provideDemoServer, recordErrors, waitForHydration } from '../journeys/support/fixtures.ts'
import journeys from '../playwright.config.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'
import type { Width } from './options.ts'

/** A limit for busy machines, not a performance goal. */
const SERVER_MS = 240_000

const { launchOptions } = journeys.use ?? {}
const settings = {
  timezoneId: 'Asia/Kuala_Lumpur',
  locale: 'en-MY',
  // Requests of a service worker bypass page.route.
  serviceWorkers: 'block',
  reducedMotion: 'reduce',
} as const
/** A touch pointer, which phone emulation alone does not set. */
const finger = '--blink-settings=primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1'
const devices = {
  390: { args: [finger], settings: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  1280: { args: [], settings: { viewport: { width: 1280, height: 800 } } },
}
/** Answers of the server and lost connections that a screen shows. */
const expectedErrors = /^Failed to load resource|net::ERR_/

type Opened = Awaited<ReturnType<ReturnType<typeof createBrowsers>>>
type Fixtures = { openPage: (width: Width) => Promise<Page> }
type WorkerFixtures = { server: ServerUnderTest; browserAt: (width: Width) => Promise<Opened> }

/**
 * One server and one browser of each width for all screens of a worker, so that a screen waits for neither, and the
 * browsers keep the app's code. An unexpected error on a page fails the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [provideDemoServer, { scope: 'worker', timeout: SERVER_MS }],
  browserAt: [
    async ({ playwright, server }, use) => {
      const opened = new Map<Width, Promise<Opened>>()
      const create = createBrowsers(playwright.chromium, server)
      await use((width) => {
        const found = opened.get(width) ?? create(width)
        opened.set(width, found)
        return found
      })
      for (const one of opened.values()) await (await one).browser.close()
    },
    { scope: 'worker' },
  ],
  openPage: async ({ browserAt }, use) => {
    const used = new Set<Opened>()
    await use(async (width) => {
      const opened = await browserAt(width)
      used.add(opened)
      return opened.context.newPage()
    })
    for (const { context, errors } of used) {
      const pages = context.pages()
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await Promise.all(pages.map((page) => page.close()))
      await context.setOffline(false)
      const unexpected = errors.splice(0).filter((error) => !expectedErrors.test(error))
      expect(unexpected, 'errors on the pages').toEqual([])
    }
  },
})

function createBrowsers(chromium: typeof import('@playwright/test').chromium, { url }: ServerUnderTest) {
  return async (width: Width) => {
    const device = devices[width]
    const args = [...(launchOptions?.args ?? []), ...device.args]
    const browser = await chromium.launch({ ...launchOptions, args })
    const context = await browser.newContext({ ...settings, ...device.settings, baseURL: url })
    const errors: string[] = []
    recordErrors(context, errors)
    context.on('page', waitForHydration)
    return { browser, context, errors }
  }
}
