import type { Dispute, LateHandOver } from '@stampus/contract/console/settlement/questions'
import * as questions from '@stampus/contract/console/settlement/questions'
import type { StatementLine } from '@stampus/contract/counter/statements'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { formatMonth } from '@stampus/contract/values/days'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { fieldError } from '@stampus/ui/fieldErrors'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { q } from '../../shared/api/queries.ts'
import { LoadFailure } from '../../shared/components/LoadFailure.tsx'
import { PageSection } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { ActionDialog } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { AmountField } from '../../shared/forms/AmountField.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { inSentence, stampsText } from '../../shared/labels/labels.ts'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { settings } from '../../shared/settings.ts'
import {
  changedByStatements,
  howOf,
  kindLabels,
  money,
  statementPath,
  statementTitle,
  wayLabels,
} from './statementLabels.tsx'

/** Disputed lines and late hand-overs that wait for an answer. Nothing while there are none. */
export function OpenQuestions() {
  const query = useQuery(q(questions.open, {}))
  if (query.error && !query.data) return <LoadFailure query={query} />
  const { disputes = [], late = [] } = query.data?.data ?? {}
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

const changes = [
  { value: 'none', name: 'The amount stays', sign: 0 },
  { value: 'more', name: 'Pay more', sign: 1 },
  { value: 'less', name: 'Take something off', sign: -1 },
] as const

type DisputeProps = { id: number; line: StatementLine; reason: string; onClose: () => void }

/** Answers a disputed line with words, and perhaps with an amount in the next statement. */
export function DisputeDialog({ id, line, reason, onClose }: DisputeProps) {
  const [change, setChange] = useState<(typeof changes)[number]['value']>('none')
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const sen = parseAmount(plainAmount(typed, settings.currency) ?? typed)
  const input = (answer: string) => {
    const sign = changes.find(({ value }) => value === change)?.sign ?? 0
    if (sign === 0 || sen) return { id, answer, amount_sen: sign * (sen ?? 0) }
    setMissing(true)
    return undefined
  }
  return (
    <ActionDialog
      title={`Answer about ${line.title ?? 'a line'}, ${money(line.amount_sen)}`}
      action="Send answer"
      reason="Answer (mailed to the owner)"
      call={questions.answerDispute}
      input={input}
      invalidates={changedByStatements}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="wrap-anywhere whitespace-pre-line">“{reason}”</p>
          <Radios legend="Amount" options={changes} value={change} onChange={setChange} />
          {change === 'none' ? null : (
            <AmountField
              label={change === 'more' ? 'More' : 'Less'}
              hint="A line of the next statement. This one stays as it was issued."
              value={typed}
              onChange={setTyped}
              error={isMissing && !sen ? texts.statementAdjustmentInvalid : fieldError(error, 'amount_sen')}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}

type LateProps = { late: LateHandOver; onClose: () => void }

function LateDialog({ late, onClose }: LateProps) {
  const { id, merchant, voucher, owed_sen, is_settled } = late
  const [paid, setPaid] = useState<'yes' | 'no'>()
  const pay = { value: 'yes', name: `Pay ${money(owed_sen)}` } as const
  const payNothing = { value: 'no', name: 'Pay nothing' } as const
  return (
    <ActionDialog
      title={`Is ${merchant.name} paid for ${voucher.title}?`}
      action="Save answer"
      reason="Reason (shown to the owner)"
      call={questions.answerLate}
      input={(reason) => (paid ? { id, is_paid: paid === 'yes', reason } : undefined)}
      invalidates={changedByStatements}
      isReady={paid !== undefined}
      onClose={onClose}
    >
      <LateState late={late} />
      <p>The answer is a line of the next statement, and answers all reports of this voucher.</p>
      {is_settled ? (
        <p>A hand-over of this voucher is paid for already, so no other one can be.</p>
      ) : (
        <IfPaid late={late} />
      )}
      <Radios
        legend="Payment"
        options={is_settled ? [payNothing] : [pay, payNothing]}
        value={paid}
        onChange={setPaid}
      />
    </ActionDialog>
  )
}

function IfPaid({ late: { if_paid } }: { late: LateHandOver }) {
  const { stamps, needed, available } = if_paid
  const ends = {
    held: 'The member has paid its stamps.',
    taken: `Its ${stampsText(needed)} are taken again; the member has ${available}.`,
    missing: `Its ${stampsText(needed)} cannot be taken again: the member has only ${available}.`,
    gone: `Its ${stampsText(needed)} cannot be taken again: the account was deleted.`,
  }
  return <p>Paying makes the voucher a used one. {ends[stamps]}</p>
}

const endings: Record<string, string> = {
  used: 'Used already:',
  returned: 'The member had given the voucher back:',
  expired: 'The voucher had expired:',
  voided: 'The voucher had been voided:',
}

/** Why a late hand-over could not use its voucher: what it was when that was entered, since when, and by whom. */
function LateState({ late }: { late: LateHandOver }) {
  const { voucher_state: state, ended } = late
  if (!ended) return <p>The voucher could not be used: its member was suspended.</p>
  const { at, way, by, phone } = ended
  const who = [by, phone].filter(Boolean).join(' on ')
  return (
    <>
      <p className="wrap-anywhere">
        {endings[state] ?? state} <When at={at} />
        {way ? `, ${inSentence(wayLabels[way])}` : ''}
        {who ? `, by ${who}` : ''}
      </p>
      {state === 'used' ? <Bill late={late} /> : null}
    </>
  )
}

/** What became of the hand-over that was first: it was undone, or which statement bills it. */
function Bill({ late: { merchant, ended } }: { late: LateHandOver }) {
  const month = ended?.billed_in
  const bill = month ? (
    <RowLink to={statementPath(merchant, month)}>{`statement for ${formatMonth(month)}`}</RowLink>
  ) : null
  if (ended?.undone)
    return (
      <p>
        {kindLabels[ended.undone.kind]} after that: <When at={ended.undone.at} />
        {bill ? <>, but billed in the {bill}</> : null}
      </p>
    )
  return bill ? <p>Billed in the {bill}.</p> : <p>No issued statement has that hand-over yet.</p>
}
