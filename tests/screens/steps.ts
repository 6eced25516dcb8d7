import type { Page } from '@playwright/test'
import type { Language } from '@stampus/contract/values/languages'
import counterEn from '../../counter/shared/words/en.json' with { type: 'json' }
import signInEn from '../../counter/shared/words/enSignIn.json' with { type: 'json' }
import statementsEn from '../../counter/shared/words/enStatements.json' with { type: 'json' }
import counterMs from '../../counter/shared/words/ms.json' with { type: 'json' }
import signInMs from '../../counter/shared/words/msSignIn.json' with { type: 'json' }
import statementsMs from '../../counter/shared/words/msStatements.json' with { type: 'json' }
import appEn from '../../web/shared/words/en.json' with { type: 'json' }
import appMs from '../../web/shared/words/ms.json' with { type: 'json' }
import { installCamera } from '../journeys/support/camera.ts'
import { drawPicture } from '../support/browser/people.ts'

/** The text of the app with this name in the language of the page; in the console it is the name itself. */
export type Words = (name: string) => string
/** Something that a person does. The crawl waits for what follows from it. */
export type Step = (page: Page, words: Words) => Promise<unknown>

export function wordsOf(path: string, language: Language): Words {
  const counter =
    language === 'ms' ? { ...signInMs, ...statementsMs, ...counterMs } : { ...signInEn, ...statementsEn, ...counterEn }
  const app = language === 'ms' ? appMs : appEn
  const texts = new Map<string, unknown>(Object.entries(path.startsWith('/counter') ? counter : app))
  return (name) => (path.startsWith('/console') ? name : String(texts.get(name) ?? name))
}

/** The open dialog, or the page. */
const frontOf = async (page: Page) => ((await page.locator('dialog[open]').count()) ? page.getByRole('dialog') : page)

/** Presses the first button whose name contains this. */
export function press(name: string): Step {
  return async (page, words) =>
    (await frontOf(page))
      .getByRole('button', { name: words(name) })
      .first()
      .click()
}

/** Presses the button of the form. */
export const submit: Step = async (page) =>
  (await frontOf(page)).locator('form [type=submit]').filter({ visible: true }).first().click()

/** Fills in fields by their names or labels. */
export function type(texts: Record<string, string>): Step {
  return async (page, words) => {
    for (const [name, text] of Object.entries(texts)) {
      const field = page.locator(`[name="${name}"]`).or(page.getByLabel(words(name), { exact: true }))
      await field.filter({ visible: true }).first().fill(text)
    }
  }
}

export function keys(text: string): Step {
  return (page) => page.keyboard.type(text)
}

/** The pad hears keys only once it has loaded. */
export function typePin(pin: string): Step {
  return async (page) => {
    await page.getByRole('button', { name: '1', exact: true }).waitFor()
    await page.keyboard.type(pin)
  }
}

/** Follows the first link of a table, or of a list of receipts. */
export const follow: Step = (page) => page.locator('main').locator('tbody a, li:has-text("RM") a').first().click()

/** Puts something into the storage of the browser and opens the page again. */
export function store(name: string, value: unknown): Step {
  const save = ([key, text]: readonly [string, string]) => localStorage.setItem(key, text)
  return (page) => page.evaluate(save, [name, JSON.stringify(value)] as const).then(() => page.reload())
}

/** Chooses a drawn receipt in the field with this label. */
export function attach(label: string): Step {
  return async (page, words) => page.getByLabel(words(label)).setInputFiles(await drawPicture())
}

export const fillReceipt: Step = async (page, words) => {
  await attach('receiptPictureChoose')(page, words)
  await type({ receiptAmount: '18.90', receiptInvoice: '700144' })(page, words)
}

/** A camera that sees nothing, or a QR code with this text. */
export function openCamera(text?: string): Step {
  return async (page) => {
    await installCamera(page)
    await page.addInitScript((rawValue) => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code']
        detect = async () => (rawValue ? [{ rawValue }] : [])
      }
      Object.assign(window, { BarcodeDetector })
    }, text)
    await page.reload()
  }
}
