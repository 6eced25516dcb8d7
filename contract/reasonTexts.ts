import type { ReasonCode } from './reasons.ts'

/** The reasons of a rejection that a reviewer can choose. Each says what the member can do. */
export const reasonTexts: Readonly<Record<ReasonCode, string>> = {
  unreadable: 'The picture is too blurred or dark to read. Please take a new one in good light.',
  cut_off: 'Part of the receipt is cut off. Please take a new picture of all of it, from the name to the total.',
  amount_hidden: "We can't see the total. Please take a new picture that shows it.",
  wrong_amount: "The amount you typed doesn't match the receipt. Please send it again with the printed total.",
  wrong_date: "The date you typed doesn't match the receipt. Please send it again with the printed date.",
  wrong_invoice: "The invoice number you typed doesn't match the receipt. Please check it and send the receipt again.",
  wrong_merchant:
    'The receipt is from a different merchant. Please send it again and choose the merchant printed on it.',
  not_partner: "This merchant isn't a partner. Only receipts from the merchants in the list earn stamps.",
  not_receipt: "The picture doesn't show a receipt. Please take a picture of the printed receipt.",
  already_used: 'This receipt has already earned stamps. Each receipt earns stamps once.',
  too_old: 'This receipt is too old. Please send receipts soon after the purchase.',
}

const malay: typeof reasonTexts = {
  unreadable: 'Gambar ini terlalu kabur atau gelap untuk dibaca. Ambil gambar baharu di tempat yang terang.',
  cut_off:
    'Sebahagian resit terpotong. Ambil gambar baharu yang menunjukkan keseluruhan resit, daripada nama hingga jumlah.',
  amount_hidden: 'Kami tidak nampak jumlahnya. Ambil gambar baharu yang menunjukkan jumlah.',
  wrong_amount: 'Jumlah yang anda taip tidak sama dengan resit. Hantar sekali lagi dengan jumlah yang tercetak.',
  wrong_date: 'Tarikh yang anda taip tidak sama dengan resit. Hantar sekali lagi dengan tarikh yang tercetak.',
  wrong_invoice: 'Nombor invois yang anda taip tidak sama dengan resit. Semak nombor itu dan hantar resit sekali lagi.',
  wrong_merchant: 'Resit ini daripada peniaga lain. Hantar sekali lagi dan pilih peniaga yang tercetak pada resit.',
  not_partner: 'Peniaga ini bukan rakan kami. Hanya resit daripada peniaga dalam senarai mendapat cop.',
  not_receipt: 'Gambar ini tidak menunjukkan resit. Ambil gambar resit yang dicetak.',
  already_used: 'Resit ini sudah mendapat cop. Setiap resit mendapat cop sekali sahaja.',
  too_old: 'Resit ini terlalu lama. Hantar resit tidak lama selepas pembelian.',
}

/** How earlier versions worded them; decisions keep the text that was sent. */
const formerTexts: typeof reasonTexts = {
  unreadable: 'The picture is too blurred or dark to read. Please photograph the receipt again in good light.',
  cut_off: 'Part of the receipt is cut off. Please photograph all of it, from the name to the total.',
  amount_hidden: 'The total cannot be seen. Please photograph the receipt again with its total.',
  wrong_amount:
    'The amount on the receipt is not the amount that was typed. Please send it again with the printed total.',
  wrong_date: 'The date on the receipt is not the date that was typed. Please send it again with the printed date.',
  wrong_invoice:
    'The invoice number on the receipt is not the number that was typed. Please check it and send it again.',
  wrong_merchant: 'The receipt is from another merchant. Please choose the merchant whose name is printed on it.',
  not_partner: 'The receipt is not from a partner. Only receipts of the merchants in the list earn stamps.',
  not_receipt: 'The picture does not show a receipt. Please photograph the printed receipt itself.',
  already_used: 'This receipt has already earned stamps. A receipt earns once.',
  too_old: 'The receipt is older than receipts may be. Please send new ones soon after the purchase.',
}

/** A reason in Malay if it is a preset one, also with words of the reviewer after it. Other words stay as they were typed. */
export function reasonInMalay(reason: string): string {
  for (const code of Object.keys(malay) as ReasonCode[])
    for (const { [code]: text } of [reasonTexts, formerTexts])
      if (reason.startsWith(text)) return malay[code] + reason.slice(text.length)
  return reason
}
