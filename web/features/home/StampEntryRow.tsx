import { formatAmount } from '@stampus/contract/values/money'
import type { StampEntry } from '@stampus/contract/wallet'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { stretched } from '../../shared/components/stretched.ts'
import { When } from '../../shared/components/When.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'

/** How many stamps came or went, when and why; of a receipt with the way to it. */
export function StampEntryRow({ entry: { kind, stamps, created_at, submission, reason } }: { entry: StampEntry }) {
  return (
    <li className="group relative flex gap-3 py-3">
      <span className="min-w-10 shrink-0 font-bold tabular-nums">
        {signed(stamps)} <span className="sr-only">{sentences.stampCardUnit(stamps)}</span>
      </span>
      <span className="min-w-0 flex-1">
        {submission ? (
          <Link to={linkTo('submission', { id: submission.id })} className={`font-semibold ${stretched}`}>
            {submission.merchant}
          </Link>
        ) : (
          <span className="font-semibold">{kinds[kind]}</span>
        )}
        <span className="flex flex-wrap justify-between gap-x-3 text-small text-muted">
          <span>
            {submission ? `${kinds[kind]} · ` : ''}
            <When at={created_at} />
          </span>
          {submission ? (
            <span className="font-receipt tabular-nums">
              {formatAmount(submission.purchase_amount, settings.currency)}
            </span>
          ) : null}
        </span>
        {reason ? <span className="block whitespace-pre-line text-small">{reason}</span> : null}
      </span>
    </li>
  )
}

const kinds = {
  approval: words.stampsOfReceipt,
  undo: words.stampsTakenBack,
  correction: words.stampsCorrected,
}

function signed(stamps: number): string {
  return stamps.toLocaleString(words.locale, { signDisplay: 'always' }).replace('-', '\u2212')
}
