import type { RecentReceipt } from '@stampus/contract/console/evidence'
import type { ReviewItem } from '@stampus/contract/console/review'
import { formatAmount } from '@stampus/contract/values/money'
import { EmailText } from '@stampus/ui/EmailText'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { Fact } from '../../../shared/components/Fact.tsx'
import { readableDay, readableTime } from '../../../shared/dates.ts'
import { statusLabels } from '../../../shared/labels/labels.ts'
import { settings } from '../../../shared/settings.ts'

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

const confirmationRules = {
  available: 'A second operator must confirm an approval of this amount.',
  nobody: 'No second operator can confirm. An approval takes effect at once and is marked as not countersigned.',
}

/** Whether a second operator must confirm an approval, was already asked to, or has declined. */
export function ConfirmationNote({ item: { confirmation, second_person } }: { item: ReviewItem }) {
  const rule = second_person && confirmationRules[second_person]
  if (!confirmation && !rule) return null
  const isWaiting = confirmation?.state === 'waiting'
  return (
    <div className="grid gap-1 rounded-control bg-tint px-3 py-2 text-small">
      {isWaiting ? (
        <p>
          Pending confirmation: {confirmation.asked_by} approved it on {readableTime(confirmation.asked_at)}.
        </p>
      ) : confirmation ? (
        <Statement
          head={`${confirmation.declined_by} declined the approval by ${confirmation.asked_by}`}
          at={confirmation.asked_at}
        >
          {confirmation.answer ?? ''}
        </Statement>
      ) : null}
      {rule && !isWaiting ? <p>{rule}</p> : null}
    </div>
  )
}

/** Other receipts of the member and of the merchant, each with a link. */
export function Recent({ item }: { item: ReviewItem }) {
  const { recent, member, merchant } = item
  const { sent, approved, rejected } = recent
  return (
    <div className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <Rows
        title={`Other receipts by ${member.name}`}
        note={`${sent} sent, ${approved} approved, ${rejected} rejected; registered ${readableDay(member.created_at)}. ${correctionsText(recent.corrected)}`}
        rows={recent.of_member}
        other="merchant"
        item={item}
      />
      <Rows title={`Other receipts from ${merchant.name}`} rows={recent.of_merchant} other="member" item={item} />
    </div>
  )
}

/** How often reviewers corrected the member's facts, and by how much. */
function correctionsText({ receipts, ...by }: ReviewItem['recent']['corrected']): string {
  if (receipts === 0) return 'None corrected.'
  const change = (what: string, count: number, amount: string) => {
    const times = count === 1 ? 'once' : `${count} times`
    return count > 0 ? [`amount ${what} ${times}, by ${formatAmount(amount, settings.currency)} in total`] : []
  }
  const parts = [...change('lowered', by.lowered, by.lowered_by), ...change('raised', by.raised, by.raised_by)]
  return `${receipts} corrected${parts.length > 0 ? `: ${parts.join('; ')}` : ''}.`
}

type RowsProps = {
  title: string
  note?: string
  rows: RecentReceipt[]
  other: 'merchant' | 'member'
  item: ReviewItem
}

function Rows({ title, note, rows, other, item }: RowsProps) {
  return (
    <section>
      <h2 className="font-semibold">{title}</h2>
      {note ? <p className="text-small text-muted">{note}</p> : null}
      {rows.length === 0 ? <p className="text-small text-muted">No other receipts.</p> : null}
      <ul className="mt-1">
        {rows.map((row) => (
          <li key={row.id} className="border-line border-t first:border-t-0">
            <Link to={`/submissions/${row.id}`} className={rowLook}>
              <span className="truncate">{row[other]}</span>
              <span className="text-right font-medium">{formatAmount(row.purchase_amount, settings.currency)}</span>
              <span className="text-muted">
                {readableDay(row.created_at)}
                {isLater(row, item) ? ', sent later' : ''}
              </span>
              <span className={`text-right ${colours[row.status]}`}>{statusLabels[row.status]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isLater(row: RecentReceipt, item: ReviewItem): boolean {
  const apart = Date.parse(row.created_at) - Date.parse(item.created_at)
  return apart === 0 ? row.id > item.id : apart > 0
}

const colours = {
  pending: 'text-pending',
  approved: 'text-approved',
  rejected: 'text-rejected',
  withdrawn: 'text-muted',
}
const rowLook =
  'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 py-1 text-small tabular-nums hover:text-blue'
