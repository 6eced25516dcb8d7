import { type AdminStatement, issue, pay } from '@stampus/contract/console/settlement/statements'
import { PAYMENT_REFERENCE_MAX } from '@stampus/contract/limits'
import { formatMonth } from '@stampus/contract/values/days'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { type FormEvent, useState } from 'react'
import { fieldError, generalError } from '../../shared/api/api.ts'
import { useCall } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { SubmitActions } from '../../shared/dialogs/SubmitActions.tsx'
import { showToast } from '../../shared/toasts.ts'
import { changedByStatements, linesText, money } from './statementLabels.ts'

type Props = { statement: AdminStatement }

/** The button for what is to be done next with a statement. */
export function StatementActions({ statement }: Props) {
  const [open, setOpen] = useState<'issue' | 'pay'>()
  const close = () => setOpen(undefined)
  const { next } = statement
  return (
    <>
      {next === 'issue' ? <Button onClick={() => setOpen('issue')}>Issue</Button> : null}
      {next === 'pay' ? <Button onClick={() => setOpen('pay')}>Mark as paid</Button> : null}
      {open === 'issue' ? <IssueDialog statement={statement} onClose={close} /> : null}
      {open === 'pay' ? <PayDialog statement={statement} onClose={close} /> : null}
    </>
  )
}

type DialogProps = Props & { onClose: () => void }

/** Asks with the figures. They are sent along: if they change meanwhile, nothing is issued. */
function IssueDialog({ statement, onClose }: DialogProps) {
  const { merchant, month, lines, total_sen } = statement
  const issuing = useCall(issue, changedByStatements)
  const confirm = () => {
    const onSuccess = ({ message }: { message: string }) => {
      showToast(message)
      onClose()
    }
    issuing.mutate({ id: merchant.id, month, lines, total_sen }, { onSuccess })
  }
  return (
    <ConfirmDialog
      title={`Issue the statement for ${formatMonth(month)}?`}
      action="Issue"
      look="primary"
      mutation={issuing}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Figures statement={statement} />
      <p>Its lines are frozen: later changes are lines of the next statement. We email the owners.</p>
    </ConfirmDialog>
  )
}

/** Takes the reference of the payment. */
function PayDialog({ statement, onClose }: DialogProps) {
  const { id, total_sen } = statement
  const [reference, setReference] = useState('')
  const paying = useCall(pay, changedByStatements)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (paying.isPending || id === null) return
    const onSuccess = ({ message }: { message: string }) => {
      showToast(message)
      onClose()
    }
    paying.mutate({ id, reference }, { onSuccess })
  }
  return (
    <Dialog
      title="Mark as paid?"
      error={generalError(paying.error, ['reference'])}
      isBusy={paying.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Figures statement={statement} />
        {total_sen > 0 ? null : <p>Nothing is to be paid. Write down how it was settled.</p>}
        <Field
          label="Reference of the payment"
          autoComplete="off"
          maxLength={PAYMENT_REFERENCE_MAX}
          hint="The owner sees it. It cannot be changed later."
          value={reference}
          onChange={({ target }) => setReference(target.value)}
          error={fieldError(paying.error, 'reference')}
        />
        <SubmitActions action="Mark as paid" isBusy={paying.isPending} />
      </form>
    </Dialog>
  )
}

function Figures({ statement: { merchant, month, lines, total_sen } }: Props) {
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
