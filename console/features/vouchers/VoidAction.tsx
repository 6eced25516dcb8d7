import { type AdminVoucher, voidVoucher } from '@stampus/contract/console/vouchers'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { ActionDialog } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import { changedByVouchers } from './voucherLabels.ts'

type Props = { voucher: AdminVoucher & { state: 'ready' | 'used' } }

/** A button that voids a voucher. An open dialog stays if the voucher is refreshed meanwhile. */
export function VoidAction({ voucher }: Props) {
  const dialog = (close: () => void) => <VoidDialog voucher={voucher} onClose={close} />
  return <DialogButton text="Void" icon={Ban} look="danger" dialog={dialog} />
}

const choices = [
  { value: 'back', name: 'Give the stamps back' },
  { value: 'spent', name: 'Keep the stamps spent' },
] as const

/**
 * Asks for a reason, and whether the stamps go back: at first, those of a voucher that was not used. If its state changes, the
 * choice starts again. A deleted member gets no stamps back and reads no reason.
 */
function VoidDialog({ voucher, onClose }: Props & { onClose: () => void }) {
  const { id, number, state, stamps, member } = voucher
  const initial = { state, stamps: state === 'ready' ? 'back' : 'spent' } as const
  const [chosen, choose] = useState<{ state: string; stamps: 'back' | 'spent' }>(initial)
  const choice = chosen.state === state ? chosen : initial
  const shared = {
    title: `Void voucher ${readableNumber(number)}?`,
    action: 'Void',
    isDangerous: true,
    call: voidVoucher,
    invalidates: changedByVouchers,
    done: `Voucher ${readableNumber(number)} is voided.`,
    onClose,
  }
  const consequence =
    state === 'used'
      ? 'It was handed over. Afterwards it counts as voided, and this cannot be undone.'
      : 'It can no longer be used, and this cannot be undone.'
  if (member.is_deleted)
    return (
      <ActionDialog {...shared} input={() => ({ id, state, stamps_back: false })}>
        <p>{consequence} The account was deleted, so no stamps go back.</p>
      </ActionDialog>
    )
  return (
    <ActionDialog
      {...shared}
      reason="Reason (shown to the member)"
      input={(reason) => ({ id, state, reason, stamps_back: choice.stamps === 'back' })}
    >
      <p>
        {consequence} {member.name} gets an email with your reason.
      </p>
      <Radios
        legend={`Its ${stampsText(stamps)}`}
        options={choices}
        value={choice.stamps}
        onChange={(given) => choose({ state, stamps: given })}
      />
    </ActionDialog>
  )
}
