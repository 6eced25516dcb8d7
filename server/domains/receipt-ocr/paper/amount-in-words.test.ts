import { expect, test } from 'vitest'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import { findAmountsInWords } from './amount-in-words.ts'

const amountIn = (text: string) => findAmountsInWords(createPage([text]).rows).map(({ sen }) => sen)

test.each([
  ['Ringgit Malaysia: Tiga Puluh Tiga Sahaja', 3300],
  ['RINGGIT MALAYSIA SATU RATUS DUA BELAS DAN SEN LIMA PULUH SAHAJA', 11_250],
  ['Ringgit Malaysia Seribu Dua Ratus Sahaja', 120_000],
  ['Ringgit Malaysia: Seratus Sebelas Sahaja', 11_100],
  ['RINGGIT MALAYSIA : ONE THOUSAND TWO HUNDRED AND FIFTY-SIX AND CENTS FORTY ONLY', 125_640],
  ['Ringgit: Ninety Three Only', 9300],
  ['Ringgit Malaysia: Dua Belas dan Lima Puluh Sen Sahaja', 1250],
  ['Ringgit Malaysia One Hundred and Twelve and Fifty Cents Only', 11_250],
])('D-51 %s are %i sen', (text, sen) => {
  expect(amountIn(text)).toEqual([sen])
})

test.each([
  'All prices in Ringgit Malaysia',
  'Ringgit Malaysia: T1ga Pu1uh Sahaja',
  'THIRTY DAYS ONLY',
  'Ringgit Malaysia (RM) only',
  'Ringgit Malaysia Twelve & 50/100 Only',
  'RINGGIT MALAYSIA TWELVE AND CENTS 50 ONLY',
  'Ringgit Malaysia: Seratus Tiga Puluh Tiga',
  'Ringgit Malaysia: - Tiga Sahaja',
])('D-51 %s says no amount', (text) => {
  expect(amountIn(text)).toEqual([])
})

test('D-51 unclear words say no amount', () => {
  const { rows } = createPage(['Ringgit Malaysia: Tiga Puluh Tiga Sahaja'])
  for (const row of rows) row.words = row.words.map((word) => ({ ...word, confidence: 0.7 }))
  expect(findAmountsInWords(rows)).toEqual([])
})

test('D-51 an amount in words that is not the total contradicts it, and one that is gives it', () => {
  const sums = (words: string) =>
    extractFacts([createPage(['KEDAI KAK ROS', 'LENS 93.00', 'TOTAL 93.00', words])], '2026-11-21').sums
  expect(sums('Ringgit Malaysia: Tiga Puluh Tiga Sahaja')?.differs).toEqual([{ text: 'TIGA PULUH TIGA', sen: 3300 }])
  expect(sums('Ringgit Malaysia: Sembilan Puluh Tiga Sahaja')?.differs).toEqual([])
})
