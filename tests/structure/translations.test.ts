import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as counterEn from '../../counter/shared/words/en.ts'
import * as counterEnSentences from '../../counter/shared/words/enSentences.ts'
import * as counterEnStatements from '../../counter/shared/words/enStatements.ts'
import * as counterMs from '../../counter/shared/words/ms.ts'
import * as counterMsSentences from '../../counter/shared/words/msSentences.ts'
import * as counterMsStatements from '../../counter/shared/words/msStatements.ts'
import * as webEn from '../../web/shared/words/en.ts'
import * as webEnFirst from '../../web/shared/words/enFirstSentences.ts'
import * as webEnSentences from '../../web/shared/words/enSentences.ts'
import * as webMs from '../../web/shared/words/ms.ts'
import * as webMsFirst from '../../web/shared/words/msFirstSentences.ts'
import * as webMsSentences from '../../web/shared/words/msSentences.ts'
import { root } from './tree.ts'

const inEnglish = {
  web: { ...webEn, ...webEnFirst, ...webEnSentences },
  counter: { ...counterEn, ...counterEnSentences, ...counterEnStatements },
}
const inMalay = {
  web: { ...webMs, ...webMsFirst, ...webMsSentences },
  counter: { ...counterMs, ...counterMsSentences, ...counterMsStatements },
}

/** The shape of the texts of a language. A language's function may ignore a value, as Malay does where it has no plural. */
type Texts<T> = { readonly [Name in keyof T]: Text<T[Name]> }
type Text<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : T
type Names<T> = { readonly [Name in keyof T]: unknown }

// The assignments are the check: a name that only one language has is a type error.
const english: { [App in keyof typeof inMalay]: Names<(typeof inMalay)[App]> } = inEnglish
const malay: { [App in keyof typeof inEnglish]: Texts<(typeof inEnglish)[App]> } = inMalay

/** The texts by name, with the code of those that have values; a record is several texts. */
function textsIn(words: object): [string, string][] {
  return Object.entries(words).flatMap(([name, text]): [string, string][] =>
    typeof text === 'object' ? textsIn(text).map(([key, one]) => [`${name}.${key}`, one]) : [[name, String(text)]],
  )
}

const names = ['pageTitle', 'languageEnglish', 'languageMalay', 'submissionsStatus']
const withoutWords = ['receiptPictureKilobytes', 'receiptPictureMegabytes', 'receiptReadPlace', 'receiptPercent']

test.each([
  ['web', [...names, 'submissionFromTo', ...withoutWords]],
  ['counter', ['pin']],
] as const)(
  'D-100 the app %s has the same texts in English and Malay, shares only names and what has no words, and uses all',
  (app, shared) => {
    expect(Object.keys(malay[app])).toEqual(Object.keys(english[app]))
    const translated = new Map(textsIn(malay[app]))
    const same = textsIn(english[app]).filter(([name, text]) => translated.get(name) === text)
    expect(same.map(([name]) => name)).toEqual(shared)
    const cwd = join(root, app)
    const sources = globSync(['{app,features,prerender,shared}/**/*.{ts,tsx}', 'index.html', 'manifest.ts'], { cwd })
    const code = sources.filter((file) => !file.includes('shared/words')).map((file) => readFileSync(join(cwd, file)))
    const used = new Set(code.join('\n').match(/\w+/g))
    expect(Object.keys(english[app]).filter((name) => !used.has(name))).toEqual([])
  },
)
