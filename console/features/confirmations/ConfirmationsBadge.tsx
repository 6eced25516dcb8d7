import { countConfirmations } from '@stampus/contract/console/confirmations'
import { useQuery } from '@tanstack/react-query'
import { useIsActive } from '../../shared/api/activity.ts'
import { q } from '../../shared/api/queries.ts'
import { CountBadge } from '../../shared/components/Badge.tsx'
import { limitedCount } from '../../shared/labels/labels.ts'
import { waitingText } from './requestTexts.ts'

const POLL_MS = 60_000

/** The number of requests that wait for this operator, in the menu. */
export function ConfirmationsBadge() {
  const refetchInterval = useIsActive() && POLL_MS
  const { data } = useQuery({ ...q(countConfirmations, {}), staleTime: POLL_MS, refetchInterval })
  return data?.waiting ? <CountBadge shown={limitedCount(data.waiting)} text={waitingText(data.waiting)} /> : null
}
