import { expect, test } from 'vitest'
import { texts } from '#texts'
import { isSamePassword, passwordError, stripWhiteSpace } from './passwords.ts'

test.each([
  ['Teh-Tarik1', undefined],
  ['Ab1-xyz', texts.passwordTooShort],
  ['teh-tarik1', texts.passwordTooWeak],
  ['TEH-TARIK1', texts.passwordTooWeak],
  ['Teh-Tarik', texts.passwordTooWeak],
  ['TehTarik12', texts.passwordTooWeak],
  ['Teh Tarik-1', texts.passwordWhiteSpace],
  ['Tehtarike\u03011', texts.passwordTooWeak],
  [`Aa1-${'e\u0301'.repeat(124)}`, undefined],
  [`Aa1-${'x'.repeat(124)}`, undefined],
  [`Aa1-${'x'.repeat(125)}`, texts.passwordTooLong],
])('S-5.03 D-21 the error message for the password %j', (password, message) => {
  expect(passwordError(password)).toBe(message)
})

test('S-5.02 white space is removed from a typed password', () => {
  expect(stripWhiteSpace(' Teh\tTarik -1\u00a0\n')).toBe('TehTarik-1')
})

test('D-21 two passwords are the same however a keyboard writes their accents', () => {
  expect(isSamePassword('Se\u0301ri-1', 'S\u00e9ri-1')).toBe(true)
  expect(isSamePassword('Séri-1', 'Seri-1')).toBe(false)
})
