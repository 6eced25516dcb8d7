import { expect, test } from 'vitest'
import { createPage, printed } from '../../../../tests/support/pictures/ocr-result.ts'
import type { Row } from '../../../platform/ocr/page.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import type { Numbers } from '../ocr-result.ts'
import { areDifferentPurchases, numberSimilarity, toPurchase } from './compare-purchases.ts'

const read = (numbers: string[], doubtful: string[] = []): Numbers => ({ numbers, doubtful })
const shared = ['1183154', '4.80', '2.20', '09/06/26', '16:00']
const few = ['4.80', '8.00', '9555023307724']
const receipt = read([...shared, '9555023307724'])

test.each([
  ['the same', receipt, receipt, true],
  ['others', receipt, read(['1219461', '4.20', '2.10', '30/06/26', '22:16']), false],
  ['some misread', receipt, read(['1183164', '4.80', '2.28', '09/06/26', '15:00', '9555023307124', '17']), true],
  ['some found by one pass only', receipt, read([...few, '17'], ['1183154', '2.20', '09/06/26']), true],
  ['some missing', receipt, read([...few, '17']), false],
  ['only doubtful ones shared', read(['1', '2', '3', '4'], shared), read(['5', '6', '7', '8'], shared), false],
  ['a few doubtful ones shared', read(shared.slice(0, 3)), receipt, false],
  ['day and price shared', receipt, read(['1183311', '4.80', '1.30', '3.50', '09/06/26', '19:40']), false],
  ['three, too few to compare', read(['4.80', '2.20', '16:00']), read(['4.80', '2.20', '16:00']), false],
])('D-51 receipts are similar by their numbers with %s', (_which, one, other, expected) => {
  expect(numberSimilarity(one, other) > 0.55).toBe(expected)
})

const meal = [
  'NASI LEMAK 8.50',
  'TEH TARIK 2 X 2.50 5.00',
  'KUIH 3 X 1.20 3.60',
  'TOTAL 17.10',
  'CASH 20.00',
  'CHANGE 2.90',
]
const first = ['INVOICE NO: 118315', 'DATE: 05/11/2026 TIME: 12:40']

function purchaseWith(...lines: string[]) {
  const page = createPage([...lines, ...meal])
  return toPurchase(extractFacts([page, page], '2026-11-23'))
}

test.each([
  ['another number and date', ['INVOICE NO: 118340', 'DATE: 12/11/2026 TIME: 13:05'], true],
  ['another number without a label, and another date', ['118340', '12/11/2026 13:05'], true],
  ['another date and time, with the number worn off', ['DATE: 12/11/2026 TIME: 13:05'], true],
  ['another number and time on the same date', ['INVOICE NO: 118340', 'DATE: 05/11/2026 TIME: 12:52'], true],
  ['another number on the same date, with the time covered', ['INVOICE NO: 118340', 'DATE: 05/11/2026'], false],
  ['another number, and the time without its PM', ['INVOICE NO: 118340', 'DATE: 05/11/2026 TIME: 00:40'], false],
  ['the same number and another time on the same date', ['INVOICE NO: 118315', 'DATE: 05/11/2026 TIME: 12:52'], false],
  ['the same number with another date', ['INVOICE NO: 118315', 'DATE: 12/11/2026 TIME: 13:05'], false],
  ['another number with the date covered', ['INVOICE NO: 118340'], false],
  ['another date with number and time covered', ['DATE: 12/11/2026'], false],
])('D-51 receipts for the same meal, one with %s: different purchases is %s', (_what, lines, expected) => {
  const [one, other] = [purchaseWith(...first), purchaseWith(...lines)]
  expect(areDifferentPurchases(one, other)).toBe(expected)
  expect(areDifferentPurchases(other, one)).toBe(expected)
})

test.each([
  ['another number', ['INVOICE NO: 118340', 'DATE: 05/11/2026 TIME: 12:52'], true],
  ['the same number', first, false],
  ['the number covered', ['DATE: 05/11/2026 TIME: 12:52'], false],
])('D-51 receipts of one day for other goods, one with %s: different purchases is %s', (_what, lines, expected) => {
  const goods = ['ROTI CANAI TELUR 2.60', 'MILO AIS 3.40', 'TOTAL 6.00', 'CASH 10.00', 'CHANGE 4.00']
  const page = createPage([...lines, ...goods])
  const [one, other] = [purchaseWith(...first), toPurchase(extractFacts([page, page], '2026-11-23'))]
  expect(areDifferentPurchases(one, other)).toBe(expected)
  expect(areDifferentPurchases(other, one)).toBe(expected)
})

test('D-51 receipts for the same meal would be duplicates without different numbers and dates', () => {
  expect(
    numberSimilarity(purchaseWith(...first), purchaseWith('INVOICE NO: 118340', 'DATE: 12/11/2026 TIME: 13:05')),
  ).toBeGreaterThan(0.55)
})

const onePass = (rows: Row[]) => extractFacts([{ rows, recogniseAgain: () => [] }], '2026-11-23')

test('D-51 of a single pass of OCR the clear numbers are compared, and the others are kept separate', () => {
  const { numbers, doubtful } = onePass([...printed([...first, ...meal]), ...printed(['REF 99123 TABLE 8838'], 0.3)])
  const amounts = ['17.10', '2.50', '2.90', '20.00', '3.60', '5.00', '8.50']
  expect(numbers).toEqual(['05/11/26', '1.20', '118315', '12:40', ...amounts])
  expect(doubtful).toEqual(['8838', '99123'])
})

test('D-51 a short receipt is recognised by its number, day and time', () => {
  const few = ['9071503 1X 2.10 2.10', 'TOTAL 2.10', '26-04-1816:59 SH01 T2 R000120516']
  const again = ['9071503 1 X2.10 2.10', 'TOTAL 2.10', '26-04-18 16:59 SH01 T2 R000120516']
  expect(numberSimilarity(onePass(printed(few)), onePass(printed(again)))).toBe(1)
})
