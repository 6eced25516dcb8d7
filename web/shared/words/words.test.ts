import { test } from 'vitest'
import { expectTranslated, type Names, type Texts } from '../../../tests/support/browser/translations.ts'
import en from './en.json'
import * as enFirst from './enFirstSentences.ts'
import * as enSentences from './enSentences.ts'
import ms from './ms.json'
import * as msFirst from './msFirstSentences.ts'
import * as msSentences from './msSentences.ts'

// The assignments are the check: a name that only one language has is a type error.
const english: Names<typeof ms & typeof msFirst & typeof msSentences> = { ...en, ...enFirst, ...enSentences }
const malay: Texts<typeof en & typeof enFirst & typeof enSentences> = { ...ms, ...msFirst, ...msSentences }

test('D-100 English and Malay have the same texts, of which all are used and only names and what has no word are the same', () => {
  const names = ['pageTitle', 'languageEnglish', 'languageMalay', 'submissionsStatus']
  const withoutWords = ['receiptPictureKilobytes', 'receiptPictureMegabytes', 'receiptReadPlace', 'receiptPercent']
  expectTranslated('web', english, malay, [...names, 'submissionFromTo', ...withoutWords])
})
