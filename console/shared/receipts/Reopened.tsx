import type { ReviewItem } from '@stampus/contract/console/review'
import { TriangleAlert } from 'lucide-react'
import { readableTime } from '../dates.ts'
import { statusWords } from './ReceiptStatus.tsx'

/** That a manager took the decision of a receipt back, with all that was said: the decision, the appeal, the answer. */
export function Reopened({ item: { member, reopened } }: { item: ReviewItem }) {
  if (!reopened) return null
  const { by, operator, created_at, words, appeal, decision } = reopened
  const isAppeal = by === 'appeal'
  const title = isAppeal ? 'Reopened by an appeal' : 'Sent back by a manager'
  return (
    <section aria-label={title} className="grid gap-1.5 rounded-control bg-pending-tint px-3 py-2 text-small">
      <h2 className="flex items-center gap-2 font-bold">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-pending" />
        {title}
      </h2>
      <Statement head={`${statusWords[decision.status]} by ${decision.operator}`} at={decision.decided_at}>
        {[decision.reason, decision.notes].filter(Boolean).join('\n')}
      </Statement>
      {appeal ? (
        <Statement head={`${member.name} appealed`} at={appeal.created_at}>
          {appeal.message}
        </Statement>
      ) : null}
      <Statement head={`${operator} ${isAppeal ? 'reopened it' : 'sent it back'}`} at={created_at}>
        {words}
      </Statement>
    </section>
  )
}

function Statement({ head, at, children }: { head: string; at: string; children: string }) {
  return (
    <div>
      <p className="text-muted">
        {head}, {readableTime(at)}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </div>
  )
}
