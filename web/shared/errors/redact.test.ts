import { expect, test, vi } from 'vitest'
import { framesOf, redact } from './redact.ts'

vi.stubGlobal('location', { origin: 'https://stampus.test' })
const noJson = 'Unexpected token [text] is not valid JSON'
const redacted300 = (text: string) => redact(text, 300)

test.each([
  ['an e-mail address', 'No user aisyah.r+x@student.campus.edu.my here', 'No user [email] here'],
  ['an encoded e-mail address', 'GET aisyah%40campus.edu.my failed', 'GET [email] failed'],
  ['text that is not JSON', `Unexpected token 'A', "Aisyah bin"... is not valid JSON`, noJson],
  [
    'text that is not JSON and contains quotes',
    `Unexpected token 'A', ..."e": Aisyah, "b"... is not valid JSON`,
    noJson,
  ],
  ['a quoted name', 'Not "Aisyah binti Ali"!', 'Not [text]!'],
  ['a quoted name with an apostrophe', "Not 'Aisyah O'Neil'!", 'Not [text]!'],
  ['a name in printed quotes', 'Not “Aisyah binti Ali”!', 'Not [text]!'],
  ['a name whose closing quote is missing', 'Not "Aisyah binti', 'Not [text]'],
  ['the address of a receipt', 'at /app/submissions/4312 now', 'at /app/submissions/:id now'],
  ['the short address of a merchant', 'at https://stampus.test/merchants/kak-ros, now', 'at /merchants/:slug, now'],
  ['an unknown address', 'at /files/aisyah/1.webp now', 'at * now'],
  ['the query of an address', 'at /deals/1?token=abc now', 'at /deals/:id now'],
  ['a bearer token', 'Authorization: Bearer 12|a8f3c9', 'Authorization: Bearer [token]'],
  ['one part of a query', 'id=1&hash=abc failed', 'id=1 failed'],
  ['a named secret', 'hash=abc failed', 'hash=[token] failed'],
  ['a long hexadecimal run', 'lost 5f1d7c0a9be34d21aa!', 'lost [token]!'],
  ['a long run of base64', 'lost q7Jx0-Zk_3vN8wYb2LrT5sUeHg1+/Cd==!', 'lost [token]!'],
  ['a telephone number', 'call 012-345 6789', 'call [number]'],
])('D-93 %s is redacted', (_, text, redacted) => {
  expect(redacted300(text)).toBe(redacted)
})

test.each([
  ['a location in a script', 'at /assets/AnnouncementsPage-bS2iDunn1.js:2:1234567'],
  ['a property name of the code', "Cannot read properties of undefined (reading 'merchant')"],
  ['apostrophes', "It can't be opened because it doesn't exist"],
  ['the number of a React error', 'Minified React error #418'],
])('D-93 %s is not redacted', (_, text) => {
  expect(redacted300(text)).toBe(text)
})

test('D-93 only the frames of a stack are reported, not its message', () => {
  const frames = '    at Card (/assets/Card-D3.js:2:170)\n    at /assets/main.js:1:9'
  expect(framesOf(`Error: Aisyah\nbinti Ali\n${frames}`)).toBe(frames)
  expect(redact(framesOf('Aisyah\nread@https://stampus.test/assets/main.js:1:9'), 300)).toBe('read@/assets/main.js:1:9')
})

test.each(['a', '1', '@', '/', '"', "'", ' ', '?', '&a', 'a.', '1 ', 'Bearer ', '%40', '\n', '/a', 'a@a.', " '"])(
  'D-93 only the beginning of a long text of %j is searched',
  (unit) => {
    const text = unit.repeat(200_000)
    expect(redacted300(`${text} aisyah@campus.edu.my`)).toBe(redacted300(text))
    expect(redacted300(text).length).toBeLessThanOrEqual(300)
    expect(framesOf(text)).toBe(framesOf(text.slice(0, 501)))
  },
)

test('D-93 a long text is not cut inside a word that must be redacted', () => {
  const start = `${'"x" '.repeat(148)}aisyah`
  expect(redact(`${start}@campus.edu.my is unknown`, 300)).not.toContain('aisyah')
})
