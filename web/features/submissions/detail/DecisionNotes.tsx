import type { Appeal, Correction, Status, Submission } from '@stampus/contract/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import { Notice } from '@stampus/ui/Notice'
import { Hourglass, MessageSquareText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { When } from '../../../shared/components/When.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { isAppealWaiting } from '../../../shared/receipts/decisionUpdates.ts'
import { statusLabel } from '../../../shared/receipts/status.ts'
import { settings } from '../../../shared/settings.ts'

export function WhyRejected({ submission: { rejection_reason } }: { submission: Submission }) {
  return (
    <Notice kind="error">
      <h2 className="font-semibold">{words.submissionWhyRejected}</h2>
      <p className="whitespace-pre-line">{rejection_reason || words.submissionNoReason}</p>
    </Notice>
  )
}

export function AdminComments({ submission: { admin_notes } }: { submission: Submission }) {
  if (!admin_notes) return null
  return (
    <section className="rounded-sheet border border-line px-[min(1.25rem,6.25vw)] py-4">
      <h2 className="mb-1 font-semibold">{words.submissionNotes}</h2>
      <p className="whitespace-pre-line">{admin_notes}</p>
    </section>
  )
}

const outcomes: Record<Status, string> = {
  pending: words.submissionReversalToPending,
  approved: words.submissionReversalToApproved,
  rejected: words.submissionReversalToRejected,
}

export function Reversals({ submission }: { submission: Submission }) {
  const { reversals = [], rejection_reason, admin_notes, appeal } = submission
  if (reversals.length === 0) return null
  const shownReasons = [rejection_reason, admin_notes, appeal?.answer]
  return (
    <section className="grid gap-2 rounded-sheet border border-line px-[min(1.25rem,6.25vw)] py-4">
      <h2 className="font-semibold">{words.submissionReversed}</h2>
      <ol className="grid gap-3">
        {reversals.map((reversal) => (
          <li key={reversal.created_at}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p>
                {sentences.submissionReversal(
                  statusLabel(reversal.was),
                  readableDay(new Date(reversal.decided_at)),
                  outcomes[reversal.status],
                )}
              </p>
              <When at={reversal.created_at} className="text-small text-muted" />
            </div>
            {shownReasons.includes(reversal.reason) ? null : (
              <p className="whitespace-pre-line">{sentences.submissionReversalReason(reversal.reason)}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

export function ReviewerCorrections({ corrections }: { corrections: Correction[] }) {
  return (
    <section className="rounded-sheet border border-line px-[min(1.25rem,6.25vw)] py-4">
      <h2 className="mb-1 font-semibold">{words.submissionReviewerCorrected}</h2>
      <p className="text-small text-muted">{words.submissionReviewerCorrectedHint}</p>
      <dl className="mt-2 grid gap-1 tabular-nums">
        {corrections.map(({ field, typed, corrected }) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{names[field]}</dt>
            <dd>{sentences.submissionFromTo(readable(field, typed), readable(field, corrected))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const names = {
  merchant: words.submissionMerchant,
  purchase_amount: words.submissionAmount,
  purchase_date: words.submissionPurchaseDate,
  invoice_no: words.submissionInvoiceNumber,
}

function readable(field: Correction['field'], value: string): string {
  if (field === 'purchase_amount') return formatAmount(value, settings.currency)
  return field === 'purchase_date' ? readableDay(value) : value
}

type AppealProps = { appeal: Appeal; status: Status; isJustSent: boolean }

/** An appeal that waits, was answered, or is void because the rejection was undone. Takes the focus once sent. */
export function AppealRecord({ appeal, status, isJustSent }: AppealProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isJustSent) heading.current?.focus()
  }, [isJustSent])
  return (
    <section className="grid gap-4 rounded-sheet border border-line px-[min(1.25rem,6.25vw)] py-4">
      <div>
        <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {words.appealYours}
          </h2>
          <When at={appeal.created_at} className="text-small text-muted" />
        </div>
        {isAppealWaiting({ status, appeal }) ? (
          <p role="status" className="mb-3 flex items-start gap-2 border-line border-b pb-3 font-medium">
            <Hourglass aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {words.appealWaits}
          </p>
        ) : null}
        <p className="whitespace-pre-line">{appeal.message}</p>
      </div>
      {appeal.outcome ? <Answer appeal={appeal} status={status} /> : null}
      {!appeal.outcome && status !== 'rejected' ? (
        <p className="border-line border-t pt-4">{words.appealMoot}</p>
      ) : null}
    </section>
  )
}

function Answer({ appeal, status }: Omit<AppealProps, 'isJustSent'>) {
  const reopened = status === 'pending' ? words.appealReopened : words.appealReviewed
  return (
    <div role="status" className="border-line border-t pt-4">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="flex items-start gap-2 font-semibold">
          <MessageSquareText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-blue" />
          {appeal.outcome === 'kept' ? words.appealKept : reopened}
        </h3>
        {appeal.answered_at ? <When at={appeal.answered_at} className="text-small text-muted" /> : null}
      </div>
      <p className="whitespace-pre-line">{appeal.answer}</p>
    </div>
  )
}
