import type { Language } from '@stampus/contract/values/languages'
import { language } from './language.ts'

/** A text that people typed. `lang` is its language if it is not that of the page. */
export type LocalText = { text: string; lang: Language | undefined }

/** Chooses between the English text of a record and its optional Malay one: the page's language, else English. */
export function localText(english: string, malay: string | undefined, page: Language = language): LocalText {
  if (page === 'en') return { text: english, lang: undefined }
  return malay ? { text: malay, lang: undefined } : { text: english, lang: 'en' }
}
