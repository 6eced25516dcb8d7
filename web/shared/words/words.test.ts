import { expect, test } from 'vitest'
import * as en from './en.ts'
import * as enSentences from './enSentences.ts'
import * as ms from './ms.ts'
import * as msSentences from './msSentences.ts'

/** The shape of the texts of a language. A language's function may ignore a value, as Malay does where it has no plural. */
type Texts<T> = { readonly [Name in keyof T]: Text<T[Name]> }
type Text<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : T
type Names<T> = { readonly [Name in keyof T]: unknown }

// The assignments are the check: a name that only one language has is a type error.
const english: Names<typeof ms & typeof msSentences> = { ...en, ...enSentences }
const malay: Texts<typeof en & typeof enSentences> = { ...ms, ...msSentences }

test('English and Malay have the same texts', () => {
  expect(Object.keys(malay)).toEqual(Object.keys(english))
})
