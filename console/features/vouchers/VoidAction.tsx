import { type AdminVoucher, voidVoucher } from '@stampus/contract/console/vouchers'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import { Button } from '@stampus/ui/Button'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { ReasonDialog } from '../../shared/dialogs/ReasonDialog.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { showToast } from '../../shared/toasts.ts'
import { changedByVouchers } from './changedByVouchers.ts'

type Props = { voucher: AdminVoucher & { state: 'ready' | 'used' } }

/** A button that voids a voucher. An open dialog stays if the voucher is refreshed meanwhile. */
export function VoidAction({ voucher }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        <Ban aria-hidden="true" className="size-4" />
        Void
      </Button>
      {isOpen ? <VoidDialog voucher={voucher} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/**
 * Voids a voucher with a reason, with or without its stamps. At first, those of a voucher that was not used go back. If its
 * state changes, the choice starts again. A deleted member gets no stamps back and reads no reason.
 */
function VoidDialog({ voucher, onClose }: Props & { onClose: () => void }) {
  const { id, number, state, stamps, member } = voucher
  const [choice, setChoice] = useState({ state, stampsBack: state === 'ready' })
  const isDeleted = member.is_deleted
  const stampsBack = !isDeleted && (choice.state === state ? choice.stampsBack : state === 'ready')
  const voiding = useCall(voidVoucher, changedByVouchers)
  const confirm = (reason: string) => {
    const onSuccess = () => {
      showToast(`Voucher ${readableNumber(number)} is voided.`)
      onClose()
    }
    voiding.mutate({ id, state, reason, stamps_back: stampsBack }, { onSuccess })
  }
  return (
    <ReasonDialog
      title={`Void voucher ${readableNumber(number)}?`}
      action="Void"
      label={isDeleted ? 'Reason (not saved)' : 'Reason (shown to the member)'}
      mutation={voiding}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {state === 'used'
          ? 'It was handed over. Afterwards it counts as voided, and this cannot be undone.'
          : 'It can no longer be used, and this cannot be undone.'}
        {isDeleted
          ? ' The account was deleted, so no stamps go back and your reason is not saved.'
          : ` ${member.name} gets an email with your reason.`}
      </p>
      {isDeleted ? null : (
        <fieldset className="grid">
          <legend className="mb-1 font-semibold">Its {stampsText(stamps)}</legend>
          {[true, false].map((isBack) => (
            <label key={String(isBack)} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="stamps_back"
                checked={stampsBack === isBack}
                onChange={() => setChoice({ state, stampsBack: isBack })}
                className="size-5 shrink-0 accent-blue"
              />
              {isBack ? 'Give the stamps back' : 'Keep the stamps spent'}
            </label>
          ))}
        </fieldset>
      )}
    </ReasonDialog>
  )
}
