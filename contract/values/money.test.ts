import { expect, test } from 'vitest'
import { decimalAmount, formatAmount, formatSen, stampsFor } from './money.ts'
import { parseAmount, plainAmount } from './typedAmounts.ts'

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

test.each(['', '-1', '1.005', '1,50', '1e3', '0x10', '١٢', '1000000', 'NaN', '12.', '.5', '12 50', 'RM 5', '1,200.00'])(
  'D-42 %j is not an amount for the API',
  (typed) => {
    expect(parseAmount(typed)).toBeUndefined()
  },
)

test.each([
  ['12.50', '12.50'],
  ['12', '12.00'],
  ['12,50', '12.50'],
  ['12,5', '12.50'],
  ['0,50', '0.50'],
  ['.50', '0.50'],
  [',5', '0.50'],
  ['1,200', '1200.00'],
  ['1,200.5', '1200.50'],
  ['1,200.00', '1200.00'],
  ['123,456.78', '123456.78'],
  ['1.200,00', '1200.00'],
  ['1.200,5', '1200.50'],
  ['1 200', '1200.00'],
  ['1 200,50', '1200.50'],
  [' 1 200.00', '1200.00'],
  ['1\u00a0200.00', '1200.00'],
  ['1\u2009200,00', '1200.00'],
  ['RM12.5', '12.50'],
  ['rm 12', '12.00'],
  ['RM\u202f1,250.50', '1250.50'],
  ['MYR 5', '5.00'],
  ['5 myr', '5.00'],
  ['12.50RM', '12.50'],
  ['１２', '12.00'],
  ['ＲＭ１２．５０', '12.50'],
  ['\u200e12.50\u200f', '12.50'],
])('D-105 %j typed as an amount is %s', (typed, plain) => {
  expect(plainAmount(typed, 'RM')).toBe(plain)
})

test.each([
  ['nothing', ['', ' ', 'RM', 'MYR', '.', ',']],
  ['thousands or sen', ['1.200', '12.505', '1.005', 'RM 1.200']],
  [
    'groups that are not of three digits',
    ['1,20,000', '1,2000', '1200,500', '12 50', '1 2', '1 20,50', '0,200', '1 200 5'],
  ],
  ['a point of the currency or of the amount', ['RM.50', 'RM,5', 'RM. 50', 'MYR.50']],
  ['two decimal signs', ['1,200,50', '1.200.50', '1,200.505', '1.200,505', '12,5.0', '12..50']],
  ['a sign or another notation', ['-5', '+5', '(5)', '1e3', '0x10', '12.-', '12.', '12½', '12⁵⁰', "1'200.00", '=5']],
  ['words and other currencies', ['5 ringgit', '50 sen', 'RM 5 sen', 'twelve', '$5', 'SGD 5', 'RM RM 5']],
  ['digits of another script', ['١٢', '١٢٫٥٠', '१२']],
  ['more than 999,999.99', ['1000000', '1,000,000', 'RM 1,000,000.00']],
])('D-105 an amount with %s is asked for, not guessed', (_, typed) => {
  for (const one of typed) expect([one, plainAmount(one, 'RM')]).toEqual([one, undefined])
})

test('D-105 an amount that the app shows can be pasted into it', () => {
  for (const sen of [0, 5, 1250, 99_950, 100_000, 123_456, 99_999_999])
    expect(plainAmount(formatAmount(decimalAmount(sen), 'RM'), 'RM')).toBe(decimalAmount(sen))
})

test('D-105 only the currency of the campus is understood', () => {
  expect(plainAmount('S$ 12,50', 'S$')).toBe('12.50')
  expect(plainAmount('RM 12', 'S$')).toBeUndefined()
  expect(plainAmount('MYR 12', 'S$')).toBeUndefined()
})

test('D-08 decimalAmount has two decimals', () => {
  expect([0, 5, 1250, 99_999_999].map(decimalAmount)).toEqual(['0.00', '0.05', '12.50', '999999.99'])
})

test('S-9.06 amounts are shown with RM and a narrow no-break space', () => {
  expect(formatAmount('1250.5', 'RM')).toBe('RM\u202f1,250.50')
})

const usual = { sen_per_stamp: 1000, min_stamps_per_submission: 1, max_stamps_per_submission: 50 }

test.each([
  [0, 0],
  [1, 1],
  [999, 1],
  [1999, 1],
  [2000, 2],
  [50_000, 50],
  [51_000, 50],
  [99_999_999, 50],
])('D-45 %i sen earn %i stamps', (sen, stamps) => {
  expect(stampsFor(sen, usual)).toBe(stamps)
})

test('D-45 the earning rule has the amount of a stamp, and the least and the most stamps of a receipt', () => {
  expect(stampsFor(2500, { ...usual, sen_per_stamp: 500 })).toBe(5)
  expect(stampsFor(2500, { ...usual, sen_per_stamp: 500, max_stamps_per_submission: 3 })).toBe(3)
  expect(stampsFor(999, { ...usual, min_stamps_per_submission: 2 })).toBe(2)
  expect(stampsFor(999, { ...usual, min_stamps_per_submission: 0 })).toBe(0)
  expect(stampsFor(0, { ...usual, min_stamps_per_submission: 2 })).toBe(0)
})

test('R-6.01 an amount in sen has two decimals, and a minus sign before the currency if it is below zero', () => {
  expect([125_000, 5, 0, -180].map((sen) => formatSen(sen, 'RM'))).toEqual([
    'RM\u202f1,250.00',
    'RM\u202f0.05',
    'RM\u202f0.00',
    '\u2212RM\u202f1.80',
  ])
})
