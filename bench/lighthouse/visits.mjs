import { setTimeout as pause } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { launch } from 'puppeteer-core'

// A separate process: for each visit it starts a fresh browser, and sends what Lighthouse finds on a phone.
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const SETTLED_MS = 2000
const [executablePath] = process.argv.slice(2)
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

process.on('message', async (visit) => {
  const browser = await launch({ executablePath, args })
  try {
    process.send(await reported(browser, visit))
  } catch (error) {
    process.send({ error: String(error) })
  } finally {
    await browser.close()
  }
})
process.once('disconnect', () => process.exit())

/** The findings of a visit. `session` is a stored session of the browser; `page` asks for the page's final HTML. */
async function reported(browser, { url, session, page: asked }) {
  if (session) await keepSession(browser, url, session)
  if (asked) return { page: await pageAt(browser, url) }
  const port = Number(new URL(browser.wsEndpoint()).port)
  const { lhr } = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  return {
    lcp: lhr.audits['largest-contentful-paint'].numericValue,
    cls: lhr.audits['cumulative-layout-shift'].numericValue,
    scores: CATEGORIES.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100)),
  }
}

/** Stores the session like the app, which marks the browser too once it has started with it. */
async function keepSession(browser, url, session) {
  const page = await browser.newPage()
  await page.goto(new URL('/shell', url).href)
  await page.evaluate((session) => {
    localStorage.setItem('token', session.token)
    localStorage.setItem('session', JSON.stringify(session))
  }, session)
  await page.goto(url)
  await pause(SETTLED_MS)
  await page.close()
}

async function pageAt(browser, url) {
  const page = await browser.newPage()
  await page.setViewport({ width: 412, height: 823, isMobile: true, deviceScaleFactor: 1.75 })
  await page.goto(url, { waitUntil: 'networkidle0' })
  const html = await page.evaluate(() => document.documentElement.outerHTML)
  return `<!doctype html>${html}`
}
