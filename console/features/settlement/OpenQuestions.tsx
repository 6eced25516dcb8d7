import { type Dispute, type LateHandOver, open } from '@stampus/contract/console/settlement/questions'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import { Failure } from '@stampus/ui/Failure'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../shared/api/queries.ts'
import { PageSection } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { inSentence } from '../../shared/labels/labels.ts'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { DisputeDialog } from './DisputeDialog.tsx'
import { LateDialog, LateState } from './LateDialog.tsx'
import { howOf, money, statementPath, statementTitle } from './statementLabels.ts'

/** Disputed lines and late hand-overs that wait for an answer. Nothing while there are none. */
export function OpenQuestions() {
  const { data, error, isFetching, refetch } = useQuery(q(open, {}))
  if (error && !data)
    return <Failure text={error.message} retry="Retry" isBusy={isFetching} onRetry={() => void refetch()} />
  const { disputes = [], late = [] } = data?.data ?? {}
  return (
    <>
      {disputes.length > 0 ? (
        <PageSection title={`Disputed lines (${disputes.length})`}>
          <ul className="grid gap-3">
            {disputes.map((dispute) => (
              <DisputeCard key={dispute.id} dispute={dispute} />
            ))}
          </ul>
        </PageSection>
      ) : null}
      {late.length > 0 ? (
        <PageSection title={`Late hand-overs (${late.length})`}>
          <p className="max-w-2xl text-pretty text-muted">
            Noted without a network and entered later, when the voucher was no longer ready. You say whether the
            merchant is paid, once for each voucher. Paying makes it a used one.
          </p>
          <ul className="grid gap-3">
            {late.map((one) => (
              <LateCard key={one.id} late={one} />
            ))}
          </ul>
        </PageSection>
      ) : null}
    </>
  )
}

function DisputeCard({ dispute }: { dispute: Dispute }) {
  const { merchant, month, owner, reason, created_at, line, voucher_id } = dispute
  return (
    <Card
      heading={<RowLink to={statementPath(merchant, month)}>{statementTitle(merchant, month)}</RowLink>}
      amount={money(line.amount_sen)}
      dialog={(close) => <DisputeDialog id={dispute.id} line={line} reason={reason} onClose={close} />}
    >
      <p className="wrap-anywhere whitespace-pre-line">“{reason}”</p>
      <p className="wrap-anywhere text-muted text-small">
        {owner}, <When at={created_at} />
      </p>
      <p className="wrap-anywhere text-small">
        {line.title ?? 'Adjustment'}, {inSentence(howOf(line))}, <When at={line.at} />
        {voucher_id !== null && line.number ? (
          <>
            {', '}
            <span className="whitespace-nowrap">
              voucher <RowLink to={`/vouchers/${voucher_id}`}>{readableNumber(line.number)}</RowLink>
            </span>
          </>
        ) : null}
      </p>
    </Card>
  )
}

function LateCard({ late }: { late: LateHandOver }) {
  const { voucher, merchant, reports, owed_sen } = late
  return (
    <Card
      heading={<span className="font-semibold">{merchant.name}</span>}
      amount={money(owed_sen)}
      dialog={(close) => <LateDialog late={late} onClose={close} />}
    >
      <p className="wrap-anywhere">
        {voucher.title} · <RowLink to={`/vouchers/${voucher.id}`}>{readableNumber(voucher.number)}</RowLink>
      </p>
      <LateState late={late} />
      {reports.map(({ cashier, phone, noted_at, created_at }) => (
        <p key={`${created_at} ${phone} ${noted_at}`} className="wrap-anywhere text-muted text-small">
          Noted <When at={noted_at} />, entered <When at={created_at} /> by {cashier} on {phone}
        </p>
      ))}
    </Card>
  )
}

type CardProps = { heading: ReactNode; amount: string; dialog: (close: () => void) => ReactNode; children: ReactNode }

function Card({ heading, amount, dialog, children }: CardProps) {
  return (
    <li className="grid gap-3 rounded-control border border-line p-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-3">
          {heading}
          <span className="font-semibold tabular-nums">{amount}</span>
        </div>
        {children}
      </div>
      <div className="justify-self-start">
        <DialogButton text="Answer" look="primary" dialog={dialog} />
      </div>
    </li>
  )
}
