import { type MemberDetails, memberWallet, showMember, type WalletEntry } from '@stampus/contract/console/members'
import { EmailText } from '@stampus/ui/EmailText'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { DetailPage } from '../../shared/components/RecordLoader.tsx'
import { When } from '../../shared/components/When.tsx'
import words from '../../shared/labels/labels.json'
import { stampChange, stampNumber } from '../../shared/labels/labels.ts'
import { type Column, PagedTable, RowLink } from '../../shared/lists/DataTable.tsx'
import { useFilters } from '../../shared/lists/filters.tsx'
import { MemberActions } from './MemberActions.tsx'
import { MemberState } from './MemberState.tsx'
import { StampAdjustment } from './StampAdjustment.tsx'

export function MemberPage() {
  const id = Number(useParams().id)
  return (
    <DetailPage
      query={q(showMember, { id })}
      what="Member"
      title={`Member ${id}`}
      titleOf={({ name }) => name}
      list={{ to: '/members', name: 'Members' }}
      actions={(member) => (member.email === null ? null : <MemberActions key={id} member={member} />)}
    >
      {(member) => (
        <>
          <Profile member={member} />
          {member.suspensions.length > 0 ? <Suspensions suspensions={member.suspensions} /> : null}
          <Wallet key={id} member={member} />
        </>
      )}
    </DetailPage>
  )
}

function Profile({ member }: { member: MemberDetails }) {
  const { id, email, pending_email, created_at, verified_at, deleted_at, reset_sent_at } = member
  return (
    <section aria-label="Profile" className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <dl className="grid gap-x-4 gap-y-3 min-[30rem]:grid-cols-2 lg:grid-cols-4">
        <Fact name="Status">
          <MemberState member={member} />
        </Fact>
        {email ? (
          <Fact name="Email">
            <EmailText address={email} />
          </Fact>
        ) : null}
        {pending_email ? <Fact name="New email, not confirmed">{pending_email}</Fact> : null}
        <Fact name="Member number">{id}</Fact>
        <Instant name="Registered" at={created_at} />
        <Instant name="Verified" at={verified_at} />
        <Instant name="Deleted" at={deleted_at} />
        <Instant name="Reset link sent, not used" at={reset_sent_at} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={`/submissions?member_id=${id}`}>Receipts</LinkButton>
        <LinkButton to={`/vouchers?member_id=${id}`}>Vouchers</LinkButton>
        <LinkButton to={`/cases?member_id=${id}`}>Cases</LinkButton>
        <LinkButton to={`/audit?subject_kind=member&subject_id=${id}`}>Audit log</LinkButton>
      </div>
    </section>
  )
}

const Instant = ({ name, at }: { name: string; at: string | null }) => (at ? <Fact name={name} at={at} /> : null)

function Suspensions({ suspensions }: Pick<MemberDetails, 'suspensions'>) {
  return (
    <section aria-label="Suspensions" className="grid gap-3 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <h2 className="font-bold text-lead">Suspensions</h2>
      <ul className="grid gap-3">
        {suspensions.map(({ id, reason, operator, created_at, ended_at, ended_by }) => (
          <li key={id} className="min-w-0 border-line border-l-2 pl-4">
            <p className="wrap-anywhere whitespace-pre-line font-semibold">{reason}</p>
            <p className="wrap-anywhere text-small text-muted">
              {operator}, <When at={created_at} />
            </p>
            {ended_at ? (
              <p className="wrap-anywhere text-small text-muted">
                Ended by {ended_by}, <When at={ended_at} />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Wallet({ member }: { member: MemberDetails }) {
  const { page } = useFilters()
  const wallet = useQuery({ ...q(memberWallet, { id: member.id, page }), placeholderData: (before) => before })
  const balance = wallet.data?.balance
  const { unconfirmed_left: left = 0, has_confirmer: hasConfirmer = false } = wallet.data ?? {}
  return (
    <section aria-label="Stamps" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold text-lead">
          Stamps{balance === undefined ? null : <span className="tabular-nums">: {stampNumber(balance)}</span>}
        </h2>
        {member.email === null || balance === undefined ? null : (
          <StampAdjustment member={member} balance={balance} rules={{ left, hasConfirmer }} />
        )}
      </div>
      <PagedTable query={wallet} what="stamps" caption="Ledger" none="No stamps yet." columns={columns} />
    </section>
  )
}

const columns: Column<WalletEntry>[] = [
  { name: 'Time', cell: ({ created_at }) => <When at={created_at} /> },
  { name: 'Entry', cell: ({ kind }) => words.ledgerEntries[kind] },
  { name: 'Details', cell: About },
  {
    name: 'Stamps',
    align: 'right',
    cell: ({ stamps }) => <span className="font-semibold">{stampChange(stamps)}</span>,
  },
]

function About({ submission_id, voucher, voucher_end, reason, operator, ...entry }: WalletEntry) {
  const { reversed_submission_id: reversed } = entry
  if (submission_id) return <RowLink to={`/submissions/${submission_id}`}>{`Receipt ${submission_id}`}</RowLink>
  return (
    <>
      {voucher ? (
        <span className="block">
          <RowLink to={`/vouchers/${voucher.id}`}>{voucher.title}</RowLink>
        </span>
      ) : null}
      {reversed ? (
        <span className="block">
          It was voided, because <RowLink to={`/submissions/${reversed}`}>{`receipt ${reversed}`}</RowLink> was
          reversed.
        </span>
      ) : voucher_end && voucher_end !== 'below_zero' ? (
        <span className="block">{words.voucherEnds[voucher_end]}</span>
      ) : null}
      <span className="whitespace-pre-line">{reason}</span>
      <span className="block text-small text-muted">{operator}</span>
    </>
  )
}
