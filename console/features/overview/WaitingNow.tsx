import type { Overview } from '@stampus/contract/console/overview'
import { Notice, type NoticeKind } from '@stampus/ui/Notice'
import { Link } from 'react-router'
import { When } from '../../shared/components/When.tsx'
import { readableSpan } from '../../shared/dates.ts'
import { fittingWords } from '../../shared/labels/labels.ts'

/** What waits now and how old the oldest is, in the colour of its age against the target. */
export function WaitingNow({ count, ageing, late, oldest_at, target_hours, fitting }: Overview['waiting']) {
  const kind: NoticeKind = late > 0 ? 'error' : ageing > 0 ? 'warning' : 'success'
  return (
    <Notice kind={kind}>
      <h2 className="font-bold text-lead">{waitingWords(count)}</h2>
      {oldest_at ? (
        <p className="text-pretty">
          The oldest waits {readableSpan(Date.now() - Date.parse(oldest_at))} (since <When at={oldest_at} />
          ); the target is {readableSpan(target_hours * 3_600_000)}.
          {late > 0 ? ` ${late} ${late === 1 ? 'is' : 'are'} past the target.` : ''}
          {ageing > late
            ? ` ${ageing - late}${late > 0 ? ' more' : ''} ${ageing - late === 1 ? 'is' : 'are'} past half of it.`
            : ''}
        </p>
      ) : null}
      {count > 0 ? (
        <p className="flex flex-wrap gap-x-6">
          <Link to="/" className={way}>
            Go to the review desk
          </Link>
          <Link to="/submissions?status=pending" className={way}>
            See all that wait
          </Link>
          {fitting > 0 ? (
            <Link to="/bulk" className={way}>
              Approve together {fittingWords(fitting)}
            </Link>
          ) : null}
        </p>
      ) : null}
    </Notice>
  )
}

const way = 'inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4'

function waitingWords(count: number): string {
  if (count === 0) return 'No receipts waiting'
  return count === 1 ? '1 receipt waiting' : `${count} receipts waiting`
}
