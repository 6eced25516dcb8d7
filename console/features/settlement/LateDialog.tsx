import { answerLate, type LateHandOver } from '@stampus/contract/console/settlement/questions'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { ReasonDialog } from '../../shared/dialogs/ReasonDialog.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { showToast } from '../../shared/toasts.ts'
import { LateState } from './LateState.tsx'
import { changedByStatements, money } from './statementLabels.ts'

type Props = { late: LateHandOver; onClose: () => void }

/** Says whether a merchant is paid for a late hand-over. */
export function LateDialog({ late, onClose }: Props) {
  const { id, merchant, voucher, owed_sen, is_settled } = late
  const [isPaid, setPaid] = useState<boolean>()
  const answering = useCall(answerLate, changedByStatements)
  const confirm = (reason: string) => {
    if (isPaid === undefined) return
    const onSuccess = ({ message }: { message: string }) => {
      showToast(message)
      onClose()
    }
    answering.mutate({ id, is_paid: isPaid, reason }, { onSuccess })
  }
  return (
    <ReasonDialog
      title={`Is ${merchant.name} paid for ${voucher.title}?`}
      action="Save answer"
      look="primary"
      label="Reason (shown to the owner)"
      mutation={answering}
      isReady={isPaid !== undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <LateState late={late} />
      <p>The answer is a line of the next statement, and answers all reports of this voucher.</p>
      {is_settled ? (
        <p>A hand-over of this voucher is paid for already, so no other one can be.</p>
      ) : (
        <IfPaid late={late} />
      )}
      <fieldset className="grid">
        <legend className="mb-1 font-semibold">Payment</legend>
        {(is_settled ? [false] : [true, false]).map((choice) => (
          <label key={String(choice)} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="paid"
              checked={isPaid === choice}
              onChange={() => setPaid(choice)}
              className="size-5 shrink-0 accent-blue"
            />
            {choice ? `Pay ${money(owed_sen)}` : 'Pay nothing'}
          </label>
        ))}
      </fieldset>
    </ReasonDialog>
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
