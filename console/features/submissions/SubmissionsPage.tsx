import { type SubmissionRow, searchSubmissions } from '@stampus/contract/console/submissions'
import { readableAmount } from '@stampus/contract/values/money'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { operatorQuery, q } from '../../shared/api/queries.ts'
import { EmailText } from '../../shared/components/EmailText.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { useFilters } from '../../shared/filters.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { RowLink } from '../../shared/lists/RowLink.tsx'
import { ReceiptStatus } from '../../shared/receipts/ReceiptStatus.tsx'
import { settings } from '../../shared/settings.ts'
import { ExportButton } from './ExportButton.tsx'
import { asSearch, filterNames } from './filterNames.ts'
import { SubmissionFilters } from './SubmissionFilters.tsx'

/** All submissions, searched, and as a file (D-52). */
export default function SubmissionsPage() {
  const filters = useFilters(...filterNames)
  const { page, ...given } = filters.given
  const search = asSearch(given)
  const list = useQuery({ ...q(searchSubmissions, { ...search, page }), placeholderData: (before) => before })
  return (
    <Page title="Receipts" actions={<ExportButton search={search} />}>
      <SubmissionFilters {...filters} error={list.error} />
      {given.member_id ? <OfOneMember id={given.member_id} onAll={() => filters.change({ member_id: '' })} /> : null}
      <PagedTable query={list} what="receipts" caption="Receipts" none="No receipt matches." columns={columns} />
    </Page>
  )
}

/** Members have their pages for managers alone. */
function OfOneMember({ id, onAll }: { id: string; onAll: () => void }) {
  const isManager = useQuery(operatorQuery).data?.role === 'manager'
  const name = `member ${id}`
  return (
    <p>
      Of {isManager ? <RowLink to={`/members/${id}`}>{name}</RowLink> : name} alone.{' '}
      <button type="button" onClick={onAll} className="min-h-11 px-2 font-semibold text-blue hover:underline">
        Show everybody’s
      </button>
    </p>
  )
}

const columns: Column<SubmissionRow>[] = [
  {
    name: 'Receipt',
    cell: ({ id, created_at }) => (
      <>
        <RowLink to={`/submissions/${id}`}>{`Receipt ${id}`}</RowLink>
        <Small>
          <When at={created_at} />
        </Small>
      </>
    ),
  },
  {
    name: 'Merchant',
    cell: ({ merchant, invoice_no }) => (
      <span className={unbroken}>
        {merchant.name}
        <Small>Invoice {invoice_no}</Small>
      </span>
    ),
  },
  {
    name: 'Member',
    cell: ({ member }) => (
      <span className={unbroken}>
        {member.name}
        {member.email ? (
          <Small>
            <EmailText address={member.email} />
          </Small>
        ) : null}
      </span>
    ),
  },
  { name: 'Bought', cell: ({ purchase_date }) => <When at={purchase_date} /> },
  {
    name: 'Amount',
    align: 'right',
    cell: ({ purchase_amount }) => (
      <span className="whitespace-nowrap">{readableAmount(purchase_amount, settings.currency)}</span>
    ),
  },
  {
    name: 'Status',
    cell: ({ status, held_by }) => (
      <>
        <ReceiptStatus status={status} />
        {held_by && status === 'pending' ? (
          <Small>
            <span className="wrap-anywhere">Open with {held_by}</span>
          </Small>
        ) : null}
      </>
    ),
  },
]

// A name without a gap takes no more room than others.
const unbroken = 'block wrap-anywhere md:min-w-40'

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-small text-muted">{children}</span>
}
