import { expect, test } from 'vitest'
import { decimalAmount, formatAmount, parseAmount } from './money.ts'

test.each([
  ['0', 0],
  ['0.00', 0],
  ['12.5', 1250],
  [' 12.50 ', 1250],
  ['19.99', 1999],
  ['999999.99', 99_999_999],
])('D-42 %j is %d sen', (typed, sen) => {
  expect(parseAmount(typed)).toBe(sen)
})

test.each(['', '-1', '1.005', '1,50', '1e3', '0x10', '١٢', '1000000', 'NaN', '12.', '.5', '12 50'])(
  'D-42 %j is not an amount',
  (typed) => {
    expect(parseAmount(typed)).toBeUndefined()
  },
)

test('D-08 decimalAmount has two decimals', () => {
  expect([0, 5, 1250, 99_999_999].map(decimalAmount)).toEqual(['0.00', '0.05', '12.50', '999999.99'])
})

test('S-9.06 amounts are shown with RM and a narrow no-break space', () => {
  expect(formatAmount('1250.5', 'RM')).toBe('RM\u202f1,250.50')
})
