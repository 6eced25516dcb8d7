import { expect, type Page, type TestInfo } from '@playwright/test'
import { settle, setWidth, type Visit } from './browser.ts'
import { findTextFaults, findWidestElement } from './layout-faults.ts'
import { readOptions } from './options.ts'

const { themes, widths } = readOptions()
const broken = /^(Couldn't open this page|We couldn’t open this page|Halaman ini tidak dapat dibuka)/

/** Takes the pictures of a state, at each width in each colour scheme, and looks for faults in its layout. */
export async function capture(visit: Visit, name: string, { annotations }: TestInfo) {
  const { page } = visit
  if (!name.includes('.loading.')) {
    await waitForContent(page)
    await page.evaluate(loadPictures)
  }
  await expect(page.getByRole('heading', { name: broken }), 'a page that broke').toHaveCount(0)
  const isCovered = await page.evaluate(isPageCovered)
  for (const width of widths) {
    await setWidth(visit, width)
    await settle(visit)
    for (const fault of await page.evaluate(findTextFaults))
      annotations.push({ type: 'fault', description: `${fault}\n${name}.${width}` })
    if (!isCovered) await page.evaluate(spreadOut)
    await page.mouse.move(0, 0)
    for (const colorScheme of themes) {
      const file = `${name}.${width}.${colorScheme}.png`
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `screens/${file}`, fullPage: !isCovered, animations: 'disabled' })
      annotations.push({ type: 'picture', description: file })
    }
    expect.soft(await page.evaluate(findWidestElement), `at ${width} the page scrolls sideways because of`).toBeNull()
  }
}

export async function waitForContent(page: Page) {
  await expect(page.locator('h1, [role=alert]').filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('.animate-pulse, [aria-busy=true]')).toHaveCount(0)
}

async function loadPictures() {
  for (const image of document.images) image.loading = 'eager'
  await Promise.allSettled([...document.images].map((image) => image.decode()))
}

/** By a dialog, a menu or a notification: then the picture shows the window instead of the whole page. */
function isPageCovered() {
  return document.querySelector('dialog[open], [popover]:popover-open, .fixed[role=status] > *') !== null
}

/** Sticky elements would appear in the middle of a picture of the whole page. */
function spreadOut() {
  window.scrollTo(0, 0)
  document.body.style.position = 'relative'
  for (const bar of document.querySelectorAll<HTMLElement>('.sticky')) bar.style.position = 'static'
  for (const frame of document.querySelectorAll<HTMLElement>('.lg\\:h-dvh')) frame.style.height = 'auto'
  document.querySelector<HTMLElement>('nav.fixed')?.style.setProperty('position', 'absolute')
}
