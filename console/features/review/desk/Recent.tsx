import type { RecentReceipt } from '@stampus/contract/console/evidence'
import type { ReviewItem } from '@stampus/contract/console/review'
import { formatAmount } from '@stampus/contract/values/money'
import { Link } from 'react-router'
import { readableDay } from '../../../shared/dates.ts'
import { statusLabels } from '../../../shared/labels/labels.ts'
import { settings } from '../../../shared/settings.ts'

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
