import type { SubmissionHistory } from '@stampus/contract/console/submissions'
import { readableAmount } from '@stampus/contract/values/money'
import { useQuery } from '@tanstack/react-query'
import { operatorQuery } from '../../shared/api/queries.ts'
import { EmailText } from '../../shared/components/EmailText.tsx'
import { Fact } from '../../shared/components/Fact.tsx'
import { When } from '../../shared/components/When.tsx'
import { RowLink } from '../../shared/lists/RowLink.tsx'
import { ReceiptStatus } from '../../shared/receipts/ReceiptStatus.tsx'
import { settings } from '../../shared/settings.ts'

/** What a receipt says, who sent it and how it stands now. */
export function Facts({ receipt }: { receipt: SubmissionHistory }) {
  const isManager = useQuery(operatorQuery).data?.role === 'manager'
  const { member, merchant } = receipt

  return (
    <section aria-label="Facts" className="rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(11.5rem,3fr)] gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fact name="Status">
          <ReceiptStatus status={receipt.status} />
        </Fact>
        <Fact name="Stamps">{receipt.stamps}</Fact>
        <Fact name="Amount">{readableAmount(receipt.purchase_amount, settings.currency)}</Fact>
        <Fact name="Merchant">
          {isManager ? <RowLink to={`/merchants/${merchant.id}`}>{merchant.name}</RowLink> : merchant.name}
        </Fact>
        <Fact name="Bought">
          <When at={receipt.purchase_date} />
        </Fact>
        <Fact name="Invoice number">{receipt.invoice_no}</Fact>
        <Fact name="Member" note={member.email && <EmailText address={member.email} />}>
          {isManager ? <RowLink to={`/members/${member.id}`}>{member.name}</RowLink> : member.name}
        </Fact>
        <Fact name="Received">
          <When at={receipt.created_at} />
        </Fact>
        <Kin receipt={receipt} />
      </dl>
    </section>
  )
}

function Kin({ receipt: { corrects, corrected_by } }: { receipt: SubmissionHistory }) {
  return (
    <>
      {corrects ? (
        <Fact name="Sent to correct">
          <RowLink to={`/submissions/${corrects}`}>{`Receipt ${corrects}`}</RowLink>
        </Fact>
      ) : null}
      {corrected_by.length > 0 ? (
        <Fact name="Corrected by">
          {corrected_by.map((id) => (
            <RowLink key={id} to={`/submissions/${id}`}>{`Receipt ${id}`}</RowLink>
          ))}
        </Fact>
      ) : null}
    </>
  )
}
