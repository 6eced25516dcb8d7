import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Expects no problems from axe, with all of its rules or those that are given. */
export async function expectNoAxeViolations(page: Page, where = page.url(), rules?: string[], without: string[] = []) {
  // Once on each loaded page, because the browser takes longer for reading axe than for many a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await page.evaluate(waitUntilDrawn)
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  expect(await page.evaluate(findViolations, { without, options }), where).toEqual([])
}

async function findViolations({ without, options }: { without: string[]; options: RunOptions }) {
  const context = { exclude: without.map((selector) => [selector]) }
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Shows the page in this colour scheme. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(waitUntilDrawn)
}

/**
 * Waits until the page has been the same for a moment, or a second has passed. A new colour scheme arrives with the next frame,
 * and even a transition without duration takes one.
 */
async function waitUntilDrawn() {
  await new Promise<void>((resolve) => {
    const until = performance.now() + 1000
    let calm = setTimeout(resolve, 100)
    const watched = { subtree: true, childList: true, attributes: true, characterData: true }
    new MutationObserver(() => {
      if (performance.now() > until) return
      clearTimeout(calm)
      calm = setTimeout(resolve, 100)
    }).observe(document, watched)
  })
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await nextFrame()
  // An element that inherits a colour begins its own transition when that of its parent has ended.
  let running: Animation[]
  do {
    await nextFrame()
    running = document.getAnimations()
    await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)))
  } while (running.length > 0)
}
