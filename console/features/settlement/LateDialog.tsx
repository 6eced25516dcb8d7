import { answerLate, type LateHandOver } from '@stampus/contract/console/settlement/questions'
import { useState } from 'react'
import { ActionDialog } from '../../shared/dialogs/ActionButton.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { LateState } from './LateState.tsx'
import { changedByStatements, money } from './statementLabels.ts'

type Props = { late: LateHandOver; onClose: () => void }

/** Says whether a merchant is paid for a late hand-over. */
export function LateDialog({ late, onClose }: Props) {
  const { id, merchant, voucher, owed_sen, is_settled } = late
  const [paid, setPaid] = useState<'yes' | 'no'>()
  const pay = { value: 'yes', name: `Pay ${money(owed_sen)}` } as const
  const payNothing = { value: 'no', name: 'Pay nothing' } as const
  return (
    <ActionDialog
      title={`Is ${merchant.name} paid for ${voucher.title}?`}
      action="Save answer"
      reason="Reason (shown to the owner)"
      call={answerLate}
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

/** What paying does to the voucher and to its stamps. */
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
