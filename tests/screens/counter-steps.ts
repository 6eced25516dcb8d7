import { expect, type Page } from '@playwright/test'
import * as en from '../../counter/shared/words/en.ts'
import * as statementsEn from '../../counter/shared/words/enStatements.ts'
import * as ms from '../../counter/shared/words/ms.ts'
import * as statementsMs from '../../counter/shared/words/msStatements.ts'
import { installCamera } from '../journeys/support/camera.ts'

/** The texts of the counter in one language. */
type CounterWords = { readonly [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : unknown }
type TextName = { [Name in keyof typeof en]: (typeof en)[Name] extends string ? Name : never }[keyof typeof en]

/** Something that a person does at the counter. */
export type CounterStep = (page: Page, words: CounterWords) => Promise<unknown>

/** Does these in the language of the page, after the app has shown something. */
export function counterSteps(steps: CounterStep[]) {
  return async (page: Page) => {
    if (steps.length > 0) await expect(page.locator('main h1, main [role=alert]').first()).toBeAttached()
    const words: CounterWords = (await page.locator('html').getAttribute('lang')) === 'ms' ? ms : en
    for (const step of steps) await step(page, words)
  }
}

export const press =
  (name: TextName): CounterStep =>
  (page, words) =>
    page.getByRole('button', { name: words[name], exact: true }).click()

/** Presses a button of a statement. */
export const pressStatement =
  (name: 'accept' | 'csv' | 'print'): CounterStep =>
  (page, words) =>
    page.getByRole('button', { name: (words === ms ? statementsMs : statementsEn)[name], exact: true }).click()

export const type =
  (label: TextName, text: string): CounterStep =>
  (page, words) =>
    page.getByLabel(words[label], { exact: true }).fill(text)

/** An error is shown. */
export const settled: CounterStep = (page) =>
  expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()

/** A camera that sees nothing. */
export async function withCamera(page: Page) {
  await installCamera(page)
  await page.reload()
  await expect(page.locator('video')).toBeVisible()
}

/** The camera sees a QR code with this text. */
export function seeing(text: string): CounterStep {
  return async (page) => {
    await page.addInitScript((rawValue) => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code']
        detect = async () => [{ rawValue }]
      }
      Object.assign(window, { BarcodeDetector })
    }, text)
    await installCamera(page)
    await page.reload()
  }
}

/** The camera does not start. */
export function withoutCamera(error: string): CounterStep {
  return async (page) => {
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No camera', name))
    }, error)
    await page.reload()
  }
}

/** A camera with a light. */
export async function withLight(page: Page) {
  await page.addInitScript(() => {
    const { getCapabilities } = MediaStreamTrack.prototype
    MediaStreamTrack.prototype.getCapabilities = function (this: MediaStreamTrack) {
      return { ...getCapabilities.call(this), torch: true }
    }
  })
  await withCamera(page)
}

/** The storage of the browser is full. */
export async function fullStorage(page: Page) {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
}
