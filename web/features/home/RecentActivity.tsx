import { RECENT_SUBMISSIONS } from '@stampus/contract/limits'
import { list, type Submission } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { useQuery } from '@tanstack/react-query'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { lookAgain } from '../../shared/receipts/decisionNews.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { RecentWait } from './RecentWait.tsx'

/** The two latest submissions (S-2.12), asked for again while one is pending (D-46). */
export function RecentActivity() {
  const recent = useQuery({
    ...q(list, { limit: RECENT_SUBMISSIONS, sort: 'desc' }),
    refetchInterval: ({ state }) => lookAgain(state.data?.data),
  })
  const rows = recent.data?.data.slice(0, RECENT_SUBMISSIONS)
  if (rows) return <Rows rows={rows} />
  if (recent.isPending) return <RecentWait />
  return (
    <Failure
      text={texts.submissionsFailed}
      retry={words.retry}
      busy={recent.isFetching}
      onRetry={() => void recent.refetch()}
    />
  )
}

function Rows({ rows }: { rows: Submission[] }) {
  if (rows.length === 0) return <p className="rounded-sheet bg-sheet p-5 text-muted shadow-sheet">{texts.noActivity}</p>
  return (
    <ul className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
      {rows.map((row) => (
        <ActivityRow key={row.id} submission={row} />
      ))}
    </ul>
  )
}
