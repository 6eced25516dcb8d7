import { expect, type Page } from '@playwright/test'
import { serverPaths, shellPath } from '../../web/shared/serverPaths.ts'
import { accountScreens, unlockScreens } from './account-screens.ts'
import type { Answer } from './answers.ts'
import { browseScreens } from './browse-screens.ts'
import { test } from './browsers.ts'
import { consoleCaseScreens } from './console-case-screens.ts'
import { consoleCounterScreens } from './console-counter-screens.ts'
import { consolePageScreens } from './console-page-screens.ts'
import { consoleRewardScreens } from './console-reward-screens.ts'
import { consoleScreens } from './console-screens.ts'
import { contactScreens } from './contact-screens.ts'
import { counterOwnerScreens } from './counter-owner-screens.ts'
import { counterScreens } from './counter-screens.ts'
import { homeScreens } from './home-screens.ts'
import { findTextFaults, findWidestElement } from './layout-faults.ts'
import { readOptions } from './options.ts'
import { photoFillScreens, receiptScreens } from './receipt-screens.ts'
import { rewardScreens } from './reward-screens.ts'
import { enter } from './screen.ts'
import { settlementScreens } from './settlement-screens.ts'
import { wordsOf } from './words.ts'

/** Stalls have cheaper phones than members. */
const SMALL_PHONE = { width: 360, height: 640 }

const { languages, themes, widths, words: wanted } = readOptions()
const screens = [
  ...homeScreens,
  ...accountScreens,
  ...unlockScreens,
  ...browseScreens,
  ...receiptScreens,
  ...photoFillScreens,
  ...rewardScreens,
  ...contactScreens,
  ...consoleScreens,
  ...consolePageScreens,
  ...consoleRewardScreens,
  ...counterScreens,
  ...counterOwnerScreens,
  ...consoleCounterScreens,
  ...consoleCaseScreens,
  ...settlementScreens,
].filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))

for (const language of languages)
  for (const width of widths)
    for (const { name, path, who = 'guest', answers, steps, waits, covered } of screens) {
      if (language !== 'en' && path.startsWith('/console')) continue
      const isCounter = path.startsWith('/counter')
      test(`${name} ${language} ${width}`, async ({ server, openPage }, testInfo) => {
        const words = wordsOf[language]
        const page = await openPage(width)
        if (isCounter && width === 390) await page.setViewportSize(SMALL_PHONE)
        await enter(page, server, who, language)
        if (answers && !isCounter) await serveUnrendered(page, path)
        const requests = Object.entries(answers ?? {}).map(([call, answer]) => mockCall(page, call, answer))
        await page.goto(path)
        await steps?.(page, words)
        await (waits ? Promise.all(requests) : expectComplete(page))
        const broken = new RegExp(`^(Couldn't open this page|${words.pageBrokenTitle})$`)
        await expect(page.getByRole('heading', { name: broken }), 'a page that broke').toHaveCount(0)
        const note = (type: string, description: string) => testInfo.annotations.push({ type, description })
        for (const fault of await page.evaluate(findTextFaults)) note('fault', fault)
        for (const file of await takePictures(page, `${name}.${language}.${width}`, !covered)) note('picture', file)
        const wide = await page.evaluate(findWidestElement)
        expect(wide, 'the page scrolls sideways because of').toBeNull()
      })
    }

/** In the colour schemes of this run; returns the names of the files. */
async function takePictures(page: Page, name: string, whole: boolean) {
  await page.mouse.move(0, 0)
  if (whole) await page.evaluate(spreadOut)
  const files: string[] = []
  for (const colorScheme of themes) {
    const file = `${name}.${colorScheme}.png`
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `screens/${file}`, fullPage: whole, animations: 'disabled' })
    files.push(file)
  }
  return files
}

/** Sticky elements would appear in the middle of a picture of the whole page. */
function spreadOut() {
  window.scrollTo(0, 0)
  document.body.style.position = 'relative'
  for (const bar of document.querySelectorAll<HTMLElement>('.sticky')) bar.style.position = 'static'
  for (const frame of document.querySelectorAll<HTMLElement>('.lg\\:h-dvh')) frame.style.height = 'auto'
  document.querySelector<HTMLElement>('nav.fixed')?.style.setProperty('position', 'absolute')
}

/**
 * Opens this page of the members' app without its content. The server renders public pages with their content, so the
 * app would not request it and mocked answers would have no effect.
 */
async function serveUnrendered(page: Page, path: string) {
  if (serverPaths.test(path)) return
  const { pathname } = new URL(path, 'http://nowhere')
  await page.route(
    (url) => url.pathname === pathname,
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback()
      const url = new URL(shellPath, route.request().url()).href
      await route.fulfill({ response: await route.fetch({ url }) })
    },
  )
}

/** Answers this request in every case; resolves when the page first sends it. */
function mockCall(page: Page, call: string, answer: Answer) {
  const [method, path] = call.split(' ')
  return new Promise<void>((resolve) => {
    void page.route(`**/api/${path}`, (route) => {
      if (route.request().method() !== method) return route.fallback()
      resolve()
      return answer(route)
    })
  })
}

/** Nothing is loading any more, and all pictures are there, including those out of view. */
async function expectComplete(page: Page) {
  const loading = new RegExp(`^(${wordsOf.en.loading}|${wordsOf.ms.loading})`)
  await expect(
    page.locator('main, article').locator('h1, [role=alert]').filter({ visible: true }).first(),
  ).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: loading })).toHaveCount(0)
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await page.evaluate(loadPictures)
}

async function loadPictures() {
  for (const image of document.images) image.loading = 'eager'
  await Promise.allSettled([...document.images].map((image) => image.decode()))
}
