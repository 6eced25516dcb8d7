import * as texts from '@stampus/contract/texts/ms'
import { expect, test } from 'vitest'
import words from './ms.json'
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
  [
    sentences.giveBackText(2).split('. ')[0],
    'Anda akan mendapat semula 2 cop, dan baucar ini tidak boleh digunakan lagi',
  ],
])(
  'R-2.03 R-2.05 R-2.06 R-3.01 R-3.03 R-3.04 R-3.05 a sentence about rewards has its values in Malay: %s',
  (sentence, text) => {
    expect(sentence).toBe(text)
  },
)

test('the Malay words for claims, vouchers, stamps and withdrawn receipts are these', () => {
  expect({ ...words }).toMatchObject({
    rewardSoldOut: 'Sudah habis',
    rewardCanClaim: 'Anda boleh menuntutnya',
    rewardClaimGuest: 'Log masuk untuk menuntut',
    claimTitle: 'Tuntut ganjaran ini?',
    claimCost: 'Kosnya',
    claimRest: 'Baki cop anda',
    claimLastDay: 'Hari terakhir untuk guna',
    claimNote: 'Anda boleh memulangkannya selagi belum digunakan. Cop anda akan dikembalikan.',
    claimUntouched: 'Cop anda tidak berkurang.',
    claimChanged: 'Ganjaran ini telah berubah sejak anda membukanya. Semak semula sebelum menuntutnya.',
    claimUnsure: 'Anda mungkin di luar talian. Cuba lagi: cop anda tidak akan ditolak dua kali.',
    claimUsedBefore:
      'Tuntutan anda yang terdahulu berjaya, dan baucarnya telah digunakan. Anda boleh menuntut ganjaran ini sekali lagi.',
    claimAccept: 'Terima dan tuntut',
    claimDone: 'Kini milik anda',
    claimDoneText: 'Tunjukkan kod semasa mengambilnya.',
    voucherCodeAbout: 'Kod baharu setiap 30 saat, juga tanpa internet. Tangkapan skrin tidak boleh digunakan.',
    voucherNoCodeText: 'Sambung ke internet sekali. Selepas itu kod berfungsi di luar talian juga.',
    voucherElsewhere: 'Anda telah membuka baucar ini pada peranti lain, jadi hanya kod di sana boleh digunakan.',
    voucherShowHere: 'Tunjukkan di sini',
    voucherReturnedText: 'Anda telah memulangkannya.',
    voucherExpiredText: 'Hari terakhirnya sudah berlalu.',
    voucherByManager: 'Pengurus telah membatalkan baucar ini.',
    voucherByReversal: 'Satu kelulusan telah ditarik balik selepas copnya anda gunakan, jadi baucar ini dibatalkan.',
    voucherNoStampsBack: 'Copnya tidak dikembalikan.',
    giveBack: 'Pulangkan',
    giveBackTitle: 'Pulangkan baucar ini?',
    giveBackKeep: 'Jangan pulangkan',
    giveBackDone: 'Baucar dipulangkan',
    giveBackTooLate: 'Terlambat untuk dipulangkan',
    voucherReady: 'Sedia',
    voucherUsed: 'Digunakan',
    voucherReturned: 'Dipulangkan',
    voucherExpired: 'Tamat tempoh',
    voucherVoided: 'Dibatalkan',
    voucherRecalled: 'Ganjaran ini telah ditarik balik.',
    rewardNegative: 'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu.',
    stampCardNegative:
      'Beberapa cop anda ditarik balik selepas pembetulan. Cop anda yang seterusnya akan digunakan untuk menampung kekurangan ini.',
    stampsCorrected: 'Cop dilaraskan',
    stampsRedeemed: 'Ganjaran dituntut',
    stampsReturned: 'Cop dikembalikan',
    stampsTakenBack: 'Kelulusan ditarik balik',
    withdraw: 'Tarik balik',
    withdrawTitle: 'Tarik balik resit ini?',
    withdrawCancel: 'Jangan tarik balik',
    withdrawConfirm: 'Tarik balik resit',
  })
})
