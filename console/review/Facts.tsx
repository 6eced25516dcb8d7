import { readableAmount } from '@stampus/contract/money'
import type { ReviewItem, Signal } from '@stampus/contract/review'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { settings } from '../app/settings.ts'

/** What the member typed, large enough to hold against the picture; who sent it; what to look at twice. */
export function Facts({ item }: { item: ReviewItem }) {
  return (
    <div className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      {item.signals.length > 0 ? <Signals signals={item.signals} /> : null}
      <dl className="grid grid-cols-2 gap-3">
        <Fact term="Amount" large>
          {readableAmount(item.purchase_amount, settings.currency)}
        </Fact>
        <Fact term="Merchant" note={`${item.merchant.category} · ${item.merchant.address}`}>
          {item.merchant.name}
        </Fact>
        <Fact term="Purchase date" half>
          {dayWords(item.purchase_date)}
        </Fact>
        <Fact term="Invoice number" half>
          {item.invoice_no}
        </Fact>
        <Fact term="Member" note={`${item.member.email} · since ${sinceWords(item.member.created_at)}`}>
          {item.member.name}
        </Fact>
        <Fact term="Sent">{instantWords(item.created_at)}</Fact>
      </dl>
    </div>
  )
}

function Fact({
  term,
  note,
  large = false,
  half = false,
  children,
}: {
  term: string
  note?: string
  large?: boolean
  /** Stands beside another in one line. */
  half?: boolean
  children: ReactNode
}) {
  return (
    <div className={`min-w-0 ${half ? '' : 'col-span-2'}`}>
      <dt className="text-small text-soft">{term}</dt>
      <dd className={`font-semibold tabular-nums ${large ? 'text-title' : 'text-body'}`}>{children}</dd>
      {note ? <dd className="text-small text-soft">{note}</dd> : null}
    </div>
  )
}

function Signals({ signals }: { signals: Signal[] }) {
  return (
    <ul aria-label="Look twice" className="grid gap-2">
      {signals.map(({ kind, text, submission_id: other }) => (
        <li key={`${kind}-${other}`} className="flex gap-2 rounded-control bg-pending-wash px-3 py-2 text-small">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-pending" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
}

function instantWords(instant: string): string {
  return new Date(instant).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: settings.time_zone,
  })
}

function sinceWords(instant: string): string {
  return new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: settings.time_zone })
}
