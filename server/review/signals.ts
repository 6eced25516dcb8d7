import { decimalAmount, readableAmount } from '@stampus/contract/money'
import type { Signal } from '@stampus/contract/review'
import type { Config } from '../config.ts'
import type { DeskRow, Likeness } from './desk.store.ts'

/** What a reviewer should look at, in words (D-51); days are of the campus time zone. */
export function signalsFor(row: Facts, likenesses: Likeness[], config: Rules): Signal[] {
  return [...largeAmount(row, config), ...likenesses.flatMap((other) => likeness(row, other, config))]
}

type Facts = Pick<DeskRow, 'invoice_no' | 'merchant_name' | 'amount_sen'>
type Rules = Pick<Config, 'TIME_ZONE' | 'LARGE_AMOUNT_SEN' | 'CURRENCY'>

/** D-45: an amount that is rare enough to be looked at twice. */
function largeAmount({ amount_sen }: Facts, { LARGE_AMOUNT_SEN, CURRENCY }: Rules): Signal[] {
  if (amount_sen <= LARGE_AMOUNT_SEN) return []
  const limit = readableAmount(decimalAmount(LARGE_AMOUNT_SEN), CURRENCY)
  return [{ kind: 'large_amount', text: `The amount is above ${limit}`, submission_id: null }]
}

function likeness(row: Facts, other: Likeness, { TIME_ZONE }: Rules): Signal[] {
  const invoice = `Invoice ${row.invoice_no} at ${row.merchant_name}`
  const rest = `was also sent by ${sender(other)} on ${day(other.sent_at, TIME_ZONE)} (${other.status})`
  const signals: Signal[] = []
  if (other.same_invoice) signals.push({ kind: 'same_invoice', text: `${invoice} ${rest}`, submission_id: other.id })
  if (other.same_file) signals.push({ kind: 'same_file', text: `This very picture ${rest}`, submission_id: other.id })
  return signals
}

function sender({ same_member }: Likeness): string {
  return same_member ? 'the same member' : 'another member'
}

function day(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(at)
}
