import { code, importsOf, isTest, read } from './tree.ts'

const LATER = '(planned)'
const NUMBER = /\b(?:[SR]-\d\.\d\d|R-8|D-\d{2,3})\b/g
/** The title of a test that runs: `test('…'`, `describe('…'`, `test.each(table)('…'`; not one that is skipped. */
const TITLE = /\b(?:test|it|describe)(?:\.(?!skip|todo|fixme)\w+(?:\([\s\S]*?\)(?=\())?)*\(\s*(['"`])(.*?)\1/g

/** The promises of `docs/promises.md`: the number of each, and whether it is planned for later. */
export function listedPromises() {
  const unwrapped = read('docs/promises.md').replaceAll(/\n {2}(?=\S)/g, ' ')
  const lines = unwrapped.matchAll(/^- ([SDR]-[\d.]+) (.+)$/gm)
  return [...lines].map(([, number = '', words = '']) => ({ number, later: words.endsWith(LATER) }))
}

/** The numbers in the titles of tests, and of them those in tests that call the real server. */
export function testedNumbers() {
  const tests = code.filter((file) => isTest(file) && !file.startsWith('tests/structure/'))
  return {
    tested: new Set(tests.flatMap((file) => numbersInTitles(read(file)))),
    driven: new Set(tests.flatMap((file) => drivingParts(file).flatMap(numbersInTitles))),
  }
}

/** True for a promise to members: it must not be planned for later, and needs a test that calls the real server. */
export const isOwedToMembers = (number: string) =>
  number.startsWith('S-') || (number.startsWith('D-') && Number(number.slice('D-'.length)) <= 46)

/** The parts of a test file that call the real server: a whole journey, unless it runs against the stub. */
function drivingParts(file: string) {
  if (file.startsWith('tests/journeys/')) return importsOf(file).some(isStub) ? [] : [read(file)]
  return file.startsWith('server/') ? statementsOf(file).filter(mentions(functionsThatCall(file))) : []
}

/** The names in a file that lead to a call of the server: each declaration that injects or uses such a name. */
function functionsThatCall(file: string): string[] {
  const given = importsOf(file)
    .filter((from) => from.startsWith('tests/support/'))
    .flatMap(functionsThatCall)
  const grown = (names: string[]): string[] => {
    const more = statementsOf(file)
      .filter(mentions(names))
      .flatMap(declaredIn)
      .filter((name) => !names.includes(name))
    return more.length === 0 ? names : grown([...names, ...more])
  }
  return grown(given)
}

const isStub = (file: string) => file.startsWith('tests/stub/')
/** What begins at the margin, with all that is indented under it. */
const statementsOf = (file: string) =>
  read(file)
    .split(/^(?=[a-z])/m)
    .filter((statement) => !statement.startsWith('import '))
const declaredIn = (statement: string) =>
  [...statement.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/g)].map(([, name = '']) => name)
/** Whether a statement injects a request or calls one of these functions. A bare `inject(` is Vitest's own. */
function mentions(names: string[]) {
  const calls = ['\\.inject', ...names.map((name) => `(?<![\\w.])${name}`)].join('|')
  return (statement: string) => new RegExp(`(?:${calls})\\(`).test(statement)
}

export function titlesIn(source: string) {
  return [...source.matchAll(TITLE)].map(([, , title = '']) => title)
}

export function numbersInTitles(source: string) {
  return titlesIn(source).flatMap((title) => title.match(NUMBER) ?? [])
}
