import * as texts from '@stampus/contract/texts/ms'
import { expect, test } from 'vitest'
import * as words from './ms.ts'
import * as first from './msFirstSentences.ts'
import * as sentences from './msSentences.ts'

test('R-1.05 R-2.03 R-2.05 R-2.06 the words about rewards and claims in Malay', () => {
  expect({ ...words }).toMatchObject({
    rewardsTitle: 'Ganjaran',
    rewardsIntro: 'Gunakan cop anda untuk sesuatu yang istimewa.',
    rewardsFilter: 'Papar ganjaran',
    rewardsAll: 'Semua',
    rewardsClaimable: 'Boleh dituntut',
    rewardsAlmost: 'Hampir',
    rewardsSeeAll: 'Lihat semua ganjaran',
    rewardSoldOut: 'Sudah habis',
    rewardCanClaim: 'Anda boleh menuntutnya',
    rewardMissingText: 'Ganjaran ini mungkin sudah tamat, atau alamatnya salah.',
    rewardNegative: 'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu.',
    rewardEarn: 'Hantar resit anda',
    rewardClaimGuest: 'Log masuk untuk menuntut',
    rewardConditions: 'Syarat',
    rewardWhere: 'Tempat',
    rewardValid: 'Guna dalam masa',
    rewardLeftName: 'Baki',
    rewardLimit: 'Bagi setiap ahli',
    claimTitle: 'Tuntut ganjaran ini?',
    claimCost: 'Kosnya',
    claimRest: 'Baki cop anda',
    claimLastDay: 'Hari terakhir untuk guna',
    claimNote: 'Anda boleh memulangkannya selagi belum digunakan. Cop anda akan dikembalikan.',
    claimAccept: 'Terima dan tuntut',
    claimDone: 'Kini milik anda',
    claimDoneText: 'Tunjukkan kod semasa mengambilnya.',
    claimUntouched: 'Cop anda tidak berkurang.',
    claimChanged: 'Ganjaran ini telah berubah sejak anda membukanya. Semak semula sebelum menuntutnya.',
    claimUnsure: 'Anda mungkin di luar talian. Cuba lagi: cop anda tidak akan ditolak dua kali.',
  })
  expect(first.rewardLimited()).toBe('Had dicapai')
  expect(first.rewardLimited('3 Nov 2026')).toBe('Had dicapai, semula mulai 3 Nov 2026')
  expect(first.voucherIsReady('Kopi O percuma')).toBe('Kopi O percuma sedia')
  expect(sentences.rewardMissing(3)).toBe('3 cop lagi')
  expect(sentences.rewardLeft(20)).toBe('Tinggal 20')
  expect(sentences.rewardValidDays(14)).toBe('14 hari selepas dituntut')
  expect(sentences.rewardLimit30(3)).toBe('3 kali dalam 30 hari')
  expect(sentences.rewardClaim(2)).toBe('Tuntut dengan 2 cop')
  expect(sentences.claimConfirm(2)).toBe('Guna 2 cop')
  expect({ ...texts }).toMatchObject({
    rewardNotFound: 'Ganjaran ini tidak tersedia.',
    rewardSoldOut: 'Ganjaran ini telah habis.',
    balanceNegative:
      'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu; selepas itu anda boleh menuntut ganjaran semula.',
    voucherNotReady: 'Baucar ini tidak boleh digunakan lagi.',
    suspended: 'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.',
  })
  expect(texts.stampsMissing(3)).toBe('Anda memerlukan 3 cop lagi untuk ganjaran ini.')
  expect(texts.rewardLimitTotal(1)).toBe('Anda boleh mendapat ganjaran ini 1 kali sahaja, dan anda sudah mendapatnya.')
  expect(texts.rewardLimit30Days(1, '3 Nov 2026')).toBe(
    'Anda boleh mendapat ganjaran ini 1 kali dalam 30 hari. Anda boleh menuntutnya semula mulai 3 Nov 2026.',
  )
})

