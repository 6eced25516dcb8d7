import { code, isTest, read } from './tree.ts'

const LATER = '(planned)'
const NUMBER = /\b(?:S-\d\.\d\d|D-\d\d)\b/g
/** The title of a test that runs: `test('…'`, `describe('…'`, `test.each(table)('…'`; not one that is skipped. */
const TITLE = /\b(?:test|it|describe)(?:\.(?!skip|todo|fixme)\w+(?:\([\s\S]*?\)(?=\())?)*\(\s*(['"`])(.*?)\1/g

/** `docs/promises.md`: each promise's number, and whether it is still to be kept. */
export function listedPromises() {
  const lines = read('docs/promises.md').matchAll(/^- ([SD]-[\d.]+) (.+)$/gm)
  return [...lines].map(([, number = '', words = '']) => ({ number, later: words.endsWith(LATER) }))
}

/** The numbers that the titles of tests carry. */
export function testedNumbers() {
  return new Set(code.filter(carriesPromises).flatMap((file) => numbersInTitles(read(file))))
}

const carriesPromises = (file: string) => isTest(file) && file !== 'tests/structure.test.ts'

export function numbersInTitles(source: string) {
  return [...source.matchAll(TITLE)].flatMap(([, , title = '']) => title.match(NUMBER) ?? [])
}
