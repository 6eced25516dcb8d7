import type { CaseState as State } from '@stampus/contract/contact/cases'
import { CircleCheck, Hourglass, MessagesSquare } from 'lucide-react'
import { stateNames } from './caseTexts.ts'

const icons = { open: Hourglass, reopened: Hourglass, answered: MessagesSquare, closed: CircleCheck }

/** The state of a case, as an icon and a word. */
export function CaseState({ state }: { state: State }) {
  const Icon = icons[state]
  const look = state === 'answered' ? 'text-blue' : 'text-muted'
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium text-small ${look}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {stateNames[state]}
    </span>
  )
}
