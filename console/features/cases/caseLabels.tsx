import type { AdminCaseRow, CaseFilter } from '@stampus/contract/console/contact/cases'
import type { CaseObject, CaseState, CaseSubject } from '@stampus/contract/contact/cases'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { formatAmount } from '@stampus/contract/values/money'
import { TriangleAlert } from 'lucide-react'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { readableDay, readableSpan } from '../../shared/dates.ts'
import { optionsOf } from '../../shared/forms/Select.tsx'
import words from '../../shared/labels/labels.json'
import { settings } from '../../shared/settings.ts'

export const subjectLabels: Record<CaseSubject, string> = words.caseSubjects
export const subjectOptions = optionsOf('Everything', subjectLabels)
export const filterLabels: Record<CaseFilter, string> = words.caseFilters

const caseStates: States<CaseState> = {
  open: { name: 'Open', look: 'soon' },
  answered: { name: 'Answered', look: 'good' },
  reopened: { name: 'Reopened', look: 'soon' },
  closed: { name: 'Closed', look: 'quiet' },
}

export const CaseStateBadge = ({ state }: { state: CaseState }) => <StateBadge {...caseStates[state]} />

/** How long a member has waited, and how that compares with the target: "3 hours overdue", "due in 5 hours". */
export function Waiting({ row: { waiting_since: since, due_at: due } }: { row: AdminCaseRow }) {
  if (since === null || due === null) return <span className="text-muted">–</span>
  const left = Date.parse(due) - Date.now()
  const isOverdue = left < 0
  return (
    <>
      <span className="block">{readableSpan(Date.now() - Date.parse(since))}</span>
      <span
        className={`flex items-center gap-1 text-small ${isOverdue ? 'font-semibold text-rejected' : 'text-muted'}`}
      >
        {isOverdue ? <TriangleAlert aria-hidden="true" className="size-4 shrink-0" /> : null}
        {isOverdue ? `${readableSpan(-left)} overdue` : `due in ${readableSpan(left)}`}
      </span>
    </>
  )
}

/** What a case is about in one line: "Kopi Kita, 12 Nov 2026, RM 12.50". */
export function objectText({ name, purchase_date: day, purchase_amount: amount, number }: CaseObject): string {
  const facts = [
    day && readableDay(day),
    amount && formatAmount(amount, settings.currency),
    number && readableNumber(number),
  ]
  return [name, ...facts].filter(Boolean).join(', ')
}

const pages = { submission: 'submissions', voucher: 'vouchers', reward: 'rewards', merchant: 'merchants' }
export const objectPage = ({ kind, id }: CaseObject) => `/${pages[kind]}/${id}`
