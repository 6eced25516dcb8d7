import type { StatementState } from '@stampus/contract/values/statements'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { stateLabels } from './statementLabels.ts'

const looks = { live: 'quiet', issued: 'soon', accepted: 'good', paid: 'good' } as const

/** The state of a statement as a word. */
export function StatementBadge({ state }: { state: StatementState }) {
  return <StateBadge look={looks[state]}>{stateLabels[state]}</StateBadge>
}
