import type { CaseState } from '@stampus/contract/contact/cases'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { stateLabels } from './caseLabels.ts'

const looks = { open: 'soon', reopened: 'soon', answered: 'good', closed: 'quiet' } as const

/** The state of a case. */
export function CaseStateBadge({ state }: { state: CaseState }) {
  return <StateBadge look={looks[state]}>{stateLabels[state]}</StateBadge>
}
