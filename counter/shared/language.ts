import { LANGUAGE_COOKIE, type Language } from '@stampus/contract/values/languages'
import * as words from '#words'
import { hasCookie, writeCookie } from './storage/cookies.ts'

const YEAR_S = 31_536_000

/** The language that this app was built in, and the other one. */
export const language: Language = words.locale.startsWith('ms') ? 'ms' : 'en'
const otherLanguage: Language = language === 'ms' ? 'en' : 'ms'

/** Keeps the other language as the choice of this browser and loads the page in it. */
export function switchLanguage(): void {
  writeCookie(`${LANGUAGE_COOKIE}=${otherLanguage}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`)
  location.reload()
}

/** The language of the next start: the one that was chosen in this browser, else that of this page. */
export const openingLanguage = () => (hasCookie(`${LANGUAGE_COOKIE}=${otherLanguage}`) ? otherLanguage : language)

/** Whether someone chose this app's language in this browser. */
export function isLanguageChosen(): boolean {
  return hasCookie(`${LANGUAGE_COOKIE}=${language}`)
}
