import { useQuery } from '@tanstack/react-query'
import { usePresent } from '../../../shared/api/presence.ts'
import { Count } from '../../../shared/components/Count.tsx'
import { appealsQuery, waitingOf } from './appealsQuery.ts'

// A whole page of appeals for one number: seldom, and by itself only in a tab that is seen.
const LOOK_AGAIN_MS = 300_000

/** How many appeals wait, beside the way to them. */
export function AppealsBadge() {
  const refetchInterval = usePresent() && LOOK_AGAIN_MS
  const { data } = useQuery({ ...appealsQuery, staleTime: LOOK_AGAIN_MS, refetchInterval })
  const waiting = data && waitingOf(data)
  return waiting?.badge ? <Count shown={waiting.badge} words={waiting.words} /> : null
}
