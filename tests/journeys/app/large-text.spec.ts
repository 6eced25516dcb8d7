import type { Page } from '@playwright/test'
import { aisyah } from '../../support/browser/people.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { changeLanguage } from '../support/languages.ts'
import { expectSettled, openAs, receipts } from '../support/web.ts'

/** In a browser whose text is twice as large as usual. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
})

test.use({ viewport: { width: 390, height: 844 } })

const pages = ['/', '/app/merchants', '/app/merchants/1', '/app/deals', '/deals/1', '/app/announcements']
const memberPages = ['/app/submissions', '/app/submissions/new/1', '/app/profile']

test('S-2.06 with text twice as large no word is split over two lines on a phone, and the camera of Snap is smaller than its button', async ({
  page,
  context,
}) => {
  for (const language of ['en', 'ms'])
    for (const path of pages) await expectWholeWords(page, `${path}?lang=${language}`)
  await page.goto('/app/merchants')
  const button = page.locator('label:has([data-snap])')
  const { width = 0 } = (await button.locator('svg').boundingBox()) ?? {}
  expect(width).toBeGreaterThanOrEqual(24)
  expect(width).toBeLessThanOrEqual(((await button.boundingBox())?.width ?? 0) * 0.6)

  await context.clearCookies()
  await openAs(page, aisyah)
  await page.goto('/app/submissions?status=approved')
  await receipts(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/app\/submissions\/\d+$/)
  const receipt = new URL(page.url()).pathname
  for (const language of ['Bahasa Melayu', 'English']) {
    await changeLanguage(page, language)
    for (const path of [...pages, ...memberPages, receipt]) await expectWholeWords(page, path)
  }
})

async function expectWholeWords(page: Page, path: string) {
  await page.goto(path)
  await expectSettled(page)
  await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expect.poll(() => splitWords(page), path).toEqual([])
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
