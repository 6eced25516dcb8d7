import { type AdminVoucher, voidVoucher } from '@stampus/contract/console/vouchers'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import { Button } from '@stampus/ui/Button'
import { Ban } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
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

type DialogProps = Props & { onClose: () => void }

/** A deleted member gets no stamps back and reads no reason. */
function VoidDialog({ voucher, onClose }: DialogProps) {
  const { id, number, state, member } = voucher
  const voiding = useCall(voidVoucher, changedByVouchers)
  const confirm = (given: { reason?: string; stamps_back: boolean }) => {
    const onSuccess = () => {
      showToast(`Voucher ${readableNumber(number)} is voided.`)
      onClose()
    }
    voiding.mutate({ id, state, ...given }, { onSuccess })
  }
  const shared = { title: `Void voucher ${readableNumber(number)}?`, action: 'Void', mutation: voiding, onClose }
  const consequence =
    state === 'used'
      ? 'It was handed over. Afterwards it counts as voided, and this cannot be undone.'
      : 'It can no longer be used, and this cannot be undone.'
  if (member.is_deleted)
    return (
      <ConfirmDialog {...shared} onConfirm={() => confirm({ stamps_back: false })}>
        <p>{consequence} The account was deleted, so no stamps go back.</p>
      </ConfirmDialog>
    )
  return <ReasonedDialog {...shared} voucher={voucher} consequence={consequence} onConfirm={confirm} />
}

type ReasonedProps = Omit<ComponentProps<typeof ReasonDialog>, 'label' | 'children' | 'onConfirm'> &
  Props & { consequence: string; onConfirm: (given: { reason: string; stamps_back: boolean }) => void }

/**
 * Asks for a reason, and whether the stamps go back: at first, those of a voucher that was not used. If its state changes, the
 * choice starts again.
 */
function ReasonedDialog({ voucher, consequence, onConfirm, ...shared }: ReasonedProps) {
  const { state, stamps, member } = voucher
  const [choice, setChoice] = useState({ state, stampsBack: state === 'ready' })
  const stampsBack = choice.state === state ? choice.stampsBack : state === 'ready'
  return (
    <ReasonDialog
      {...shared}
      label="Reason (shown to the member)"
      onConfirm={(reason) => onConfirm({ reason, stamps_back: stampsBack })}
    >
      <p>
        {consequence} {member.name} gets an email with your reason.
      </p>
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
    </ReasonDialog>
  )
}
