import type { ReviewItem } from '@stampus/contract/console/review'
import { EmailText } from '@stampus/ui/EmailText'
import { TriangleAlert } from 'lucide-react'
import { Fact } from '../components/Fact.tsx'
import { readableTime } from '../dates.ts'
import { statusLabels } from '../labels/labels.ts'

export function SenderFacts({ item: { member, created_at } }: { item: ReviewItem }) {
  return (
    <dl className="grid gap-2 rounded-sheet border border-line bg-sheet px-4 py-2.5 shadow-sheet">
      <Fact name="Member" note={member.email && <EmailText address={member.email} />}>
        {member.name}
      </Fact>
      <Fact name="Received">{readableTime(created_at)}</Fact>
    </dl>
  )
}

/** A reopened receipt: the earlier decision, the appeal and the manager's answer. */
export function ReopenedNotice({ item: { member, reopened } }: { item: ReviewItem }) {
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
      <Statement head={`${statusLabels[decision.status]} by ${decision.operator}`} at={decision.decided_at}>
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

export function Statement({ head, at, children }: { head: string; at: string; children: string }) {
  return (
    <div>
      <p className="text-muted">
        {head}, {readableTime(at)}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </div>
  )
}

export function EscalationNote({ escalation }: Pick<ReviewItem, 'escalation'>) {
  if (!escalation) return null
  return (
    <div className="rounded-control bg-tint px-3 py-2 text-small">
      <Statement head={`Escalated by ${escalation.operator}`} at={escalation.created_at}>
        {escalation.note}
      </Statement>
    </div>
  )
}
