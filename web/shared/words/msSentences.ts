import { locale } from './ms.json'

import { rewardStamps } from './msFirstSentences.ts'

/** The Malay sentences with values: the same names as in `enSentences.ts`. Malay has no plural forms. */

export const listShown = (count: number) => `${count} dipaparkan`
export const contactText = (email: string) => `Ada soalan? Hantar e-mel kepada ${email}.`
export const contactAnswerTime = (duration: string) => `Buat masa ini, jawapan mengambil masa kira-kira ${duration}.`
export const caseAnswerFrom = (product: string) => `Jawapan daripada ${product}`
export const caseVoucher = (number: string) => `baucar ${number}`

export const homeReceiptSending = (percent: number) => `Menghantar resit anda: ${percent}%.`
export const homeReceiptRefused = (why: string) => `Resit anda tidak dapat diterima: ${why}`

export const registerEmailExample = (domain = 'kolej anda') => `anda@${domain}`
export const registerEmailHint = (domains: string[]) =>
  `E-mel kolej anda, yang berakhir dengan ${domains.map((domain) => `@${domain}`).join(' atau ')}.`
export const registerTerms = (supplements: number) => `terma dan syarat berserta ${supplementsUpTo(supplements)}`
export const registerPrivacy = (supplements: number) => `dasar privasi berserta ${supplementsUpTo(supplements)}`
const supplementsUpTo = (newest: number) => (newest === 1 ? 'Tambahan 1' : `Tambahan 1 hingga ${newest}`)
export const verifyAgainInSeconds = (seconds: number) => `Anda boleh meminta pautan lain selepas ${seconds} saat.`
export const verifyAgainInMinutes = (minutes: number) => `Anda boleh meminta pautan lain selepas ${minutes} minit.`
export const profileEmailHint = (inForce: string) =>
  `Kami akan menghantar pautan ke alamat ini. Selagi pautan itu belum dibuka, ${inForce} masih digunakan.`
export const profileEmailPending = (inForce: string) =>
  `Buka pautan dalam e-mel kami untuk mengesahkan alamat ini. Untuk terus menggunakan ${inForce}, taip alamat itu di sini dan simpan.`
export const profileEmailKept = (email: string) => `E-mel anda kekal ${email}.`
export const profileLinkSent = (pending: string, inForce: string) =>
  `Kami telah menghantar pautan ke ${pending}. Selagi pautan itu belum dibuka, ${inForce} masih digunakan.`
export const signOutTitle = (waiting: number) =>
  waiting === 0 ? 'Semuanya sudah dihantar' : `Ada ${waiting} resit yang belum dihantar`
export const signOutReceipt = (amount: string, invoice: string) => `${amount}, invois ${invoice}`
export const signOutMore = (others: number) => `dan ${others} lagi`
export const otherSessionsCount = (ended: number) =>
  ended === 0 ? 'Tiada peranti lain yang log masuk.' : `Anda telah log keluar daripada ${ended} peranti.`

export const merchantFavouriteLabel = (name: string) => `Kegemaran: ${name}`
export const merchantDealsCount = (count: number) => `${count} tawaran`

export const dealRuns = (start: string, end: string) => `${start} hingga ${end}`

export const rewardMissing = (missing: number) => `${rewardStamps(missing)} lagi`
export const rewardLeft = (left: number) => `Tinggal ${left.toLocaleString(locale)}`
export const rewardValidDays = (days: number) => `${days} hari selepas dituntut`
export const rewardLimitTotal = (most: number) => `${most} kali`
export const rewardLimit30 = (most: number) => `${most} kali dalam 30 hari`
export const rewardClaim = (stamps: number) => `Tuntut dengan ${rewardStamps(stamps)}`
export const claimConfirm = (stamps: number) => `Guna ${rewardStamps(stamps)}`

export const voucherUseBy = (day: string) => `Guna sebelum atau pada ${day}`
export const voucherSeconds = (seconds: number) => `Kod baharu dalam ${seconds} s`
export const voucherUsedAt = (time: string, place: string) => `Digunakan pada ${time}, ${place}`
export const voucherUsedOn = (day: string, time: string, place: string) =>
  `Digunakan pada ${day}, pukul ${time}, ${place}`
