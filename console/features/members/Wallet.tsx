import { type MemberShown, memberWallet, type WalletEntry } from '@stampus/contract/console/members'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../shared/api/queries.ts'
import { When } from '../../shared/components/When.tsx'
import { useFilters } from '../../shared/filters.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { RowLink } from '../../shared/lists/RowLink.tsx'
import { StampCorrection } from './StampAdjustment.tsx'

/** A member's balance and the ledger that it is the sum of. */
export function Wallet({ member }: { member: MemberShown }) {
  const { page } = useFilters().given
  const wallet = useQuery({ ...q(memberWallet, { id: member.id, page }), placeholderData: (before) => before })
  const balance = wallet.data?.balance
  const { unconfirmed_left: left = 0, has_confirmer: hasConfirmer = false } = wallet.data ?? {}
  const rules = { left, hasConfirmer }
  return (
    <section aria-label="Stamps" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold text-lead">
          Stamps{balance === undefined ? null : <span className="tabular-nums">: {balance}</span>}
        </h2>
        {member.email === null || balance === undefined ? null : (
          <StampCorrection member={member} balance={balance} rules={rules} />
        )}
      </div>
      <PagedTable query={wallet} what="stamps" caption="Ledger" none="No stamp was given yet." columns={columns} />
    </section>
  )
}

const kinds = { approval: 'Approval', undo: 'Taken back', correction: 'Correction' }

const columns: Column<WalletEntry>[] = [
  { name: 'When', cell: ({ created_at }) => <When at={created_at} /> },
  { name: 'Entry', cell: ({ kind }) => kinds[kind] },
  { name: 'About', cell: About },
  {
    name: 'Stamps',
    align: 'right',
    cell: ({ stamps }) => <span className="font-semibold">{stamps > 0 ? `+${stamps}` : stamps}</span>,
  },
]

function About({ submission_id, reason, operator }: WalletEntry) {
  if (submission_id) return <RowLink to={`/submissions/${submission_id}`}>{`Receipt ${submission_id}`}</RowLink>
  return (
    <>
      <span className="whitespace-pre-line">{reason}</span>
      <span className="block text-small text-muted">{operator}</span>
    </>
  )
}
