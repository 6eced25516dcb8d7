import { type AdminStatement, issue, pay } from '@stampus/contract/console/settlement/statements'
import { PAYMENT_REFERENCE_MAX } from '@stampus/contract/limits'
import { formatMonth } from '@stampus/contract/values/days'
import { Fact } from '../../shared/components/Fact.tsx'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import { line } from '../../shared/forms/fields.tsx'
import { showToast } from '../../shared/toasts.ts'
import { changedByStatements, linesText, money } from './statementLabels.ts'

type Props = { statement: AdminStatement }

/** The button for what is to be done next with a statement. */
export function StatementActions({ statement }: Props) {
  const { id, next } = statement
  const paying = (close: () => void) => <PayDialog id={id} statement={statement} onClose={close} />
  return (
    <>
      {next === 'issue' ? <IssueAction statement={statement} /> : null}
      {next === 'pay' ? <DialogButton text="Mark as paid" look="primary" dialog={paying} /> : null}
    </>
  )
}

/** Asks with the figures. They are sent along: if they change meanwhile, nothing is issued. */
function IssueAction({ statement }: Props) {
  const { merchant, month, lines, total_sen } = statement
  return (
    <ActionButton
      text="Issue"
      look="primary"
      title={`Issue the statement for ${formatMonth(month)}?`}
      call={issue}
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

/** Takes the reference of the payment. */
function PayDialog({ id, statement, onClose }: Props & { id: number | null; onClose: () => void }) {
  return (
    <FormDialog
      title="Mark as paid?"
      action="Mark as paid"
      fields={fields}
      call={pay}
      invalidates={changedByStatements}
      // A statement that is to be paid was issued, so it has an id.
      toInput={(given) => ({ ...given, id: id ?? '' })}
      above={
        <>
          <Figures statement={statement} />
          {statement.total_sen > 0 ? null : <p>Nothing is to be paid. Write down how it was settled.</p>}
        </>
      }
      onDone={({ message }) => {
        showToast(message)
        onClose()
      }}
      onClose={onClose}
    />
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
