import type { ConfirmationRequest } from '@stampus/contract/console/confirmations'
import { decimalAmount } from '@stampus/contract/values/money'
import type { RequestRow } from './confirmation-list.store.ts'

export function presentRequest({ balance: _, corrections, corrected_merchant, ...row }: RequestRow) {
  return { ...row, corrections: presentCorrections(corrections, corrected_merchant) }
}

export function presentOnReceipt({ id, state, stamps, answer, outcome, words, kind, ...row }: RequestRow) {
  const { asked_by, asked_at, closed_by, closed_at } = row
  return {
    ...{ id, state, stamps, answer, outcome, words, asked_by, asked_at, closed_by, closed_at },
    kind: kind === 'reversal' ? ('reversal' as const) : ('approval' as const),
  }
}

function presentCorrections(
  corrections: RequestRow['corrections'],
  merchantName: string | null,
): ConfirmationRequest['corrections'] {
  const { merchant_id, invoice_number, purchase_date, purchase_amount } = corrections ?? {}
  const facts = {
    merchant_id: merchant_id === undefined ? undefined : (merchantName ?? String(merchant_id)),
    invoice_number,
    purchase_date,
    purchase_amount: purchase_amount === undefined ? undefined : decimalAmount(purchase_amount),
  }
  return Object.entries(facts).flatMap(([field, corrected]) => (corrected === undefined ? [] : [{ field, corrected }]))
}
