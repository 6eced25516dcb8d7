import type { StatementState } from '@stampus/contract/values/statements'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { statementStates } from './statementLabels.ts'

/** The state of a statement as a word. */
export function StatementBadge({ state }: { state: StatementState }) {
  return <StateBadge {...statementStates[state]} />
}
