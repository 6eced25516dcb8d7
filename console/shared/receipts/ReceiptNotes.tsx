import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import { EmailText } from '@stampus/ui/EmailText'
import { Info, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
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

type SignalListProps = {
  signals: Signal[]
  /** The id of the receipt that is compared now. */
  compared: number | undefined
  onCompare: (id: number) => void
}

/** The warnings of a receipt, then what is only good to know. Receipts that they name can be opened or compared. */
export function SignalList({ signals, ...compare }: SignalListProps) {
  return (
    <>
      <Signals name="Warnings" signals={signals.filter(({ is_hint }) => !is_hint)} {...compare} />
      <Signals name="Hints" signals={signals.filter(({ is_hint }) => is_hint)} isQuiet {...compare} />
    </>
  )
}

function Signals({
  name,
  signals,
  isQuiet = false,
  compared,
  onCompare,
}: SignalListProps & { name: string; isQuiet?: boolean }) {
  if (signals.length === 0) return null
  const [Icon, look, color] = isQuiet
    ? [Info, 'bg-tint', 'text-muted']
    : [TriangleAlert, 'bg-pending-tint', 'text-pending']
  return (
    <ul aria-label={name} className="grid gap-2">
      {signals.map(({ kind, text, submission_id: other, picture }) => (
        <li key={`${kind}-${other}`} className={`flex gap-2 rounded-control px-3 py-1.5 text-small ${look}`}>
          <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${color}`} />
          <div className="min-w-0">
            <p>{text}</p>
            {other === null ? null : (
              <p className="-mt-1 -mb-1.5 flex flex-wrap items-center gap-x-4">
                <Link to={`/submissions/${other}`} className={linkLook}>
                  Receipt {other}
                </Link>
                {picture ? (
                  <button
                    type="button"
                    onClick={() => onCompare(other)}
                    aria-pressed={compared === other}
                    className={linkLook}
                  >
                    {compared === other ? 'Stop comparing' : 'Compare'}
                  </button>
                ) : null}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4'

export function EscalationNote({ escalation }: Pick<ReviewItem, 'escalation'>) {
  if (!escalation) return null
  return (
    <div className="rounded-control bg-tint px-3 py-2 text-small">
      <p className="text-muted">
        Escalated by {escalation.operator}, {readableTime(escalation.created_at)}
      </p>
      <p className="whitespace-pre-line">{escalation.note}</p>
    </div>
  )
}
