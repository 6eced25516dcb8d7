import { type Submission, show } from '@stampus/contract/submissions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { refetchWhilePending } from '../../../shared/receipts/decisionUpdates.ts'
import type { Receipt } from '../../../shared/receipts/receipt.ts'
import { useSession } from '../../../shared/storage/session.ts'

/** The id of the rejected submission in the address. */
export function useCorrectedId(): string | undefined {
  const [search] = useSearchParams()
  return search.get('correct')?.match(/^\d{1,15}$/)?.[0]
}

type Corrected = { correct?: number; corrected?: Submission | undefined; query?: UseQueryResult }

/**
 * The submission to correct, with its query. Empty if the member has no such submission. Refetched, because its
 * rejection may be reversed meanwhile.
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
 * Whether a rejected receipt can be resubmitted: not while a resubmission waits or is approved, and not if the same
 * purchase is approved in another receipt. A server may not know either.
 */
export function useMayResubmit({ corrected_by, approved_instead }: Submission): boolean {
  const { data } = useQuery({ ...q(show, { id: corrected_by ?? 0 }), enabled: Boolean(corrected_by) })
  return !approved_instead && (!corrected_by || data?.data.status === 'rejected')
}

/** Fills an empty form with the facts of the rejected submission. */
export function withCorrectedFacts(fields: Receipt, corrected: Submission | undefined): Receipt {
  if (!corrected || fields.purchase_amount || fields.invoice_number) return fields
  return {
    ...fields,
    corrects: corrected.id,
    merchant_id: fields.merchant_id || String(corrected.merchant.id ?? ''),
    purchase_date: corrected.purchase_date,
    purchase_amount: corrected.purchase_amount,
    invoice_number: corrected.invoice_no,
  }
}
