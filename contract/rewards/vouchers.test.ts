import { expect, test } from 'vitest'
import { readVoucherCode, writeVoucherCode } from './vouchers.ts'

test('R-3.03 the QR code of a voucher says its number and its code, and is read again', () => {
  expect(writeVoucherCode({ number: '12345678', code: '0421' })).toBe('STAMPUS:12345678:0421')
  expect(readVoucherCode('STAMPUS:12345678:0421')).toEqual({ number: '12345678', code: '0421' })
})

test.each([
  '',
  'https://stampus.test/merchants/kopi-kita',
  'STAMPUS:1234567:0421',
  'STAMPUS:12345678:042',
  'STAMPUS:12345678:04210',
  'stampus:12345678:0421',
  ' STAMPUS:12345678:0421',
  'STAMPUS:12345678:0421\n',
])('R-3.03 %j is not the QR code of a voucher', (text) => {
  expect(readVoucherCode(text)).toBeUndefined()
})
