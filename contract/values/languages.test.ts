import { expect, test } from 'vitest'
import { preferredLanguage } from './languages.ts'

test.each([
  ['ms', 'ms'],
  ['MS', 'ms'],
  ['ms-MY,en;q=0.8', 'ms'],
  ['ms-Arab-MY', 'ms'],
  ['fr-FR, ms;q=0.7, en;q=0.3', 'ms'],
  ['en;q=0.5,ms;q=0.9', 'ms'],
  ['en ; q=0.5 , ms', 'ms'],
  ['en;q=0, ms;q=0.1', 'ms'],
  ['en,ms', 'en'],
  ['en-GB,en;q=0.9,ms;q=0.8', 'en'],
  ['ms;q=0.5,en', 'en'],
  ['ms;q=0', 'en'],
  ['ms;q=often', 'en'],
  ['ms;q=2,en', 'en'],
  ['fr', 'en'],
  ['id-ID', 'en'],
  ['msa', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [';;,,q=1;=', 'en'],
  ['constructor,__proto__', 'en'],
])('a browser that asks for %s gets pages and mails in %s', (accepted, language) => {
  expect(preferredLanguage(accepted)).toBe(language)
})

test('a header of 10 kB is read', () => {
  expect(preferredLanguage(`${'x'.repeat(10_000)},ms`)).toBe('ms')
  expect(preferredLanguage(`${','.repeat(5000)}${';'.repeat(5000)}`)).toBe('en')
  expect(preferredLanguage('ms;q=0.1,'.repeat(1100))).toBe('ms')
})
