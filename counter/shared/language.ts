import {
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
  VISIT_LANGUAGE_COOKIE,
} from '@stampus/contract/values/languages'
import * as words from '#words'
import { hasCookie, writeCookie } from './storage/cookies.ts'

const YEAR_S = 31_536_000

export const language: Language = words.locale.startsWith('ms') ? 'ms' : 'en'
const otherLanguage: Language = language === 'ms' ? 'en' : 'ms'

export function switchLanguage(): void {
  writeCookie(`${LANGUAGE_COOKIE}=${otherLanguage}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`)
  const url = new URL(location.href)
  // A link of a mail names its language, which would come before the choice.
  url.searchParams.delete(LANGUAGE_PARAMETER)
  if (url.href === location.href) location.reload()
  else location.replace(url)
}

/** A link named the language of this page: other pages of this visit follow it, unless the person has chosen one. */
export function followNamedLanguage(): void {
  if (new URLSearchParams(location.search).get(LANGUAGE_PARAMETER) === language)
    writeCookie(`${VISIT_LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Lax`)
}

/** The language of the next start: the one that was chosen in this browser, else that of this page. */
export const openingLanguage = () => (hasCookie(`${LANGUAGE_COOKIE}=${otherLanguage}`) ? otherLanguage : language)

export const isLanguageChosen = (): boolean => hasCookie(`${LANGUAGE_COOKIE}=${language}`)

export function localText(english: string, malay: string | undefined): string {
  return language === 'ms' && malay ? malay : english
}
