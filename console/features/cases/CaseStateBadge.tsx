import type { CaseState } from '@stampus/contract/contact/cases'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { caseStates } from './caseLabels.ts'

/** The state of a case. */
export function CaseStateBadge({ state }: { state: CaseState }) {
  return <StateBadge {...caseStates[state]} />
}
