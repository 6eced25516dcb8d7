import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const

/** Expects no problems from axe, with all of its rules or those that are given. */
export async function expectNoAxeViolations(page: Page, where = page.url(), rules?: string[]) {
  // Runs in the page itself, because a new page for each check takes longer than the check.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}

/** Expects no problems in both colour schemes. Only colours differ, so the dark check runs the contrast rules alone. */
export async function expectNoAxeViolationsInBothSchemes(page: Page, where = page.url()) {
  for (const colorScheme of schemes) {
    await showIn(page, colorScheme)
    await expectNoAxeViolations(
      page,
      `${where}, ${colorScheme}`,
      colorScheme === 'light' ? undefined : ['color-contrast'],
    )
  }
}

/** Shows the page in this colour scheme. */
export async function showIn(page: Page, colorScheme: (typeof schemes)[number]) {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(waitForColours)
}

/** Waits for a new colour scheme: it arrives with the next frame, and even a transition without duration takes one. */
async function waitForColours() {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
}
