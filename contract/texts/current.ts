import type { Language } from '../values/languages.ts'
import en from './en.json' with { type: 'json' }
import * as enSentences from './en.ts'
import ms from './ms.json' with { type: 'json' }
import * as msSentences from './ms.ts'

const english = { ...en, ...enSentences }
type Texts = Readonly<typeof english>

const malay: Texts = { ...ms, ...msSentences }
const textsIn: Record<Language, Texts> = { en: english, ms: malay }
let currentLanguage: () => Language = () => 'en'

/** The texts of the server, in the language of the request at the moment when a text is read. English without a request. */
export const texts: Texts = new Proxy(english, {
  get: (_english, name: keyof Texts) => textsIn[currentLanguage()][name],
})

export function setLanguageSource(source: () => Language): void {
  currentLanguage = source
}
