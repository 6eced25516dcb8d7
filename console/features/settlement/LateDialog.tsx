import { answerLate, type LateHandOver } from '@stampus/contract/console/settlement/questions'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { ReasonDialog } from '../../shared/dialogs/ReasonDialog.tsx'
import { showToast } from '../../shared/toasts.ts'
import { LateState } from './LateState.tsx'
import { changedByStatements, money } from './statementLabels.ts'

type Props = { late: LateHandOver; onClose: () => void }

/** Says whether a merchant is paid for a late hand-over. */
export function LateDialog({ late, onClose }: Props) {
  const { id, merchant, voucher, owed_sen } = late
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
      <p>The answer is a line of the next statement. The voucher and the stamps stay as they are.</p>
      <fieldset className="grid">
        <legend className="mb-1 font-semibold">Payment</legend>
        {[true, false].map((choice) => (
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
