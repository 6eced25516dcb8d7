import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { titlesIn } from './promises.ts'
import { code, files, isTest, read } from './tree.ts'

/** Words that docs/style.md rules out, wherever people read English. */
const FORBIDDEN = /\b(anew|mends?|mended|told|stands|borne|hence|besides|whoever|whomever|of somebody)\b/i

/** Names that meant something only here; docs/style.md and docs/glossary.md have the standard ones. */
const PRIVATE =
  /^(anew|mend|mended|told|stands|refusals?|callers|serving|sought|parcels?|besiege|knock|twins?|undelivered|resent|impersonal|house|houses|doors|said|asking|patience|caller|furnish|lend|lent)$/i

/** This page lists the forbidden words. */
const exempt = /^docs\/style\.md$/

/** Lines of comments, with their numbers left out. */
function commentsIn(file: string): string[] {
  const lines = read(file).split('\n')
  if (file.endsWith('.sql')) return lines.flatMap((line) => /--(.*)$/.exec(line)?.[1] ?? [])
  return lines.flatMap(
    (line) => /^\s*(?:\{?\/\*+|\*|\/\/)(.*)$/.exec(line)?.[1] ?? /\s\/\/\s([^'"`]*)$/.exec(line)?.[1] ?? [],
  )
}

/** Files whose texts people read on screens and in messages; the JSON files are lists of nothing else. */
const SHOWN =
  /^(console|counter|ui|web\/shared\/words|contract\/texts)\/.*\.tsx?$|^((web|counter)\/shared\/words\/\w+|contract\/(console\/auditLabels|texts\/\w+))\.json$/

/** The texts of a file that people may read: JSX text, and literals that contain a space. */
function textsShownIn(file: string): string[] {
  const texts: string[] = []
  if (file.endsWith('.json')) {
    JSON.parse(read(file), (_name, value) => typeof value === 'string' && texts.push(value))
    return texts
  }
  const visitor = new Visitor({
    JSXText: ({ value }) => void texts.push(value.replace(/\s+/g, ' ').trim()),
    Literal: ({ value }) => void (typeof value === 'string' && value.includes(' ') && texts.push(value)),
    TemplateElement: ({ value }) => void texts.push(value.raw),
  })
  visitor.visit(parseSync(file, read(file)).program)
  return texts
}

/** An email may be resent; as a name, the word is out. */
const hasAvoidedWord = (text: string) =>
  FORBIDDEN.test(text) || text.split(/[^a-z]+/i).some((word) => PRIVATE.test(word) && !/^resent$/i.test(word))

const found = (file: string, texts: string[], pattern: RegExp) =>
  texts.flatMap((text) => (pattern.test(text) ? [`${file}: ${text.trim()}`] : []))

const readable = (ending: RegExp) => files.filter((file) => ending.test(file) && !exempt.test(file))

test('comments use plain words', () => {
  const sources = readable(/\.(ts|tsx|mjs|css|sql|sh|conf|yaml|service)$|Caddyfile$|Containerfile$/)
  expect(sources.flatMap((file) => found(file, commentsIn(file), FORBIDDEN))).toEqual([])
})

test('docs use plain words', () => {
  expect(readable(/\.md$/).flatMap((file) => found(file, read(file).split('\n'), FORBIDDEN))).toEqual([])
})

test('texts of screens and messages use plain words', () => {
  const sources = files.filter((file) => SHOWN.test(file) && !isTest(file))
  const wrong = sources.flatMap((file) =>
    textsShownIn(file).flatMap((text) => (hasAvoidedWord(text) ? [`${file}: ${text}`] : [])),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

test('titles of tests use plain words', () => {
  const tests = code.filter((file) => isTest(file) && !file.startsWith('tests/structure/'))
  expect(tests.flatMap((file) => found(file, titlesIn(read(file)), FORBIDDEN))).toEqual([])
})

test('comments name no promise and no section of a document outside this repository', () => {
  const references = /\b[SDR]-\d[\d.]*\b|\bsection \d/i
  const sources = readable(/\.(ts|tsx|mjs|css|sql)$/).filter((file) => !file.startsWith('tests/structure/'))
  expect(sources.flatMap((file) => found(file, commentsIn(file), references))).toEqual([])
})

test('files and declared names use the standard words', () => {
  const wordsOf = (name: string) => name.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/)
  const names = code.flatMap((file) => {
    const declared = [...read(file).matchAll(/\b(?:const|let|function|class|type|interface)\s+([A-Za-z]\w*)/g)]
    return [file.split('/').at(-1) ?? '', ...declared.map(([, name = '']) => name)].map((name) => ({ file, name }))
  })
  const wrong = names.filter(({ name }) => wordsOf(name).some((word) => PRIVATE.test(word)))
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
