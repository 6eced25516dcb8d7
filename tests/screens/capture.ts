import type { Page, TestInfo } from '@playwright/test'
import { expect, test } from '../journeys/support/fixtures.ts'
import { accountScreens } from './account-screens.ts'
import type { Answer } from './answers.ts'
import { browseScreens } from './browse-screens.ts'
import { consolePageScreens } from './console-page-screens.ts'
import { consoleScreens } from './console-screens.ts'
import { homeScreens } from './home-screens.ts'
import { receiptScreens } from './receipt-screens.ts'
import { enter } from './screen.ts'
import { unlockScreens } from './unlock-screens.ts'

const screens = [
  ...homeScreens,
  ...accountScreens,
  ...unlockScreens,
  ...browseScreens,
  ...receiptScreens,
  ...consoleScreens,
  ...consolePageScreens,
]

test.use({ expectedErrors: /^Failed to load resource|net::ERR_/, contextOptions: { reducedMotion: 'reduce' } })

for (const { name, path, who = 'guest', answers = {}, steps, waits, covered } of screens)
  test(name, async ({ page, server }, testInfo) => {
    await enter(page, server, who)
    const asked = Object.entries(answers).map(([call, answer]) => mockCall(page, call, answer))
    await page.goto(path)
    await steps?.(page, server)
    await (waits ? Promise.all(asked) : expectComplete(page))
    await takePictures(page, name, !covered, testInfo)
  })

/** In both colour schemes; the project's name is the width. */
async function takePictures(page: Page, name: string, whole: boolean, { project, config }: TestInfo) {
  await expect(page.getByRole('heading', { name: /could not be shown/ }), 'a page that broke').toHaveCount(0)
  await page.mouse.move(0, 0)
  if (whole) await page.evaluate(spreadOut)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const path = `${config.rootDir}/../../screens/${name}.${project.name}.${colorScheme}.png`
    await page.screenshot({ path, fullPage: whole, animations: 'disabled' })
  }
}

/** Sticky elements would appear in the middle of a picture of the whole page. */
function spreadOut() {
  window.scrollTo(0, 0)
  document.body.style.position = 'relative'
  for (const bar of document.querySelectorAll<HTMLElement>('.sticky')) bar.style.position = 'static'
  for (const frame of document.querySelectorAll<HTMLElement>('.lg\\:h-dvh')) frame.style.height = 'auto'
  document.querySelector<HTMLElement>('nav[aria-label="Main"]')?.style.setProperty('position', 'absolute')
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
  await expect(page.locator('main').locator('h1, [role=alert]').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await page.evaluate(loadPictures)
}

async function loadPictures() {
  for (const image of document.images) image.loading = 'eager'
  await Promise.allSettled([...document.images].map((image) => image.decode()))
}
