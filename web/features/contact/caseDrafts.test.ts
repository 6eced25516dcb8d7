import { expect, test } from 'vitest'
import { readAsked } from './caseDrafts.ts'

test.each([
  ['?subject=receipt&object=submission-7', { subject: 'receipt', object: 'submission-7' }],
  ['?subject=shop&object=merchant-4', { subject: 'shop', object: 'merchant-4' }],
  ['?subject=reward&object=voucher-3', { subject: 'reward', object: 'voucher-3' }],
  ['?subject=account', { subject: 'account', object: '' }],
  ['?subject=weather&object=submission-1', undefined],
  ['', undefined],
  ['?subject=receipt&object=merchant-1', { subject: 'receipt', object: '' }],
  ['?subject=receipt&object=submission-x', { subject: 'receipt', object: '' }],
  ['?subject=receipt&object=submission-01', { subject: 'receipt', object: '' }],
  ['?subject=receipt&object=submission-', { subject: 'receipt', object: '' }],
  ['?subject=data&object=submission-1', { subject: 'data', object: '' }],
])('R-7.01 the address %j says what a message is about, without what is impossible', (search, asked) => {
  expect(readAsked(search)).toEqual(asked)
})
