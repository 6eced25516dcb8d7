import { expect, test } from 'vitest'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import { amountsInWords } from './amount-in-words.ts'

const amountIn = (text: string) => amountsInWords(createPage([text]).rows).map(({ sen }) => sen)

test.each([
  ['Ringgit Malaysia: Tiga Puluh Tiga Sahaja', 3300],
  ['RINGGIT MALAYSIA SATU RATUS DUA BELAS DAN SEN LIMA PULUH SAHAJA', 11_250],
  ['Ringgit Malaysia Seribu Dua Ratus Sahaja', 120_000],
  ['Ringgit Malaysia: Seratus Sebelas Sahaja', 11_100],
  ['RINGGIT MALAYSIA : ONE THOUSAND TWO HUNDRED AND FIFTY-SIX AND CENTS FORTY ONLY', 125_640],
  ['Ringgit: Ninety Three Only', 9300],
])('D-51 %s are %i sen', (text, sen) => {
  expect(amountIn(text)).toEqual([sen])
})

test.each(['All prices in Ringgit Malaysia', 'Ringgit Malaysia: T1ga Pu1uh', 'THIRTY DAYS', 'Ringgit Malaysia (RM)'])(
  'D-51 %s says no amount',
  (text) => {
    expect(amountIn(text)).toEqual([])
  },
)

test('D-51 an amount in words that is not the total contradicts it, and one that is gives it', () => {
  const sums = (words: string) =>
    extractFacts([createPage(['KEDAI KAK ROS', 'LENS 93.00', 'TOTAL 93.00', words])], '2026-11-21').sums
  expect(sums('Ringgit Malaysia: Tiga Puluh Tiga Sahaja')?.differs).toEqual([
    { text: 'Tiga Puluh Tiga Sahaja', sen: 3300 },
  ])
  expect(sums('Ringgit Malaysia: Sembilan Puluh Tiga Sahaja')?.differs).toEqual([])
})
