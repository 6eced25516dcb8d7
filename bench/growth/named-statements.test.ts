import { expect, test } from 'vitest'
import { code, isTest, read } from '../../tests/structure/tree.ts'
import { measured, notMeasured } from './named-statements.ts'

/** A verb of `platform/db/query.ts`, with what is between it and the SQL. */
const SENT = /\b(?:many|maybe|one|values|maybeValue|value|rowCount|some|run)(?:<[^(`]*>)?\((.*?)\)`/gs

/** The names of SQL statements, such as `queue.next`; a part that varies is `*`. */
function namesIn(text: string): string[] {
  const found = [...text.matchAll(/\bname(?::| =) (.*)/g), ...text.matchAll(SENT)]
  const given = found.map(([, rest = '']) => rest.replace(/\$\{[^}]*\}/g, '*'))
  const literals = given.flatMap((rest) => [...rest.matchAll(/(['`])(.*?)\1/g)].map(([, , literal = '']) => literal))
  const names = literals.map((literal) => literal.replace(/\*+/g, '*'))
  return names.filter((name) => /^(\*|[a-z]+(-[a-z]+)*)(\.[a-z*-]+)+$/.test(name) && /[a-z]/.test(name))
}

test('each named statement is measured by the growth part of the bench, or listed with what sends it', () => {
  const server = code.filter((file) => file.startsWith('server/') && !isTest(file))
  const found = new Set(server.flatMap((file) => namesIn(read(file))))
  const listed = [...Object.keys(measured), ...Object.values(notMeasured).flat()]
  expect(found.size).toBeGreaterThan(200)
  expect([...found].filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name, at) => !found.has(name) || listed.indexOf(name) !== at)).toEqual([])
})
