import type { AdminStatement, AdminStatementWithLines } from '@stampus/contract/console/settlement/statements'
import * as statements from '@stampus/contract/console/settlement/statements'
import type { StatementLine } from '@stampus/contract/counter/statements'
import { PAYMENT_REFERENCE_MAX } from '@stampus/contract/limits'
import { formatMonth } from '@stampus/contract/values/days'
import { Button } from '@stampus/ui/Button'
import { Notice } from '@stampus/ui/Notice'
import { PrintedStatement } from '@stampus/ui/PrintedStatement'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { DetailPage } from '../../shared/components/RecordLoader.tsx'
import { When } from '../../shared/components/When.tsx'
import { readableTime } from '../../shared/dates.ts'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import { line } from '../../shared/forms/fields.tsx'
import { type Column, DataTable } from '../../shared/lists/DataTable.tsx'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import { DisputeDialog } from './OpenQuestions.tsx'
import {
  changedByStatements,
  howOf,
  kindLabels,
  linesText,
  money,
  numberOf,
  StatementBadge,
  statementStates,
  statementTitle,
} from './statementLabels.tsx'

/** One statement of a merchant: figures, what is to be done, and its lines; also for the printer. */
export function StatementPage() {
  const { id = '', month = '' } = useParams()
  const query = q(statements.show, { id, month })
  const statement = useQuery(query).data?.data
  return (
    <>
      <div className="contents print:hidden">
        <DetailPage
          query={query}
          what="Statement"
          titleOf={({ merchant }) => statementTitle(merchant, month)}
          list={{ to: '/settlement', name: 'Settlement' }}
          actions={(shown) => <Actions statement={shown} />}
        >
          {(shown) => <Shown statement={shown} />}
        </DetailPage>
      </div>
      {statement ? <Printed statement={statement} /> : null}
    </>
  )
}

type Props = { statement: AdminStatementWithLines }

function Actions({ statement }: Props) {
  const { id, next } = statement
  // A statement that is to be paid was issued, so it has an id.
  const paying = (close: () => void) => <PayDialog id={id ?? ''} statement={statement} onClose={close} />
  return (
    <>
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        Print
      </Button>
      {next === 'issue' ? <IssueAction statement={statement} /> : null}
      {next === 'pay' ? <DialogButton text="Mark as paid" look="primary" dialog={paying} /> : null}
    </>
  )
}

function Shown({ statement }: Props) {
  const { merchant, month, rows } = statement
  return (
    <>
      <Todo statement={statement} />
      <Facts statement={statement} />
      <DataTable
        caption="Lines"
        columns={columns}
        rows={rows.map((row, at) => ({ ...row, place: at }))}
        keyOf={({ place }) => place}
      />
      <div className="sm:justify-self-end">
        <ExportButton
          call={statements.exportStatements}
          input={{ month, merchant_id: merchant.id }}
          note="the lines of this statement. The export is recorded in the audit log."
        />
      </div>
    </>
  )
}

function Todo({ statement: { state, next, open_disputes } }: Props) {
  if (next === 'answer')
    return (
      <Notice kind="warning">
        {open_disputes === 1 ? '1 line is disputed.' : `${open_disputes} lines are disputed.`} Answer before you pay.
      </Notice>
    )
  if (next === 'issue')
    return <Notice kind="warning">The month is over. Check the lines, then issue the statement.</Notice>
  if (next === 'pay')
    return (
      <Notice kind="info">
        {state === 'accepted' ? 'The owner has accepted it.' : 'The owner has not accepted it yet.'} Mark it as paid
        once the money is sent.
      </Notice>
    )
  if (state === 'live') return <Notice kind="info">This month is not over. The lines still change.</Notice>
  return null
}

function Facts({ statement }: Props) {
  const { state, total_sen, lines, payment_reference } = statement
  return (
    <dl className="grid gap-x-4 gap-y-3 rounded-sheet border border-line bg-sheet p-4 shadow-sheet min-[30rem]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-[auto_repeat(4,minmax(0,1fr))]">
      <Fact name="Total" isLarge note={linesText(lines)}>
        <span className="whitespace-nowrap">{money(total_sen)}</span>
      </Fact>
      <Fact name="Status">
        <StatementBadge state={state} />
      </Fact>
      <Step name="Issued" at={statement.issued_at} by={statement.issued_by} />
      <Step name="Accepted" at={statement.accepted_at} by={statement.accepted_by} />
      <Step name="Paid" at={statement.paid_at} by={statement.paid_by} note={payment_reference} />
    </dl>
  )
}

type StepProps = { name: string; at: string | null; by: string | null; note?: string | null }

function Step({ name, at, by, note }: StepProps) {
  return (
    <Fact name={name} note={[by, note].filter(Boolean).join(', ')}>
      {at ? <When at={at} /> : 'Not yet'}
    </Fact>
  )
}

