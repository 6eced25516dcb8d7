import { RECENT_SUBMISSIONS } from '@stampus/contract/limits'
import { list, type Submission } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { StatusMark } from '@stampus/ui/StatusMark'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../shared/api/api.ts'
import { Link } from '../../shared/components/Link.tsx'
import { QueryFailure } from '../../shared/components/QueryFailure.tsx'
import { When } from '../../shared/components/When.tsx'
import { linkTo } from '../../shared/paths.ts'
import { refetchWhilePending } from '../../shared/receipts/decisionUpdates.ts'
import { statusLabel } from '../../shared/receipts/status.ts'
import { settings } from '../../shared/settings.ts'
import { RecentSkeleton } from './HomeSkeletons.tsx'

export function RecentActivity() {
  const recent = useQuery({
    ...q(list, { limit: RECENT_SUBMISSIONS, sort: 'desc' }),
    refetchInterval: ({ state }) => refetchWhilePending(state.data?.data),
  })
  const rows = recent.data?.data.slice(0, RECENT_SUBMISSIONS)
  if (recent.isPending) return <RecentSkeleton />
  if (!rows) return <QueryFailure text={texts.submissionsFailed} query={recent} />
  if (rows.length === 0) return <p className="rounded-sheet bg-sheet p-5 text-muted shadow-sheet">{texts.noActivity}</p>
  return (
    <ul className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
      {rows.map((row) => (
        <ActivityRow key={row.id} submission={row} />
      ))}
    </ul>
  )
}

function ActivityRow({ submission }: { submission: Submission }) {
  const { id, merchant, purchase_amount, created_at, status } = submission
  return (
    <li>
      <Link
        to={linkTo('submission', { id })}
        className="grid min-h-19 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-tint focus-visible:-outline-offset-2 max-[18rem]:grid-cols-1"
      >
        <span className="min-w-0">
          <span className="block font-semibold">{merchant.name}</span>
          <When at={created_at} className="text-small text-muted" />
        </span>
        <span className="grid justify-items-end gap-1 text-right">
          <span className="whitespace-nowrap font-receipt tabular-nums">
            {formatAmount(purchase_amount, settings.currency)}
          </span>
          <StatusMark status={status} word={statusLabel(status)} />
        </span>
      </Link>
    </li>
  )
}
