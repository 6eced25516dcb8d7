import { expect, test } from 'vitest'
import * as enFirst from './enFirstSentences.ts'
import * as en from './enSentences.ts'
import * as msFirst from './msFirstSentences.ts'
import * as ms from './msSentences.ts'

const english = Object.entries({ ...en, ...enFirst })
const malay = new Map<string, unknown>(Object.entries({ ...ms, ...msFirst }))

test('D-100 only sentences without a word are the same in English and Malay', () => {
  const same = english.filter(([name, sentence]) => String(malay.get(name)) === String(sentence))
  expect(same.map(([name]) => name)).toEqual([
    'submissionFromTo',
    'receiptPictureKilobytes',
    'receiptPictureMegabytes',
    'receiptReadPlace',
    'receiptPercent',
  ])
})
