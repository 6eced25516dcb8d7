import { type Submission, show } from '@stampus/contract/submissions'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { q } from '../app/api.ts'
import { useSession } from '../app/session.ts'
import type { WaitingDraft } from './draft.ts'
import type { ReceiptFields } from './receiptForm.ts'

export type Corrected = Pick<Submission, 'id' | 'purchase_amount' | 'purchase_date' | 'invoice_no' | 'merchant'>

/**
 * The member's submission that this address asks to correct; undefined where there is none, `isPending` while it is
 * asked for.
 */
export function useCorrected(): { corrected: Corrected | undefined; isPending: boolean } {
  const [search] = useSearchParams()
  const id = search.get('correct') ?? ''
  const isMember = useSession(({ user }) => Boolean(user?.email_verified_at))
  const enabled = isMember && /^\d{1,15}$/.test(id)
  const { data, isPending } = useQuery({ ...q(show, { id }), enabled, retry: false })
  return { corrected: enabled ? data?.data : undefined, isPending: enabled && isPending }
}

/** A correction begins with no draft but its own: another's picture shows another receipt. */
export function draftFor(corrected: Corrected | undefined, draft: WaitingDraft | null): WaitingDraft | null {
  return corrected && draft?.correct !== corrected.id ? null : draft
}

/** The fields as the submission told them, unless something is typed already. */
export function withCorrection(fields: ReceiptFields, corrected: Corrected | undefined): ReceiptFields {
  if (!corrected || fields.purchase_amount || fields.invoice_number) return fields
  return {
    ...fields,
    correct: corrected.id,
    merchant_id: fields.merchant_id || String(corrected.merchant.id ?? ''),
    purchase_date: corrected.purchase_date,
    purchase_amount: corrected.purchase_amount,
    invoice_number: corrected.invoice_no,
  }
}
