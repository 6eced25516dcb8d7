import type { CaseState } from '@stampus/contract/contact/cases'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'

const caseStates: States<CaseState> = {
  open: { name: 'Open', look: 'soon' },
  answered: { name: 'Answered', look: 'good' },
  reopened: { name: 'Reopened', look: 'soon' },
  closed: { name: 'Closed', look: 'quiet' },
}

/** The state of a case. */
export function CaseStateBadge({ state }: { state: CaseState }) {
  return <StateBadge {...caseStates[state]} />
}
