import { list } from '@stampus/contract/console/contact/cases'
import { hasMore } from '@stampus/contract/fields'
import { useQuery } from '@tanstack/react-query'
import { useIsActive } from '../../shared/api/activity.ts'
import { q } from '../../shared/api/queries.ts'
import { CountBadge } from '../../shared/components/Badge.tsx'

const POLL_MS = 300_000

/** The number of cases that wait for an answer, in the menu. */
export function CasesBadge() {
  const refetchInterval = useIsActive() && POLL_MS
  const { data } = useQuery({ ...q(list, { state: 'waiting' }), staleTime: POLL_MS, refetchInterval })
  const count = data?.data.length ?? 0
  if (!data || count === 0) return null
  const shown = hasMore(data) ? `${count}+` : String(count)
  return <CountBadge shown={shown} text={count === 1 ? '1 case waiting' : `${shown} cases waiting`} />
}
