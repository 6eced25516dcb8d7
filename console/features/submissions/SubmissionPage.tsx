import { buildRequest } from '@stampus/contract/client'
import { downloadOriginal, type SubmissionHistory, showHistory } from '@stampus/contract/console/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import { buttonClass } from '@stampus/ui/Button'
import { EmailText } from '@stampus/ui/EmailText'
import { Empty } from '@stampus/ui/Empty'
import { Picture } from '@stampus/ui/Picture'
import { Download, ImageOff } from 'lucide-react'
import { useParams } from 'react-router'
import { q, useIsManager } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { DetailPage } from '../../shared/components/RecordLoader.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { settings } from '../../shared/settings.ts'
import { ReceiptStatus } from './ReceiptStatus.tsx'
import { Reversal } from './Reversal.tsx'
import { Timeline } from './Timeline.tsx'

export function SubmissionPage() {
  const id = Number(useParams().id)
  return (
    <DetailPage
      query={q(showHistory, { id })}
      what="Receipt"
      title={`Receipt ${id}`}
      titleOf={() => `Receipt ${id}`}
      list={{ to: '/submissions', name: 'Receipts' }}
      actions={(receipt) => <SubmissionActions receipt={receipt} />}
    >
      {(receipt, reload) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <ReceiptPicture receipt={receipt} onExpired={reload} />
          <div className="grid gap-4">
            <Facts receipt={receipt} />
            <Timeline receipt={receipt} />
          </div>
        </div>
      )}
    </DetailPage>
  )
}

function SubmissionActions({ receipt }: { receipt: SubmissionHistory }) {
  const isManager = useIsManager()
  const isWhole = receipt.picture !== null
  const isAsked = receipt.confirmations.some(({ state }) => state === 'waiting')
  return (
    <>
      {receipt.held_by && receipt.status === 'pending' ? (
        <p role="status" className="wrap-anywhere text-small text-muted">
          Open with {receipt.held_by}
        </p>
      ) : null}
      {isAsked ? (
        <LinkButton to="/confirmations">Pending confirmation</LinkButton>
      ) : isWhole && receipt.status === 'pending' ? (
        <LinkButton to={`/review/${receipt.id}`}>Open at the desk</LinkButton>
      ) : null}
      {isManager && isWhole ? <OriginalLink id={receipt.id} /> : null}
      {isManager && !isAsked ? <Reversal key={receipt.id} receipt={receipt} /> : null}
    </>
  )
}

function OriginalLink({ id }: { id: number }) {
  return (
    <a href={`/api${buildRequest(downloadOriginal, { id }).path}`} download className={buttonClass('secondary')}>
      <Download aria-hidden="true" className="size-4" />
      Original picture
    </a>
  )
}

function Facts({ receipt }: { receipt: SubmissionHistory }) {
  const isManager = useIsManager()
  const { member, merchant } = receipt

  return (
    <section aria-label="Facts" className="rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(11.5rem,3fr)] gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fact name="Status">
          <ReceiptStatus status={receipt.status} />
        </Fact>
        <Fact name="Stamps">{receipt.stamps}</Fact>
        <Fact name="Amount">{formatAmount(receipt.purchase_amount, settings.currency)}</Fact>
        <Fact name="Merchant">
          {isManager ? <RowLink to={`/merchants/${merchant.id}`}>{merchant.name}</RowLink> : merchant.name}
        </Fact>
        <Fact name="Purchase date" at={receipt.purchase_date} />
        <Fact name="Invoice number">{receipt.invoice_no}</Fact>
        <Fact name="Member" note={member.email && <EmailText address={member.email} />}>
          {isManager ? <RowLink to={`/members/${member.id}`}>{member.name}</RowLink> : member.name}
        </Fact>
        <Fact name="Received" at={receipt.created_at} />
        <RelatedReceipts receipt={receipt} />
      </dl>
    </section>
  )
}

function RelatedReceipts({ receipt: { corrects, corrected_by } }: { receipt: SubmissionHistory }) {
  return (
    <>
      {corrects ? (
        <Fact name="Replaces">
          <RowLink to={`/submissions/${corrects}`}>{`Receipt ${corrects}`}</RowLink>
        </Fact>
      ) : null}
      {corrected_by.length > 0 ? (
        <Fact name="Replaced by">
          {corrected_by.map((id) => (
            <RowLink key={id} to={`/submissions/${id}`}>{`Receipt ${id}`}</RowLink>
          ))}
        </Fact>
      ) : null}
    </>
  )
}

type ReceiptPictureProps = { receipt: SubmissionHistory; onExpired: () => void }

function ReceiptPicture({ receipt: { id, picture, member }, onExpired }: ReceiptPictureProps) {
  if (!picture) return <Empty icon={ImageOff} text={goneWith(member)} />
  const { url, placeholder, width, height } = picture
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="block overflow-hidden rounded-sheet border border-line bg-sheet p-2 shadow-sheet"
    >
      <Picture
        src={url}
        placeholder={placeholder}
        alt={`Receipt ${id}, opens full size`}
        width={width}
        height={height}
        fit="contain"
        className="w-full rounded-control"
        onExpired={onExpired}
      />
    </a>
  )
}

function goneWith({ email }: SubmissionHistory['member']): string {
  return email === null
    ? 'The picture was deleted with the account.'
    : 'The picture was deleted after its storage time.'
}
