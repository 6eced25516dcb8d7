import { countConfirmations } from '@stampus/contract/console/confirmations'
import { MenuCount } from '../../shared/components/MenuCount.tsx'
import { limitedCount } from '../../shared/labels/labels.ts'
import { waitingText } from './requestTexts.ts'

const POLL_MS = 60_000

/** The number of requests that wait for this operator, in the menu. */
export const ConfirmationsBadge = () => (
  <MenuCount endpoint={countConfirmations} input={{}} everyMs={POLL_MS} count={countWaiting} />
)

const countWaiting = ({ waiting }: { waiting: number }) =>
  waiting > 0 ? { shown: limitedCount(waiting), text: waitingText(waiting) } : undefined
