import { expect, test } from 'vitest'
import * as en from './enSentences.ts'
import * as enStatements from './enStatements.ts'
import * as ms from './msSentences.ts'
import * as msStatements from './msStatements.ts'

/** The texts by name, with the code of those that have values; a record is several texts. */
function textsIn(words: object): [string, string][] {
  return Object.entries(words).flatMap(([name, text]): [string, string][] =>
    typeof text === 'object' ? textsIn(text).map(([key, one]) => [`${name}.${key}`, one]) : [[name, String(text)]],
  )
}

test('D-100 no sentence with values and no word of statements is English in Malay', () => {
  const malay = new Map(textsIn({ ...ms, ...msStatements }))
  const same = textsIn({ ...en, ...enStatements }).filter(([name, text]) => malay.get(name) === text)
  expect(same.map(([name]) => name)).toEqual([])
})
