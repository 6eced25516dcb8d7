import { describe, expect, test } from 'vitest'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from '../compare-facts.ts'
import { extractFacts } from './extract-facts.ts'

const TODAY = '2026-11-21'

function compared(invoice: string, ...pages: string[][]) {
  const [first = [], second = first] = pages
  const typed = { amountSen: 600, date: '2026-11-05', invoice, merchant: 'Kedai Buku Cahaya', merchantId: 1 }
  return compareWithPicture(extractFacts([createPage(first), createPage(second)], TODAY), typed).invoice
}

describe('a number that is not the one of the receipt', () => {
  const head = ['KEDAI BUKU CAHAYA SDN BHD', 'TEL: 03-5121 7970', 'GST ID: 000429166592', 'CO. REG NO: 728515-M']
  const slip = [...head, 'PEN 1.00', 'TOTAL RM100', 'DATE: 05-11-2026 19:02:50']

  test.each(['1', '23', '10', '99', '35', '1902', '51217970', '429166592', '728515', '100', '05112026'])(
    'D-51 %s differs if the receipt has a labelled number',
    (invoice) => {
      const verdict = compared(invoice, [...slip, 'Bill No: 110023'])
      expect(verdict).toMatchObject({ verdict: 'differs', read: '110023' })
    },
  )

  test.each(['100', '51217970', '0351217970', '429166592', '728515', '1902', '190250', '05112026'])(
    'D-51 %s of an amount, a date, a time or the merchant is not the number if none is labelled',
    (invoice) => {
      expect(compared(invoice, slip)).toEqual({ verdict: 'not_found' })
    },
  )

  test.each([
    ['Bill No: 10023', '1002'],
    ['Bill No: 10023', '023'],
    ['Bill No: INV-0042-77', '77'],
  ])('D-51 of %s the digits %s are not all', (line, invoice) => {
    expect(compared(invoice, [...slip, line]).verdict).not.toBe('fits')
  })

  test.each([
    ['Bill No: INV0042', '0042'],
    ['Bill No: INV0042', '42'],
    ['Bill No: 000123', '123'],
    ['Invoice No: 18301/T0305', '18301'],
    ['Bill No: 0012 3456 7890', '001234567890'],
    ['R000110133', '110133'],
    ['418/110133', '110133'],
  ])('D-51 D-42 %s fits as %s', (line, invoice) => {
    expect(compared(invoice, [...slip, line]).verdict).toBe('fits')
  })

  test('D-51 each labelled number of the receipt fits', () => {
    const print = [...slip, 'Receipt No: 700144', 'Invoice No: 10023']
    expect(['700144', '10023', '700145'].map((invoice) => compared(invoice, print).verdict)).toEqual([
      'fits',
      'fits',
      'differs',
    ])
  })

  test('D-51 a digit that one of two passes misread does not make it another number', () => {
    expect(compared('1219461', ['INV No.: 1218461'], ['INV No.: 1219461']).verdict).toBe('fits')
  })

  test('D-51 an amount or a date beside the label is not the number', () => {
    const print = ['KEDAI BUKU CAHAYA', 'Bill: 12.30', 'Receipt: 05/11/2026', 'R000110133']
    expect(compared('110133', print).verdict).toBe('fits')
    expect(compared('1230', print).verdict).toBe('not_found')
  })
})
