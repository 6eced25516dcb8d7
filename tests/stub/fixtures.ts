import { test as base } from '../journeys/support/fixtures.ts'
import { type BareServer, startBareServer } from './bare-server.ts'
import { reportBrokenText } from './broken-words.ts'
import type { World } from './world.ts'

type Fixtures = {
  /** All that the bare server of this test knows. */
  world: World
}
type WorkerFixtures = { bare: BareServer }

/** A browser test against a server that knows section 7 and nothing more; a page that shows "undefined" is a fault. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  bare: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const bare = await startBareServer()
      await use(bare)
      await bare.end()
    },
    { scope: 'worker' },
  ],
  // Its stand-in: no test here needs a data folder or a log.
  server: [
    async ({ bare: { url, end } }, use) => use({ url, end, remove: end, dataDir: '', log: () => '' }),
    { scope: 'worker' },
  ],
  world: [async ({ bare }, use) => use(bare.beginAnew()), { auto: true }],
  context: async ({ context }, use) => {
    await context.addInitScript(reportBrokenText)
    await use(context)
  },
})
