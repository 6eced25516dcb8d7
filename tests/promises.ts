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

/** The numbers that the titles of tests carry, and of them those that some test keeps through the front door. */
export function testedNumbers() {
  const tests = code.filter((file) => isTest(file) && file !== 'tests/structure.test.ts')
  return { tested: numbersIn(tests), driven: numbersIn(tests.filter(drivesTheServer)) }
}

/** What members are promised: neither put off nor kept by a test of one part alone. */
export const isOwedToMembers = (number: string) => number.startsWith('S-') || number <= 'D-46'

const drivesTheServer = (file: string) =>
  file.startsWith('tests/journeys/') || (file.startsWith('server/') && /\btestApp\(/.test(read(file)))
const numbersIn = (tests: string[]) => new Set(tests.flatMap((file) => numbersInTitles(read(file))))

export function numbersInTitles(source: string) {
  return [...source.matchAll(TITLE)].flatMap(([, , title = '']) => title.match(NUMBER) ?? [])
}
