import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Mail, waitForMail } from '../../support/browser/mailbox.ts'
import { type Member, registerMember } from '../../support/browser/people.ts'
import { releaseAllLeases, startDemoServer } from '../../support/browser/prepared-data.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'

type Fixtures = {
  /** Another browser for another person, watched like the first one. */
  anotherBrowser: (state?: Awaited<ReturnType<BrowserContext['storageState']>>) => Promise<BrowserContext>
  /** The newest mail to an address since this test began, whose subject contains `subject`. */
  mailTo: (address: string, subject?: string) => Promise<Mail>
  /** A verified member of this test alone. */
  member: Member
  /** The page errors that a test causes itself. */
  expectedErrors: RegExp
  pageErrors: string[]
}
type WorkerFixtures = { server: ServerUnderTest }

const accepting = { MAX_RECEIPT_AGE_DAYS: '36500', TRUSTED_PROXIES: '127.0.0.1' }

/** A server with the demo, which accepts receipts of any age, and requests as of other client addresses. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
export async function provideDemoServer({}, use: (environment: ServerUnderTest) => Promise<void>) {
  const environment = await startDemoServer(accepting)
  await use(environment)
  await environment.remove()
}

/** A browser test: one real server for each worker. Any unexpected error on a page fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [provideDemoServer, { scope: 'worker', timeout: 90_000 }],
  baseURL: async ({ server }, use) => use(server.url),
  expectedErrors: [/^$/, { option: true }],
  pageErrors: async ({ server, expectedErrors }, use, testInfo) => {
    const pageErrors: string[] = []
    const before = server.log().length
    await use(pageErrors)
    const unexpected = pageErrors.filter((error) => !expectedErrors.test(error))
    if (testInfo.status !== testInfo.expectedStatus || unexpected.length > 0)
      await testInfo.attach('server log', { body: server.log().slice(before), contentType: 'text/plain' })
    expect(unexpected, 'errors on the pages').toEqual([])
  },
  context: async ({ context, pageErrors, javaScriptEnabled }, use) => {
    recordErrors(context, pageErrors)
    if (javaScriptEnabled !== false) context.on('page', waitForHydration)
    await use(context)
    await dropPendingRequests(context)
  },
  anotherBrowser: async ({ browser, contextOptions, pageErrors, baseURL }, use) => {
    const opened: BrowserContext[] = []
    await use(async (storageState) => {
      const own = { ...(baseURL ? { baseURL } : {}), ...(storageState ? { storageState } : {}) }
      const context = await browser.newContext({ ...contextOptions, ...own })
      recordErrors(context, pageErrors)
      context.on('page', waitForHydration)
      opened.push(context)
      return context
    })
    await Promise.all(opened.map(dropPendingRequests))
    await Promise.all(opened.map((context) => context.close()))
  },
  mailTo: async ({ server }, use) => {
    const begun = Date.now()
    await use((address, subject = '') => waitForMail(`${server.dataDir}/mail`, address, { after: begun, subject }))
  },
  member: async ({ server }, use) => use(await registerMember(server)),
})

export { expect }

/** For journeys of things that move, in `test.use`: on desktops the others run without motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** A browser test at the desk: when it begins, no operator has a receipt open. */
export const deskTest = test.extend<{ environment: ServerUnderTest }>({
  environment: async ({ server }, use) => use(await releaseAllLeases(server)),
})

/** The server renders pages, so they are visible at once. A test uses a page after the app has taken it over. */
function waitForHydration(page: Page) {
  for (const name of ['goto', 'reload'] as const) {
    const open = page[name].bind(page) as Page['goto']
    page[name] = (async (...given: Parameters<Page['goto']>) => {
      const answer = await open(...given)
      await page.locator('#root[data-rendered]').waitFor({ state: 'detached' })
      return answer
    }) as Page['goto'] & Page['reload']
  }
}

/** Requests that a page sends after its test are dropped, which is not an error of the test. */
async function dropPendingRequests(context: BrowserContext) {
  const answering = [context, ...context.pages()]
  await Promise.all(answering.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
}

/** Console errors and uncaught errors. A rejected request (4xx) is not an error. */
function recordErrors(context: BrowserContext, pageErrors: string[]) {
  context.on('console', (message) => {
    const rejected = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !rejected) pageErrors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => pageErrors.push(String(error.error())))
}
