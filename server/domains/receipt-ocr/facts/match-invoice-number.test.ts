import { expect, test } from 'vitest'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from '../compare-facts.ts'
import { extractFacts } from './extract-facts.ts'

const SLIP = ['KEDAI BUKU CAHAYA SDN BHD', 'TEL: 03-5121 7970', 'GST ID: 000429166592', 'CO. REG NO: 728515-M']
SLIP.push('PEN 1.00', 'TOTAL RM100', 'DATE: 05-11-2026 19:02:50')

function compared(invoice: string, ...pages: string[][]) {
  const [first = [], second = first] = pages
  const typed = { amountSen: 600, date: '2026-11-05', invoice, merchant: 'Kedai Buku Cahaya', merchantId: 1 }
  return compareWithPicture(extractFacts([createPage(first), createPage(second)], '2026-11-21'), typed).invoice
}

test('D-51 a number that is not the labelled one differs', () => {
  for (const typed of ['1', '23', '10', '99', '35', '1902', '51217970', '429166592', '728515', '100', '05112026'])
    expect(compared(typed, [...SLIP, 'Bill No: 110023'])).toMatchObject({ verdict: 'differs', read: '110023' })
})

test('D-51 without a labelled number, none of an amount, a date, a time or the merchant is the number', () => {
  for (const typed of ['100', '51217970', '0351217970', '429166592', '728515', '1902', '190250', '05112026'])
    expect([typed, compared(typed, SLIP)]).toEqual([typed, { verdict: 'not_found' }])
})

test.each([
  ['Bill No: 10023', '1002', false],
  ['Bill No: 10023', '023', false],
  ['Bill No: INV-0042-77', '77', false],
  ['Bill No: 30 TABLE 1245', '301245', false],
  ['Bill No: INV0042', '0042', true],
  ['Bill No: INV0042', '42', true],
  ['Bill No: INV 00042', '42', true],
  ['Bill No: A12-B345', '12345', true],
  ['Bill No: 000123', '123', true],
  ['Invoice No: 18301/T0305', '18301', true],
  ['Bill No: 0012 3456 7890', '001234567890', true],
  ['INV No.: A1030720', 'a 1030-720', true],
  ['INV No.: A1030720', 'AIO3O72O', true],
  ['R000110133', '110133', true],
  ['418/110133', '110133', true],
])('D-51 D-42 the number in %s fits as %s: %s', (line, invoice, fits) => {
  expect(compared(invoice, [...SLIP, line]).verdict === 'fits').toBe(fits)
})

test.each([
  ['INV0042', '0042'],
  ['INV-0042', '42'],
  ['CS 00031 / A7', '000317'],
  ['Invoice No: 18301/T0305', '0305'],
])('D-51 D-42 the digits typed of the number %s, %s, do not differ', (line, invoice) => {
  expect(compared(invoice, ['KEDAI BUKU CAHAYA SDN BHD', line]).verdict).not.toBe('differs')
})

test('D-51 each labelled number of the receipt fits, also one that one of two passes misread', () => {
  const print = [...SLIP, 'Receipt No: 700144', 'Invoice No: 10023']
  const verdicts = ['700144', '10023', '700145'].map((invoice) => compared(invoice, print).verdict)
  expect(verdicts).toEqual(['fits', 'fits', 'differs'])
  expect(compared('1219461', ['INV No.: 1218461'], ['INV No.: 1219461']).verdict).toBe('fits')
})

test('D-51 an amount or a date beside the label is not the number', () => {
  const print = ['KEDAI BUKU CAHAYA', 'Bill: 12.30', 'Receipt: 05/11/2026', 'R000110133']
  expect([compared('110133', print).verdict, compared('1230', print).verdict]).toEqual(['fits', 'not_found'])
})
