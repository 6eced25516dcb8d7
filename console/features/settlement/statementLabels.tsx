import { open } from '@stampus/contract/console/settlement/questions'
import { list, type NextStep, show } from '@stampus/contract/console/settlement/statements'
import type { StatementLine } from '@stampus/contract/counter/statements'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { formatMonth } from '@stampus/contract/values/days'
import { formatSen } from '@stampus/contract/values/money'
import type { HandOverWay, LineKind, StatementState } from '@stampus/contract/values/statements'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { settings } from '../../shared/settings.ts'

export const statementStates: States<StatementState> = {
  live: { name: 'Live', look: 'quiet' },
  issued: { name: 'Issued', look: 'soon' },
  accepted: { name: 'Accepted', look: 'good' },
  paid: { name: 'Paid', look: 'good' },
}

export const StatementBadge = ({ state }: { state: StatementState }) => <StateBadge {...statementStates[state]} />

export const nextLabels: Record<NextStep, string> = {
  answer: 'Answer disputes',
  issue: 'Issue',
  pay: 'Mark as paid',
}

export const kindLabels: Record<LineKind, string> = {
  used: 'Handed over',
  unused: 'Taken back',
  voided: 'Voided',
  late: 'Answer to a late hand-over',
  dispute: 'Answer to a disputed line',
}

export const wayLabels: Record<HandOverWay, string> = {
  counter: 'At the counter',
  offline: 'Without a network',
  late: 'Entered later',
  desk: `At the ${desk}`,
}

/** What a line is: how something was handed over, or why there is another line. */
export const howOf = ({ way, kind }: StatementLine) => (way ? wayLabels[way] : kindLabels[kind])

export const numberOf = ({ number }: StatementLine) => (number ? readableNumber(number) : '')

export const money = (sen: number) => formatSen(sen, settings.currency)

export const linesText = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

export const statementTitle = (merchant: { name: string }, month: string) => `${merchant.name}, ${formatMonth(month)}`

export const statementPath = (merchant: { id: number }, month: string) => `/settlement/${merchant.id}/${month}`

/** The queries that show something else after a call about statements. */
export const changedByStatements = [list.path, show.path, open.path]
