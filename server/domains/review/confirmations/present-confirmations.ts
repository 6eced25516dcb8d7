import type { ConfirmationRequest } from '@stampus/contract/console/confirmations'
import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import { decimalAmount } from '@stampus/contract/values/money'
import type { RequestRow } from './confirmation-list.store.ts'

/** Presents a request on the confirmation pages. */
export function presentRequest(row: RequestRow): ConfirmationRequest {
  return {
    ...presentState(row),
    kind: row.kind,
    submission_id: row.submission_id,
    member: { id: row.member_id, name: row.member_name, email: row.member_email },
    corrections: presentCorrections(row),
  }
}

/** Presents a request in the history of its submission. */
export function presentOnReceipt(row: RequestRow): SubmissionHistory['confirmations'][number] {
  return { ...presentState(row), kind: row.kind === 'reversal' ? 'reversal' : 'approval' }
}

function presentState(row: RequestRow) {
  const { id, state, stamps, answer, request } = row
  return {
    ...{ id, state, stamps, answer },
    outcome: request.outcome ?? null,
    words: request.words ?? null,
    asked_by: { id: row.asked_by, name: row.asked_by_name },
    asked_at: row.asked_at.toISOString(),
    closed_by: row.closed_by === null ? null : { id: row.closed_by, name: row.closed_by_name ?? '' },
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

function presentCorrections({ request, corrected_merchant }: RequestRow): ConfirmationRequest['corrections'] {
  const { merchant_id, invoice_number, purchase_date, purchase_amount } = request.corrections ?? {}
  const facts = {
    merchant_id: merchant_id === undefined ? undefined : (corrected_merchant ?? String(merchant_id)),
    invoice_number,
    purchase_date,
    purchase_amount: purchase_amount === undefined ? undefined : decimalAmount(purchase_amount),
  }
  return Object.entries(facts).flatMap(([field, corrected]) => (corrected === undefined ? [] : [{ field, corrected }]))
}
