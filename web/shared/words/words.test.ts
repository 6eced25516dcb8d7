import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as en from './en.ts'
import * as enFirst from './enFirstSentences.ts'
import * as enSentences from './enSentences.ts'
import * as ms from './ms.ts'
import * as msFirst from './msFirstSentences.ts'
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
const english: Names<typeof ms & typeof msFirst & typeof msSentences> = { ...en, ...enFirst, ...enSentences }
const malay: Texts<typeof en & typeof enFirst & typeof enSentences> = { ...ms, ...msFirst, ...msSentences }

test('English and Malay have the same texts in the same order', () => {
  expect(Object.keys(malay)).toEqual(Object.keys(english))
})

test('only names and words that Malay shares with English are the same in both languages', () => {
  const malayTexts = new Map<string, unknown>(Object.entries(malay))
  const same = Object.entries(en).filter(([name, text]) => malayTexts.get(name) === text)
  expect(same.map(([name]) => name)).toEqual(['pageTitle', 'languageEnglish', 'languageMalay', 'submissionsStatus'])
})

test('every text is used', () => {
  const web = join(import.meta.dirname, '../..')
  const sources = globSync(['{app,features,prerender,shared}/**/*.{ts,tsx}', 'index.html', 'manifest.ts'], { cwd: web })
  const code = sources
    .filter((file) => !file.includes('shared/words'))
    .map((file) => readFileSync(join(web, file), 'utf8'))
  const used = new Set(code.join('\n').match(/\w+/g))
  expect(Object.keys(english).filter((name) => !used.has(name))).toEqual([])
})
