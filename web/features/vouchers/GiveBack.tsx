import { giveBack, show, type Voucher } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, q, useCall } from '../../shared/api/api.ts'
import { CallError } from '../../shared/api/CallError.ts'
import { focusTitle } from '../../shared/components/Title.tsx'
import { callErrorText } from '../../shared/receipts/submitErrors.ts'
import { refetchRewards } from '../../shared/rewards/rewards.ts'
import { forgetOpenedVoucher } from '../../shared/storage/openedVouchers.ts'
import { showToast } from '../../shared/toasts.ts'

/** A button that gives a voucher back, after a dialog says what happens. `subject` names it among others. */
export function GiveBack({ voucher, subject }: { voucher: Voucher; subject?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-label={subject && `${words.giveBack}: ${subject}`}
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        <Undo2 aria-hidden="true" className="size-5" />
        {words.giveBack}
      </Button>
      {isOpen ? <GiveBackDialog voucher={voucher} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function GiveBackDialog({ voucher, onClose }: { voucher: Voucher; onClose: () => void }) {
  const { confirm, loading, error } = useGivingBack(voucher, onClose)
  return (
    <Dialog title={words.giveBackTitle} error={error} isBusy={loading} isHeadingFocused onClose={onClose}>
      <p>{sentences.giveBackText(voucher.stamps)}</p>
      <DialogActions cancel={words.giveBackKeep}>
        <Button look="danger" isBusy={loading} onClick={() => void confirm()}>
          {words.giveBack}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Gives back once, even on a double click. A voucher that ended meanwhile is shown with its state instead. */
function useGivingBack({ id, stamps }: Voucher, onClose: () => void) {
  const queries = useQueryClient()
  const { run, loading } = useCall(giveBack)
  const isRunning = useRef(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setError(undefined)
    try {
      const ended = await returnOrFindEnded(() => run({ id }), id)
      forgetOpenedVoucher(String(id))
      await queries.cancelQueries({ queryKey: q(show, { id: String(id) }).queryKey })
      queries.setQueryData(q(show, { id: String(id) }).queryKey, {
        data: { ...ended, is_open_here: false, is_open_elsewhere: false },
      })
      flushSync(onClose)
      // The button that opened the dialog goes away with the voucher's state.
      focusTitle()
      if (ended.state === 'returned')
        showToast({ type: 'success', title: words.giveBackDone, message: sentences.voucherStampsBack(stamps) })
      else showToast({ type: 'warning', title: words.giveBackTooLate, message: texts.voucherNotReady })
      refetchRewards(queries)
    } catch (failure) {
      setError(hadNoAnswer(failure) ? words.giveBackUnsure : callErrorText(failure))
    } finally {
      isRunning.current = false
    }
  }
  return { confirm, loading, error }
}

const hadNoAnswer = (error: unknown) => error instanceof CallError && error.status === 0

/** A 409 means that the voucher ended before: by a request whose reply was lost, in another tab, or at the counter. */
async function returnOrFindEnded(run: () => Promise<{ data: Voucher }>, id: number): Promise<Voucher> {
  try {
    return (await run()).data
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409)) throw error
    return (await call(show, { id })).data
  }
}
