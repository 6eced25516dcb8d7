import { formatInstant } from '@stampus/contract/values/days'
import { decimalAmount, formatAmount } from '@stampus/contract/values/money'
import type { Config } from '../../config.ts'

/** What a mail says of a receipt. */
export type NamedReceipt = { merchant: string; purchaseDate: string; invoiceNo: string; amountSen: number }

/** Describes a receipt in a mail: `your receipt of RM 12.00 from Kopi Kita dated 12 Nov 2026 (invoice 88)`. */
export function describeReceipt({ CURRENCY }: Pick<Config, 'CURRENCY'>, receipt: NamedReceipt): string {
  const { merchant, purchaseDate, invoiceNo, amountSen } = receipt
  const amount = formatAmount(decimalAmount(amountSen), CURRENCY)
  return `your receipt of ${amount} from ${merchant} dated ${formatDay(purchaseDate)} (invoice ${invoiceNo})`
}

/** Formats a day `YYYY-MM-DD` as `12 Nov 2026`. */
export function formatDay(day: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return formatInstant(new Date(`${day}T00:00:00Z`), options)
}
