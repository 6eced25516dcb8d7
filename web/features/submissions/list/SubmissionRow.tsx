import type { Submission } from '@stampus/contract/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { StatusMark } from '@stampus/ui/StatusMark'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link, stretchedLink } from '../../../shared/components/Link.tsx'
import { Slip } from '../../../shared/components/Slip.tsx'
import { When } from '../../../shared/components/When.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { linkTo } from '../../../shared/paths.ts'
import { Photo } from '../../../shared/pictures/Photo.tsx'
import { isAppealWaiting } from '../../../shared/receipts/decisionUpdates.ts'
import { statusLabel } from '../../../shared/receipts/status.ts'
import { settings } from '../../../shared/settings.ts'

/** On a phone, every row is as tall as one with a name of two lines. */
const body = 'grid min-h-27 flex-1 basis-40 content-between sm:min-h-0'

/** A submission in the history. */
export function SubmissionRow({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  const { id, merchant, status, purchase_amount, purchase_date, created_at, stamps } = submission
  const [before] = useState(status)
  return (
    <Slip className="pb-2.5">
      <div className="group relative flex flex-wrap gap-[16px] p-[16px]">
        <Photo
          src={submission.receipt_thumb_url ?? submission.receipt_image_url}
          placeholder={submission.placeholder_image_url}
          alt=""
          width={72}
          height={96}
          className="h-[96px] w-[72px] shrink-0 self-start rounded-control ring-1 ring-line"
          onExpired={onExpired}
        />
        <span className={`min-w-0 gap-1 ${body}`}>
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={linkTo('submission', { id })}
              state={{ fromHistory: true }}
              className={`min-w-0 flex-1 basis-28 font-semibold ${stretchedLink}`}
            >
              {merchant.name}
            </Link>
            <span className="ml-auto whitespace-nowrap text-right font-bold font-receipt tabular-nums">
              {formatAmount(purchase_amount, settings.currency)}
            </span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-2 text-small tabular-nums">
            <span className="text-muted">{sentences.submissionBought(readableDay(purchase_date))}</span>
            {status === 'approved' && stamps !== undefined ? (
              <span className="font-semibold text-approved">{sentences.submissionStampsEarned(stamps)}</span>
            ) : null}
          </span>
          <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            <When at={created_at} className="mr-auto text-small text-muted" />
            {isAppealWaiting(submission) ? (
              <span className="flex items-center gap-1 text-small font-semibold">
                <Hourglass aria-hidden="true" className="size-4" />
                {words.appealOpen}
              </span>
            ) : null}
            <StatusMark status={status} word={statusLabel(status)} isLanding={status !== before} />
          </span>
        </span>
      </div>
    </Slip>
  )
}

/** The placeholder of the history while it loads. */
export function SubmissionRowsLoading() {
  return (
    <Loading label={words.submissionsWait} className="grid gap-4">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Slip key={row} className="flex gap-4 p-4 pb-6.5">
          <Skeleton className="h-24 w-18" />
          <span className={body}>
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-6 w-full" />
          </span>
        </Slip>
      ))}
    </Loading>
  )
}
