import { type Submission, show } from '@stampus/contract/submissions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { refetchWhilePending } from '../../../shared/receipts/decisionUpdates.ts'
import { useSession } from '../../../shared/storage/session.ts'
import type { ReceiptFields } from './receiptFields.ts'

/** The id of the submission that this address asks to correct. */
export function useCorrectedId(): string | undefined {
  const [search] = useSearchParams()
  return search.get('correct')?.match(/^\d{1,15}$/)?.[0]
}

type Corrected = { correct?: number; corrected?: Submission | undefined; query?: UseQueryResult }

/**
 * The submission that this address asks to correct: its id, the submission once it is loaded, and its query. Empty where the member
 * has no such submission. It is refreshed, because its rejection may be taken back while the form is filled in.
 */
export function useCorrectedSubmission(): Corrected {
  const id = useCorrectedId()
  const isMember = useSession(({ user }) => Boolean(user?.email_verified_at))
  const enabled = isMember && id !== undefined
  const query = useQuery({
    ...q(show, { id: id ?? '' }),
    enabled,
    retry: false,
    refetchInterval: ({ state }) => refetchWhilePending(state.data ? [state.data.data] : []),
  })
  if (!enabled || isMissing(query.error)) return {}
  return { correct: Number(id), corrected: query.data?.data, query }
}

/**
 * Whether a rejected receipt may be sent corrected: not while a correction of it waits or is approved, nor where its purchase is
 * approved in another receipt. A server may know of neither.
 */
export function useMayResubmit({ corrected_by, approved_instead }: Submission): boolean {
  const { data } = useQuery({ ...q(show, { id: corrected_by ?? 0 }), enabled: Boolean(corrected_by) })
  return !approved_instead && (!corrected_by || data?.data.status === 'rejected')
}

/** The fields as the submission told them, unless something is typed already. */
export function withCorrectedFacts(fields: ReceiptFields, corrected: Submission | undefined): ReceiptFields {
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
