import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { register } from '../accounts.ts'
import { create } from '../console/merchants.ts'
import { voucherCodeInput } from '../rewards/vouchers.ts'
import { plainDigits, plainEmail, plainPhone } from './typedText.ts'

test.each([
  ['\u202a+60 3-5550 1234\u202c', '+60 3-5550 1234'],
  ['\u200e03-5550 1234', '03-5550 1234'],
  ['03\u20115550\u00a01234', '03-5550 1234'],
  ['03\u20135550 1234', '03-5550 1234'],
  ['\uff0b\uff16\uff10 3-5550 1234', '+60 3-5550 1234'],
  ['tel:+60355501234', '+60355501234'],
  ['TEL: 03\u22125550 1234\ufeff', '03-5550 1234'],
  ['(03)\u200b5550\u00ad1234', '(03)55501234'],
])('D-53 the telephone number %j is taken as %j', (given, taken) => {
  expect(plainPhone(given)).toBe(taken)
  expect(z.parse(create.input.shape.contact_number, given)).toBe(taken)
})

test.each([
  ['\u200eaina@campus.edu.my\u200b', 'aina@campus.edu.my'],
  ['mailto:aina@campus.edu.my', 'aina@campus.edu.my'],
  ['ａｉｎａ＠campus.edu.my\u00a0', 'aina@campus.edu.my'],
  ['nur\u2011ain@campus.edu.my', 'nur-ain@campus.edu.my'],
])('S-5.12 the address %j is taken as %j', (given, taken) => {
  expect([plainEmail(given), z.parse(register.input.shape.email, given)]).toEqual([taken, taken])
})

test('R-3.02 the digits of a voucher are understood as they are pasted', () => {
  expect(z.parse(voucherCodeInput, { number: '\u202a1234\u00a05678\u202c', code: '０４-21' })).toEqual({
    number: '12345678',
    code: '0421',
  })
  expect(plainDigits('12a 34')).toBe('12a34')
})
