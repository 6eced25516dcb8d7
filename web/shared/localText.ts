import type { Language } from '@stampus/contract/values/languages'
import * as words from '#words'

/** A text that people typed. `lang` is its language if it is not that of the page. */
export type LocalText = { text: string; lang: Language | undefined }

/** Chooses between the English text of a record and its optional Malay one: the page's language, else English. */
export function localText(english: string, malay: string | undefined, locale: string = words.locale): LocalText {
  if (!locale.startsWith('ms')) return { text: english, lang: undefined }
  return malay ? { text: malay, lang: undefined } : { text: english, lang: 'en' }
}
