import { type BrowserContext, expect, type Page } from '@playwright/test'

export const offlineBar = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re offline.' })

/** Waits until the service worker has cached the app's files and controls the page. Hundreds of files take their time. */
export async function expectCachedOffline(page: Page) {
  let wasPassedBy = false
  const state = async () => {
    const now = await page.evaluate(stateOfServiceWorker)
    const isPassedBy = now === 'does not control the page: activated'
    // A worker cannot take over a page that was being loaded when it became active, only the next one.
    if (isPassedBy && wasPassedBy) await page.reload()
    wasPassedBy = isPassedBy
    return now
  }
  await expect.poll(state, { timeout: 60_000, intervals: [250, 1000] }).toBe('controls the page: activated')
}

/** Waits until the page is in this language, and the app would open in it without a network. `base` is the path of the app. */
export async function expectCachedIn(page: Page, language: 'en' | 'ms', base = '/') {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  const cached = () => page.evaluate(async (path) => (await caches.match(path))?.text(), base)
  await expect.poll(cached, { timeout: 60_000 }).toContain(`<html lang="${language}"`)
}

/** Says how far it is, so that a failure shows where it stopped. */
async function stateOfServiceWorker(): Promise<string> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return `controls the page: ${serviceWorker.controller.state}`
  const registration = await serviceWorker.getRegistration()
  if (!registration) return 'not registered'
  const { installing, waiting, active } = registration
  return `does not control the page: ${(installing ?? waiting ?? active)?.state ?? 'failed'}`
}

/** As when the app is closed and opened again. */
export async function reopen(page: Page, context: BrowserContext, url: string) {
  await page.close()
  const next = await context.newPage()
  await next.goto(url)
  return next
}

/** All answers in the browser's database. */
export function readKept(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('answers')
    opening.onupgradeneeded = () => opening.result.createObjectStore('answers')
    await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }))
    const reading = opening.result.transaction('answers').objectStore('answers').getAll()
    await new Promise((resolve) => Object.assign(reading, { onsuccess: resolve }))
    opening.result.close()
    return reading.result
  })
}

/** Deletes the databases of an address, as a browser does that needs their space. */
export async function clearDatabases(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

/** Waits until the answers on screen are stored. A page that is left earlier loses them. */
export async function expectStored(page: Page) {
  let before: string | undefined
  const isStored = async () => {
    const kept = JSON.stringify(await readKept(page))
    const isStable = kept === before && kept !== '[]'
    before = kept
    return isStable
  }
  await expect.poll(isStored, { intervals: [300] }).toBe(true)
}

/**
 * Records which of these texts pages show outside of their navigation, even for a moment, in their order. The returned
 * function takes what was recorded since its last call.
 */
export async function recordTexts(context: BrowserContext, texts: string[]) {
  await context.addInitScript((wanted) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const parts = [...document.querySelectorAll('main li, main [role=status], main [role=alert]')]
      const shown = parts.filter((part) => !part.closest('nav')).map((part) => part.textContent)
      for (const text of wanted) if (seen.at(-1) !== text && shown.some((part) => part?.includes(text))) seen.push(text)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, texts)
  return (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0))
}
