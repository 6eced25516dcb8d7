import { appeals } from '@stampus/contract/console/review'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { hasMore } from '@stampus/contract/fields'
import { q } from '../../../shared/api/queries.ts'
import { MenuCount } from '../../../shared/components/MenuCount.tsx'

// The count needs a whole page of appeals, so it is fetched rarely.
const POLL_MS = 300_000

/** The number of waiting appeals in the menu. */
export const AppealsBadge = () => <MenuCount endpoint={appeals} input={{}} everyMs={POLL_MS} count={countWaiting} />

function countWaiting(list: AppealsList) {
  const { badge: shown, text } = waitingText(list)
  return shown ? { shown, text } : undefined
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
