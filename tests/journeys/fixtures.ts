import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type Mail, waitForMail } from '../mailbox.ts'
import { type ServerUnderTest, startServer } from '../server-under-test.ts'

type Fixtures = {
  /** A further browser of its own, for another person; watched as the first one is. */
  anotherBrowser: () => Promise<BrowserContext>
  /** The newest mail to an address since this test began, once it is there. */
  mailTo: (address: string) => Promise<Mail>
  faults: string[]
}
type WorkerFixtures = { server: ServerUnderTest }

/** A browser test: a real server for each worker, and no fault on any page goes unnoticed. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startServer({ MAX_RECEIPT_AGE_DAYS: '36500' })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  faults: async ({ server }, use, testInfo) => {
    const faults: string[] = []
    const before = server.log().length
    await use(faults)
    if (testInfo.status === testInfo.expectedStatus && faults.length === 0) return
    await testInfo.attach('server log', { body: server.log().slice(before), contentType: 'text/plain' })
  },
  context: async ({ context, faults }, use) => {
    watch(context, faults)
    await use(context)
    expect(faults, 'faults on the pages').toEqual([])
  },
  anotherBrowser: async ({ browser, contextOptions, faults, baseURL }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL ? { baseURL } : {}) })
      watch(context, faults)
      opened.push(context)
      return context
    })
    await Promise.all(opened.map((context) => context.close()))
    expect(faults, 'faults on the pages').toEqual([])
  },
  mailTo: async ({ server }, use) => {
    const begun = Date.now()
    await use((address) => waitForMail(`${server.dataDir}/mail`, address, begun))
  },
})

export { expect }

/** Errors on the console and whatever nobody caught; a refusal (4xx) is an answer, not a fault. */
function watch(context: BrowserContext, faults: string[]) {
  context.on('console', (message) => {
    const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !refused) faults.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (fault) => faults.push(String(fault.error())))
}
