import { giveBack, type Voucher } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Undo2 } from 'lucide-react'
import * as sentences from '#sentences'
import * as words from '#words'
import { useCall } from '../../shared/api/api.ts'
import { CallError } from '../../shared/api/CallError.ts'
import { DialogButton } from '../../shared/components/DialogButton.tsx'
import { callErrorText } from '../../shared/receipts/submitErrors.ts'
import { showToast } from '../../shared/toasts.ts'
import { useEnding } from './useEnding.ts'

/** A button that gives a voucher back, after a dialog says what happens. `subject` names it among others. */
export function GiveBack({ voucher, subject }: { voucher: Voucher; subject?: string }) {
  const name = subject && `${words.giveBack}: ${subject}`
  return (
    <DialogButton icon={Undo2} label={words.giveBack} aria-label={name}>
      {(close) => <GiveBackDialog voucher={voucher} onClose={close} />}
    </DialogButton>
  )
}

function GiveBackDialog({ voucher: { id, stamps }, onClose }: { voucher: Voucher; onClose: () => void }) {
  const { run, loading } = useCall(giveBack)
  const onEnded = ({ state }: Voucher) => {
    if (state === 'returned')
      showToast({ type: 'success', title: words.giveBackDone, message: sentences.voucherStampsBack(stamps) })
    else showToast({ type: 'warning', title: words.giveBackTooLate, message: texts.voucherNotReady })
  }
  const { confirm, error } = useEnding(id, { run: () => run({ id }), onClose, onEnded })
  return (
    <Dialog title={words.giveBackTitle} error={textOf(error)} isBusy={loading} isHeadingFocused onClose={onClose}>
      <p>{sentences.giveBackText(stamps)}</p>
      <DialogActions cancel={words.giveBackKeep}>
        <Button look="danger" isBusy={loading} onClick={() => void confirm()}>
          {words.giveBack}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function textOf(error: unknown): string | undefined {
  if (!error) return undefined
  return error instanceof CallError && error.status === 0 ? words.giveBackUnsure : callErrorText(error)
}
