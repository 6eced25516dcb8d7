import {
  asLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
  VISIT_LANGUAGE_COOKIE,
} from '@stampus/contract/values/languages'
import * as words from '#words'
import { readCookie, writeCookie } from './storage/cookies.ts'

const YEAR_S = 31_536_000

export const language: Language = words.locale.startsWith('ms') ? 'ms' : 'en'
export const otherLanguage: Language = language === 'ms' ? 'en' : 'ms'

/** The URL of this page in the other language, for a link. */
export const otherLanguageLink = `?${LANGUAGE_PARAMETER}=${otherLanguage}`

/** Keeps a language as the choice of this browser. */
export function rememberLanguage(chosen: Language): void {
  writeCookie(`${LANGUAGE_COOKIE}=${chosen}; Max-Age=${YEAR_S}; SameSite=Lax`)
}

/** The language that was chosen in this browser, if any. */
export const chosenLanguage = () => asLanguage(readCookie(LANGUAGE_COOKIE))

/** A link named the language of this page: other pages of this visit follow it, unless the person has chosen one. */
export function followNamedLanguage(): void {
  const named = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER)
  if (named === language) writeCookie(`${VISIT_LANGUAGE_COOKIE}=${language}; SameSite=Lax`)
}

/** Some browsers delete cookies of scripts after a week without a visit, so each visit renews the choice. */
export function renewChosenLanguage(): void {
  const chosen = chosenLanguage()
  if (chosen) rememberLanguage(chosen)
}

/** The query of a URL without the language it names. */
export function withoutLanguage(search: string): string {
  const query = new URLSearchParams(search)
  if (!query.has(LANGUAGE_PARAMETER)) return search
  query.delete(LANGUAGE_PARAMETER)
  return query.size > 0 ? `?${query}` : ''
}

/** Going back may show a page that the browser kept from before the language was chosen. It is loaded again. */
export function followChosenLanguage(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && chosenLanguage() === otherLanguage) location.reload()
  })
}
