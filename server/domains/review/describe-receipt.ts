import { formatDay } from '@stampus/contract/values/days'
import type { Language } from '@stampus/contract/values/languages'
import { decimalAmount, formatAmount } from '@stampus/contract/values/money'
import type { Config } from '../../config.ts'

/** What a mail says of a receipt. */
export type NamedReceipt = { merchant: string; purchaseDate: string; invoiceNo: string; amountSen: number }

/** Describes a receipt in each language, to follow "your receipt": `of RM 12.00 from Kopi Kita dated 12 Nov 2026 (invoice 88)`. */
export function describeReceipt(
  { CURRENCY }: Pick<Config, 'CURRENCY'>,
  { merchant, purchaseDate, invoiceNo, amountSen }: NamedReceipt,
): Record<Language, string> {
  const amount = formatAmount(decimalAmount(amountSen), CURRENCY)
  return {
    en: `of ${amount} from ${merchant} dated ${formatDay(purchaseDate)} (invoice ${invoiceNo})`,
    ms: `berjumlah ${amount} daripada ${merchant} bertarikh ${formatDay(purchaseDate, 'ms')} (invois ${invoiceNo})`,
  }
}

/** Counts stamps in each language. */
export function countStamps(stamps: number): Record<Language, string> {
  return { en: `${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}`, ms: `${stamps} cop` }
}
