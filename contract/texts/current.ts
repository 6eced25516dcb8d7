import type { Language } from '../values/languages.ts'
import * as en from './en.ts'
import * as ms from './ms.ts'

/** A text is a string, or a function of its values that returns one. */
type Texts<T> = { readonly [Name in keyof T]: T[Name] extends string ? string : T[Name] }

const byLanguage: Record<Language, Texts<typeof en>> = { en, ms }
let currentLanguage: () => Language = () => 'en'

/** The texts of the server, in the language of the request at the moment when a text is read. English without a request. */
export const texts: Texts<typeof en> = new Proxy(en, {
  get: (_en, name: keyof typeof en) => byLanguage[currentLanguage()][name],
})

/** Sets the function that returns the language of the current request. */
export function setLanguageSource(source: () => Language): void {
  currentLanguage = source
}
