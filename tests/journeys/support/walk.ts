import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoAxeViolations, showIn } from './axe.ts'
import { expectSettled, moveTo } from './web.ts'

export type Language = 'en' | 'ms'

/** Words that every longer English or Malay text has, and that the other language does not have. */
export const wordsOf = {
  en: /\b(the|and|your|you|with|for|this|that|have|from|will|are|not|was|been|or|it|is|of|to)\b/i,
  ms: /\b(yang|dan|anda|untuk|dengan|ini|itu|tidak|akan|telah|daripada|kepada|atau|boleh|resit|cop)\b/i,
}
/** Names of merchants in the demo that contain such a word. */
const namesOfShops = /The (Late Supper Club|Reading Room Coffee)/g

export const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
/** The narrowest phone, and a desktop that is zoomed to 400%. */
export const NARROW = { width: 320, height: 640 }

/** Goes to a path as with the buttons of the browser, without loading the app again, and waits for another title. */
export async function goTo(page: Page, path: string) {
  const former = await page.title()
  await moveTo(page, path)
  await expect(page, path).not.toHaveTitle(former)
  await expectComplete(page)
}

async function expectComplete(page: Page) {
  await expectSettled(page)
  await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0)
}

/** Expects no problems of accessibility on a dark desktop. */
export async function expectAccessibleInDark(page: Page, where: string) {
  await page.setViewportSize(DESKTOP)
  await showIn(page, 'dark')
  await expectNoAxeViolations(page, `${where}, dark`)
  await showIn(page, 'light')
  await page.setViewportSize(NARROW)
}

/** Expects that no word is split and nothing is wider than the screen where text is twice as large as usual. */
export async function expectWholeWords(page: Page, where: string) {
  const before = page.viewportSize() ?? PHONE
  await page.setViewportSize(PHONE)
  await withLargeText(page, async () => {
    await expect.poll(() => splitWords(page), where).toEqual([])
    await expectNoOverflow(page, `${where} in large text`)
  })
  await page.setViewportSize(before)
}

/** Expects nothing wider than the screen. */
export async function expectNoOverflow(page: Page, where: string) {
  const [content = 0, screen = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, `width of ${where} on ${screen} px`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** In a browser whose text is twice as large as usual. */
export async function withLargeText(page: Page, check: () => Promise<void>) {
  await setFontSize(page, 32)
  try {
    await check()
  } finally {
    await setFontSize(page, 16)
  }
}

async function setFontSize(page: Page, standard: number) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
  await browser.detach()
  await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`)
  // Chromium measures containers in the new size only when they change.
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  for (const one of [width - 8, width]) {
    await page.setViewportSize({ width: one, height })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(one)
  }
}

/** The words on more than one line, and a name in the header that is cut off. Words of more than 14 letters may break. */
function splitWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      if (text.parentElement?.closest('.sr-only, footer')) continue
      // Not parts of email addresses.
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/(?<![\S])[\p{L}\p{N}’.,]{2,14}(?![\S])/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)))
        if (lines.size > 1) found.push(word)
      }
    }
    const name = document.querySelector('header .truncate')
    if (name && name.scrollWidth > name.clientWidth) found.push(`${name.textContent} (cut off)`)
    return found
  })
}

/**
 * Expects no words of the other language in the texts of the page and the labels that a screen reader speaks, except what
 * is marked with that language: merchants, deals, announcements, notes and reasons have no `lang` in their own.
 */
export async function expectWords(page: Page, where: string, language: Language) {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  const texts = await page.evaluate(() => {
    const own = document.documentElement.lang
    const isOurs = (element: Element | null) =>
      !element?.closest(`[lang]:not([lang="${own}"]), script, style, noscript`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (isOurs(parentElement) && textContent?.trim()) found.push(textContent.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const text = element.getAttribute(name)
        if (text && isOurs(element)) found.push(text)
      }
    return found
  })
  expect(texts.length, where).toBeGreaterThan(5)
  const leftover = wordsOf[language === 'en' ? 'ms' : 'en']
  expect(
    texts.filter((text) => leftover.test(text.replaceAll(namesOfShops, ''))),
    where,
  ).toEqual([])
}

/** The top and the bottom of what is shown. */
export async function boxOf(shown: Locator) {
  const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {}
  return { top: y, bottom: y + height }
}
