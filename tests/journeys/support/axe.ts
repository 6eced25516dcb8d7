import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const

/** axe finds nothing on the page, by all of its rules or by those that are named. */
export async function axeFindsNothing(page: Page, where = page.url(), rules?: string[]) {
  // In the page itself: a page beside it for each look costs more than the look.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}

/** axe finds nothing in light and in dark colours; what else the page is, it is in both. */
export async function axeFindsNothingInBoth(page: Page, where = page.url()) {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(coloursStand)
    await axeFindsNothing(page, `${where}, ${colorScheme}`, colorScheme === 'light' ? undefined : ['color-contrast'])
  }
}

/** Another colour scheme arrives with the next frame, and even a transition of no time takes one. */
async function coloursStand() {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
}
