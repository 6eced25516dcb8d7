import type { Statement } from '@stampus/contract/counter/statements'
import type { StatementState } from '@stampus/contract/values/statements'
import { CircleCheck, CircleDollarSign, Clock, Eye } from 'lucide-react'
import * as words from '#statementWords'

const looks = {
  live: { icon: Clock, look: 'text-muted' },
  issued: { icon: Eye, look: 'text-pending' },
  accepted: { icon: CircleCheck, look: 'text-approved' },
  paid: { icon: CircleDollarSign, look: 'text-approved' },
} as const satisfies Record<StatementState, object>

export function StatementBadge({ state, open_disputes }: Pick<Statement, 'state' | 'open_disputes'>) {
  const { icon: Icon, look } = looks[state]
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold text-small ${look}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {open_disputes > 0 ? words.disputed : words.states[state]}
    </span>
  )
}
