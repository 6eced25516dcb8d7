import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { root } from '../../structure/tree.ts'

/** The shape of the texts of a language. A language's function may ignore a value, as Malay does where it has no plural. */
export type Texts<T> = { readonly [Name in keyof T]: Text<T[Name]> }
type Text<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : T
export type Names<T> = { readonly [Name in keyof T]: unknown }

/** The texts by name, with the code of those that have values; a record is several texts. */
function textsIn(words: object): [string, string][] {
  return Object.entries(words).flatMap(([name, text]): [string, string][] =>
    typeof text === 'object' ? textsIn(text).map(([key, one]) => [`${name}.${key}`, one]) : [[name, String(text)]],
  )
}

/** Expects an app to use all of its texts, and to have them in the same order in both languages, which share these alone. */
export function expectTranslated(app: string, english: object, malay: object, shared: string[]) {
  expect(Object.keys(malay)).toEqual(Object.keys(english))
  const translated = new Map(textsIn(malay))
  const same = textsIn(english).filter(([name, text]) => translated.get(name) === text)
  expect(same.map(([name]) => name)).toEqual(shared)
  const cwd = join(root, app)
  const sources = globSync(['{app,features,prerender,shared,sign-in}/**/*.{ts,tsx}', 'index.html', 'vite.config.ts'], {
    cwd,
  })
  const code = sources.filter((file) => !file.includes('shared/words')).map((file) => readFileSync(join(cwd, file)))
  const used = new Set(code.join('\n').match(/\w+/g))
  expect(Object.keys(english).filter((name) => !used.has(name))).toEqual([])
}
