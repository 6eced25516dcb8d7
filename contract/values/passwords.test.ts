import { expect, test } from 'vitest'
import { texts } from '#texts'
import { passwordError, stripWhiteSpace } from './passwords.ts'

test.each([
  ['Teh-Tarik1', undefined],
  ['Ab1-xyz', texts.passwordTooShort],
  ['teh-tarik1', texts.passwordTooWeak],
  ['TEH-TARIK1', texts.passwordTooWeak],
  ['Teh-Tarik', texts.passwordTooWeak],
  ['TehTarik12', texts.passwordTooWeak],
  ['Teh Tarik-1', texts.passwordWhiteSpace],
  [`Aa1-${'x'.repeat(124)}`, undefined],
  [`Aa1-${'x'.repeat(125)}`, texts.passwordTooLong],
])('S-5.03 D-21 the error message for the password %j', (password, message) => {
  expect(passwordError(password)).toBe(message)
})

test('S-5.02 white space is removed from a typed password', () => {
  expect(stripWhiteSpace(' Teh\tTarik -1\u00a0\n')).toBe('TehTarik-1')
})
