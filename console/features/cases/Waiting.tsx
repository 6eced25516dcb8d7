import type { AdminCaseRow } from '@stampus/contract/console/contact/cases'
import { TriangleAlert } from 'lucide-react'
import { readableSpan } from '../../shared/dates.ts'

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
