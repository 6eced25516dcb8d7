import { randomKey } from './randomKey.ts'

/** What is sent, as `submissions.create` takes it. */
export type Receipt = {
  receipt_image: File
  merchant_id: string
  purchase_date: string
  purchase_amount: string
  invoice_number: string
}

/** One key a draft: the same for an unchanged retry, a new one when a field or the file changes (D-40). */
export function idempotencyKeys() {
  let last: { receipt: Receipt; key: string } | undefined
  const keyFor = (receipt: Receipt) => {
    if (!last || !sameReceipt(last.receipt, receipt)) last = { receipt, key: randomKey() }
    return last.key
  }
  /** The next receipt gets a new key, even an unchanged one. */
  const renew = () => {
    last = undefined
  }
  return { keyFor, renew }
}

function sameReceipt(a: Receipt, b: Receipt): boolean {
  return (Object.keys(a) as (keyof Receipt)[]).every((field) => a[field] === b[field])
}