export const voucherStampsBack = (stamps: number) => `${rewardStamps(stamps)} dikembalikan kepada anda.`
export const voucherStampsDue = (stamps: number) =>
  `${rewardStamps(stamps)} akan dikembalikan kepada anda dalam masa sejam.`
export const giveBackText = (stamps: number) =>
  `Anda akan mendapat semula ${rewardStamps(stamps)}, dan baucar ini tidak boleh digunakan lagi. Jika kaunter menunjukkan bahawa ganjaran telah diserahkan sebelum itu, cop itu boleh diambil semula.`
export const vouchersCanBuy = (stamps: number) => `Yang boleh dituntut dengan ${rewardStamps(stamps)} anda`

export const submissionBought = (day: string) => `Dibeli ${day}`
export const submissionStampsEarned = (count: number) => `${count} cop`
export const sentCardStamps = (count: number) => `Kira-kira ${count} cop akan menyusul`
export const submissionPictureOf = (merchant: string) => `Resit daripada ${merchant}`
export const submissionTimes = (half: string, most: string) => `Biasanya ${half}; 90% dalam masa ${most}.`
export const submissionTimesAlike = (most: string) => `90% dalam masa ${most}.`
export const submissionOldestWait = (time: string) => `Menunggu paling lama sekarang: ${time}.`
export const durationMinutes = (count: number) => `${count} minit`
export const durationHours = (count: number) => `${count} jam`
export const durationDays = (count: number) => `${count} hari`
export const submissionReversal = (was: string, day: string, outcome: string) =>
  `${was} pada ${day}, kemudian ${outcome} oleh pengurus.`
export const submissionReversalReason = (reason: string) => `Sebab: ${reason}`
export const submissionFromTo = (typed: string, corrected: string) => `${typed} → ${corrected}`
export const characterCount = (used: number, max: number) => `${used} daripada ${max} aksara`
export const tryAgainInMinutes = (minutes: number) => `Sila cuba lagi selepas ${minutes} minit.`
export const receiptPicturesLeftOut = (others: number) =>
  `Kami hanya guna gambar pertama daripada ${others + 1} gambar. Hantar setiap resit secara berasingan.`
export const receiptPictureKilobytes = (size: string) => `${size} kB`
export const receiptPictureMegabytes = (size: string) => `${size} MB`
export const receiptAmountNothing = (amount: string) => `Resit ${amount} tidak memberi cop.`
export const receiptWillSend = (amount: string) => `Jumlah resit: ${amount}`
export const receiptWillSendInFull = (amount: string, invoice: string) => `Jumlah resit: ${amount}, invois ${invoice}`
export const receiptInvoiceKept = (digits: string) => `Kami menyimpan digitnya sahaja: ${digits}`
export const receiptRead = (value: string) => `Daripada gambar: ${value}`
export const receiptReadRefused = (value: string, why: string) => `Gambar anda menunjukkan ${value}. ${why}`
export const receiptFilledIn = (fields: string[]) => `Diisi daripada gambar anda: ${fields.join(', ')}. Sila semak.`
export const receiptReadPlace = (label: string, value: string) => `${label}: ${value}`
export const receiptOtherMerchant = (name: string) => `Gambar menunjukkan ${name}. Adakah peniaga ini betul?`
export const receiptSend = (stamps: number) => `Hantar · kira-kira ${stamps} cop`
export const receiptAmountDiffers = (photo: string, typed: string) =>
  `Gambar menunjukkan ${photo}. Hantar ${typed} juga?`
export const receiptAmountSend = (typed: string) => `Hantar ${typed}`
export const receiptAmountUse = (photo: string) => `Guna ${photo}`
export const receiptReadUseInFull = (value: string) => `Guna: ${value}`
export const receiptPercent = (percent: number) => `${percent}%`
export const receiptPercentInWords = (percent: number) => `${percent} peratus dihantar`
export const receiptCorrecting = (invoice: string, merchant: string) =>
  `Anda sedang membetulkan resit ${invoice} daripada ${merchant}. Ambil gambar baharu.`
export const receiptAgainInSeconds = (seconds: number) => `Sila cuba lagi selepas ${seconds} saat.`
