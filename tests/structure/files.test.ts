import { expect, test } from 'vitest'
import { code, files, filesWith, isTest, read } from './tree.ts'

const MOST_FILES_IN_A_FOLDER = 24
const MOST_LINES = 400

/** Data: one row a migration, one file a picture, one page a decision. */
const mayHoldMoreFiles = /^(server\/platform\/db\/migrations|demo\/pictures|docs\/decisions)(\/|$)/

/** The build of an app takes one of these, depending on its language. */
const entriesOfBuilds = ['english', 'malay', 'englishTexts', 'malayTexts'].map((name) => `contract/texts/${name}.ts`)

test('a folder holds at most 24 files', () => {
  const counts = new Map<string, number>()
  for (const file of files) {
    const folder = file.split('/').slice(0, -1).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const tooFull = [...counts].filter(([name, count]) => count > MOST_FILES_IN_A_FOLDER && !mayHoldMoreFiles.test(name))
  expect(tooFull).toEqual([])
})

test('a file has at most 400 lines', () => {
  const limited = [...code, ...files.filter((file) => file.endsWith('.css'))]
  expect(limited.filter((file) => read(file).trimEnd().split('\n').length > MOST_LINES)).toEqual([])
})

test('no folder or file has a name that says nothing', () => {
  const vague = /(^|\/)(src|lib|utils?|helpers?|types|hooks|common|misc)(\/|\.tsx?$)|(^|\/)index\.tsx?$/
  expect(code.filter((file) => vague.test(file))).toEqual([])
})

test('every test lies where a runner looks for it', () => {
  const looked =
    /^(server|demo|contract|web|console|counter|ui|scripts|bench)\/.+\.test\.ts$|^tests\/((structure|production|failover)\/[\w-]+\.test|support\/.+\.test|(stress|security)\/.+\.(test|spec)|journeys\/.+\.spec)\.ts$/
  expect(code.filter((file) => isTest(file) && !looked.test(file))).toEqual([])
})

test('no file passes on what another one exports', () => {
  const others = code.filter((file) => !entriesOfBuilds.includes(file))
  expect(filesWith(/^export\s+(\*|(type\s+)?\{[^}]*\})\s*(as\s+\w+\s*)?from\b/m, others)).toEqual([])
})

test('migrations are numbered from 001 without a gap or a double', () => {
  const numbers = files.map((file) => /^server\/platform\/db\/migrations\/(\d+)-/.exec(file)?.[1]).filter(Boolean)
  expect(numbers.length).toBeGreaterThan(5)
  expect(numbers).toEqual(numbers.map((_, place) => String(place + 1).padStart(3, '0')))
})

test('no file names a package registry or a folder of one machine', () => {
  const text = files.filter((file) => /\.(ts|tsx|mjs|json|md|css|sql|ya?ml|html|sh|conf)$|\/run$|rc$/.test(file))
  expect(filesWith(/https?:\/\/[\w.-]*\b(registry|npmjs|npm|yarnpkg)\b[\w-]*\./, text)).toEqual([])
  expect(filesWith(/(?<![\w./-])\/(?:work|root|home\/\w+|Users\/\w+)\/\w|\b[A-Z]:\\Users\\/, text)).toEqual([])
})