/** Asks with the figures. They are sent along: if they change meanwhile, nothing is issued. */
function IssueAction({ statement }: { statement: AdminStatement }) {
  const { merchant, month, lines, total_sen } = statement
  return (
    <ActionButton
      text="Issue"
      look="primary"
      title={`Issue the statement for ${formatMonth(month)}?`}
      call={statements.issue}
      input={() => ({ id: merchant.id, month, lines, total_sen })}
      invalidates={changedByStatements}
    >
      <Figures statement={statement} />
      <p>Its lines are frozen: later changes are lines of the next statement. We email the owners.</p>
    </ActionButton>
  )
}

const fields = {
  reference: line('Reference of the payment', PAYMENT_REFERENCE_MAX, {
    autoComplete: 'off',
    hint: 'The owner sees it. It cannot be changed later.',
  }),
}

type PayProps = { id: number | ''; statement: AdminStatement; onClose: () => void }

function PayDialog({ id, statement, onClose }: PayProps) {
  return (
    <FormDialog
      title="Mark as paid?"
      action="Mark as paid"
      fields={fields}
      call={statements.pay}
      invalidates={changedByStatements}
      toInput={(given) => ({ ...given, id })}
      above={
        <>
          <Figures statement={statement} />
          {statement.total_sen > 0 ? null : <p>Nothing is to be paid. Write down how it was settled.</p>}
        </>
      }
      done={({ message }) => message}
      onClose={onClose}
    />
  )
}

function Figures({ statement: { merchant, month, lines, total_sen } }: { statement: AdminStatement }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Fact name="Merchant">{merchant.name}</Fact>
      <Fact name="Month">{formatMonth(month)}</Fact>
      <Fact name="Total" isLarge isWide>
        {money(total_sen)}
      </Fact>
      <Fact name="Lines">{linesText(lines)}</Fact>
    </dl>
  )
}

const columns: Column<StatementLine & { place: number }>[] = [
  { name: 'Time', cell: ({ at }) => <When at={at} /> },
  { name: 'Reward', cell: (line) => <What line={line} /> },
  {
    name: 'Voucher',
    cell: (line) => (line.number ? <span className="whitespace-nowrap tabular-nums">{numberOf(line)}</span> : null),
  },
  { name: 'How', cell: (line) => (line.title === null ? null : howOf(line)) },
  { name: 'Amount', align: 'right', cell: ({ amount_sen }) => money(amount_sen) },
]

function What({ line }: { line: StatementLine }) {
  const { title, kind, reason, dispute } = line
  return (
    <span className="grid gap-1">
      <span className="wrap-anywhere">{title ?? kindLabels[kind]}</span>
      {reason ? <span className="wrap-anywhere text-muted text-small">{reason}</span> : null}
      {dispute ? <Disputed line={line} dispute={dispute} /> : null}
    </span>
  )
}

type DisputedProps = { line: StatementLine; dispute: NonNullable<StatementLine['dispute']> }

function Disputed({ line, dispute: { id, reason, answer, adjusted_sen } }: DisputedProps) {
  return (
    <span className="grid gap-1 border-border-strong border-l-4 pl-3">
      <span className="wrap-anywhere whitespace-pre-line">“{reason}”</span>
      {answer === null ? (
        <DialogButton
          text="Answer"
          className="justify-self-start"
          dialog={(close) => <DisputeDialog id={id} line={line} reason={reason} onClose={close} />}
        />
      ) : (
        <span className="wrap-anywhere whitespace-pre-line text-small">{answerText(answer, adjusted_sen)}</span>
      )}
    </span>
  )
}

const printedColumns = { at: 'Time', what: 'Reward', number: 'Voucher', how: 'How', amount: 'Amount' }

function Printed({ statement }: Props) {
  const { merchant, month, state, total_sen, lines, issued_at, payment_reference, rows } = statement
  return (
    <PrintedStatement
      merchant={merchant.name}
      title={`Statement for ${formatMonth(month)}`}
      figures={{
        Total: `${money(total_sen)}, ${linesText(lines)}`,
        Status: [statementStates[state].name, payment_reference].filter(Boolean).join(', '),
        Issued: issued_at && readableTime(issued_at),
      }}
      columns={printedColumns}
      rows={rows.map((line) => ({
        at: readableTime(line.at),
        what: line.title ?? kindLabels[line.kind],
        number: numberOf(line),
        how: line.title === null ? '' : howOf(line),
        amount: money(line.amount_sen),
        notes: notesOf(line),
      }))}
      total={{ name: 'Total', amount: money(total_sen) }}
    />
  )
}

const notesOf = ({ reason, dispute }: StatementLine) => [
  reason,
  dispute && `Disputed: ${dispute.reason}`,
  dispute?.answer && answerText(dispute.answer, dispute.adjusted_sen),
]

const answerText = (answer: string, adjusted_sen: number) =>
  `Answer: ${answer}${adjusted_sen === 0 ? '' : ` (${money(adjusted_sen)} in the next statement)`}`
