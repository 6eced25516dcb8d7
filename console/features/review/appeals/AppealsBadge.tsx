import { appeals } from '@stampus/contract/console/review'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { hasMore } from '@stampus/contract/fields'
import { useQuery } from '@tanstack/react-query'
import { useIsActive } from '../../../shared/api/activity.ts'
import { q } from '../../../shared/api/queries.ts'
import { CountBadge } from '../../../shared/components/Badge.tsx'

// The count needs a whole page of appeals, so it is fetched rarely.
const POLL_MS = 300_000

/** The number of waiting appeals in the menu. */
export function AppealsBadge() {
  const refetchInterval = useIsActive() && POLL_MS
  const { data } = useQuery({ ...appealsQuery, staleTime: POLL_MS, refetchInterval })
  const waiting = data && waitingText(data)
  return waiting?.badge ? <CountBadge shown={waiting.badge} text={waiting.text} /> : null
}

export type AppealsList = AnswerOf<typeof appeals>

/** The first page of appeals that wait for an answer, the oldest first. */
export const appealsQuery = q(appeals, {})

/** The number of waiting appeals for a badge and as text. It knows only the first page. */
export function waitingText(list: AppealsList): { badge: string; text: string } {
  const count = list.data.length
  if (count === 0) return { badge: '', text: 'No appeals pending' }
  if (hasMore(list)) return { badge: `${count}+`, text: `${count} or more appeals pending` }
  return { badge: String(count), text: count === 1 ? '1 appeal pending' : `${count} appeals pending` }
}

export function removeAppeal(list: AppealsList | undefined, appealId: number): AppealsList | undefined {
  return list && { ...list, data: list.data.filter(({ id }) => id !== appealId) }
}
