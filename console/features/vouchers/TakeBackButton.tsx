import { takeBack } from '@stampus/contract/console/vouchers'
import { Button } from '@stampus/ui/Button'
import { FieldError } from '@stampus/ui/Field'
import { Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useSecondsUntil } from '../../shared/receipts/UndoBar.tsx'
import { showToast } from '../../shared/toasts.ts'
import { changedByVouchers } from './voucherLabels.tsx'

type Props = {
  id: number
  /** Until when the hand-over can be taken back, a time of `performance.now()`. */
  until: number
  onTakenBack?: () => void
}

export function TakeBackButton({ id, until, onTakenBack }: Props) {
  const errorId = useId()
  const left = useSecondsUntil(until)
  const taking = useCall(takeBack, changedByVouchers)
  const onSuccess = () => {
    showToast('Taken back. The voucher is ready again.')
    onTakenBack?.()
  }
  if (left === 0 && !taking.error) return null
  return (
    <div>
      {left === 0 ? null : (
        <Button look="secondary" isBusy={taking.isPending} onClick={() => taking.mutate({ id }, { onSuccess })}>
          <Undo2 aria-hidden="true" className="size-4" />
          Take back{' '}
          <span aria-hidden="true" className="font-normal tabular-nums">
            {left} s
          </span>
        </Button>
      )}
      {taking.error ? <FieldError id={errorId} text={taking.error.message} /> : null}
    </div>
  )
}
