import {
  exportSubmissions,
  operatorChoices,
  type SubmissionRow,
  searchSubmissions,
} from '@stampus/contract/console/submissions'
import type { InputOf } from '@stampus/contract/endpoint'
import { formatAmount } from '@stampus/contract/values/money'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import { EmailText } from '@stampus/ui/EmailText'
import type { ReactNode } from 'react'
import { useIsManager } from '../../shared/api/queries.ts'
import { When } from '../../shared/components/When.tsx'
import { optionsOf } from '../../shared/forms/Select.tsx'
import words from '../../shared/labels/labels.json'
import { statusLabels } from '../../shared/labels/labels.ts'
import { presetReasons } from '../../shared/labels/reasons.ts'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import {
  dayFilter,
  type Filter,
  merchantFilter,
  options,
  recordFilter,
  search,
  unchecked,
  useFilters,
} from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { settings } from '../../shared/settings.ts'
import { ReceiptStatus } from './ReceiptStatus.tsx'

const reasons = [
  { value: '', name: 'All reasons' },
  ...presetReasons.map(({ code, name }) => ({ value: code, name })),
  { value: 'own_words', name: 'Other reason' },
]
const operators = {
  call: operatorChoices,
  none: 'All operators',
  kind: 'Operator',
  nameOf: ({ name }: { name: string }) => name,
}

const amount = (label: string): Filter => ({
  ...search(label),
  read: (given) => given && amountToSend(given, settings.currency),
})

/** The filters of the receipts. The server checks them. */
const submissionFilters = {
  person: search('Name or email', { className: 'min-w-0' }),
  merchant_id: unchecked(merchantFilter),
  number: search('Receipt or invoice'),
  status: unchecked(options('Status', optionsOf('All statuses', statusLabels))),
  raised: unchecked(options('Escalated or appealed', optionsOf('All', words.raised), 'max-lg:col-span-2')),
  received_from: dayFilter('Received from'),
  received_to: dayFilter('Received until'),
  purchased_on: dayFilter('Purchase date', 'max-lg:col-span-2'),
  decided_from: dayFilter('Decided from'),
  decided_to: dayFilter('Decided until'),
  operator_id: recordFilter('Decided by', operators),
  reason: unchecked(options('Rejection reason', reasons)),
  amount_from: amount('Amount from'),
  amount_to: amount('Amount to'),
  /** Links may ask for one member. */
  member_id: {},
}

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
  const isManager = useIsManager()
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

/** Exports the filtered list. Only a manager's file holds names and emails. */
function Export({ search }: { search: InputOf<typeof exportSubmissions> }) {
  const isManager = useIsManager()
  return (
    <ExportButton
      call={exportSubmissions}
      input={search}
      note={isManager ? 'with names and emails. The export is recorded in the audit log.' : 'without names and emails'}
    />
  )
}
