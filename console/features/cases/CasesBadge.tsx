import { list } from '@stampus/contract/console/contact/cases'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { hasMore } from '@stampus/contract/fields'
import { MenuCount } from '../../shared/components/MenuCount.tsx'

const POLL_MS = 300_000

/** The number of cases that wait for an answer, in the menu. */
export const CasesBadge = () => (
  <MenuCount endpoint={list} input={{ state: 'waiting' }} everyMs={POLL_MS} count={countWaiting} />
)

function countWaiting(cases: AnswerOf<typeof list>) {
  const count = cases.data.length
  if (count === 0) return undefined
  const shown = hasMore(cases) ? `${count}+` : String(count)
  return { shown, text: count === 1 ? '1 case waiting' : `${shown} cases waiting` }
}
