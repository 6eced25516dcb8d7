import { afterEach, expect, test } from 'vitest'
import { setLanguageSource, texts } from './current.ts'
import enTexts from './en.json' with { type: 'json' }
import * as enSentences from './en.ts'
import msTexts from './ms.json' with { type: 'json' }
import * as msSentences from './ms.ts'

const { en, ms } = { en: { ...enTexts, ...enSentences }, ms: { ...msTexts, ...msSentences } }

type Text<T> = T extends (...values: infer Values) => string ? (...values: Values) => string : string
type Texts<T> = { readonly [Name in keyof T]: Text<T[Name]> }

// The assignments are the check: a text that only one language has, or that takes other values there, is a type error.
const english: Texts<typeof ms> = en
const malay: Texts<typeof en> = ms

const filled = (text: unknown): string => (typeof text === 'function' ? text(12_345) : String(text))

afterEach(() => setLanguageSource(() => 'en'))

test('English and Malay have the same texts', () => {
  expect(Object.keys(malay)).toEqual(Object.keys(english))
})

test.each(Object.keys(en) as (keyof typeof en)[])('the text %s is Malay in Malay and names the same values', (name) => {
  const [inEnglish, inMalay] = [filled(english[name]), filled(malay[name])]
  expect(inMalay).not.toBe(inEnglish)
  const numbers = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? []
  expect(numbers(inMalay)).toEqual(numbers(inEnglish))
  expect(inMalay.endsWith('.')).toBe(inEnglish.endsWith('.'))
})

test('the Malay texts of forms, links, missing records, rewards, receipts and accounts are these', () => {
  expect({ ...ms }).toMatchObject({
    invalidEmail: 'Sila masukkan alamat e-mel yang sah',
    passwordTooShort: 'Kata laluan mesti mengandungi sekurang-kurangnya 8 aksara',
    currentPasswordRequired: 'Sila masukkan kata laluan semasa untuk menukar kata laluan',
    invalidReceiptType: 'Jenis fail tidak sah. Sila muat naik imej JPEG, JPG, PNG, WEBP atau HEIC.',
    invalidReceiptTypeOrGif: 'Jenis fail tidak sah. Sila muat naik imej JPG, PNG, GIF, WEBP atau HEIC.',
    avatarTooLarge: 'Saiz imej tidak boleh melebihi 2MB',
    linkInvalid: 'Pautan pengesahan tidak sah atau telah tamat tempoh.',
    alreadyVerified: 'Alamat e-mel ini sudah disahkan.',
    dealNotFound: 'Tawaran tidak dijumpai.',
    announcementNotFound: 'Pengumuman tidak dijumpai.',
    voucherNotReady: 'Baucar ini tidak boleh digunakan lagi.',
    rewardNotFound: 'Ganjaran ini tidak tersedia.',
    rewardSoldOut: 'Ganjaran ini telah habis.',
    balanceNegative:
      'Baki anda kurang daripada sifar. Cop baharu akan menampungnya dahulu; selepas itu anda boleh menuntut ganjaran semula.',
    withdrawn: 'Resit anda telah ditarik balik.',
    suspended: 'Akaun anda telah digantung. Sila hubungi bahagian sokongan untuk bantuan.',
  })
  expect(ms.tooLong(100)).toBe('Teks tidak boleh melebihi 100 aksara.')
})

test('a text is read in the language of the moment', () => {
  setLanguageSource(() => 'ms')
  expect([texts.notFound, texts.tooLong(5)]).toEqual(['Tidak dijumpai.', 'Teks tidak boleh melebihi 5 aksara.'])
  setLanguageSource(() => 'en')
  expect([texts.notFound, texts.tooLong(5)]).toEqual(['Not found.', 'Please use at most 5 characters.'])
})
