import type { HttpResult } from '../api/xhr.ts'

/** The facts of a receipt as they are typed, by their names in the form and on the wire. */
export type ReceiptFacts = {
  merchant_id: string
  purchase_amount: string
  purchase_date: string
  invoice_number: string
}
export type FactField = keyof ReceiptFacts

/**
 * A receipt as a form has it: its picture, its facts, the rejected submission that it corrects, the values that were
 * filled in from the photo, and the fields that the member has typed or emptied.
 */
export type Receipt = ReceiptFacts & {
  receipt_image: File | null
  corrects?: number
  filled?: Partial<ReceiptFacts>
  typed?: FactField[]
}

/** As much of a receipt as there is so far. */
export type Draft = Partial<Receipt>

/**
 * An attempt to send a draft: its idempotency key, the purchase date, whether it still waits, and the upload error,
 * which browsers store as `refusal`.
 */
export type Attempt = { key: string; purchaseDate: string; waits: boolean; refusal?: HttpResult }

/**
 * A draft as the browser stores it. Its picture is stored apart, under `fileId`. `owner` is the first member who signed
 * in with it, null for a guest. `savedAt` is in milliseconds.
 */
export type StoredDraft = Omit<Draft, 'receipt_image'> & {
  id: string
  owner: number | null
  savedAt: number
  fileId?: string
  attempt?: Attempt
}

/** A draft that was submitted and has not arrived yet. */
export type WaitingDraft = StoredDraft & { attempt: Attempt }

/** A draft that a form continues, with its picture. */
export type OpenedDraft = Draft & Pick<StoredDraft, 'id' | 'attempt'>

export function isWaiting(draft: StoredDraft | undefined): draft is WaitingDraft {
  return draft?.attempt?.waits === true
}

/** The merchant of a draft. Undefined while it is only what the photo says: then any merchant's page may continue it. */
export function chosenMerchant({ merchant_id, filled, attempt }: Omit<OpenedDraft, 'id'>): string | undefined {
  return !attempt && merchant_id === filled?.merchant_id ? undefined : merchant_id
}

const formerNames: Record<string, string> = {
  amount: 'purchase_amount',
  merchantId: 'merchant_id',
  invoiceNumber: 'invoice_number',
  purchaseDate: 'purchase_date',
  correct: 'corrects',
}

/** Reads also a draft that the release before this one stored under its own names. Drafts live for seven days. */
export function withPresentNames(stored: object): StoredDraft {
  const values = Object.entries(stored).map(([name, value]) => [
    formerNames[name] ?? name,
    name === 'merchantId' ? String(value) : value,
  ])
  return Object.fromEntries(values)
}
