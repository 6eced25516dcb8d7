import { test as base } from '../journeys/support/fixtures.ts'
import { startBareServer, type World } from './bare-server.ts'

/**
 * A browser test against a server with a minimal API, in the same workers as the other journeys. A page that shows
 * "undefined" fails the test.
 */
export const test = base.extend<{ world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  world: async ({}, use) => use({ asked: [], pageSize: 10 }),
  baseURL: async ({ server, world }, use) => {
    const bare = await startBareServer(server.url, world)
    await use(bare.url)
    await bare.close()
  },
  context: async ({ context }, use) => {
    await context.addInitScript(reportBrokenText)
    await use(context)
  },
})

/** Runs in a page: reports a text such as "undefined" or "NaN" as a console error, which fails the test. */
function reportBrokenText() {
  const broken = /.{0,40}(\bundefined\b|\bNaN\b|\bnull\b|\[object \w+\]|Invalid Date).{0,20}/
  const attributes = ['alt', 'aria-label', 'href', 'placeholder', 'src', 'title', 'value']
  const reported = new Set<string>()
  let waiting = false
  const look = () => {
    waiting = false
    const values = [...document.querySelectorAll('body *')].flatMap((one) =>
      attributes.map((name) => one.getAttribute(name)),
    )
    for (const text of [document.title, document.body?.innerText ?? '', ...values]) {
      const [found] = broken.exec(text ?? '') ?? []
      if (found && !reported.has(found)) console.error(`The page shows "${found}"`)
      if (found) reported.add(found)
    }
  }
  const lookSoon = () => {
    if (!waiting) requestAnimationFrame(look)
    waiting = true
  }
  const everything = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(lookSoon).observe(document, everything)
}
