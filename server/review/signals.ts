import type { Signal } from '@stampus/contract/review'
import type { DeskRow, Likeness } from './desk.store.ts'

/** What a reviewer should look at, in words (D-51); days are of the campus time zone. */
export function signalsFor(
  row: Pick<DeskRow, 'invoice_no' | 'merchant_name'>,
  likenesses: Likeness[],
  timeZone: string,
): Signal[] {
  const invoice = `Invoice ${row.invoice_no} at ${row.merchant_name}`
  return likenesses.flatMap((other) => {
    const rest = `was also sent by ${sender(other)} on ${day(other.sent_at, timeZone)} (${other.status})`
    const signals: Signal[] = []
    if (other.same_invoice) signals.push({ kind: 'same_invoice', text: `${invoice} ${rest}`, submission_id: other.id })
    if (other.same_file) signals.push({ kind: 'same_file', text: `This very picture ${rest}`, submission_id: other.id })
    return signals
  })
}

function sender({ same_member }: Likeness): string {
  return same_member ? 'the same member' : 'another member'
}

function day(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(at)
}
