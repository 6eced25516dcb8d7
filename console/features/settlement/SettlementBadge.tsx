import { open } from '@stampus/contract/console/settlement/questions'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { SETTLEMENT_OPEN_MAX } from '@stampus/contract/limits'
import { MenuCount } from '../../shared/components/MenuCount.tsx'

const POLL_MS = 300_000

/** The number of disputed lines and late hand-overs that wait for an answer, in the menu. */
export const SettlementBadge = () => <MenuCount endpoint={open} input={{}} everyMs={POLL_MS} count={countWaiting} />

function countWaiting({ data: { disputes, late } }: AnswerOf<typeof open>) {
  const count = disputes.length + late.length
  if (count === 0) return undefined
  const isCut = Math.max(disputes.length, late.length) === SETTLEMENT_OPEN_MAX
  const shown = isCut ? `${count}+` : String(count)
  return { shown, text: count === 1 ? '1 question waiting' : `${shown} questions waiting` }
}
