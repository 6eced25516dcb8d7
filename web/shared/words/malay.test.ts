import * as texts from '@stampus/contract/texts/ms'
import { expect, test } from 'vitest'
import * as words from './ms.ts'
import * as first from './msFirstSentences.ts'
import * as sentences from './msSentences.ts'

test.each([
  [first.rewardLimited(), 'Had dicapai'],
  [first.rewardLimited('3 Nov 2026'), 'Had dicapai, semula mulai 3 Nov 2026'],
  [first.voucherIsReady('Kopi O percuma'), 'Kopi O percuma sedia'],
  [sentences.rewardMissing(3), '3 cop lagi'],
  [sentences.rewardLeft(20), 'Tinggal 20'],
  [sentences.rewardValidDays(14), '14 hari selepas dituntut'],
  [sentences.rewardLimit30(3), '3 kali dalam 30 hari'],
  [sentences.rewardClaim(2), 'Tuntut dengan 2 cop'],
  [sentences.claimConfirm(2), 'Guna 2 cop'],
  [texts.stampsMissing(3), 'Anda memerlukan 3 cop lagi untuk ganjaran ini.'],
  [texts.rewardLimitTotal(1), 'Anda boleh mendapat ganjaran ini 1 kali sahaja, dan anda sudah mendapatnya.'],
  [
    texts.rewardLimit30Days(1, '3 Nov 2026'),
    'Anda boleh mendapat ganjaran ini 1 kali dalam 30 hari. Anda boleh menuntutnya semula mulai 3 Nov 2026.',
  ],
  [sentences.voucherUsedOn('3 Nov 2026', '23:50', 'Boba Bukit'), 'Digunakan pada 3 Nov 2026, pukul 23:50, Boba Bukit'],
  [sentences.voucherUsedAt('00:05', 'Boba Bukit'), 'Digunakan pada 00:05, Boba Bukit'],
  [sentences.voucherUseBy('3 Nov 2026'), 'Guna sebelum atau pada 3 Nov 2026'],
  [sentences.voucherSeconds(9), 'Kod baharu dalam 9 s'],
  [sentences.voucherStampsBack(2), '2 cop dikembalikan kepada anda.'],
  [sentences.voucherStampsDue(2), '2 cop akan dikembalikan kepada anda dalam masa sejam.'],
])(
  'R-2.03 R-2.05 R-2.06 R-3.01 R-3.03 R-3.04 R-3.05 a sentence about rewards has its values in Malay: %s',
  (sentence, text) => {
    expect(sentence).toBe(text)
  },
)

test('R-3.01 R-5.03 D-102 the states of a voucher, a balance below zero and a withdrawal have their own words in Malay', () => {
  expect({ ...words }).toMatchObject({
    voucherReady: 'Sedia',
    voucherUsed: 'Digunakan',
    voucherReturned: 'Dipulangkan',
    voucherExpired: 'Tamat tempoh',
    voucherVoided: 'Dibatalkan',
    voucherRecalled: 'Ganjaran ini telah ditarik balik.',
    rewardNegative: 'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu.',
    stampsRedeemed: 'Ganjaran dituntut',
    stampsReturned: 'Cop dikembalikan',
    stampsTakenBack: 'Kelulusan ditarik balik',
    withdraw: 'Tarik balik',
  })
  expect(texts.withdrawn).toBe('Resit anda telah ditarik balik.')
  expect(texts.suspended).toBe('Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.')
})