test('R-3.01 R-3.03 R-3.04 R-3.05 R-5.03 the words about vouchers and a balance below zero in Malay', () => {
  expect({ ...words }).toMatchObject({
    voucherMissing: 'Baucar ini tidak dijumpai',
    voucherMissingText: 'Alamatnya mungkin salah, atau baucar ini milik akaun lain.',
    voucherToHistory: 'Lihat semua baucar',
    voucherNoCode: 'Kod anda tidak dapat diperoleh',
    voucherNoCodeText: 'Sambung ke internet sekali. Selepas itu kod berfungsi di luar talian juga.',
    voucherShowThis: 'Tunjukkan ini semasa mengambilnya',
    voucherQr: 'Kod QR baucar ini',
    voucherCodeAbout: 'Kod baharu setiap 30 saat, juga tanpa internet. Tangkapan skrin tidak boleh digunakan.',
    voucherLastDay: 'Hari terakhir',
    voucherClaimed: 'Dituntut',
    voucherStamps: 'Kos',
    voucherReady: 'Sedia',
    voucherUsed: 'Digunakan',
    voucherReturned: 'Dipulangkan',
    voucherReturnedText: 'Anda telah memulangkannya.',
    voucherElsewhere: 'Anda telah membuka baucar ini pada peranti lain, jadi hanya kod di sana boleh digunakan.',
    voucherShowHere: 'Tunjukkan di sini',
    voucherExpired: 'Tamat tempoh',
    voucherExpiredText: 'Hari terakhirnya sudah berlalu.',
    voucherVoided: 'Dibatalkan',
    voucherRecalled: 'Ganjaran ini telah ditarik balik.',
    voucherByManager: 'Pengurus telah membatalkan baucar ini.',
    voucherByReversal: 'Satu kelulusan telah ditarik balik selepas copnya anda gunakan, jadi baucar ini dibatalkan.',
    giveBack: 'Pulangkan',
    giveBackTitle: 'Pulangkan baucar ini?',
    giveBackKeep: 'Jangan pulangkan',
    giveBackDone: 'Baucar dipulangkan',
    giveBackUnsure: 'Anda mungkin di luar talian. Cuba lagi apabila anda kembali dalam talian.',
    giveBackTooLate: 'Terlambat untuk dipulangkan',
    redemptionsTitle: 'Sejarah penebusan',
    vouchersFilter: 'Papar baucar',
    vouchersReady: 'Sedia untuk digunakan',
    vouchersPast: 'Terdahulu',
    vouchersNone: 'Belum ada baucar',
    vouchersNoneFound: 'Tiada baucar di sini',
    vouchersNoneText: 'Tuntut ganjaran dengan cop anda, dan baucarnya akan muncul di sini.',
    stampHistoryLink: 'Semua pergerakan cop',
    stampsCorrected: 'Cop dilaraskan',
    stampsRedeemed: 'Ganjaran dituntut',
    stampsReturned: 'Cop dikembalikan',
    stampsTakenBack: 'Kelulusan ditarik balik',
    stampCardNegative:
      'Beberapa cop anda ditarik balik selepas pembetulan. Cop anda yang seterusnya akan digunakan untuk menampung kekurangan ini.',
  })
  expect(sentences.voucherUsedOn('3 Nov 2026', '23:50', 'Boba Bukit')).toBe(
    'Digunakan pada 3 Nov 2026, pukul 23:50, Boba Bukit',
  )
  expect(sentences.voucherUsedAt('00:05', 'Boba Bukit')).toBe('Digunakan pada 00:05, Boba Bukit')
  expect(sentences.voucherUseBy('3 Nov 2026')).toBe('Guna sebelum atau pada 3 Nov 2026')
  expect(sentences.voucherSeconds(9)).toBe('Kod baharu dalam 9 s')
  expect(sentences.voucherStampsBack(2)).toBe('2 cop dikembalikan kepada anda.')
  expect(sentences.giveBackText(2)).toMatch(
    /^Anda akan mendapat semula 2 cop, dan baucar ini tidak boleh digunakan lagi\./,
  )
  expect(sentences.voucherStampsDue(2)).toBe('2 cop akan dikembalikan kepada anda dalam masa sejam.')
})

test('D-102 the words about a withdrawal in Malay', () => {
  expect({ ...words }).toMatchObject({
    submissionsTitle: 'Resit Saya',
    withdraw: 'Tarik balik',
    withdrawTitle: 'Tarik balik resit ini?',
    withdrawConfirm: 'Tarik balik resit',
  })
  expect(texts.withdrawn).toBe('Resit anda telah ditarik balik.')
})
