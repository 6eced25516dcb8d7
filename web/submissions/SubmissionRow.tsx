import { readableAmount } from '@stampus/contract/money'
import type { Submission } from '@stampus/contract/submissions'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Slip } from '@stampus/ui/Slip'
import { StatusMark } from '@stampus/ui/StatusMark'
import { Waiting } from '@stampus/ui/Waiting'
import { readableDay } from '../app/dates.ts'
import { Link } from '../app/Link.tsx'
import { Photo } from '../app/Photo.tsx'
import { linkTo } from '../app/paths.ts'
import { settings } from '../app/settings.ts'
import { stretched } from '../app/stretched.ts'
import { When } from '../app/When.tsx'

/** A submission in the history: a small slip. */
export function SubmissionRow({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  const { id, merchant, status, purchase_amount, purchase_date, created_at } = submission
  return (
    <Slip className="pb-2.5">
      <div className="group relative flex gap-4 p-4">
        <Photo
          src={submission.receipt_thumb_url ?? submission.receipt_image_url}
          placeholder={submission.placeholder_image_url}
          alt=""
          width={72}
          height={96}
          className="h-24 w-18 self-start rounded-control ring-1 ring-line"
          onExpired={onExpired}
        />
        <span className="grid min-w-0 flex-1 content-between gap-1">
          <span className="flex items-baseline gap-x-3">
            <Link
              to={linkTo('submission', { id })}
              state={{ fromHistory: true }}
              className={`line-clamp-2 min-w-0 flex-1 font-semibold ${stretched}`}
            >
              {merchant.name}
            </Link>
            <span className="whitespace-nowrap font-bold font-till tabular-nums">
              {readableAmount(purchase_amount, settings.currency)}
            </span>
          </span>
          <span className="text-small text-soft tabular-nums">Bought {readableDay(purchase_date)}</span>
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <When at={created_at} className="text-small text-soft" />
            <StatusMark status={status} />
          </span>
        </span>
      </div>
    </Slip>
  )
}

/** The shape of the history while it is on its way. */
export function SubmissionRowsWait() {
  return (
    <Waiting label="Loading submissions" className="grid gap-4">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Slip key={row} className="flex gap-4 p-4 pb-6.5">
          <Skeleton className="h-24 w-18" />
          <span className="grid flex-1 content-between">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-6 w-full" />
          </span>
        </Slip>
      ))}
    </Waiting>
  )
}
