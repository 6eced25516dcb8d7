import type { Correction } from '@stampus/contract/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import * as sentences from '#sentences'
import * as words from '#words'
import { readableDay } from '../../../shared/dates.ts'
import { settings } from '../../../shared/settings.ts'

/** What the reviewer read off the receipt otherwise than it was typed, each with both values (D-45). */
export function ReviewerCorrections({ corrections }: { corrections: Correction[] }) {
  return (
    <section className="rounded-sheet border border-line px-5 py-4">
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
