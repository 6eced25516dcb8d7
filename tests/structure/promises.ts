import { code, importsOf, isTest, read } from './tree.ts'

const LATER = '(planned)'
const NUMBER = /\b(?:[SR]-\d\.\d\d|R-8|D-\d{2,3})\b/g
/** The title of a test that runs: `test('…'`, `describe('…'`, `test.each(table)('…'`; not one that is skipped. */
const TITLE = /\b(?:test|it|describe)(?:\.(?!skip|todo|fixme)\w+(?:\([\s\S]*?\)(?=\())?)*\(\s*(['"`])(.*?)\1/g

/** The promises of `docs/promises.md`: the number of each, and whether it is planned for later. */
export function listedPromises() {
  const lines = read('docs/promises.md').matchAll(/^- ([SDR]-[\d.]+) (.+)$/gm)
  return [...lines].map(([, number = '', words = '']) => ({ number, later: words.endsWith(LATER) }))
}

/** The numbers in the titles of tests, and of them those in tests that call the real server. */
export function testedNumbers() {
  const tests = code.filter((file) => isTest(file) && !file.startsWith('tests/structure/'))
  return {
    tested: new Set(tests.flatMap((file) => numbersInTitles(read(file)))),
    driven: new Set(tests.filter(drivesServer).flatMap((file) => numbersInTitles(read(file)))),
  }
}

/** True for a promise to members: it must not be planned for later, and needs a test that calls the real server. */
export const isOwedToMembers = (number: string) =>
  number.startsWith('S-') || (number.startsWith('D-') && Number(number.slice('D-'.length)) <= 46)

/** Whether a test calls the real server: a journey, or a test of the server that opens one. */
const drivesServer = (file: string) =>
  file.startsWith('tests/journeys/') ||
  (file.startsWith('server/') && importsOf(file).includes('tests/support/server/app.ts'))

export function titlesIn(source: string) {
  return [...source.matchAll(TITLE)].map(([, , title = '']) => title)
}

function numbersInTitles(source: string) {
  return titlesIn(source).flatMap((title) => title.match(NUMBER) ?? [])
}
