import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Mail, waitForMail } from '../../support/browser/mailbox.ts'
import { createMember, type Member } from '../../support/browser/people.ts'
import { releaseAllLeases, startDemoServer } from '../../support/browser/prepared-data.ts'
import type { ServerUnderTest } from '../../support/browser/server-under-test.ts'

type Fixtures = {
  /** A further browser of its own, for another person; watched as the first one is. */
  anotherBrowser: (state?: Awaited<ReturnType<BrowserContext['storageState']>>) => Promise<BrowserContext>
  /** The newest mail to an address since this test began, whose subject holds these words, once it is there. */
  mailTo: (address: string, subject?: string) => Promise<Mail>
  /** A verified member of this test alone. */
  member: Member
  /** The faults that a test makes itself. */
  expectedFaults: RegExp
  faults: string[]
}
type WorkerFixtures = { server: ServerUnderTest }

/** A server with the demo, which takes receipts of any age. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
export async function aHouse({}, use: (environment: ServerUnderTest) => Promise<void>) {
  const environment = await startDemoServer({ MAX_RECEIPT_AGE_DAYS: '36500' })
  await use(environment)
  await environment.remove()
}

/** A browser test: a real server for each worker, and no fault on any page goes unnoticed. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [aHouse, { scope: 'worker', timeout: 90_000 }],
  baseURL: async ({ server }, use) => use(server.url),
  expectedFaults: [/^$/, { option: true }],
  faults: async ({ server, expectedFaults }, use, testInfo) => {
    const faults: string[] = []
    const before = server.log().length
    await use(faults)
    const unexpected = faults.filter((fault) => !expectedFaults.test(fault))
    if (testInfo.status !== testInfo.expectedStatus || unexpected.length > 0)
      await testInfo.attach('server log', { body: server.log().slice(before), contentType: 'text/plain' })
    expect(unexpected, 'faults on the pages').toEqual([])
  },
  context: async ({ context, faults, javaScriptEnabled }, use) => {
    watch(context, faults)
    if (javaScriptEnabled !== false) context.on('page', awaitTakeover)
    await use(context)
    await letAnswersGo(context)
  },
  anotherBrowser: async ({ browser, contextOptions, faults, baseURL }, use) => {
    const opened: BrowserContext[] = []
    await use(async (storageState) => {
      const own = { ...(baseURL ? { baseURL } : {}), ...(storageState ? { storageState } : {}) }
      const context = await browser.newContext({ ...contextOptions, ...own })
      watch(context, faults)
      context.on('page', awaitTakeover)
      opened.push(context)
      return context
    })
    await Promise.all(opened.map(letAnswersGo))
    await Promise.all(opened.map((context) => context.close()))
  },
  mailTo: async ({ server }, use) => {
    const begun = Date.now()
    await use((address, subject = '') => waitForMail(`${server.dataDir}/mail`, address, { after: begun, subject }))
  },
  member: async ({ server }, use) => use(await createMember(server)),
})

export { expect }

/** A browser test with a environment of its own, whose queue no other journey fills or empties, and whose desks are free. */
export const testInOwnHouse = test.extend<{ environment: ServerUnderTest }>({
  environment: aHouse,
  baseURL: async ({ environment }, use) => use(environment.url),
})

/**
 * Browser tests of one file with a environment of their own, whose queue no other file fills or empties; the desks are free before each.
 * They run one after the other in one worker.
 */
export function testsInOneHouse() {
  const own = test.extend<{ environment: ServerUnderTest }, WorkerFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    server: [async ({}, use) => aHouse({}, use), { scope: 'worker', timeout: 90_000 }],
    environment: async ({ server }, use) => use(await releaseAllLeases(server)),
  })
  own.describe.configure({ mode: 'default' })
  return own
}

/** A page that the server has rendered is read at once, and used by a test when the app has taken it over. */
function awaitTakeover(page: Page) {
  for (const name of ['goto', 'reload'] as const) {
    const open = page[name].bind(page) as Page['goto']
    page[name] = (async (...given: Parameters<Page['goto']>) => {
      const answer = await open(...given)
      await page.locator('#root[data-rendered]').waitFor({ state: 'detached' })
      return answer
    }) as Page['goto'] & Page['reload']
  }
}

/** What a page still asks for when its test is over is answered by nobody: that is no fault of the test. */
async function letAnswersGo(context: BrowserContext) {
  const answering = [context, ...context.pages()]
  await Promise.all(answering.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
}

/** Errors on the console and whatever nobody caught; a refusal (4xx) is an answer, not a fault. */
function watch(context: BrowserContext, faults: string[]) {
  context.on('console', (message) => {
    const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !refused) faults.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (fault) => faults.push(String(fault.error())))
}
