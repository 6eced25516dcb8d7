import type { Language } from '@stampus/contract/values/languages'
import * as en from '../../web/shared/words/en.ts'
import * as ms from '../../web/shared/words/ms.ts'

/** The texts of the members' app in one language. */
export type Words = {
  readonly [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : (typeof en)[Name]
}

export const wordsOf: Record<Language, Words> = { en, ms }
