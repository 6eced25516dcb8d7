import { test } from 'vitest'
import { expectTranslated, type Names, type Texts } from '../../../tests/support/browser/translations.ts'
import en from './en.json'
import * as enSentences from './enSentences.ts'
import enSignIn from './enSignIn.json'
import enStatements from './enStatements.json'
import ms from './ms.json'
import * as msSentences from './msSentences.ts'
import msSignIn from './msSignIn.json'
import msStatements from './msStatements.json'

// The assignments are the check: a name that only one language has is a type error.
const english: Names<typeof ms & typeof msSentences & typeof msStatements> = { ...en, ...enSentences, ...enStatements }
const malay: Texts<typeof en & typeof enSentences & typeof enStatements> = { ...ms, ...msSentences, ...msStatements }

test('D-100 English and Malay have the same texts, of which all are used and only a name is the same', () => {
  expectTranslated('counter', english, malay, ['pin'])
  const signIn: Names<typeof msSignIn> = enSignIn
  expectTranslated('ui', signIn, msSignIn satisfies Texts<typeof enSignIn>, [])
})
