import { type Disagreement, disagreements } from '@stampus/contract/checks'
import { readableAmount } from '@stampus/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { q } from '../app/queries.ts'
import { settings } from '../app/settings.ts'
import type { Column } from '../parts/DataTable.tsx'
import { PagedTable } from '../parts/PagedTable.tsx'
import { pageOf } from '../parts/Pager.tsx'
import { When } from '../parts/When.tsx'
import { statusWords } from '../submissions/ReceiptStatus.tsx'
import { reasonName } from './reasons.ts'

/** Where a second look came to another end than the decision, for managers. */
export function Disagreements() {
  const [params] = useSearchParams()
  const list = useQuery(q(disagreements, { page: pageOf(params) }))
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead">Where two looks differ</h2>
      <PagedTable
        query={list}
        what="differences"
        caption="Where two looks differ"
        none="No second look differed from its decision."
        columns={columns}
      />
    </section>
  )
}

const columns: Column<Disagreement>[] = [
  {
    name: 'Receipt',
    cell: ({ submission_id: id, merchant, purchase_amount: amount }) => (
      <Link
        to={`/submissions/${id}`}
        className="inline-flex min-h-11 items-center text-blue underline underline-offset-4"
      >
        {merchant}, {readableAmount(amount, settings.currency)}
      </Link>
    ),
  },
  { name: 'Decision', cell: ({ first }) => <Judged {...first} /> },
  { name: 'Second look', cell: ({ second }) => <Judged {...second} /> },
  { name: 'By now', cell: ({ status }) => statusWords[status] },
]

function Judged({ operator, status, reason, reason_code: code, at }: Disagreement['first']) {
  const why = code ? reasonName(code) : reason
  return (
    <>
      <strong>{statusWords[status]}</strong>
      {why ? ` (${why})` : ''}
      <br />
      <span className="text-small text-soft">
        {operator}, <When at={at} />
      </span>
    </>
  )
}
