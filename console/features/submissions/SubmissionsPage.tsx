import { exportSubmissions, type SubmissionRow, searchSubmissions } from '@stampus/contract/console/submissions'
import type { InputOf } from '@stampus/contract/endpoint'
import { formatAmount } from '@stampus/contract/values/money'
import { EmailText } from '@stampus/ui/EmailText'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callFile } from '../../shared/api/api.ts'
import { operatorQuery } from '../../shared/api/queries.ts'
import { When } from '../../shared/components/When.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import { useFilters } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { settings } from '../../shared/settings.ts'
import { ReceiptStatus } from './ReceiptStatus.tsx'
import { submissionFilters } from './submissionFilters.tsx'

/** All submissions, with filters and an export. */
export function SubmissionsPage() {
  return (
    <ListPage
      title="Receipts"
      call={searchSubmissions}
      columns={columns}
      filters={submissionFilters}
      layout="grid grid-cols-2 items-start gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.25fr)]"
      clear="beside"
      note={<MemberFilterNote />}
      actions={(search) => <Export search={search} />}
    />
  )
}

/** Only managers can open a member's page. */
function MemberFilterNote() {
  const isManager = useQuery(operatorQuery).data?.role === 'manager'
  const { values, change } = useFilters('member_id')
  const { member_id: id } = values
  if (!id) return null
  const name = `member ${id}`
  return (
    <p>
      Only receipts from {isManager ? <RowLink to={`/members/${id}`}>{name}</RowLink> : name}.{' '}
      <button
        type="button"
        onClick={() => change({ member_id: '' })}
        className="min-h-11 px-2 font-semibold text-blue hover:underline"
      >
        Show all receipts
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
  { name: 'Purchase date', cell: ({ purchase_date }) => <When at={purchase_date} /> },
  {
    name: 'Amount',
    align: 'right',
    cell: ({ purchase_amount }) => (
      <span className="whitespace-nowrap">{formatAmount(purchase_amount, settings.currency)}</span>
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

// A long name without spaces takes no more space than others.
const unbroken = 'block wrap-anywhere md:min-w-40'

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-small text-muted">{children}</span>
}

type Search = InputOf<typeof exportSubmissions>

/** Exports the filtered list. Only a manager's file holds names and emails. */
function Export({ search }: { search: Search }) {
  const isManager = useQuery(operatorQuery).data?.role === 'manager'
  return (
    <ExportButton
      fetchFile={() => callFile(exportSubmissions, search)}
      note={isManager ? 'with names and emails. The export is recorded in the audit log.' : 'without names and emails'}
    />
  )
}
