import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { texts } from '#texts'
import { id, message, optionalLine, optionalParagraphs, optionalText, page, paragraphs, text } from './fields.ts'

const name = text(100, () => 'missing')
const reads = (schema: z.core.$ZodType, given: unknown) => z.safeParse(schema, given)
const errorsOf = (schema: z.core.$ZodType, given: unknown) => reads(schema, given).error?.issues.map((i) => i.message)

test.each(['0', '-1', '1.5', '0x3', ' 10', '1e1', '', 'abc', '99999999999999999999'])(
  'D-08 %j is not an id',
  (given) => {
    expect(errorsOf(id, given)).toEqual(['This id is not valid.'])
  },
)

test('D-34 page numbers go up to 1,000', () => {
  expect(['1000', '1001', undefined].map((given) => reads(page, given).success)).toEqual([true, false, true])
})

test.each(['Ali\n\nGo to evil.example', 'A\u0000B', 'A\u2028B', 'A\ud800', '\udc00'])(
  'S-2.19 %j is not a valid name',
  (given) => {
    expect(errorsOf(name, given)).toEqual(['This text contains characters that cannot be used.'])
  },
)

test.each(['Zoë Fernandez', 'Kavitha a/p Subramaniam', 'محمد حكيم', '陈美凤', "O'Brien-Lim", 'Mei 🌸', '𠮷野'])(
  'S-2.19 %j is a valid name',
  (given) => {
    expect(reads(name, ` ${given} `)).toMatchObject({ success: true, data: given })
  },
)

test('D-53 an optional line may be empty or missing, and has no line break; direction marks are removed', () => {
  const title = optionalLine(5)
  expect([' a b ', ' ', '\u200b', '', null, undefined].map((given) => z.parse(title, given))).toEqual([
    'a b',
    null,
    null,
    null,
    null,
    undefined,
  ])
  expect(errorsOf(title, 'abcdef')).toEqual([texts.tooLong(5)])
  expect(errorsOf(title, 'a\nb')).toEqual(['This text contains characters that cannot be used.'])
  expect(z.parse(title, 'a\u202eb')).toBe('ab')
})

test.each(['\u200b', ' \u2060\n', '\u3164', '\u2800', '\u00ad\ufe0f'])(
  'R-2.01 D-53 %j shows nothing, so it is no title, text or message',
  (given) => {
    for (const schema of [text(9, () => 'missing'), paragraphs(9, () => 'missing'), message(9, () => 'missing')])
      expect(errorsOf(schema, given)).toEqual(['missing'])
    expect([z.parse(optionalLine(9), given), z.parse(optionalParagraphs(9), given)]).toEqual([null, null])
  },
)

test('R-2.01 a text of an operator may have several lines, loses direction marks, and a message of a member keeps them', () => {
  const note = message(40, () => 'missing')
  const lines = 'One cup.\nNot on 👩\u200d🎓 days.'
  for (const schema of [paragraphs(40, () => 'missing'), optionalParagraphs(40), note])
    expect(z.parse(schema, ` ${lines} `)).toBe(lines)
  for (const mark of ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']) {
    for (const schema of [paragraphs(40, () => 'missing'), optionalParagraphs(40)])
      expect(z.parse(schema, `One${mark} cup.`)).toBe('One cup.')
    expect(reads(note, `One${mark} cup.`).data).toBe(`One${mark} cup.`)
  }
})

test.each([
  ['Ali\u202ecod.exe', 'Alicod.exe'],
  ['\ufeffNur\u200b Ain\u2069', 'Nur Ain'],
  ['Siti\u00a0Aminah\tbinti\u3000Ali', 'Siti Aminah binti Ali'],
  ['Siti\u2011Aminah', 'Siti-Aminah'],
  ['Abdul\u00adlah', 'Abdullah'],
  ['👩\u200d🎓 Mei', '👩\u200d🎓 Mei'],
])('S-2.19 the name %j is taken as %j', (given, taken) => {
  expect(z.parse(name, given)).toBe(taken)
})

test('D-45 notes may have several lines', () => {
  expect(reads(optionalText(20), 'one\ntwo').success).toBe(true)
  expect(reads(optionalText(20), 'thanks 🙏').success).toBe(true)
  expect(errorsOf(optionalText(20), 'cut in half \ud83d')).toEqual([
    'This text contains characters that cannot be used.',
  ])
})
